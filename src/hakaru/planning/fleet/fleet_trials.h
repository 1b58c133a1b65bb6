// Instances of one kind of replica that keep a demand, by simulation (serving/fleet/fleet.h) behind the shortest queue.
//
//   requests of a trial = max(3,000, 4 · rate · time of a request in a full batch), of users at least 50 each; above
//                         p95 up to 10,000, so that 150 are beyond the percentile, and disaggregated, or without a limit
//                         of TTFT, in which a growing queue shows, 10,000
// so that the first quarter of arrivals fills the batches of the idle fleet, and the others show whether its queue
// settles (queue_growth.h); fewer where the clock would end first. A trace is replayed as it is.
// The highest load that a fleet could serve is found by bisection, to 5 % with trials of at least 2,000 requests; of a
// trace, which is replayed as it is at each load, to 20 %.
// At most 8 replicas, 32 of compiled batches, are simulated with their part of the arrivals: the more replicas share a
// queue, the less is waited in it, so that the full fleet is no worse. Likewise of more than 1,000 requests in flight as
// many replicas as have so many of them, and one at least; each is followed by fewer the more they are, down to 4.
// A fleet that could serve its load with iterations that take s times as long as predicted could serve s times the load
// as predicted, and is tried with that: its queues settle alike. Latencies as predicted are compared with the
// limits; their own errors are drawn apart (planning/bands/plan_bands.h).
// Disaggregated, the fewest replicas that keep TTFT prefill, all others decode: TTFT is that of the former alone, and
// TPOT is better the more decode. Up to 1,024 are simulated likewise, with four times as many requests. Of a trace that
// more than 10,000 serve each n-th request is replayed to a part of them.
// A person who ends the search (search_watch.h) ends the simulation at hand too: what was kept until then is given.
// Limits: a count is taken to be no better than any larger one, which bisection needs.
#pragma once

#include "hakaru/planning/fleet/search_fleet.h"
#include "hakaru/planning/plan/search_watch.h"
#include "hakaru/serving/replica/replica.h"

namespace hakaru {

/// Counts of instances that may be tried: unit, 2 unit, …, all within first … last.
struct FleetCounts {
  int unit = 1, first = 1, last = 1;
  std::int64_t replicas = 0;  ///< that are asked for, all instances together; 0: as many as fill them
  bool empty() const { return first > last; }
};

/// Layout and instance that the time to send KV caches depends on; the fleet's replicas prefill or decode.
struct Apart {
  const Layout* layout = nullptr;
  const Instance* instance = nullptr;
};

class FleetTrials {
 public:
  /// `demand`, `replica`, `job`, `watch` and what is `apart` must outlive this. `ranks` of a replica (tp · pp);
  /// `full_batch_s`: of a request when the replica's batch is full. `replicas`: as in FleetCounts.
  FleetTrials(const Replica& replica, std::int64_t ranks, int accelerators, const ServingJob& job,
              const ServingDemand& demand, double full_batch_s, std::optional<Apart> apart, double load_times,
              const SearchWatch& watch, std::int64_t replicas = 0);

  /// A fleet and what became of it.
  struct Trial {
    int instances = 0;
    ServingSimulation simulation;  ///< of a part of the fleet where it is large
    double of_all = 1;             ///< replicas of the fleet over those that were simulated
    std::int64_t prefill_replicas = 0;
  };
  /// The fewest instances that keep the demand, beginning at `guess`; empty: none of `counts` does.
  std::optional<Trial> fewest(const FleetCounts& counts, int guess);
  /// With so many instances: over as soon as the demand is not kept.
  std::optional<Trial> kept_with(int instances);
  /// All of the traffic, whether it keeps the demand or not.
  Trial served_with(int instances);
  /// The same by a fleet that was found.
  Trial served_by(const Trial& fleet);
  /// Times the asked load with which `fleet` keeps the demand: 1 at least, and below `most_times`; empty: of users, who
  /// ask for no more than is answered.
  std::optional<double> highest_load(const Trial& fleet, double most_times);
  /// True once the watch ended the search, so that a trial was cut short or left out.
  bool ended_early() const { return ended_early_; }

 private:
  std::int64_t replicas_on(int instances) const {
    return replicas_ > 0 ? replicas_ : std::int64_t{instances} * accelerators_ / ranks_;
  }
  const std::vector<Request>& requests() const { return sooner_.empty() ? demand_.requests : sooner_; }
  /// Replicas that are simulated, with the traffic that comes to them.
  struct Part {
    TrafficPlan traffic;
    std::int64_t replicas = 1;
    double of_all = 1;  ///< replicas of the fleet over those
  };
  /// The part of `replicas` that is simulated: at most `most`, or what a trace needs, with `longer` times as many
  /// requests as are enough.
  Part part_of(std::int64_t replicas, std::int64_t most, std::int64_t longer) const;
  /// Lets requests come so many times as fast as is asked.
  void load(double times);
  /// Notes that what comes now is left out.
  bool stops();
  /// `requests`: whose lengths, or arrivals too, are taken; none: all are as the traffic says.
  ServingSimulation simulated(FleetPlan fleet, const TrafficPlan& traffic, const std::vector<Request>& requests,
                              const ServiceLevel& level);
  Trial tried(const Trial& fleet, const ServiceLevel& level);
  Trial tried(int instances, const ServiceLevel& level);
  Trial tried_apart(int instances, std::int64_t prefill_replicas, const ServiceLevel& level);
  /// True if so many replicas keep TTFT by prefill alone, as if every answer had one token.
  bool keeps_first_tokens(std::int64_t prefill_replicas);
  /// The fewest of so many replicas that keep TTFT; empty: none do that leave others to decode.
  std::optional<std::int64_t> fewest_that_prefill(int instances);

  const Replica& replica_;
  std::int64_t ranks_;
  int accelerators_;
  const ServingJob& job_;
  const ServingDemand& demand_;
  std::vector<Request> sooner_;  ///< of a trace that is replayed so much quicker; empty: as it came
  TrafficPlan traffic_;
  double full_batch_s_;
  std::optional<Apart> apart_;
  const SearchWatch& watch_;
  std::int64_t replicas_;
  double fewest_requests_;  ///< of a trial
  bool ended_early_ = false;
  std::vector<Request> first_tokens_;  ///< those demanded, with answers of one token
  std::int64_t prefill_missed_ = 0;    ///< as many do not keep TTFT
  std::optional<std::int64_t> prefill_kept_;
};

}  // namespace hakaru
