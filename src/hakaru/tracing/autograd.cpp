#include "hakaru/tracing/autograd.h"

#include <algorithm>

#include "hakaru/tracing/recording.h"

namespace hakaru::tracing {
namespace {

/// The nodes that depend on one of `seeds`.
class Path {
 public:
  Path(const Recorder& recorder, std::vector<NodeId> seeds) : recorder_(recorder), seeds_(std::move(seeds)) {
    begin_ = seeds_.empty() ? no_node : *std::min_element(seeds_.begin(), seeds_.end());
  }

  bool is_seed(NodeId node) const { return std::find(seeds_.begin(), seeds_.end(), node) != seeds_.end(); }

  bool leads_to(NodeId node) {
    if (node < begin_) return false;
    while (begin_ + leads_.size() <= node) {
      const auto next = static_cast<NodeId>(begin_ + leads_.size());
      const std::vector<NodeId>& inputs = recorder_.node(next).inputs;
      leads_.push_back(is_seed(next) || std::any_of(inputs.begin(), inputs.end(), [&](NodeId input) {
                         return input >= begin_ && leads_[input - begin_];
                       }));
    }
    return leads_[node - begin_];
  }

 private:
  const Recorder& recorder_;
  std::vector<NodeId> seeds_;
  NodeId begin_ = no_node;
  std::vector<bool> leads_;  ///< from `begin_` on, as far as was asked
};

/// Work that the first half of a backward pass leaves to the second.
struct PutOff {
  Path path;
  std::uint32_t pass = 0;
  std::uint64_t step = 0;
  std::vector<std::pair<NodeId, Tensor>> through = {};   ///< operations that also lead elsewhere, and their gradients
  std::vector<std::pair<NodeId, Tensor>> arrived = {};   ///< what reached the inputs
  std::vector<std::vector<TapeEntry>> tapes_again = {};  ///< of checkpoints that ran again
};

/// All of a backward pass, or the half of it that goes along a path, or the half that leaves it.
enum class Half : std::uint8_t { both, along, off };

class Backward {
 public:
  Backward(Recorder& recorder, SourceLine line, Half half = Half::both, PutOff* put_off = nullptr)
      : recorder_(recorder), line_(line), half_(half), put_off_(put_off) {}

  void flow(NodeId into, const Tensor& gradient) {
    const NodeId node = recorder_.first_made(into);
    if (gradient.failed() || !recorder_.node(node).requires_gradient) return;
    const Tensor own = cast(gradient, recorder_.node(node).type.format, line_);
    const auto [found, is_first] = gradients_.try_emplace(node, own);
    if (!is_first) found->second = add(found->second, own, line_);
  }

  /// From the last entry to the first; those that a gradient went through are used up.
  void go_back(std::vector<TapeEntry>& tape) {
    for (std::size_t at = tape.size(); at-- > 0;) {
      const TapeEntry entry = tape[at];
      const bool used = entry.checkpoint ? through(*entry.checkpoint)
                        : entry.lent     ? through(*entry.lent)
                                         : through(entry.node);
      if (used) tape[at] = {};
    }
    tape.erase(std::remove_if(tape.begin(), tape.end(), [](const TapeEntry& entry) { return entry.used_up(); }),
               tape.end());
  }

  /// Takes up the gradients and checkpoints' tapes of the first half, before the step's own tape.
  void take_up() {
    for (const auto& [node, gradient] : put_off_->arrived) flow(node, gradient);
    for (const auto& [node, gradient] : put_off_->through) hand_on(node, gradient);
    for (std::vector<TapeEntry>& tape : put_off_->tapes_again) go_back(tape);
  }

  /// Gives the gradients of leaves: parameters keep theirs, those of received tensors are remembered by node.
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
    if (half_ == Half::along && put_off_->path.is_seed(node)) {
      put_off_->arrived.emplace_back(node, *gradient);
      recorder_.leaf_gradients().insert_or_assign(node, *gradient);
      return false;
    }
    hand_on(node, *gradient);
    return true;
  }

  /// Gradients belong to the part, and draw within the stream, of the operation that they are of, wherever it runs.
  void begin_behind(NodeId node) {
    recorder_.begin_scope(recorder_.node(node).scope);
    const std::uint64_t stream = recorder_.node(node).draw.stream;
    if (stream != 0) recorder_.begin_stream(stream_within(stream, 0));
  }

  /// Gradients that are not of this half are recorded and, as nobody reads them, cut away again.
  void hand_on(NodeId node, const Tensor& gradient) {
    const auto wanted = [this](NodeId input) { return recorder_.node(input).requires_gradient && of_this_half(input); };
    begin_behind(node);
    const std::vector<Tensor> gradients = input_gradients(recorder_, node, gradient, wanted, line_);
    const std::vector<NodeId> inputs = recorder_.node(node).inputs;
    bool leaves_path = false;
    for (std::size_t at = 0; at < gradients.size(); ++at) {
      if (of_this_half(inputs[at])) {
        flow(inputs[at], gradients[at]);
      } else {
        leaves_path = leaves_path || recorder_.node(inputs[at]).requires_gradient;
      }
    }
    if (half_ == Half::along && leaves_path) put_off_->through.emplace_back(node, gradient);
  }

  /// The second half leaves the path once, and does not come back to it.
  bool of_this_half(NodeId node) const {
    return half_ == Half::both || put_off_->path.leads_to(node) == (half_ == Half::along);
  }

