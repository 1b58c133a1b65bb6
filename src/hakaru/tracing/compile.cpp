#include "hakaru/tracing/compile.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "hakaru/tracing/arena.h"
#include "hakaru/tracing/assemble.h"

namespace hakaru::tracing {
namespace {

constexpr std::size_t tensors_named_when_memory_is_short = 8;

std::string described(const Operand& value, Opcode opcode) {
  return fmt::format("{} {} {}", name_of(opcode), text_of(value.shape), value.type.text());
}

/// Its first operand's place becomes its result's, as fused kernels of training software do it: logits and what was
/// exchanged about them are no activations.
bool becomes_gradient_of_logits(Opcode opcode) {
  return opcode == Opcode::cross_entropy_gradient || opcode == Opcode::divided_cross_entropy_gradient;
}
bool is_label(std::size_t operand) { return operand == 1; }

/// Gives each value its place.
class Allocation {
 public:
  Allocation(const TracedGraph& graph, const Fusion& fusion, std::vector<DraftInstruction> drafts)
      : graph_(graph), fusion_(fusion), drafts_(std::move(drafts)) {}

  Program program() {
    begin();
    program_.fullest_bytes = fullest_moment(without_running_sums()).bytes;
    share_buffers(false);
    program_.slots = graph_.slots;
    program_.arena_bytes = place(buffers_);
    set_places();
    name_tensors();
    for (DraftInstruction& draft : drafts_) program_.instructions.push_back(std::move(draft.instruction));
    return std::move(program_);
  }

  std::vector<Moment> moments() {
    begin();
    std::vector<Moment> moments;
    for (const DraftInstruction& draft : drafts_) moments.push_back({draft.instruction.pass, draft.scope});
    add(moments, without_running_sums(), &Moment::bytes, &Moment::left_bytes);
    add(moments, activations(true), &Moment::activations_bytes, &Moment::left_activations_bytes);
    return moments;
  }

 private:
  struct Read {
    std::size_t at = 0, operand = 0;  ///< instruction, and which it is of its operands
  };

  static void add(std::vector<Moment>& moments, const std::vector<Buffer>& buffers, std::int64_t Moment::*bytes,
                  std::int64_t Moment::*left_bytes) {
    for (const Buffer& buffer : buffers) {
      for (std::int64_t at = buffer.first; at <= buffer.last && at < static_cast<std::int64_t>(moments.size()); ++at) {
        Moment& moment = moments[static_cast<std::size_t>(at)];
        moment.*bytes += buffer.bytes;
        if (at < buffer.last) moment.*left_bytes += buffer.bytes;
      }
    }
  }

  void begin() {
    for (std::size_t at = 0; at < drafts_.size(); ++at) {
      written_[drafts_[at].result] = at;
      for (std::size_t operand = 0; operand < drafts_[at].operands.size(); ++operand) {
        if (const std::int64_t* slot = slot_of(graph_, drafts_[at].operands[operand]))
          readers_of_slot_[*slot].push_back({at, operand});
      }
    }
    put_targets_in_slots();
    find_last_readers();
    share_buffers(true);
  }

  /// True if the assigned value can be computed where the old one lies: its readers ran before, or one is the
  /// same fused instruction, element by element.
  bool can_be_computed_in(std::uint32_t slot, std::size_t writer) const {
    const auto readers = readers_of_slot_.find(slot);
    if (readers == readers_of_slot_.end()) return true;
    return std::all_of(readers->second.begin(), readers->second.end(), [&](const Read& read) {
      const Instruction& instruction = drafts_[read.at].instruction;
      return read.at < writer ||
             (read.at == writer && instruction.opcode == Opcode::fused && instruction.walks[read.operand].empty());
    });
  }

