#include "hakaru/tracing/device.h"

#include <algorithm>

#include "hakaru/tracing/autograd.h"

namespace hakaru::tracing {

Device::Device(DeviceOptions options)
    : options_(std::move(options)),
      memory_bytes_(options_.memory_bytes.value_or(static_cast<std::int64_t>(options_.accelerator.memory_bytes))),
      timer_(options_.accelerator, options_.calibration, options_.communication_s),
      recorder_(*this) {}

Tensor Device::filled_slot(SlotKind kind, const std::string& name, std::span<const float> values,
                           const Dimensions& shape, ElementType type, SourceLine line) {
  if (elements_of(shape) != static_cast<std::int64_t>(values.size())) {
    return recorder_.fail(bad_input("{}: {} {} of {} is given {} values", line.text(), name_of(kind), name,
                                    text_of(shape), values.size()));
  }
  const SlotId id = recorder_.find_or_add_slot(kind, name, shape, type, line);
  Slot& slot = recorder_.slots()[id];
  slot.trainable = kind == SlotKind::parameter;
  std::copy(values.begin(), values.end(), slot.values.data());
  round_to(options_.rounding, type, slot.values.values(), {stream_of(name, recorder_.step())});
  return recorder_.tensor_of_slot(id);
}

Tensor Device::parameter(const std::string& name, std::span<const float> values, const Dimensions& shape,
                         std::optional<DataType> format, SourceLine line) {
  if (recorder_.has_slot(SlotKind::parameter, name))
    return recorder_.fail(bad_input("{}: there is a {} already", line.text(), name));
  return filled_slot(SlotKind::parameter, name, values, shape, type_or_own(format), line);
}

Tensor Device::state(const std::string& name, std::span<const float> values, const Dimensions& shape,
                     std::optional<DataType> format, SourceLine line) {
  if (recorder_.has_slot(SlotKind::state, name))
    return recorder_.fail(bad_input("{}: there is a {} already", line.text(), name));
  return filled_slot(SlotKind::state, name, values, shape, type_or_own(format), line);
}

std::string Device::input_name(const std::string& name) {
  const int count = ++names_in_step_[name];
  return count == 1 ? name : fmt::format("{} {}", name, count);
}

Tensor Device::input(const std::string& name, std::span<const float> values, const Dimensions& shape,
                     std::optional<DataType> format, SourceLine line) {
  return filled_slot(SlotKind::input, input_name(name), values, shape, type_or_own(format), line);
}

Tensor Device::indices(const std::string& name, std::span<const std::int32_t> values, const Dimensions& shape,
                       SourceLine line) {
  const std::vector<float> held(values.begin(), values.end());
  return filled_slot(SlotKind::input, input_name(name), held, shape, index_type, line);
}

Tensor Device::constant(double value, const Dimensions& shape, SourceLine line) {
  return recorder_.constant(value, shape, {options_.format, false}, line);
}

void Device::assign(const Tensor& slot, const Tensor& value, SourceLine line) { recorder_.assign(slot, value, line); }

std::optional<Tensor> Device::gradient_of(const Tensor& leaf) {
  if (leaf.failed()) return std::nullopt;
  if (leaf.record()->slot) return recorder_.slots()[*leaf.record()->slot].gradient;
  const auto found = recorder_.leaf_gradients().find(recorder_.node_of(leaf));
  return found == recorder_.leaf_gradients().end() ? std::nullopt : std::optional(found->second);
}

void Device::set_gradient(const Tensor& parameter, const Tensor& gradient) {
  if (parameter.failed() || gradient.failed() || !parameter.record()->slot) return;
  recorder_.slots()[*parameter.record()->slot].gradient = gradient;
}

void Device::zero_gradients() {
  for (Slot& slot : recorder_.slots()) {
    slot.gradient.reset();
    slot.gradient_lost = false;
  }
  gradient_shards_bytes_ = 0;
}

void Device::count_as_gradient(const Tensor& shard) { gradient_shards_bytes_ += bytes_of(shard.shape(), shard.type()); }

Result<std::vector<float>> Device::known_values(const Tensor& tensor) const {
  const TensorRecord& record = *tensor.record();
  const std::optional<SlotId> slot = record.slot ? record.slot : record.held_in;
  if (!record.kept.empty()) return record.kept;
  if (slot && (record.slot || record.step == recorder_.step())) {
    const std::span<const float> values = recorder_.slots()[*slot].values.values();
    if (!values.empty()) return std::vector<float>(values.begin(), values.end());
  }
  return bad_input("a tensor of {} was made before the last mark_step() and is gone: give it to mark_step() to keep it",
                   text_of(record.shape));
}

Result<std::vector<float>> Device::read(const Tensor& tensor, SourceLine line) {
  const TensorRecord& record = *tensor.record();
  const bool pending = record.slot ? recorder_.slots()[*record.slot].assigned != no_node
                                   : record.node != no_node && record.step == recorder_.step() && !record.held_in;
  if (tensor.failed() || pending) {
    std::vector<NodeId> kept = recorder_.still_readable();
    if (!record.slot && pending && std::find(kept.begin(), kept.end(), record.node) == kept.end())
      kept.push_back(record.node);
    const Result<StepReport> report = cut(kept, message("the reading of a value at {}", line.text()));
    if (!report) return fail(report);
  }
  return known_values(tensor);
}

std::vector<NodeId> Device::to_be_held(const std::vector<Tensor>& kept) const {
  std::vector<NodeId> nodes;
  for (const Tensor& tensor : kept) {
    if (tensor.failed() || tensor.record()->slot || tensor.record()->held_in) continue;
    if (tensor.record()->step == recorder_.step()) nodes.push_back(tensor.record()->node);
  }
  return nodes;
}

Result<StepReport> Device::mark_step(const std::vector<Tensor>& kept, SourceLine line) {
  Result<StepReport> report = cut(to_be_held(kept), message("mark_step() at {}", line.text()));
  if (report) {
    for (const Tensor& tensor : kept) {
      if (tensor.failed()) continue;
      const std::optional<SlotId> slot = tensor.record()->slot;
      const bool lives_on = slot && recorder_.slots()[*slot].kind != SlotKind::input;
      if (lives_on || tensor.record()->step != recorder_.step()) continue;
      if (auto values = known_values(tensor)) tensor.record()->kept = std::move(*values);
    }
    end_step();
  }
  return report;
}

Result<std::vector<float>> Tensor::values(SourceLine line) const {
  if (record_ == nullptr) return bad_input("{}: an operand is no tensor", line.text());
  return record_->device->read(*this, line);
}

Result<float> Tensor::value(SourceLine line) const {
  const Result<std::vector<float>> all = values(line);
  if (!all) return hakaru::fail(all);
  if (all->size() != 1) return bad_input("{}: one value is asked of a tensor of {}", line.text(), text_of(shape()));
  return all->front();
}

void Tensor::backward(SourceLine line) const { tracing::backward(*this, std::nullopt, line); }

}  // namespace hakaru::tracing
