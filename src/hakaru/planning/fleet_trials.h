// How many instances of one kind of replica keep a demand, by simulation (serving/fleet.h) behind the shortest queue.
//
//   requests of a trial = max(10,000, 4 · rate · time of a request in a full batch)
// so that the first quarter of arrivals fills the batches of the idle fleet, and the others show whether its queue
// settles (queue_growth.h); fewer where the clock would end first. A trace is replayed as it is.
// Of more than 32 replicas 32 are simulated with their part of the arrivals: the more replicas share a queue, the less
// is waited in it, so that the whole fleet is no worse.
// Limits: a count is taken to be no better than any larger one, which bisection needs.
#pragma once

#include "hakaru/planning/search_fleet.h"
#include "hakaru/serving/replica.h"

namespace hakaru {

/// Counts of instances that may be tried: unit, 2 unit, …, all within first … last.
struct FleetCounts {
  int unit = 1, first = 1, last = 1;
  bool empty() const { return first > last; }
};

class FleetTrials {
 public:
  /// `demand` and `replica` must outlive this. `ranks` of a replica (tp · pp); `full_batch_s`: of a request when the
  /// replica's batch is full.
  FleetTrials(const Replica& replica, std::int64_t ranks, int accelerators, const ServingJob& job,
              const ServingDemand& demand, double full_batch_s);

  /// A fleet and what became of it.
  struct Trial {
    int instances = 0;
    ServingSimulation simulation;  ///< of a part of the fleet where it is large
    double of_all = 1;             ///< replicas of the fleet over those that were simulated
  };
  /// The fewest instances that keep the demand, beginning at `guess`; empty: none of `counts` does.
  std::optional<Trial> fewest(const FleetCounts& counts, int guess) const;
  /// With so many instances: over as soon as the demand is not kept.
  std::optional<Trial> kept_with(int instances) const;
  /// All of the traffic, whether it keeps the demand or not.
  Trial served_with(int instances) const;

 private:
  Trial tried(int instances, const ServiceLevel& level) const;

  const Replica& replica_;
  std::int64_t ranks_;
  int accelerators_;
  const ServingDemand& demand_;
  TrafficPlan traffic_;
  double full_batch_s_;
};

}  // namespace hakaru
