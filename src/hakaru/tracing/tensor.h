// A tensor as the user's program holds it: a handle, cheap to copy. Operations on handles (operations.h) are recorded
// on their device, not run; values exist once the device has cut the graph and run it (device.h).
//
// A handle of a parameter, a state or any other slot means what the slot holds where the operation is recorded, so that
// it is good in every step. Any other handle is good until the next mark_step(); after it, the values of those that
// were given to mark_step() can still be read.
//
// Nothing here throws. An operation that cannot be recorded (shapes that do not fit) gives a failed tensor, as does
// every operation on it, and the device tells the first such error at the next cut.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "hakaru/core/result.h"
#include "hakaru/tracing/node.h"

namespace hakaru::tracing {

class Device;
using SlotId = std::uint32_t;

/// Data that the copies of one handle share.
struct TensorRecord {
  Device* device = nullptr;  ///< outlives its tensors
  Dimensions shape;
  ElementType type;
  bool requires_gradient = false;
  NodeId node = no_node;               ///< within the graph of `step`; none for a slot, or when it failed
  std::uint64_t step = 0;              ///< counted by mark_step()
  std::optional<SlotId> slot;          ///< lives from step to step
  std::vector<float> kept;             ///< values given to mark_step() to keep
  std::optional<SlotId> held_in = {};  ///< materialised by a cut in the middle of the step
};

class Tensor {
 public:
  Tensor() = default;
  explicit Tensor(std::shared_ptr<TensorRecord> record) : record_(std::move(record)) {}

  const Dimensions& shape() const { return record_->shape; }
  ElementType type() const { return record_->type; }
  bool requires_gradient() const { return record_->requires_gradient; }
  Device& device() const { return *record_->device; }
  bool failed() const { return record_ == nullptr || (record_->node == no_node && !record_->slot); }

  /// Cuts the graph where the values are not yet known: on a real machine too this waits for the device, and the report
  /// names this line.
  Result<std::vector<float>> values(SourceLine line = SourceLine::here()) const;
  /// The value of a tensor with one element.
  Result<float> value(SourceLine line = SourceLine::here()) const;
  /// autograd.h
  void backward(SourceLine line = SourceLine::here()) const;

  const std::shared_ptr<TensorRecord>& record() const { return record_; }

 private:
  std::shared_ptr<TensorRecord> record_;
};

/// A tensor with the line on which an operator such as + was written.
struct Located {
  Tensor tensor;
  SourceLine line;

  // NOLINTNEXTLINE(google-explicit-constructor): it is there to be implicit
  Located(const Tensor& of, SourceLine at = SourceLine::here()) : tensor(of), line(at) {}
};

}  // namespace hakaru::tracing
