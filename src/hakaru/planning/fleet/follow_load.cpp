#include "hakaru/planning/fleet/follow_load.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>

#include "hakaru/core/quantities.h"
#include "hakaru/numerics/elementary.h"
#include "hakaru/planning/money/base_and_peak.h"
#include "hakaru/planning/plan/constants.h"
#include "hakaru/planning/search/search_parts.h"
#include "hakaru/planning/search/served_on.h"
#include "hakaru/serving/fleet/scaled_replicas.h"
#include "hakaru/serving/replica/replica.h"

namespace hakaru {
namespace {

/// Number of the best plans that are tried.
constexpr std::size_t most_followed = 5;
/// Share of the fixed fleet's instances, and so of its cost, that a scaled fleet must stay below to be reported.
constexpr double worth_it = 0.99;

/// A plan's replicas under autoscalers.
class Followed {
 public:
  Followed(const Plan& plan, ServingJob job, Replica replica, const ServingDemand& demand, const SearchWatch& watch)
      : plan_(plan), job_(std::move(job)), replica_(std::move(replica)), demand_(demand), watch_(watch) {}

  /// The cheapest with which the demand is kept; empty: none costs less than the plan.
  Result<std::optional<ScalingFigures>> cheapest(const ScalingRequest& request, const MemoryReserve& reserve,
                                                 const Catalog& catalog, const DataFiles& data) {
    const Instance& instance = plan_.cluster.instance();
    Result<ScaledReplicas> scaled = scaled_replicas(request, job_, plan_.layout, instance, reserve, catalog, data);
    if (!scaled) return fail(scaled);
    try_growing(scaled->plan);
    if (plan_.layout.dp < scaled->plan.most) {
      scaled->plan.most = plan_.layout.dp;
      try_growing(scaled->plan);
    }
    if (!best_) return best_;
    best_->compile_s = request.warm_up.compile_s;
    if (const auto& band = plan_.uncertainty.time; band && !watch_.asked_to_stop())
      best_->in_band = {mean_instances(scaled->plan, band->low(1)), mean_instances(scaled->plan, band->high(1)),
                        mean_instances(scaled->plan, band->half_low(1)),
                        mean_instances(scaled->plan, band->half_high(1))};
    return best_;
  }

 private:
  static double mean_instances(const ScalingFigures& figures) { return figures.instance_hours / figures.hours; }

  /// In the mean: what is worth telling takes fewer.
  double instances_to_beat() const { return best_ ? mean_instances(*best_) : plan_.cluster.instances * worth_it; }

  /// In flight for each replica: the most that one ran, then 1/√2, 1/2, … of that.
  std::vector<std::int64_t> requests_to_try() const {
    const std::int64_t most = std::max<std::int64_t>(1, plan_.serving()->batch);
    std::vector<std::int64_t> all;
    for (int halves = 0; all.empty() || all.back() > 1; ++halves) {
      const std::int64_t each = std::llround(static_cast<double>(most) * elementary::pow(std::numbers::sqrt2, -halves));
      if (all.empty() || each < all.back()) all.push_back(std::max<std::int64_t>(1, each));
    }
    return all;
  }

  void try_growing(AutoscalerPlan autoscaler) {
    bool found = false;
    for (const std::int64_t requests_each : requests_to_try()) {
      autoscaler.requests_each = static_cast<double>(requests_each);
      const std::optional<ScalingFigures> kept = with_fewest(autoscaler);
      if (watch_.stopped()) return;
      if (!kept) continue;
      if (mean_instances(*kept) < instances_to_beat()) {
        best_ = kept;
      } else if (found) {
        return;  // fewer requests for each take more replicas
      }
      found = true;
    }
  }

  /// The fewest replicas at least with which the demand is kept, of those that may cost less than what was found.
  std::optional<ScalingFigures> with_fewest(AutoscalerPlan autoscaler) {
    const std::int64_t unit = autoscaler.unit;
    const auto ranks_each = static_cast<double>(unit * plan_.layout.tp * plan_.layout.pp);
    const double worth = std::ceil(instances_to_beat() * plan_.cluster.instance().accelerators / ranks_each);
    // In units: none do with `missed`; as many as `least` cost too much, or are the most and follow nothing.
    std::int64_t missed = 0, least = std::min(autoscaler.most / unit, static_cast<std::int64_t>(worth));
    std::optional<ScalingFigures> best;
    while (least - missed > 1) {
      const std::int64_t middle = missed + (least - missed) / 2;
      autoscaler.least = middle * unit;
      const std::optional<ScalingFigures> kept = kept_with(autoscaler);
      (kept ? least : missed) = middle;
      if (kept) best = kept;
    }
    return best;
  }

  /// Mean instances of the best autoscaler, whatever limits it then keeps, were iterations `slower` times as long: as
  /// in fleet_trials.h, the fleet as predicted where all else goes that much faster.
  double mean_instances(AutoscalerPlan autoscaler, double slower) const {
    autoscaler.least = best_->least;
    autoscaler.most = best_->most;
    autoscaler.requests_each = best_->requests_each;
    for (Picoseconds AutoscalerPlan::*time :
         {&AutoscalerPlan::interval, &AutoscalerPlan::let_go_after, &AutoscalerPlan::warm_up})
      autoscaler.*time = static_cast<Picoseconds>(static_cast<double>(autoscaler.*time) / slower);
    std::vector<Request> sooner = demand_.requests;
    for (Request& request : sooner) request.arrival_s /= slower;
    ServiceLevel any = demand_.level;
    any.share = std::numeric_limits<double>::min();  // any number may miss them
    const ScalingFigures served = figures_of(autoscaler, simulated(autoscaler, sooner, any));
    return served.instance_hours * slower / best_->hours;  // of what comes in so many hours, however late it is done
  }

