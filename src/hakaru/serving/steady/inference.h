// Items in batches through networks that are called once (or a fixed number of times) for each: encoders, vision,
// diffusion. What follows a convolution in a vision model (batch norm, activation, residual) is folded into it, as
// inference compilers do.
//
//   device  Σ over the networks of an item: runs · kernels of a batch (iteration.h)
//   host    Σ runs · (iteration_overhead + batch · sequence_overhead): launching a call, handing over its items
// With c calls under way on each replica the host works beside the device:
//   a call ends every   max(device / stages, (device + host) / c)   seconds, the stages of a pipeline being even
//   latency = c · that,   items per second = replicas · batch / that
//
// Where items arrive at random and their latency has a limit L, the next batch gathers while one runs: a request takes
// between one and two batches, one and a half in the middle. What the median may take is limit_share · L:
//   batch     the largest with   batch time ≤ limit_share · L / 1.5,   at least one item
//   median    1.5 · batch time,   items per second = arrival_share · replicas · batch / batch time
//
// Worked example: kernels of 8 ms for 16 items and 2 ms of the host: one call at a time 10 ms and 1,600 items/s, two
// 16 ms and 2,000 items/s.
// Limits: calls share the device evenly; no queue before the first batch; limit_share is what operators of a benchmark
// chose, not physics.
#pragma once

#include <functional>
#include <span>

#include "hakaru/core/term.h"
#include "hakaru/hardware/instance.h"
#include "hakaru/job/job.h"
#include "hakaru/parallel/layout.h"
#include "hakaru/timing/calibration.h"

namespace hakaru {

struct InferenceEstimate {
  double latency_s = 0;    ///< of one batch
  double items_per_s = 0;  ///< all replicas (layout.dp)
  double mfu = 0;
  Terms terms;  ///< filled by explain_inference only
};

/// One call at a time on each replica, through the job's network and those beside it (networks_of_item).
InferenceEstimate estimate_inference(const BatchInferenceJob& job, const Layout& layout, const Cluster& cluster,
                                     const Calibration& calibration, std::int64_t batch);
InferenceEstimate explain_inference(const BatchInferenceJob& job, const Layout& layout, const Cluster& cluster,
                                    const Calibration& calibration, std::int64_t batch);

/// The networks that an item goes through, one after the other, on one layout.
struct InferenceService {
  std::span<const BatchInferenceJob> networks;
  const Layout& layout;
  const Cluster& cluster;
  const Calibration& calibration;

  /// `calls` under way on each replica.
  InferenceEstimate with_calls(std::int64_t batch, double calls) const;
  /// With random arrivals under a limit of the latency.
  InferenceEstimate with_arrivals(double limit_s) const;
};

/// Items per second with a batch; empty: such a batch cannot be run, nor a larger one.
using RateOfBatch = std::function<std::optional<double>(std::int64_t batch)>;
/// The smallest batch, of the powers of two up to `most` and the largest batch that can be run, that gives nearly
/// (99 %) as many items per second as the best of them; empty: not even one item can be run.
std::optional<std::int64_t> best_batch(const RateOfBatch& rate, std::int64_t most);

}  // namespace hakaru
