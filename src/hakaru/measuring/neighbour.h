// Best measurements of a training plan: its layout on the fewest machines that hold it, and one other layout.
//
// The fewest machines: tp, cp, pp and ep stay, dp takes the rest, and each of its ranks does as much in a step as in
// the plan, so that the global batch is divided by what dp is; the fullest device must hold it (with ZeRO it holds more
// of the states when there are fewer ranks to shard over).
//
// The neighbour differs from the layout in one of tp, pp, cp, ep, micro-batch and recompute, dp taking the rest; it is
// legal, fits, and takes at most twice as long. Of a step's parts, what is communication is least certain: it is
// measured least and depends on the machines' network. So the neighbour is the one whose shares of the step differ most
// from the layout's,
//   difference = Σ over tensor, pipeline, data, expert, context and the bubble |share of the neighbour − share|
// for the time that it takes, difference / (time of the neighbour / time),
// and, where these are alike, the one whose time differs most.
// Example: tp 4 spends 6 % on its collectives, tp 8 21 %: difference 0.15; micro-batch 2 differs by 0.02: tp 8.
// Limits: one change at a time; interleaving and the ZeRO stage stay.
#pragma once

#include <functional>
#include <optional>

#include "hakaru/memory/memory.h"
#include "hakaru/training/step.h"

namespace hakaru {

struct LayoutOnCluster {
  Cluster cluster;
  Layout layout;
  std::int64_t global_batch = 1;
  StepEstimate step = {};
};

/// Estimates layouts of a job, on clusters of one kind of machine.
class MeasuredLayouts {
 public:
  /// All must outlive this.
  MeasuredLayouts(const TrainingJob& job, const Calibration& calibration, const MemoryReserve& reserve)
      : job_(job), calibration_(calibration), reserve_(reserve) {}

  /// The same layout on fewer machines; empty: it takes all of them.
  std::optional<LayoutOnCluster> on_fewest(const LayoutOnCluster& planned) const;
  /// The neighbour among layouts that `accepts` takes; empty: no other layout is legal there and fits.
  std::optional<LayoutOnCluster> neighbour(const LayoutOnCluster& layout,
                                           const std::function<bool(const LayoutOnCluster&)>& accepts) const;
  StepEstimate step(const LayoutOnCluster& layout) const;

 private:
  bool can_run(const LayoutOnCluster& layout) const;

  const TrainingJob& job_;
  const Calibration& calibration_;
  const MemoryReserve& reserve_;
};

/// Name of the part of the step that `other` has most more or less of than `step`: "tensor-parallel", "pipeline",
/// "data-parallel", "expert-parallel", "context-parallel", "offload", "bubble", "compute".
std::string part_that_differs_most(const StepEstimate& step, const StepEstimate& other);

}  // namespace hakaru
