// A simulated fleet as a plan: its figures at the percentile, its memory, its cost; and how far it is from its demand.
#pragma once

#include "hakaru/planning/fleet/fleet_candidates.h"

namespace hakaru {

/// Estimator of one replica of `candidate` in a batch that begins and ends together.
ServingEstimator static_estimate(const FleetCandidate& candidate);

/// The time from the arrival of a request to its last token.
double request_s_of(const ServingJob& job, const ServingEstimate& estimate);
/// The same of a request in a full batch of `replica`.
double full_batch_s(const ServingJob& job, const Replica& replica, ServingEstimator& estimate);

/// Fills in the figures of a saturated service.
void take_steady(const ServingJob& job, const ServingEstimate& estimate, ServingFigures& figures);

/// Sequences whose memory the fullest replica of a plan is counted with: those that ran at once, or fewer where fewer
/// fit at the job's context; compiled shapes hold all their places.
std::int64_t counted_sequences(const ServedOn& served, const Plan& plan);

/// Fills in what `trial` simulated, at the percentile `share`.
void take_simulated(const FleetTrials::Trial& trial, double share, ServingFigures& figures);

/// A live service that was planned, simulated once more.
Result<FleetTrials::Trial> served_again(const Plan& plan, const ServingDemand& demand, const ServedOn& served,
                                        const SearchWatch& watch);

/// One replica, of at most `sequences`; fails where they leave no room for the cache. `larger`: one of `candidate` with
/// more of them, if there is one.
Result<Replica> replica_of(const FleetCandidate& candidate, std::int64_t sequences,
                           const std::optional<Replica>& larger = std::nullopt);

/// `candidate` with the figures of what `trial` simulated, its replicas running with `options`.
Plan plan_of(const FleetCandidate& candidate, const FleetTrials::Trial& trial, const SchedulerOptions& options,
             const ServingDemand& demand, const SearchContext& context);

/// The figure furthest from the demand, as a ratio to what is asked, and why.
struct Excess {
  double ratio = 0;
  Message why;
};
Excess excess_of(const FleetCandidate& candidate, const FleetTrials::Trial& trial, const SchedulerOptions& options,
                 const ServingDemand& demand, const SearchContext& context);

/// Takes out plans that cost more in a month, or have no price; why, where none is left.
std::optional<Error> keep_budget(std::vector<Plan>& plans, double budget_usd);

}  // namespace hakaru
