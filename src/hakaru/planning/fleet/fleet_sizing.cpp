#include "hakaru/planning/fleet/fleet_sizing.h"

#include <algorithm>
#include <utility>

#include "hakaru/planning/fleet/fleet_plan.h"

namespace hakaru {

FleetTrials FleetSizing::trials_of(const FleetCandidate& candidate, const Replica& replica, double load_times) const {
  const ServingJob& job = candidate.on->job;
  ServingEstimator estimate = static_estimate(candidate);
  const Instance& instance = candidate.plan.cluster.instance();
  const auto apart = candidate.apart ? std::optional(Apart{&candidate.plan.layout, &instance}) : std::nullopt;
  return {replica,
          candidate.ranks_of_replica(),
          instance.accelerators,
          job,
          demand_,
          full_batch_s(job, replica, estimate),
          apart,
          load_times,
          watch_,
          candidate.counts.replicas};
}

SizedFleet FleetSizing::with_confidence(const FleetCandidate& candidate, const FleetCounts& counts, FleetTrials& trials,
                                        const FleetTrials::Trial& fewest, const Replica& replica) {
  constexpr int quarters = 4;
  constexpr double better = 0.99;
  const double confidence = context_.scenario.confidence;
  const auto plan_with = [&](const FleetTrials::Trial& trial) {
    return plan_of(candidate, trial, replica.options, demand_, context_);
  };
  Plan as_predicted = plan_with(fewest);
  as_predicted.is_safe = false;
  if (!candidate.can_be_safe) return {std::move(as_predicted), std::nullopt};
  Plan plan = as_predicted;
  const auto slowdown_of = [&](const Plan& each) { return slowdown_to_tolerate(each, demand_.level, confidence); };
  const auto larger_by = [&](int units) -> std::optional<Plan> {
    const int instances = plan.cluster.instances + units * counts.unit;
    const auto trial = instances <= counts.last ? trials.kept_with(instances) : std::nullopt;
    return trial ? std::optional(plan_with(*trial)) : std::nullopt;
  };
  std::optional<double> slowdown = slowdown_of(plan);
  while (!slowdown) {
    int missed = 0, enough = std::max(1, plan.cluster.instances / counts.unit / quarters);  // units more
    std::optional<Plan> larger = larger_by(enough);
    if (!larger) return {std::move(as_predicted), std::nullopt};
    slowdown = slowdown_of(*larger);
    const ServingFigures &before = *plan.serving(), &after = *larger->serving();
    const bool is_better = after.ttft_s <= better * before.ttft_s || after.tpot_s <= better * before.tpot_s;
    if (!slowdown && !is_better) return {std::move(as_predicted), std::nullopt};
    while (slowdown && enough - missed > 1) {
      const int middle = missed + (enough - missed) / 2;
      std::optional<Plan> between = larger_by(middle);
      const std::optional<double> of_fewer = between ? slowdown_of(*between) : std::nullopt;
      (of_fewer ? enough : missed) = middle;
      if (!of_fewer) continue;
      larger = std::move(between);
      slowdown = of_fewer;
    }
    plan = std::move(*larger);
  }
  if (*slowdown > 1 && candidate.on->job.rate_per_s) {
    FleetCounts larger = counts;
    larger.first = plan.cluster.instances;
    FleetTrials slower = trials_of(candidate, replica, *slowdown);
    const auto trial = slower.fewest(larger, larger.first);
    ended_early_ = ended_early_ || slower.ended_early();
    if (!trial) return {std::move(as_predicted), std::nullopt};
    if (candidate.apart || trial->instances > plan.cluster.instances) plan = plan_with(trials.served_by(*trial));
    plan.tried_slowdown = *slowdown;
  }
  plan.is_safe = true;
  if (plan.cluster.instances <= as_predicted.cluster.instances) return {std::move(plan), std::nullopt};
  return {std::move(plan), std::move(as_predicted)};
}

std::vector<Plan> FleetSizing::until_no_faster(const FleetCandidate& candidate, FleetTrials& trials, Plan first,
                                               const Replica& replica) const {
  constexpr double faster = 0.99, more = 1.25;
  const int unit = candidate.counts.unit;
  std::vector<Plan> kept{std::move(first)};
  if (!context_.scenario.pareto && context_.scenario.objective != Objective::time) return kept;
  for (int instances = kept.front().cluster.instances;;) {
    const int units = std::max(instances / unit + 1, static_cast<int>(instances * more / unit));
    instances = units * unit;
    const auto trial = instances <= candidate.counts.last ? trials.kept_with(instances) : std::nullopt;
    if (!trial) return kept;
    Plan plan = plan_of(candidate, *trial, replica.options, demand_, context_);
    if (plan.serving()->request_s > faster * kept.back().serving()->request_s) return kept;
    plan.is_safe = kept.front().is_safe;
    plan.tried_slowdown = kept.front().tried_slowdown;
    kept.push_back(std::move(plan));
  }
}

}  // namespace hakaru