  void put_targets_in_slots() {
    std::vector<DraftInstruction> copies_of_slots, copies;
    for (const Target& target : graph_.targets) {
      const NodeId base = fusion_.base[target.node];
      const bool computed = written_.count(base) != 0;
      const bool free = computed && in_slot_.count(base) == 0;
      if (free && !read_late_.count(target.slot) && can_be_computed_in(target.slot, written_.at(base))) {
        in_slot_[base] = target.slot;
        continue;
      }
      if (const std::int64_t* source = slot_of(graph_, base)) read_late_.insert(static_cast<std::uint32_t>(*source));
      (computed ? copies : copies_of_slots).push_back(copy_to(target, base));
    }
    for (auto* list : {&copies_of_slots, &copies}) std::move(list->begin(), list->end(), std::back_inserter(drafts_));
  }

  DraftInstruction copy_to(const Target& target, NodeId base) {
    DraftInstruction copy;
    copy.operands = {base};
    copy.instruction.opcode = Opcode::copy;
    Operand operand;
    operand.shape = graph_.slots[target.slot].shape;
    operand.type = graph_.slots[target.slot].type;
    copy.instruction.operands = {operand};
    copy.instruction.result = operand;
    copy.instruction.result.place = {true, target.slot};
    copy.instruction.pass = graph_.nodes[target.node].pass;
    copy.instruction.draw = graph_.nodes[target.node].draw;
    copy.instruction.line = graph_.nodes[target.node].line.text();
    return copy;
  }

  void find_last_readers() {
    for (std::size_t at = 0; at < drafts_.size(); ++at) {
      for (const NodeId operand : drafts_[at].operands) last_reader_[operand] = at;
    }
  }

  /// An operand that an instruction reads element by element, and nobody after it, leaves its place to the result.
  std::optional<std::size_t> inherited(std::size_t at) const {
    const DraftInstruction& draft = drafts_[at];
    const bool fused = draft.instruction.opcode == Opcode::fused;
    const bool logits = becomes_gradient_of_logits(draft.instruction.opcode);
    if (!fused && !logits && draft.instruction.opcode != Opcode::all_reduce &&
        draft.instruction.opcode != Opcode::all_reduce_largest && draft.instruction.opcode != Opcode::reduce_from_group)
      return std::nullopt;
    const std::int64_t bytes = bytes_of(draft.instruction.result.shape, draft.instruction.result.type);
    for (std::size_t operand = 0; operand < (logits ? 1 : draft.operands.size()); ++operand) {
      const NodeId node = draft.operands[operand];
      const auto buffer = buffer_of_.find(node);
      if (buffer == buffer_of_.end() || last_reader_.at(node) != at || buffers_[buffer->second].bytes != bytes)
        continue;
      if (read_in_order(draft, node)) return buffer->second;
    }
    return std::nullopt;
  }

  static bool read_in_order(const DraftInstruction& draft, NodeId node) {
    if (draft.instruction.opcode != Opcode::fused) return true;
    for (std::size_t operand = 0; operand < draft.operands.size(); ++operand) {
      if (draft.operands[operand] == node && !draft.instruction.walks[operand].empty()) return false;
    }
    return true;
  }

  /// Read after the program: it lies in a slot, yet takes memory only from when it is written on.
  bool is_held(NodeId id) const {
    const auto slot = in_slot_.find(id);
    return slot != in_slot_.end() && graph_.slots[slot->second].kind == SlotKind::held;
  }

  /// The last instruction that reads what instruction `at` wrote, or the end of the program where it `stays`.
  std::int64_t last_use(std::size_t at, bool stays) const {
    const auto reader = last_reader_.find(drafts_[at].result);
    const std::size_t unless_it_stays = reader == last_reader_.end() ? at : reader->second;
    return static_cast<std::int64_t>(stays ? drafts_.size() : unless_it_stays);
  }

  /// `held`: as if what is read after the program lay in the arena.
  void share_buffers(bool held) {
    buffers_.clear();
    buffer_of_.clear();
    for (std::size_t at = 0; at < drafts_.size(); ++at) {
      const NodeId result = drafts_[at].result;
      const bool stays = held && result != no_node && is_held(result);
      if (result == no_node || (in_slot_.count(result) != 0 && !stays)) continue;
      const std::int64_t last = last_use(at, stays);
      const Operand& value = drafts_[at].instruction.result;
      while (value.type.bytes() < program_.least_bytes_per_value) program_.least_bytes_per_value /= 2;
      if (const auto buffer = inherited(at)) {
        buffer_of_[result] = *buffer;
        buffers_[*buffer].last = std::max(buffers_[*buffer].last, last);
        continue;
      }
      buffer_of_[result] = buffers_.size();
      buffers_.push_back({bytes_of(value.shape, value.type), static_cast<std::int64_t>(at), last, 0});
    }
  }

