#include "hakaru/tracing/recorder.h"

#include <algorithm>
#include <utility>

namespace hakaru::tracing {
namespace {

/// True if the rule for an operation's gradient reads only shapes and attributes.
bool gradient_needs_no_values(Opcode opcode) {
  switch (opcode) {
    case Opcode::add:
    case Opcode::subtract:
    case Opcode::scale:
    case Opcode::add_constant:
    case Opcode::cast:
    case Opcode::broadcast:
    case Opcode::reshape:
    case Opcode::copy:
    case Opcode::permute:
    case Opcode::slice:
    case Opcode::pad:
    case Opcode::concatenate:
    case Opcode::sum:
    case Opcode::causal_mask:
    case Opcode::rotary:
    case Opcode::columns_of_image:
    case Opcode::image_of_columns:
    case Opcode::average_pool:
      return true;
    default:
      return is_communication(opcode) || opcode == Opcode::copy_to_group;
  }
}

}  // namespace

Tensor Recorder::fail(const tl::unexpected<Error>& error) {
  if (!error_) error_ = error.value();
  auto record = std::make_shared<TensorRecord>();
  record->device = &device_;
  return Tensor(std::move(record));
}

NodeId Recorder::node_of(const Tensor& tensor) {
  const TensorRecord& record = *tensor.record();
  if (!record.slot) return record.step == step_ ? record.node : no_node;
  Slot& slot = slots_[*record.slot];
  if (slot.kind == SlotKind::input && record.step != step_) return no_node;
  if (slot.assigned != no_node) return slot.assigned;
  if (slot.read_by == no_node) {
    Node leaf;
    leaf.opcode = Opcode::slot;
    leaf.type = slot.type;
    leaf.shape = slot.shape;
    leaf.attributes.integers = {static_cast<std::int64_t>(*record.slot)};
    leaf.line = slot.line;
    leaf.requires_gradient = slot.trainable;
    slot.read_by = static_cast<NodeId>(nodes_.size());
    nodes_.push_back(std::move(leaf));
    handles_.emplace_back();
  }
  return slot.read_by;
}

Tensor Recorder::record(Opcode opcode, const std::vector<Tensor>& inputs, const Dimensions& shape, ElementType type,
                        const Attributes& attributes, SourceLine line) {
  Node node;
  node.opcode = opcode;
  node.type = type;
  node.shape = shape;
  node.attributes = attributes;
  node.line = line;
  node.pass = pass_;
  node.recomputed = recomputed_;
  node.scope = scope_;
  if (streams_.within != 0) node.draw.stream = stream_within(streams_.within, ++streams_.recorded);
  node.inputs.reserve(inputs.size());
  for (const Tensor& input : inputs) {
    if (input.failed()) return fail(bad_input("{}: an operand is no tensor", line.text()));
    if (&input.device() != &device_)
      return fail(bad_input("{}: the operands of {} lie on different devices", line.text(), name_of(opcode)));
    const NodeId id = node_of(input);
    if (id == no_node)
      return fail(bad_input("{}: an operand of {} was made before the last mark_step() and is gone", line.text(),
                            name_of(opcode)));
    node.inputs.push_back(pass_ == 0 ? id : lent_again(id));
    node.requires_gradient = node.requires_gradient || (taping_ && input.requires_gradient());
  }
  const auto id = static_cast<NodeId>(nodes_.size());
  if (node.requires_gradient) tape_.push_back({id});
  nodes_.push_back(std::move(node));
  handles_.emplace_back();
  return tensor_of_node(id);
}

Tensor Recorder::constant(double value, const Dimensions& shape, ElementType type, SourceLine line) {
  return record(Opcode::constant, {}, shape, type, {{}, {value}}, line);
}

std::shared_ptr<TensorRecord> Recorder::new_record(const Dimensions& shape, ElementType type,
                                                   bool requires_gradient) const {
  auto record = std::make_shared<TensorRecord>();
  record->device = &device_;
  record->shape = shape;
  record->type = type;
  record->requires_gradient = requires_gradient;
  record->step = step_;
  return record;
}

Tensor Recorder::tensor_of_node(NodeId id) {
  if (auto alive = handles_[id].lock()) return Tensor(std::move(alive));
  const Node& node = nodes_[id];
  auto record = new_record(node.shape, node.type, node.requires_gradient);
  record->node = id;
  record->held_in = held_in(id);
  handles_[id] = record;
  return Tensor(std::move(record));
}

Tensor Recorder::tensor_for_gradient(NodeId id) {
  if (!nodes_[id].made_again) return tensor_of_node(id);
  const auto found = again_.find({pass_, id});
  if (found != again_.end()) return tensor_of_node(found->second);
  const Node node = nodes_[id];
  std::vector<Tensor> inputs;
  for (const NodeId input : node.inputs) inputs.push_back(tensor_for_gradient(input));
  const std::uint32_t was_recomputed = std::exchange(recomputed_, ++recomputations_);
  const Streams was_within = streams_;
  Tensor again = record(node.opcode, inputs, node.shape, node.type, node.attributes, node.line);
  recomputed_ = was_recomputed;
  streams_ = was_within;
  if (again.failed()) return again;
  nodes_[again.record()->node].fleeting = true;
  nodes_[again.record()->node].draw = node.draw;
  again_[{pass_, id}] = again.record()->node;
  return again;
}

Tensor Recorder::tensor_of_slot(SlotId id) {
  auto record = new_record(slots_[id].shape, slots_[id].type, slots_[id].trainable);
  record->slot = id;
  return Tensor(std::move(record));
}

SlotId Recorder::find_or_add_slot(SlotKind kind, const std::string& name, const Dimensions& shape, ElementType type,
                                  SourceLine line) {
  const auto [found, is_new] = slot_by_name_.try_emplace({kind, name}, static_cast<SlotId>(slots_.size()));
  if (is_new) slots_.emplace_back();
  Slot& slot = slots_[found->second];
  slot.kind = kind;
  slot.name = name;
  slot.shape = shape;
  slot.type = type;
  slot.line = line;
  slot.read_by = slot.assigned = no_node;
  slot.values.resize(static_cast<std::size_t>(elements_of(shape)));
  return found->second;
}

void Recorder::assign(const Tensor& slot, const Tensor& value, SourceLine line) {
  if (slot.failed() || value.failed()) {
    fail(bad_input("{}: an operand is no tensor", line.text()));
    return;
  }
  if (!slot.record()->slot || slot.shape() != value.shape() || slot.type() != value.type()) {
    fail(bad_input("{}: only a slot takes values, of its own shape and type: {} {} given to {} {}", line.text(),
                   text_of(value.shape()), value.type().text(), text_of(slot.shape()), slot.type().text()));
    return;
  }
  const WithoutGradient paused(*this);
  Tensor computed = value;
  NodeId id = node_of(value);
  // A computed value stands for one slot only, and no slot for another.
  const auto stands_for_another = [&] {
    if (id == no_node || is_view(nodes_[id].opcode) || nodes_[id].opcode == Opcode::slot || id < done_) return true;
    return std::any_of(slots_.begin(), slots_.end(), [&](const Slot& other) { return other.assigned == id; });
  };
  if (stands_for_another()) computed = record(Opcode::copy, {value}, value.shape(), value.type(), {}, line);
  if (computed.failed()) return;
  Slot& target = slots_[*slot.record()->slot];
  target.assigned = computed.record()->node;
  nodes_[target.assigned].requires_gradient = target.trainable;
}

std::vector<TapeEntry> Recorder::tape_again(const std::function<void()>& recording) {
  std::vector<TapeEntry> outer = std::exchange(tape_, {});
  const bool was_taping = std::exchange(taping_, true);
  const std::uint32_t was_recomputed = std::exchange(recomputed_, ++recomputations_);
  recording();
  recomputed_ = was_recomputed;
  taping_ = was_taping;
  return std::exchange(tape_, std::move(outer));
}

void Recorder::end_pass() {
  pass_ = 0;
  again_of_first_.clear();
  first_of_again_.clear();
}

void Recorder::add_lent(const std::shared_ptr<Lent>& lent) {
  tape_.push_back({no_node, nullptr, lent});
  if (!lent->again) return;
  for (const NodeId output : lent->outputs) lent_.emplace(output, lent);
}

NodeId Recorder::first_made(NodeId id) const {
  const auto found = first_of_again_.find(id);
  return found == first_of_again_.end() ? id : found->second;
}

NodeId Recorder::lent_again(NodeId id) {
  const auto known = again_of_first_.find(id);
  if (known != again_of_first_.end()) return known->second;
  const auto found = lent_.find(id);
  if (found == lent_.end()) return id;
  const std::shared_ptr<Lent> lent = found->second;
  const WithoutGradient paused(*this);
  const std::uint32_t was_recomputed = std::exchange(recomputed_, 0);  // weights, and no activations
  const Streams was_within = streams_;
  const std::vector<Tensor> made = lent->make();
  streams_ = was_within;
  recomputed_ = was_recomputed;
  for (std::size_t at = 0; at < std::min(made.size(), lent->outputs.size()); ++at) {
    if (made[at].failed()) continue;
    const NodeId again = node_of(made[at]);
    nodes_[again].requires_gradient = true;
    again_of_first_.emplace(lent->outputs[at], again);
    first_of_again_.emplace(again, lent->outputs[at]);
  }
  const auto remade = again_of_first_.find(id);
  return remade == again_of_first_.end() ? id : remade->second;
}

std::optional<SlotId> Recorder::held_in(NodeId id) const {
  const auto found = held_.find(id);
  if (found != held_.end()) return found->second;
  if (id < nodes_.size() && nodes_[id].opcode == Opcode::slot)
    return static_cast<SlotId>(nodes_[id].attributes.integers.front());
  return std::nullopt;
}

std::vector<NodeId> Recorder::still_readable() const {
  std::set<NodeId> readable;
  const std::function<void(NodeId)> for_gradients = [&](NodeId id) {
    if (!nodes_[id].made_again) {
      readable.insert(id);
      return;
    }
    for (const NodeId input : nodes_[id].inputs) for_gradients(input);
  };
  for (NodeId id = static_cast<NodeId>(done_); id < nodes_.size(); ++id) {
    if (!handles_[id].expired()) readable.insert(id);
  }
  for (const TapeEntry& entry : tape_) {
    if (entry.node == no_node || gradient_needs_no_values(nodes_[entry.node].opcode)) continue;
    for_gradients(entry.node);
    for (const NodeId input : nodes_[entry.node].inputs) for_gradients(input);
  }
  std::vector<NodeId> since_last_cut;
  for (const NodeId id : readable) {
    if (id >= done_ && nodes_[id].opcode != Opcode::slot) since_last_cut.push_back(id);
  }
  return since_last_cut;
}

void Recorder::finish_cut(const std::vector<std::pair<NodeId, SlotId>>& held) {
  done_ = nodes_.size();
  for (const auto& [node, slot] : held) {
    held_.insert_or_assign(node, slot);
    if (const auto handle = handles_[node].lock()) handle->held_in = slot;
  }
  for (Slot& slot : slots_) {
    // A slot that was assigned holds the new value; the node that stood for the old one is read no more.
    if (slot.assigned != no_node) slot.read_by = no_node;
    slot.assigned = no_node;
  }
}

void Recorder::finish_step() {
  leaf_gradients_.clear();
  tape_.clear();
  for (Slot& slot : slots_) {
    slot.read_by = slot.assigned = no_node;
    slot.gradient_lost = slot.gradient_lost || slot.gradient.has_value();
    slot.gradient.reset();
    if (slot.kind == SlotKind::held || slot.kind == SlotKind::input) slot.values.clear();
  }
  nodes_.clear();
  handles_.clear();
  held_.clear();
  lent_.clear();
  end_pass();
  again_.clear();
  error_.reset();
  done_ = 0;
  passes_ = 0;
  recomputations_ = recomputed_ = 0;
  streams_ = {};
  scope_ = 0;
  ++step_;
}

}  // namespace hakaru::tracing
