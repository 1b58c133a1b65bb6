#include "hakaru/tracing/autograd.h"

#include <algorithm>

#include "hakaru/tracing/recording.h"

namespace hakaru::tracing {
namespace {

class Backward {
 public:
  Backward(Recorder& recorder, SourceLine line) : recorder_(recorder), line_(line) {}

  void flow(NodeId node, const Tensor& gradient) {
    if (gradient.failed() || !recorder_.node(node).requires_gradient) return;
    const Tensor own = cast(gradient, recorder_.node(node).type.format, line_);
    const auto [found, is_first] = gradients_.try_emplace(node, own);
    if (!is_first) found->second = add(found->second, own, line_);
  }

  /// From the last entry to the first; those that a gradient went through are used up.
  void go_back(std::vector<TapeEntry>& tape) {
    for (std::size_t at = tape.size(); at-- > 0;) {
      const TapeEntry entry = tape[at];
      const bool used = entry.checkpoint != nullptr ? through(*entry.checkpoint) : through(entry.node);
      if (used) tape[at] = {};
    }
    tape.erase(std::remove_if(tape.begin(), tape.end(),
                              [](const TapeEntry& entry) { return entry.node == no_node && !entry.checkpoint; }),
               tape.end());
  }

  /// What reached leaves: parameters keep it, others (what was received) are remembered by node.
  void finish() {
    for (SlotId id = 0; id < recorder_.slots().size(); ++id) {
      if (recorder_.slots()[id].trainable) give_to(id);
    }
    for (const auto& [node, gradient] : gradients_) {
      if (recorder_.node(node).opcode != Opcode::receive) {
        recorder_.fail(bad_input("{}: backward() went through {} of {} before, or what it read has changed since",
                                 line_.text(), name_of(recorder_.node(node).opcode), recorder_.node(node).line.text()));
        return;
      }
      recorder_.node(recorder_.node_of(gradient)).materialised = true;
      recorder_.leaf_gradients().insert_or_assign(node, gradient);
    }
  }

 private:
  /// Takes the gradient of a node out, if it has one.
  std::optional<Tensor> taken(NodeId node) {
    const auto found = gradients_.find(node);
    if (found == gradients_.end()) return std::nullopt;
    Tensor gradient = found->second;
    gradients_.erase(found);
    return gradient;
  }

  bool through(NodeId node) {
    const std::optional<Tensor> gradient = taken(node);
    if (!gradient) return false;
    const std::vector<Tensor> inputs = input_gradients(recorder_, node, *gradient, line_);
    for (std::size_t at = 0; at < inputs.size(); ++at) flow(recorder_.node(node).inputs[at], inputs[at]);
    return true;
  }

  bool through(const Checkpoint& checkpoint) {
    std::vector<std::optional<Tensor>> gradients;
    for (const NodeId output : checkpoint.outputs) gradients.push_back(taken(output));
    if (std::none_of(gradients.begin(), gradients.end(), [](const auto& gradient) { return gradient.has_value(); }))
      return false;
    std::vector<Tensor> again;
    std::vector<TapeEntry> tape = recorder_.tape_again([&] { again = checkpoint.function(checkpoint.inputs); });
    for (std::size_t at = 0; at < std::min(again.size(), gradients.size()); ++at) {
      if (gradients[at] && !again[at].failed()) flow(recorder_.node_of(again[at]), *gradients[at]);
    }
    go_back(tape);
    return true;
  }

  void give_to(SlotId id) {
    for (const NodeId node : {recorder_.slots()[id].read_by, recorder_.slots()[id].assigned}) {
      const std::optional<Tensor> gradient = node == no_node ? std::nullopt : taken(node);
      if (!gradient) continue;
      Slot& slot = recorder_.slots()[id];
      if (slot.gradient_lost) {
        recorder_.fail(
            bad_input("{}: the gradient of {} from before the last mark_step() is gone and cannot be added "
                      "to: call zero_grad() first",
                      line_.text(), slot.name));
      }
      const Tensor whole = slot.gradient ? add(*slot.gradient, *gradient, line_) : *gradient;
      if (whole.failed()) continue;
      recorder_.node(recorder_.node_of(whole)).materialised = true;
      recorder_.slots()[id].gradient = whole;
    }
  }

  Recorder& recorder_;
  SourceLine line_;
  std::map<NodeId, Tensor> gradients_;
};

}  // namespace

void backward(const Tensor& result, const std::optional<Tensor>& gradient, SourceLine line) {
  if (result.failed() || (gradient && gradient->failed())) return;
  Recorder& recorder = recorder_of(result);
  const NodeId node = recorder.node_of(result);
  if (node == no_node || !result.requires_gradient()) {
    recorder.fail(bad_input("{}: nothing trainable leads to what backward() was called on", line.text()));
    return;
  }
  if (gradient ? gradient->shape() != result.shape() : elements_of(result.shape()) != 1) {
    recorder.fail(bad_input("{}: backward() without a gradient starts from a scalar, with one from its shape; found {}",
                            line.text(), text_of(result.shape())));
    return;
  }
  recorder.begin_pass();
  {
    const Recorder::WithoutGradient paused(recorder);
    Backward pass(recorder, line);
    pass.flow(node, gradient ? *gradient : recorder.constant(1, result.shape(), result.type(), line));
    std::vector<TapeEntry> tape = std::exchange(recorder.tape(), {});
    pass.go_back(tape);
    recorder.tape() = std::move(tape);
    pass.finish();
  }
  recorder.end_pass();
}

}  // namespace hakaru::tracing