  bool through(const Lent& lent) {
    std::vector<std::optional<Tensor>> arrived;
    for (const NodeId output : lent.outputs) arrived.push_back(taken(output));
    if (std::none_of(arrived.begin(), arrived.end(), [](const auto& gradient) { return gradient.has_value(); }))
      return false;
    std::vector<Tensor> gradients;
    for (std::size_t at = 0; at < arrived.size(); ++at) {
      const Node& output = recorder_.node(lent.outputs[at]);
      const Dimensions shape = output.shape;
      gradients.push_back(arrived[at] ? *arrived[at] : recorder_.constant(0, shape, output.type, line_));
    }
    recorder_.begin_scope(recorder_.node(lent.outputs.front()).scope);
    lent.take(gradients);
    return true;
  }

  bool through(const Checkpoint& checkpoint) {
    std::vector<std::optional<Tensor>> gradients;
    for (const NodeId output : checkpoint.outputs) gradients.push_back(taken(output));
    if (std::none_of(gradients.begin(), gradients.end(), [](const auto& gradient) { return gradient.has_value(); }))
      return false;
    std::vector<Tensor> again;
    recorder_.go_on_with(checkpoint.streams);
    recorder_.begin_scope(recorder_.node(checkpoint.outputs.front()).scope);
    std::vector<TapeEntry> tape = recorder_.tape_again([&] { again = checkpoint.function(checkpoint.inputs); });
    for (std::size_t at = 0; at < std::min(again.size(), gradients.size()); ++at) {
      if (gradients[at] && !again[at].failed()) flow(recorder_.node_of(again[at]), *gradients[at]);
    }
    go_back(tape);
    if (half_ == Half::along) put_off_->tapes_again.push_back(std::move(tape));
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
      begin_behind(recorder_.node_of(*gradient));
      const Tensor whole = slot.gradient ? add(*slot.gradient, *gradient, line_) : *gradient;
      if (whole.failed()) continue;
      Node& sum = recorder_.node(recorder_.node_of(whole));
      sum.materialised = sum.running_sum = true;
      recorder_.slots()[id].gradient = whole;
    }
  }

  Recorder& recorder_;
  SourceLine line_;
  Half half_;
  PutOff* put_off_;
  std::map<NodeId, Tensor> gradients_;
};

/// True if a backward pass can start at `result`; else the recorder has the error.
bool can_start(Recorder& recorder, const Tensor& result, const std::optional<Tensor>& gradient, SourceLine line) {
  if (recorder.node_of(result) == no_node || !result.requires_gradient()) {
    recorder.fail(bad_input("{}: nothing trainable leads to what backward() was called on", line.text()));
    return false;
  }
  if (gradient ? gradient->shape() != result.shape() : elements_of(result.shape()) != 1) {
    recorder.fail(bad_input("{}: backward() without a gradient starts from a scalar, with one from its shape; found {}",
                            line.text(), text_of(result.shape())));
    return false;
  }
  return true;
}

/// Goes over the step's own tape, after `start` has said where gradients come from.
template <typename Start>
void sweep(Recorder& recorder, Backward& pass, Start start) {
  const Recorder::WithoutGradient paused(recorder);
  start();
  std::vector<TapeEntry> tape = std::exchange(recorder.tape(), {});
  pass.go_back(tape);
  recorder.tape() = std::move(tape);
  pass.finish();
  recorder.end_pass();
}

}  // namespace

void backward(const Tensor& result, const std::optional<Tensor>& gradient, SourceLine line) {
  if (result.failed() || (gradient && gradient->failed())) return;
  Recorder& recorder = recorder_of(result);
  if (!can_start(recorder, result, gradient, line)) return;
  recorder.begin_pass();
  Backward pass(recorder, line);
  sweep(recorder, pass, [&] {
    pass.flow(recorder.node_of(result),
              gradient ? *gradient : recorder.constant(1, result.shape(), result.type(), line));
  });
}

std::function<void()> backward_to(const std::vector<Tensor>& inputs, const Tensor& result,
                                  const std::optional<Tensor>& gradient, SourceLine line) {
  const auto nothing = [] {};
  if (result.failed() || (gradient && gradient->failed())) return nothing;
  Recorder& recorder = recorder_of(result);
  if (!can_start(recorder, result, gradient, line)) return nothing;
  std::vector<NodeId> seeds;
  for (const Tensor& input : inputs) {
    const NodeId node = input.failed() ? no_node : recorder.node_of(input);
    if (node != no_node) seeds.push_back(node);
  }
  const auto put_off = std::make_shared<PutOff>(PutOff{Path(recorder, seeds), recorder.begin_pass(), recorder.step()});
  Backward pass(recorder, line, Half::along, put_off.get());
  sweep(recorder, pass, [&] {
    pass.flow(recorder.node_of(result),
              gradient ? *gradient : recorder.constant(1, result.shape(), result.type(), line));
  });
  return [put_off, &recorder, line] {
    if (put_off->step != recorder.step()) {
      recorder.fail(bad_input("{}: what a backward pass put off was asked for after its step had ended", line.text()));
      return;
    }
    recorder.begin_put_off(put_off->pass);
    Backward rest(recorder, line, Half::off, put_off.get());
    sweep(recorder, rest, [&] { rest.take_up(); });
  };
}

}  // namespace hakaru::tracing