  /// Buffers with the spans in which values lie in them. A product that becomes a sum in its place counts until then.
  std::vector<Buffer> without_running_sums() const {
    std::set<NodeId> sums;
    for (NodeId id = 0; id < graph_.nodes.size(); ++id) {
      if (graph_.nodes[id].running_sum) sums.insert(fusion_.base[id]);
    }
    std::vector<Buffer> others;
    std::map<std::size_t, std::size_t> open;  // of a buffer, what lies in it now
    for (std::size_t at = 0; at < drafts_.size(); ++at) {
      const NodeId result = drafts_[at].result;
      const auto buffer = result == no_node ? buffer_of_.end() : buffer_of_.find(result);
      if (buffer == buffer_of_.end()) continue;
      if (sums.count(result) != 0) {
        open.erase(buffer->second);
        continue;
      }
      const std::int64_t last = last_use(at, is_held(result));
      const auto here = open.find(buffer->second);
      if (here != open.end()) {
        others[here->second].last = std::max(others[here->second].last, last);
        continue;
      }
      open[buffer->second] = others.size();
      others.push_back({buffers_[buffer->second].bytes, static_cast<std::int64_t>(at), last, 0});
    }
    return others;
  }

  Place place_of(NodeId node) const {
    if (const std::int64_t* slot = slot_of(graph_, node)) return {true, *slot};
    const auto assigned = in_slot_.find(node);
    if (assigned != in_slot_.end()) return {true, assigned->second};
    return {false, buffers_[buffer_of_.at(node)].offset};
  }

  void set_places() {
    for (DraftInstruction& draft : drafts_) {
      for (std::size_t at = 0; at < draft.operands.size(); ++at)
        draft.instruction.operands[at].place = place_of(draft.operands[at]);
      if (draft.result != no_node) draft.instruction.result.place = place_of(draft.result);
    }
  }

  void name_tensors() {
    name_saved();
    const FullestMoment fullest = fullest_moment(buffers_);
    program_.live_bytes = fullest.bytes;
    for (const auto& [node, at] : written_) {
      const auto buffer = buffer_of_.find(node);
      const auto reader = last_reader_.find(node);
      if (buffer == buffer_of_.end()) continue;
      const auto first = static_cast<std::int64_t>(at);
      const auto last = reader == last_reader_.end() ? first : static_cast<std::int64_t>(reader->second);
      if (first <= fullest.instruction && fullest.instruction <= last) program_.largest.push_back(named(node, 0));
    }
    std::stable_sort(program_.largest.begin(), program_.largest.end(),
                     [](const NamedTensor& one, const NamedTensor& other) { return one.bytes > other.bytes; });
    if (program_.largest.size() > tensors_named_when_memory_is_short)
      program_.largest.resize(tensors_named_when_memory_is_short);
  }

  NamedTensor named(NodeId id, std::uint32_t pass) const {
    const Node& node = graph_.nodes[id];
    Operand value;
    value.shape = node.shape;
    value.type = node.type;
    return {pass, described(value, node.opcode), node.line.text(), bytes_of(node.shape, node.type)};
  }

  /// Written by the forward pass (or an earlier cut), to be read by a backward one. What a backward pass begins with, a
  /// constant or a gradient received from the next stage, is recorded ahead of it but no part of the forward pass.
  bool is_saved(NodeId id) const {
    const std::int64_t* slot = slot_of(graph_, id);
    const Node& node = graph_.nodes[id];
    if (node.opcode == Opcode::constant || (node.opcode == Opcode::receive && !node.requires_gradient)) return false;
    const bool kept =
        slot == nullptr ? node.pass == 0 : graph_.slots[static_cast<std::size_t>(*slot)].kind == SlotKind::held;
    return kept && in_slot_.count(id) == 0;
  }

