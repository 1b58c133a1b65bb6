#include "hakaru/tracing/recording.h"

namespace hakaru::tracing {

Tensor all_reduce(const Tensor& values, int group, SourceLine line) {
  return values.failed() ? values : record(Opcode::all_reduce, {values}, values.shape(), {{group}, {}}, line);
}

Tensor copy_to_group(const Tensor& values, int group, SourceLine line) {
  return values.failed() ? values : record(Opcode::copy_to_group, {values}, values.shape(), {{group}, {}}, line);
}

Tensor reduce_from_group(const Tensor& values, int group, SourceLine line) {
  return values.failed() ? values : record(Opcode::reduce_from_group, {values}, values.shape(), {{group}, {}}, line);
}

Tensor all_gather(const Tensor& values, int group, SourceLine line) {
  if (values.failed()) return values;
  if (values.shape().empty())
    return recorder_of(values).fail(
        bad_input("{}: all_gather takes at least one dimension, found {}", line.text(), text_of(values.shape())));
  Dimensions shape = values.shape();
  shape.front() *= values.device().communicator().size(group);
  return record(Opcode::all_gather, {values}, shape, {{group}, {}}, line);
}

Tensor reduce_scatter(const Tensor& values, int group, SourceLine line) {
  if (values.failed()) return values;
  const std::int64_t ranks = values.device().communicator().size(group);
  if (values.shape().empty() || values.shape().front() % ranks != 0)
    return recorder_of(values).fail(
        bad_input("{}: reduce_scatter takes a first dimension that the group's ranks divide, found {}", line.text(),
                  text_of(values.shape())));
  Dimensions shape = values.shape();
  shape.front() /= ranks;
  return record(Opcode::reduce_scatter, {values}, shape, {{group}, {}}, line);
}

Tensor all_to_all(const Tensor& values, int group, SourceLine line) {
  if (values.failed()) return values;
  const std::int64_t ranks = values.device().communicator().size(group);
  if (values.shape().empty() || values.shape().front() % ranks != 0)
    return recorder_of(values).fail(
        bad_input("{}: all_to_all takes a first dimension that the group's ranks divide, found {}", line.text(),
                  text_of(values.shape())));
  return record(Opcode::all_to_all, {values}, values.shape(), {{group}, {}}, line);
}

Tensor pass_round(const Tensor& values, int group, int onward, SourceLine line) {
  return values.failed() ? values : record(Opcode::pass_round, {values}, values.shape(), {{group, onward}, {}}, line);
}

void send(const Tensor& values, int group, int peer, SourceLine line) {
  if (values.failed()) return;
  const Recorder::WithoutGradient paused(recorder_of(values));
  record(Opcode::send, {values}, {0}, {{group, peer}, {}}, line);
}

Tensor receive(Device& device, const Dimensions& shape, ElementType type, int group, int peer, bool requires_gradient,
               SourceLine line) {
  Recorder& recorder = device.recorder();
  Tensor received = recorder.record(Opcode::receive, {}, shape, type, {{group, peer}, {}}, line);
  if (received.failed()) return received;
  received.record()->requires_gradient = requires_gradient;
  recorder.node(received.record()->node).requires_gradient = requires_gradient;
  return received;
}

Tensor made_again(const Tensor& values) {
  if (values.failed() || values.record()->slot) return values;
  Recorder& recorder = recorder_of(values);
  const NodeId id = recorder.node_of(values);
  if (id != no_node && !recorder.node(id).inputs.empty()) recorder.node(id).made_again = true;
  return values;
}

std::vector<Tensor> checkpoint(const CheckpointFunction& function, const std::vector<Tensor>& inputs, SourceLine line) {
  if (inputs.empty()) return function(inputs);
  for (const Tensor& input : inputs) {
    if (input.failed()) return function(inputs);
  }
  Recorder& recorder = recorder_of(inputs.front());
  if (!recorder.taping()) return function(inputs);
  std::vector<Tensor> outputs;
  const Streams streams = recorder.streams();
  {
    const Recorder::WithoutGradient paused(recorder);
    outputs = function(inputs);
  }
  auto entry = std::make_shared<Checkpoint>(Checkpoint{function, inputs, {}, line, streams});
  for (Tensor& output : outputs) {
    if (output.failed()) return outputs;
    // An input that is handed through is another tensor from here on.
    if (output.record()->slot || recorder.node(output.record()->node).opcode == Opcode::slot ||
        recorder.node(output.record()->node).requires_gradient) {
      const Recorder::WithoutGradient paused(recorder);
      output = record(Opcode::copy, {output}, output.shape(), {}, line);
    }
    output.record()->requires_gradient = true;
    recorder.node(output.record()->node).requires_gradient = true;
    entry->outputs.push_back(output.record()->node);
  }
  recorder.tape().push_back({no_node, std::move(entry)});
  return outputs;
}

std::vector<Tensor> lent(Device& device, const std::function<std::vector<Tensor>()>& make,
                         const std::function<void(const std::vector<Tensor>&)>& take, bool again, SourceLine line) {
  Recorder& recorder = device.recorder();
  auto entry = std::make_shared<Lent>(Lent{make, take, again, {}});
  const Recorder::WithoutGradient paused(recorder);
  std::vector<Tensor> outputs = make();
  for (Tensor& output : outputs) {
    if (output.failed()) return outputs;
    output = record(Opcode::reshape, {output}, output.shape(), {}, line);
    output.record()->requires_gradient = true;
    recorder.node(output.record()->node).requires_gradient = true;
    entry->outputs.push_back(output.record()->node);
  }
  recorder.add_lent(entry);
  return outputs;
}

}  // namespace hakaru::tracing
