// The fewest instances of a fleet candidate that keep a demand with the confidence asked for.
//
//   as predicted     the fewest instances that keep the limits, by simulation (fleet_trials.h)
//   latencies        more of them, until TTFT and TPOT, with the errors of held-out runs, keep the limits in the share
//                    of runs asked for; those that keep them must also tolerate so many times as long iterations
//                    (slowdown_to_tolerate, planning/bands/plan_bands.h)
//   rate             the fewest that serve so many times the rate
//
// Worked example: one instance serves 8 requests/s as predicted, TTFT and TPOT are kept in 92 % of held-out runs, and
// in 80 % with iterations 1.3 times as long as predicted at most: one instance must serve 10.4 requests/s, else two are
// tried.
// Limits: a fleet is taken to be no worse with more instances.
#pragma once

#include <optional>
#include <vector>

#include "hakaru/planning/fleet/fleet_candidates.h"
#include "hakaru/planning/plan/search_watch.h"

namespace hakaru {

/// A fleet as a plan; and the smaller one that keeps the demand as predicted, with less than the confidence asked for.
struct SizedFleet {
  Plan plan;
  std::optional<Plan> less_sure;
};

class FleetSizing {
 public:
  /// All must outlive this.
  FleetSizing(const SearchContext& context, const ServingDemand& demand, const SearchWatch& watch)
      : context_(context), demand_(demand), watch_(watch) {}

  /// Trials with requests that come `load_times` times as fast as is asked.
  FleetTrials trials_of(const FleetCandidate& candidate, const Replica& replica, double load_times) const;
  /// The fleet of `fewest` as a plan, or of as few more instances as keep the demand with the confidence asked for; not
  /// safe where no number of them in `counts` does.
  SizedFleet with_confidence(const FleetCandidate& candidate, const FleetCounts& counts, FleetTrials& trials,
                             const FleetTrials::Trial& fewest, const Replica& replica);
  /// `first`; and, where it is asked what is fast, larger fleets while they make requests faster.
  std::vector<Plan> until_no_faster(const FleetCandidate& candidate, FleetTrials& trials, Plan first,
                                    const Replica& replica) const;
  /// True once the watch ended a trial.
  bool ended_early() const { return ended_early_; }

 private:
  const SearchContext& context_;
  const ServingDemand& demand_;
  const SearchWatch& watch_;
  bool ended_early_ = false;
};

}  // namespace hakaru