  std::optional<ScalingFigures> kept_with(const AutoscalerPlan& autoscaler) const {
    if (watch_.asked_to_stop()) return std::nullopt;
    const ServingSimulation simulation = simulated(autoscaler, demand_.requests, demand_.level);
    if (!keeps(simulation, demand_.level)) return std::nullopt;
    return figures_of(autoscaler, simulation);
  }

  ServingSimulation simulated(const AutoscalerPlan& autoscaler, const std::vector<Request>& requests,
                              const ServiceLevel& level) const {
    FleetPlan fleet;
    fleet.routing = Routing::join_shortest_queue;
    fleet.replicas = autoscaler.most;
    fleet.autoscaler = autoscaler;
    fleet.tell = [this](std::int64_t) { return !watch_.asked_to_stop(); };
    TrafficPlan traffic;
    traffic.arrivals = Arrivals::trace;
    traffic.rate_per_s = job_.rate_per_s.value_or(0);
    traffic.count = std::ssize(requests);
    return try_level(replica_, fleet, traffic, &requests, level);
  }

  ScalingFigures figures_of(const AutoscalerPlan& autoscaler, const ServingSimulation& simulation) const {
    const Layout& layout = plan_.layout;
    const ServingMetrics& metrics = simulation.metrics;
    const double share = demand_.level.share;
    ScalingFigures figures;
    figures.least = autoscaler.least;
    figures.most = autoscaler.most;
    figures.requests_each = autoscaler.requests_each;
    figures.warm_up_s = seconds(autoscaler.warm_up);
    figures.ttft_s = metrics.ttft.value_s(share);
    figures.tpot_s = metrics.tpot.value_s(share);
    figures.request_s = metrics.e2e.value_s(share);
    figures.mean_request_s = metrics.e2e.mean_s();
    figures.held_peak = simulation.scaling->held_peak;
    figures.hours = simulation.simulated_s() / seconds_per_hour;
    figures.replica_hours = simulation.scaling->replica_hours();
    figures.hours_of_instances =
        simulation.scaling->hours_of_instances(layout.tp * layout.pp, plan_.cluster.instance().accelerators);
    figures.instance_hours = std::accumulate(figures.hours_of_instances.begin(), figures.hours_of_instances.end(), 0.0);
    add_following_costs(figures, plan_);
    return figures;
  }

  const Plan& plan_;
  ServingJob job_;
  Replica replica_;
  const ServingDemand& demand_;
  const SearchWatch& watch_;
  std::optional<ScalingFigures> best_;
};

/// True if instances are paid for only while they are used: on demand, on spot, or without a price.
bool is_paid_by_the_hour(const Plan& plan) {
  return !plan.price || plan.price->kind == PriceKind::on_demand || plan.price->kind == PriceKind::spot;
}

/// Most replicas that `plan` may grow to, and their warm-up; empty: disaggregated, or no more than one unit is allowed.
std::optional<ScalingRequest> request_of(const Plan& plan, const Scenario& scenario, bool compiles) {
  const FollowRequest& follow = *scenario.follow;
  ScalingRequest request;
  request.unit = plan.layout.ep;
  std::int64_t most = std::min(follow.most.value_or(2 * plan.layout.dp), most_scaled_replicas);
  if (const auto quota = scenario.hardware.quota_of(plan.cluster.instance()))
    most = std::min(most, *quota * plan.cluster.instance().accelerators / (plan.layout.tp * plan.layout.pp));
  request.most = most / request.unit * request.unit;
  if (compiles) request.warm_up.compile_s = follow.compile_s;
  if (plan.serving()->prefill_replicas > 0 || request.most <= request.unit) return std::nullopt;
  return request;
}

}  // namespace

std::optional<Error> follow_load(PlanResult& result, const Scenario& scenario, const Catalog& catalog,
                                 const DataFiles& data, const ServingDemand& demand, const SearchWatch& watch) {
  for (std::size_t at = 0; at < std::min(most_followed, result.plans.size()); ++at) {
    Plan& plan = result.plans[at];
    if (!is_paid_by_the_hour(plan)) {
      plan.notes.insert(plan.notes.begin(),
                        message("its price ({}) is paid ahead: a fleet that follows its load would not cost less",
                                name_of(plan.price->kind)));
      continue;
    }
    Result<ServedOn> served = served_as_planned(scenario, plan, data);
    if (!served) return served.error();
    const auto request = request_of(plan, scenario, served->compiles());
    if (!request) continue;
    const MemoryReserve reserve = served->reserve;
    Result<Replica> replica = make_replica(served->job, plan.layout, plan.cluster, served->calibration, reserve,
                                           served->options, served->engine.block_tokens);
    if (!replica) return replica.error();
    Followed followed(plan, std::move(served->job), std::move(*replica), demand, watch);
    const auto scaling = followed.cheapest(*request, reserve, catalog, data);
    if (!scaling) return scaling.error();
    plan.serving()->scaling = *scaling;
    if (std::optional<ScalingFigures>& figures = plan.serving()->scaling) {
      figures->bought = base_and_peak(*figures, plan, scenario.hardware, catalog.prices());
      figures->on_spot = peak_on_spot(*figures, plan, scenario.hardware, catalog.prices());
    }
    if (watch.stopped()) return std::nullopt;
    ++result.followed;
  }
  return std::nullopt;
}

}  // namespace hakaru
