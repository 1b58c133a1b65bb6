// Records a device's graph since the last mark_step(), the slots it changes, and the needs of backward().
//
// A cut in the middle of a step (a value was read) does not clear the graph. Nodes that ran are done; those that may
// still be read (a handle is alive, or a gradient needs them) are held in slots until mark_step(), and the next cut
// takes what was recorded since.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "hakaru/core/choice.h"
#include "hakaru/tracing/host_memory.h"
#include "hakaru/tracing/tensor.h"

namespace hakaru::tracing {

enum class SlotKind : std::uint8_t { parameter, state, input, held };

}  // namespace hakaru::tracing

template <>
inline constexpr auto hakaru::choice_names<hakaru::tracing::SlotKind> =
    std::to_array<std::string_view>({"parameter", "state", "input", "held"});

namespace hakaru::tracing {

/// Memory of the device that outlives a graph.
struct Slot {
  SlotKind kind = SlotKind::parameter;
  std::string name;
  Dimensions shape;
  ElementType type;
  SourceLine line;
  bool trainable = false;
  HostMemory values;               ///< on this machine; empty: nothing lies in it now
  NodeId read_by = no_node;        ///< the node that stands for it in this graph
  NodeId assigned = no_node;       ///< what it becomes
  std::optional<Tensor> gradient;  ///< of a trainable one, so far in this step
  bool gradient_lost = false;      ///< it had one in an earlier step, and nobody has called zero_grad() since
};

using CheckpointFunction = std::function<std::vector<Tensor>(const std::vector<Tensor>& inputs)>;

/// The stream within which rounding draws, and how many operations were recorded since it began.
struct Streams {
  std::uint64_t within = 0, recorded = 0;
};

/// Part of a graph that is recorded again when gradients are wanted.
struct Checkpoint {
  CheckpointFunction function;
  std::vector<Tensor> inputs;
  std::vector<NodeId> outputs;
  SourceLine line;
  Streams streams = {};  ///< as it was first recorded: run again, it rounds the same
};

/// Weights of one pass (operations.h, lent).
struct Lent {
  std::function<std::vector<Tensor>()> make;
  std::function<void(const std::vector<Tensor>&)> take;
  bool again = false;
  std::vector<NodeId> outputs;
};

/// Entry of the tape that a gradient flows through: a node, a checkpoint, or lent weights.
struct TapeEntry {
  NodeId node = no_node;
  std::shared_ptr<Checkpoint> checkpoint = {};
  std::shared_ptr<Lent> lent = {};
  bool used_up() const { return node == no_node && !checkpoint && !lent; }
};

class Recorder {
 public:
  explicit Recorder(Device& device) : device_(device) {}

  Tensor record(Opcode opcode, const std::vector<Tensor>& inputs, const Dimensions& shape, ElementType type,
                const Attributes& attributes, SourceLine line);
  Tensor constant(double value, const Dimensions& shape, ElementType type, SourceLine line);
  /// Remembers the first error of a step; the tensor fails whatever is done with it.
  Tensor fail(const tl::unexpected<Error>& error);

  bool has_slot(SlotKind kind, const std::string& name) const { return slot_by_name_.count({kind, name}) != 0; }
  Tensor tensor_of_slot(SlotId id);
  Tensor tensor_of_node(NodeId id);
  /// The tensor that a gradient reads: the node, or the same recorded again for this backward pass (made_again).
  Tensor tensor_for_gradient(NodeId id);
  SlotId find_or_add_slot(SlotKind kind, const std::string& name, const Dimensions& shape, ElementType type,
                          SourceLine line);
  /// The slot holds `value` after the cut, and whoever reads it from here on reads that.
  void assign(const Tensor& slot, const Tensor& value, SourceLine line);

  /// Nothing that is recorded while this lives has a gradient.
  class WithoutGradient {
   public:
    explicit WithoutGradient(Recorder& recorder) : recorder_(recorder), before_(recorder.taping_) {
      recorder_.taping_ = false;
    }
    ~WithoutGradient() { recorder_.taping_ = before_; }
    WithoutGradient(const WithoutGradient&) = delete;
    WithoutGradient& operator=(const WithoutGradient&) = delete;

   private:
    Recorder& recorder_;
    bool before_;
  };
  /// Recording as before, within a WithoutGradient: onto a tape of its own, marked as running again.
  std::vector<TapeEntry> tape_again(const std::function<void()>& recording);
  bool taping() const { return taping_; }

  /// Begins a stream: nodes recorded from here on draw their rounding's bits from streams within it, in the order of
  /// recording; 0: from streams without a name (draw.h).
  void begin_stream(std::uint64_t stream) { streams_ = {stream, 0}; }
  Streams streams() const { return streams_; }
  /// Begins a part of a network for nodes recorded from here on; gradients belong where their operation does.
  void begin_scope(std::uint32_t scope) { scope_ = scope; }
  void go_on_with(const Streams& streams) { streams_ = streams; }

  const std::vector<Node>& nodes() const { return nodes_; }
  const Node& node(NodeId id) const { return nodes_[id]; }
  Node& node(NodeId id) { return nodes_[id]; }
  std::vector<Slot>& slots() { return slots_; }
  const std::vector<Slot>& slots() const { return slots_; }
  std::vector<TapeEntry>& tape() { return tape_; }
  std::map<NodeId, Tensor>& leaf_gradients() { return leaf_gradients_; }
  const std::optional<Error>& error() const { return error_; }
  std::uint64_t step() const { return step_; }
  Device& device() const { return device_; }

  std::uint32_t begin_pass() { return pass_ = ++passes_; }
  /// Begins the put-off half of an earlier pass.
  void begin_put_off(std::uint32_t pass) { pass_ = pass | put_off_half; }
  void end_pass();

  /// Adds lent weights: the backward pass reads them as made again, and gradients flow into them as made first.
  void add_lent(const std::shared_ptr<Lent>& lent);
  NodeId first_made(NodeId id) const;

  /// The node that a tensor means now.
  NodeId node_of(const Tensor& tensor);

  // For cuts (cut.h).
  std::size_t done() const { return done_; }  ///< nodes before this one ran
  std::optional<SlotId> held_in(NodeId id) const;
  /// Nodes since the last cut that may be read after one in the middle of the step.
  std::vector<NodeId> still_readable() const;
  void finish_cut(const std::vector<std::pair<NodeId, SlotId>>& held);
  void finish_step();

 private:
  std::shared_ptr<TensorRecord> new_record(const Dimensions& shape, ElementType type, bool requires_gradient) const;
  NodeId lent_again(NodeId id);

  Device& device_;
  std::vector<Node> nodes_;
  std::vector<Slot> slots_;
  std::map<std::pair<SlotKind, std::string>, SlotId> slot_by_name_;
  std::vector<std::weak_ptr<TensorRecord>> handles_;
  std::vector<TapeEntry> tape_;
  std::map<NodeId, Tensor> leaf_gradients_;
  std::map<NodeId, SlotId> held_;
  std::map<NodeId, std::shared_ptr<Lent>> lent_;              ///< to be made again; by output
  std::map<NodeId, NodeId> again_of_first_, first_of_again_;  ///< in this pass
  std::optional<Error> error_;
  std::uint64_t step_ = 0;
  std::size_t done_ = 0;
  bool taping_ = true;
  Streams streams_;
  std::uint32_t scope_ = 0;
  std::uint32_t pass_ = 0, passes_ = 0;
  std::uint32_t recomputed_ = 0, recomputations_ = 0;
  std::map<std::pair<std::uint32_t, NodeId>, NodeId> again_;  ///< by backward pass and node
};

}  // namespace hakaru::tracing
