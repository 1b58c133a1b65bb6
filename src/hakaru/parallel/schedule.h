// Pipeline schedules: in which order a stage runs its passes, and all else that a schedule is. An order knows nothing
// of time: simulation gives its passes durations, and rehearsal runs them.
//
// A stage holds `chunks` chunks of the model (interleaved schedule; else one). Chunk c of stage s is part c·stages + s
// of the model. A pass is the forward, the backward or, where a schedule splits it, the input-gradient and the
// weight-gradient half of the backward of one micro-batch through one chunk.
//
//   2 stages, 3 micro-batches, 1F1B:   stage 0   F0 F1 B0 F2 B1 B2
//                                      stage 1   F0 B0 F1 B1 F2 B2
//
// Both ways: the model lies on the stages twice. Chunk 0 of stage s is part s, for micro-batches that
// come in by the first stage, chunk 1 part stages − 1 − s, for those that come in by the last.
//
// To add a schedule: a file in schedules/ that says what it is, and its row in job/schedules.h.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "hakaru/parallel/layout.h"

namespace hakaru {

/// `backward` is all of it, or the gradients of inputs only where the order has a `weight` pass of the same micro-batch
/// and chunk: then that is the rest.
enum class PassKind : std::uint8_t { forward, backward, weight };

struct PipelinePass {
  PassKind kind = PassKind::forward;
  int micro_batch = 0;
  int chunk = 0;
  bool with_next = false;  ///< beside the pass behind it: both begin once both may, and are done together
  bool operator==(const PipelinePass&) const = default;
};

struct PipelineShape {
  int stages = 1;
  int chunks = 1;  ///< of each stage
  int micro_batches = 1;
  bool both_ways = false;  ///< chunk 0 for micro-batches from the first stage on, chunk 1 for those from the last
};

struct PipelinePlace {
  int stage = 0, chunk = 0;
};
/// The next place of a micro-batch, forward or backward; empty: the model ends there.
std::optional<PipelinePlace> next_place(const PipelineShape& shape, const PipelinePlace& place, bool forward);

/// Form in which a step's time is found (training/closed_form.h).
enum class StepForm : std::uint8_t {
  turns,     ///< the longest path: passes of a stage take turns
  phases,    ///< two flow shops: all forward passes come before the backward ones
  simulated  ///< no closed form is known: event by event
};

/// When a search tries a schedule.
enum class Tried : std::uint8_t {
  always,      ///< published steps are known of it
  with_all,    ///< where every layout is evaluated
  when_asked,  ///< by its name
};

struct PipelineSchedule {
  Schedule schedule;
  std::string_view source;
  /// Every pass of one stage, in the order in which it runs.
  std::vector<PipelinePass> (*order)(const PipelineShape& shape, int stage);
  /// Micro-batches whose activations one stage keeps at its fullest, in units of all its chunks.
  double (*in_flight)(const PipelineShape& shape, int stage);
  bool splits_backward = false;
  bool takes_chunks = false;  ///< several of each stage, and not one
  bool both_ways = false;
  StepForm form = StepForm::turns;
  /// Shapes whose paths turn where no loop of its form does; `is_uneven`: their chunks. Null: none is known.
  bool (*leaves_form)(const PipelineShape& shape, bool is_uneven) = nullptr;
  Tried tried = Tried::when_asked;
  int stages_in = 1;         ///< stages come in multiples of this,
  int micro_batches_in = 1;  ///< micro-batches of this,
  int least_rounds = 0;      ///< and there are at least so many micro-batches for each stage

  bool runs(const PipelineShape& shape) const {
    return shape.stages % stages_in == 0 && shape.micro_batches % micro_batches_in == 0 &&
           shape.micro_batches >= least_rounds * shape.stages;
  }
};

std::span<const PipelineSchedule> pipeline_schedules();
const PipelineSchedule& pipeline_schedule(Schedule schedule);

/// The pipeline of `layout`, as its schedule has it.
PipelineShape pipeline_shape(const Layout& layout, std::int64_t micro_batches);
/// Copies of the model on the stages of `layout`.
std::int64_t model_copies(const Layout& layout);

/// True for each pass of `order` whose gradients of weights are a pass of their own.
std::vector<bool> weights_apart(const std::vector<PipelinePass>& order);

/// The most micro-batches in flight that an order reaches: forward passes whose activations no backward pass (or, where
/// it is split, weight pass) has freed yet. What `in_flight` says in one line.
double counted_in_flight(const std::vector<PipelinePass>& order, int chunks);
/// The same where chunks are uneven: `weights` of each, and the most weight in flight.
std::int64_t counted_weight_in_flight(const std::vector<PipelinePass>& order, std::span<const std::int64_t> weights);

/// The most micro-batches whose backward pass has begun and whose weight pass has not ended: s + 1 of stage s of
/// ZB-H1; 0 where nothing is split.
std::int64_t counted_put_off(const std::vector<PipelinePass>& order);

}  // namespace hakaru
