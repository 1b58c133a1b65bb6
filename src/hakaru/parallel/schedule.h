// Pipeline schedules: in which order a stage runs its passes. An order knows nothing of time: simulation gives its
// passes durations, and rehearsal runs them.
//
// A stage holds `chunks` chunks of the model (interleaved schedule; else one). Chunk c of stage s is part c·stages + s
// of the model. A pass is the forward, the backward or, where a schedule splits it, the input-gradient and the
// weight-gradient half of the backward of one micro-batch through one chunk.
//
//   2 stages, 3 micro-batches, 1F1B:   stage 0   F0 F1 B0 F2 B1 B2
//                                      stage 1   F0 B0 F1 B1 F2 B2
//
// To add a schedule: a file in schedules/ that makes its order, its name in
// `Schedule` (job/layout_request.h), a line in the list of schedule.cpp.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "hakaru/parallel/layout.h"

namespace hakaru {

/// `backward` is all of it, or the gradients of inputs only where the schedule splits it: then `weight` is the rest.
enum class PassKind : std::uint8_t { forward, backward, weight };

struct PipelinePass {
  PassKind kind = PassKind::forward;
  int micro_batch = 0;
  int chunk = 0;
  bool operator==(const PipelinePass&) const = default;
};

struct PipelineShape {
  int stages = 1;
  int chunks = 1;  ///< of each stage
  int micro_batches = 1;
};

struct PipelineSchedule {
  Schedule schedule;
  bool splits_backward;
  /// Every pass of one stage, in the order in which it runs.
  std::vector<PipelinePass> (*order)(const PipelineShape& shape, int stage);
  /// Micro-batches whose activations one stage keeps at its fullest, in units of all its chunks.
  double (*in_flight)(const PipelineShape& shape, int stage);
};

std::span<const PipelineSchedule> pipeline_schedules();
const PipelineSchedule& pipeline_schedule(Schedule schedule);

/// The most micro-batches in flight that an order reaches: forward passes whose activations no backward pass (or, where
/// it is split, weight pass) has freed yet. What `in_flight` says in one line.
double counted_in_flight(const std::vector<PipelinePass>& order, int chunks);
/// The same where chunks are uneven: `weights` of each, and the most weight in flight.
std::int64_t counted_weight_in_flight(const std::vector<PipelinePass>& order, std::span<const std::int64_t> weights);

/// The most micro-batches whose backward pass has begun and whose weight pass has not ended: s + 1 of stage s of
/// ZB-H1; 0 where nothing is split.
std::int64_t counted_put_off(const std::vector<PipelinePass>& order);

// The schedules, one file each.
PipelineSchedule gpipe_schedule();
PipelineSchedule one_forward_one_backward_schedule();
PipelineSchedule interleaved_schedule();
PipelineSchedule zero_bubble_schedule();

}  // namespace hakaru
