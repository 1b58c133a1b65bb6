// One replica on the clock: it is given requests, says when it next changes, and is told to go on. engine.h and fleet.h
// drive it.
//
//   idle   nothing can run; next() is never, or when blocks are there that are being loaded
//   due    something waits, or an iteration has just ended; next() is now: begin() plans what comes
//   busy   a run of like iterations; next() is its end, were nothing to arrive: complete() gives its tokens
// A request that arrives during a run shortens it to the end of the iteration at hand, where it could be admitted then.
#pragma once

#include <memory>
#include <vector>

#include "hakaru/serving/iteration/iteration_cost.h"
#include "hakaru/serving/metrics/serving_metrics.h"
#include "hakaru/serving/replica/engine_log.h"
#include "hakaru/serving/schedulers/scheduler.h"

namespace hakaru {

/// Counts of the work of one replica.
struct ReplicaCounts {
  std::int64_t iterations = 0;
  std::int64_t runs = 0;  ///< of iterations that were advanced at once
  std::int64_t queue_peak = 0, running_peak = 0;
  Picoseconds busy = 0;  ///< time in iterations
};

class ReplicaEngine {
 public:
  /// `number` of this replica in its fleet. `cost`, `metrics` and `log` (where it is wanted) must outlive this.
  ReplicaEngine(std::int64_t number, const IterationCost& cost, const SchedulerOptions& options, const KvBlocks& kv,
                Advance advance, ServingMetrics& metrics, EngineLog* log);

  Picoseconds next() const { return next_; }
  bool busy() const { return batch_ != nullptr; }
  void arrive(const Sequence& sequence, Picoseconds now);
  /// The run that ends at next(): its tokens are given. Gives the number of requests that left.
  int complete();
  /// Plans what comes at `now`. `arrival`: the next one, where it is known to come here.
  void begin(Picoseconds now, Picoseconds arrival);

  Scheduler& scheduler() { return *scheduler_; }
  const Scheduler& scheduler() const { return *scheduler_; }
  const ReplicaCounts& counts() const { return counts_; }

 private:
  void plan_until(Picoseconds stop);
  void note();

  const std::int64_t number_;
  const IterationCost* cost_;
  std::unique_ptr<Scheduler> scheduler_;
  Advance advance_;
  ServingMetrics* metrics_;
  EngineLog* log_;
  ReplicaCounts counts_;

  Picoseconds next_ = never_ps;
  const Batch* batch_ = nullptr;  ///< that runs
  Picoseconds start_ = 0, first_end_ = 0, stop_ = never_ps;
  std::int64_t repeats_ = 1, times_ = 1, waiting_ = 0, blocks_ = 0;
  bool heeds_arrivals_ = false;
  std::vector<IterationCost::Piece> pieces_;
};

}  // namespace hakaru