  /// True if `id` belongs to a layer that runs again and `reader` computes gradients, not the layer itself.
  bool is_kept_again(NodeId id, const DraftInstruction& reader) const {
    const Node& node = graph_.nodes[id];
    if (node.recomputed == 0 || node.fleeting || reader.result == no_node) return false;
    const Node& by = graph_.nodes[reader.result];
    return by.recomputed == 0 || by.fleeting;
  }

  void name_saved() {
    std::set<std::pair<std::uint32_t, NodeId>> saved;
    for (const DraftInstruction& draft : drafts_) {
      if (draft.instruction.pass == 0) continue;
      for (const NodeId operand : draft.operands) {
        if (is_saved(operand)) saved.emplace(draft.instruction.pass & ~put_off_half, operand);
      }
    }
    for (const auto& [pass, node] : saved) program_.saved.push_back(named(node, pass));
    program_.activations_bytes = fullest_moment(activations(false)).bytes;
  }

  /// Buffers of the tensors kept for backward passes, without logits, each from its writer to its last reader. With
  /// `where_read`, each begins with the part of the network whose backward pass reads it.
  std::vector<Buffer> activations(bool where_read) const {
    struct Kept {
      std::size_t until = 0;
      std::set<std::uint32_t> parts;
    };
    std::map<NodeId, Kept> kept;
    for (std::size_t at = 0; at < drafts_.size(); ++at) {
      const DraftInstruction& draft = drafts_[at];
      if (draft.instruction.pass == 0) continue;
      for (std::size_t place = 0; place < draft.operands.size(); ++place) {
        const NodeId operand = draft.operands[place];
        const bool logits = becomes_gradient_of_logits(draft.instruction.opcode) && !is_label(place);
        if ((!is_saved(operand) && !is_kept_again(operand, draft)) || logits) continue;
        kept[operand].until = at;
        kept[operand].parts.insert(draft.scope);
      }
    }
    std::vector<Buffer> buffers;
    for (const auto& [node, use] : kept) {
      const auto written = written_.find(node);
      std::size_t first = written == written_.end() ? 0 : written->second;
      while (where_read && first < use.until && use.parts.count(drafts_[first].scope) == 0) ++first;
      buffers.push_back({bytes_of(graph_.nodes[node].shape, graph_.nodes[node].type), static_cast<std::int64_t>(first),
                         static_cast<std::int64_t>(use.until), 0});
    }
    return buffers;
  }

  const TracedGraph& graph_;
  const Fusion& fusion_;
  std::vector<DraftInstruction> drafts_;
  Program program_;
  std::vector<Buffer> buffers_;
  std::map<NodeId, std::size_t> written_;      ///< instruction that computes a node
  std::map<NodeId, std::size_t> last_reader_;  ///< instruction
  std::map<std::int64_t, std::vector<Read>> readers_of_slot_;
  std::map<NodeId, std::size_t> buffer_of_;
  std::map<NodeId, std::uint32_t> in_slot_;  ///< nodes that are computed in a slot
  std::set<std::uint32_t> read_late_;        ///< slots that are copied from at the end
};

/// A graph ready for memory to be laid out: simplified, fused, and its instructions in order.
struct Lowered {
  explicit Lowered(const TracedGraph& graph)
      : simple(simplify(graph)), fusion(fuse(simple)), drafts(with_early_sums(simple, assemble(simple, fusion))) {}

  TracedGraph simple;
  Fusion fusion;
  std::vector<DraftInstruction> drafts;
};

}  // namespace

std::vector<Moment> moments_of(const TracedGraph& graph) {
  Lowered lowered(graph);
  return Allocation(lowered.simple, lowered.fusion, std::move(lowered.drafts)).moments();
}

Program compile(const TracedGraph& graph) {
  Lowered lowered(graph);
  Program program = Allocation(lowered.simple, lowered.fusion, std::move(lowered.drafts)).program();
  program.operations = std::count_if(graph.nodes.begin(), graph.nodes.end(),
                                     [](const Node& node) { return node.opcode != Opcode::slot; });
  return program;
}

}  // namespace hakaru::tracing
