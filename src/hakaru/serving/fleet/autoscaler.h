// A fleet that follows its load: how many replicas it should have, and which of them serve.
//
//   every `interval`     wanted = ⌈requests in flight at replicas that serve / requests_each⌉, within least … most
//   kept as they are     where requests are within the tolerance of replicas · requests_each
//   more                 at once: each serves after its warm-up (warm_up.h); a look at most doubles them or adds 4, the
//                        larger of the two (grow_by_share, grow_by_replicas)
//   fewer                only as many as all looks of the last `let_go_after` would have let go; those that warm up
//                        first, then those with the fewest requests, which are given no more and go when theirs end
// Kubernetes' HorizontalPodAutoscaler decides so for a metric that is an average of replicas (kubernetes.io, Horizontal
// Pod Autoscaling: algorithm details, stabilization window, default behavior), looking every 15 s.
// A replica is paid for from when it is asked for until it has gone; never are there more than `most`.
//
// Worked example: 40 requests in flight on 2 replicas that should have 10 each: 4 are wanted, 2 more are asked for.
// With 19 to 22 in flight on 2 the tolerance of 0.1 keeps them; with 23, 3 are wanted.
// Limits: machines are always to be had, any number at once; a replica that was let go is never called back; where a
// machine holds several replicas they are taken to be packed anew at every instant, so that machine · hours are the
// least that a fleet can pay: one whose replicas lie scattered pays for more.
#pragma once

#include <deque>
#include <vector>

#include "hakaru/core/record.h"
#include "hakaru/serving/fleet/router.h"
#include "hakaru/traffic/request.h"

namespace hakaru {

struct AutoscalerPlan {
  std::int64_t least = 1, most = 1;  ///< replicas; those of the least are there, warm, from the beginning
  std::int64_t unit = 1;             ///< replicas come in so many: experts are spread over them
  double requests_each = 1;          ///< in flight, that a replica should have
  double tolerance = 0;
  double grow_by_share = 1;           ///< of the replicas there are, or
  std::int64_t grow_by_replicas = 4;  ///< so many: the more of the two are added at one look, at most
  Picoseconds interval = 1, let_go_after = 0, warm_up = 0;
};

/// Decides how many replicas there should be.
class Autoscaler {
 public:
  explicit Autoscaler(const AutoscalerPlan& plan) : plan_(plan) {}

  /// Replicas wanted where there are `replicas`, warming ones counted, and `requests` in flight at those that serve.
  std::int64_t wanted(Picoseconds now, std::int64_t replicas, std::int64_t requests);

 private:
  std::int64_t recommended(std::int64_t replicas, std::int64_t requests) const;
  std::int64_t most_after(std::int64_t replicas) const;

  AutoscalerPlan plan_;
  /// Recommendations of the last looks: each larger than all after it, so that the first is the largest.
  std::deque<std::pair<Picoseconds, std::int64_t>> looks_;
};

/// Record of a fleet that was scaled.
struct ScalingRecord {
  struct Count {
    Picoseconds time = 0;
    std::int64_t replicas = 0;  ///< that are paid for, from then on
  };
  /// Findings of a look at the load, before anything was done about them.
  struct Look {
    Picoseconds time = 0;
    std::int64_t requests = 0;  ///< in flight at replicas that serve
    std::int64_t serving = 0;   ///< replicas
    std::int64_t held = 0;      ///< replicas that are paid for

    double time_s() const { return seconds(time); }
  };
  std::vector<Count> counts;  ///< the last one, of none, at the end
  std::vector<Look> looks;
  std::int64_t scale_ups = 0;  ///< times that replicas were added
  std::int64_t started = 0;    ///< replicas that were added
  std::int64_t let_go = 0;     ///< replicas that had been added or were there before, and went
  std::int64_t held_peak = 0;  ///< most replicas paid for at once
  /// Replicas · time, more than picoseconds count: paid for; of that, before they served.
  double held_s = 0, warming_s = 0;

  /// Hours that the first machine is there, the second beside it, and so on, where `ranks` of a replica fill machines
  /// of `accelerators`, whole ones being paid for.
  std::vector<double> hours_of_instances(std::int64_t ranks, std::int64_t accelerators) const;
  /// Their sum.
  double instance_hours(std::int64_t ranks, std::int64_t accelerators) const;
  double replica_hours() const;
};

template <>
inline constexpr auto record<ScalingRecord::Look> =
    described("scaling_look", "what a look at the load found",
              field("time_s", &ScalingRecord::Look::time_s, "when, from the simulation's begin"),
              field("requests", &ScalingRecord::Look::requests, "in flight at replicas that serve"),
              field("serving", &ScalingRecord::Look::serving, "replicas that serve"),
              field("replicas", &ScalingRecord::Look::held, "replicas that are paid for"));

/// The sums at its end.
template <>
inline constexpr auto record<ScalingRecord> =
    described("scaling_record", "a fleet that followed its load",
              field("scale_ups", &ScalingRecord::scale_ups, "times that replicas were added"),
              field("replicas_started", &ScalingRecord::started, "replicas that were added"),
              field("replicas_let_go", &ScalingRecord::let_go, "replicas that went"),
              field("replicas_peak", &ScalingRecord::held_peak, "most replicas at once"),
              field("warming_s", &ScalingRecord::warming_s, "replicas that did not serve yet, summed over time"),
              field("replica_hours", &ScalingRecord::replica_hours, "replicas, summed over time"));

/// Replicas of a scaled fleet at one time, each gone, warming up, serving or leaving, and the record of them so far.
class ReplicaRoster {
 public:
  ReplicaRoster(const AutoscalerPlan& plan, Picoseconds begin);

  /// The next look, or end of a warm-up.
  Picoseconds next() const;
  /// Does what is due at `now`. `loads`: requests in flight by replica; sets which of them serve, and grows.
  void go_to(Picoseconds now, std::vector<ReplicaLoad>& loads);
  /// Replicas that began to warm up in go_to(), with nothing cached.
  const std::vector<std::size_t>& started() const { return started_; }
  /// A request ended at `replica`, at which `requests` are left.
  void note_ended(Picoseconds now, std::size_t replica, std::int64_t requests);

  /// Record of the fleet until `end`.
  ScalingRecord record(Picoseconds end) const;

 private:
  enum class Phase { gone, warming, serving, leaving };

  void look(Picoseconds now, std::vector<ReplicaLoad>& loads);
  void start(Picoseconds now, std::int64_t replicas, std::vector<ReplicaLoad>& loads);
  void let_go(Picoseconds now, std::int64_t replicas, std::vector<ReplicaLoad>& loads);
  void leave(Picoseconds now, std::size_t replica);
  void note_held(Picoseconds now);

  AutoscalerPlan plan_;
  Autoscaler autoscaler_;
  Picoseconds next_look_;
  std::vector<Phase> phases_;  ///< by replica
  std::int64_t serving_ = 0, held_ = 0;
  std::deque<std::pair<Picoseconds, std::size_t>> warming_;  ///< since when, in that order
  std::vector<std::size_t> started_;
  ScalingRecord record_;
};

}  // namespace hakaru
