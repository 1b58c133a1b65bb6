#include "hakaru/planning/search_fleet.h"

#include <limits>
#include <set>

#include "hakaru/core/text.h"
#include "hakaru/planning/candidates.h"
#include "hakaru/planning/constants.h"
#include "hakaru/planning/costing.h"
#include "hakaru/planning/search_parts.h"
#include "hakaru/serving/engine_defaults.h"

namespace hakaru {
namespace {

constexpr std::int64_t most_finalists = 48;
constexpr std::int64_t requests_at_a_rate = 10'000;

TrafficPlan traffic_of(const ServingJob& job, const ServingDemand& demand) {
  TrafficPlan traffic;
  traffic.arrivals = demand.trace.empty() ? Arrivals::poisson : Arrivals::trace;
  traffic.rate_per_s = job.rate_per_s.value_or(0);
  traffic.count = demand.trace.empty() ? requests_at_a_rate : std::ssize(demand.trace);
  traffic.input = {static_cast<double>(job.input_length), 0, job.input_length};
  traffic.output = {static_cast<double>(job.output_length), 0, job.output_length};
  return traffic;
}

/// The scenario that the static estimate is asked: the rate of the trace, no limit that it is too strict on.
Scenario static_scenario(const Scenario& scenario, const ServingDemand& demand) {
  Scenario loose = scenario;
  auto& job = std::get<ServingJob>(loose.job);
  job.ttft_s.reset();
  loose.top = most_finalists;
  if (demand.trace.empty()) return loose;
  if (!job.rate_per_s && rate_of(demand.trace) > 0) job.rate_per_s = rate_of(demand.trace);
  return loose;
}

/// One finalist's replicas, and how many instances of them were tried.
class Finalist {
 public:
  Finalist(const Plan& plan, Replica replica, const TrafficPlan& traffic, const ServingDemand& demand)
      : plan_(plan), replica_(std::move(replica)), traffic_(traffic), demand_(demand) {}

  /// The fewest instances, at most `most`, that keep the limits; 0: none do. `guess`: where to begin.
  int fewest(int guess, int most) {
    int missed = unit() - 1, enough = 0;
    for (int count = std::clamp(guess, unit(), std::max(unit(), most));;) {
      if (count > most) return 0;
      if (kept_with(count)) {
        enough = count;
        break;
      }
      missed = count;
      if (count == most) return 0;
      count = std::min(most, 2 * count);
    }
    while (enough - missed > unit()) {
      const int middle = missed + (enough - missed) / 2;
      (kept_with(middle) ? enough : missed) = middle;
    }
    return enough;
  }

  /// With the fewest instances that were found to keep the limits.
  const ServingSimulation& kept() const { return kept_; }
  /// With so many instances, all of the traffic, whether it keeps the limits or not.
  ServingSimulation served_with(int instances) const {
    ServiceLevel nothing_asked;
    nothing_asked.share = std::numeric_limits<double>::min();
    return try_level(replica_, fleet_of(instances), traffic_, trace(), nothing_asked);
  }
  Layout layout_on(int instances) const {
    Layout layout = plan_.layout;
    layout.dp = fleet_of(instances).replicas;
    return layout;
  }

 private:
  int accelerators() const { return plan_.cluster.instance().accelerators; }
  std::int64_t ranks() const { return plan_.layout.tp * plan_.layout.pp; }
  /// Instances that one replica takes.
  int unit() const { return static_cast<int>((ranks() + accelerators() - 1) / accelerators()); }
  FleetPlan fleet_of(int instances) const {
    FleetPlan fleet;
    fleet.replicas = std::max<std::int64_t>(1, std::int64_t{instances} * accelerators() / ranks());
    fleet.routing = Routing::join_shortest_queue;
    return fleet;
  }
  const std::vector<Request>* trace() const { return demand_.trace.empty() ? nullptr : &demand_.trace; }
  bool kept_with(int instances) {
    ServingSimulation simulation = try_level(replica_, fleet_of(instances), traffic_, trace(), demand_.level);
    if (!keeps(simulation, demand_.level)) return false;
    kept_ = std::move(simulation);
    return true;
  }

  const Plan& plan_;
  Replica replica_;
  const TrafficPlan& traffic_;
  const ServingDemand& demand_;
  ServingSimulation kept_;
};

/// `plan` with the figures of a fleet of `instances`.
Plan simulated_plan(Plan plan, const Finalist& finalist, int instances, const ServingSimulation& simulation,
                    const ServingDemand& demand) {
  const double ratio = static_cast<double>(instances) / plan.cluster.instances;
  const ServingMetrics& metrics = simulation.metrics;
  const double share = demand.level.share, span_s = simulation.simulated_s();
  plan.layout = finalist.layout_on(instances);
  plan.cluster.instances = instances;
  const auto per_s = [&](std::int64_t count) { return span_s > 0 ? static_cast<double>(count) / span_s : 0; };
  plan.serving = ServingFigures{simulation.running_peak,
                                metrics.ttft.value_s(share),
                                metrics.tpot.value_s(share),
                                per_s(metrics.requests),
                                per_s(metrics.output_tokens),
                                metrics.e2e.value_s(share),
                                std::nullopt};
  if (plan.usd_per_h) plan.usd_per_h = *plan.usd_per_h * ratio;
  if (plan.cost_usd) plan.cost_usd = *plan.cost_usd * ratio;
  if (plan.energy_kwh) plan.energy_kwh = *plan.energy_kwh * ratio;
  if (plan.usd_per_h && plan.serving->output_tokens_per_s > 0)
    plan.serving->cost_per_million_tokens_usd =
        *plan.usd_per_h / seconds_per_hour / plan.serving->output_tokens_per_s * mega;
  return plan;
}

class FleetSearch {
 public:
  FleetSearch(const Scenario& scenario, const DataFiles& data, const ServingDemand& demand, std::int64_t wanted)
      : scenario_(scenario),
        data_(data),
        demand_(demand),
        constants_(data, scenario.job),
        traffic_(traffic_of(std::get<ServingJob>(scenario.job), demand)),
        wanted_(wanted) {}

  std::optional<Error> look_at(const Plan& plan) {
    const Instance& instance = plan.cluster.instance();
    const Layout& layout = plan.layout;
    if (!seen_.emplace(instance.name, layout.tp, layout.pp, layout.ep).second) return std::nullopt;
    const Result<EngineDefaults> engine = find_engine_defaults(data_, "vllm", instance.accelerator);
    if (!engine) return engine.error();
    const Result<std::vector<int>> counts = candidate_counts(scenario_, instance);
    if (!counts) return counts.error();
    const std::int64_t batch = std::max<std::int64_t>(1, plan.serving->batch);
    const std::int64_t usual = engine->options.max_num_seqs;
    int most = std::min(counts->back(), most_worth(plan));
    std::optional<Plan> best;
    for (const std::int64_t sequences : batch < usual ? std::vector{usual, batch} : std::vector{usual}) {
      if (most < counts->front()) break;
      SchedulerOptions options = engine->options;
      options.max_num_seqs = sequences;
      const Result<Replica> replica = replica_of(plan, options, engine->block_tokens);
      if (!replica) continue;  // the engine's own memory leaves no room
      Finalist finalist(plan, *replica, traffic_, demand_);
      const int fewest = finalist.fewest(plan.cluster.instances, most);
      if (fewest > 0) {
        best = simulated_plan(plan, finalist, fewest, finalist.kept(), demand_);
        most = fewest - 1;
      } else if (!nearest_ && plans.empty()) {
        nearest_ = simulated_plan(plan, finalist, most, finalist.served_with(most), demand_);
      }
    }
    if (best) take(std::move(*best));
    return std::nullopt;
  }

  Error why_none() const {
    if (!nearest_)
      return unsatisfiable("no finalist of the static estimate leaves the engine room for its cache; lower --context")
          .value();
    const ServingFigures& figures = *nearest_->serving;
    const std::string where = fmt::format("{} x {}, {}", nearest_->cluster.instances, nearest_->cluster.instance().name,
                                          in_short(nearest_->layout));
    return unsatisfiable(
               "no simulated fleet keeps the limits at {}; nearest is {}: TTFT {}, TPOT {}; relax --ttft or --tpot, or "
               "lower --rate",
               fmt::format("p{:g}", 100 * demand_.level.share), where, in_time(figures.ttft_s), in_time(figures.tpot_s))
        .value();
  }

  std::int64_t looked_at() const { return std::ssize(seen_); }

  std::vector<Plan> plans;

 private:
  Result<Replica> replica_of(const Plan& plan, const SchedulerOptions& options, std::int64_t block_tokens) {
    ServingJob job = std::get<ServingJob>(scenario_.job);
    const Accelerator& accelerator = plan.cluster.instance().accelerator;
    job.compute = compute_type_on(accelerator, job.compute).value_or(job.compute);
    const Result<const Constants*> constants = constants_.of(accelerator);
    if (!constants) return fail(constants);
    return make_replica(job, plan.layout, plan.cluster, (*constants)->calibration, (*constants)->reserve, options,
                        block_tokens);
  }

  /// The most instances with which `plan` still costs less than the last of the plans that are asked for.
  int most_worth(const Plan& plan) const {
    const bool full = std::ssize(usd_per_h_) >= wanted_;
    if (!full || !plan.usd_per_h || scenario_.objective != Objective::cost) return std::numeric_limits<int>::max();
    const double each = *plan.usd_per_h / plan.cluster.instances;
    return static_cast<int>(std::ceil(*std::prev(usd_per_h_.end()) / each)) - 1;
  }

  void take(Plan plan) {
    if (plan.usd_per_h) usd_per_h_.insert(*plan.usd_per_h);
    if (std::ssize(usd_per_h_) > wanted_) usd_per_h_.erase(std::prev(usd_per_h_.end()));
    plans.push_back(std::move(plan));
  }

  const Scenario& scenario_;
  const DataFiles& data_;
  const ServingDemand& demand_;
  ConstantsByAccelerator constants_;
  TrafficPlan traffic_;
  std::int64_t wanted_;
  std::multiset<double> usd_per_h_;  ///< of the cheapest found, as many as are wanted
  std::optional<Plan> nearest_;
  std::set<std::tuple<std::string, std::int64_t, std::int64_t, std::int64_t>> seen_;  ///< replicas that were looked at
};

}  // namespace

void take_lengths(ServingJob& job, const std::vector<Request>& trace) {
  double input = 0, output = 0;
  for (const Request& request : trace) {
    input += request.input_tokens;
    output += request.output_tokens;
  }
  const auto count = static_cast<double>(trace.size());
  job.input_length = std::max<std::int64_t>(1, std::llround(input / count));
  job.output_length = std::max<std::int64_t>(1, std::llround(output / count));
}

Result<PlanResult> make_fleets(const Scenario& scenario, const Catalog& catalog, const DataFiles& data,
                               const ServingDemand& demand) {
  const Scenario loose = static_scenario(scenario, demand);
  Result<PlanResult> found = make_plans(loose, catalog, data);
  if (!found) return found;
  FleetSearch search(loose, data, demand, scenario.top);
  for (const Plan& plan : found->plans) {
    if (const std::optional<Error> error = search.look_at(plan)) return tl::unexpected(*error);
  }
  if (search.plans.empty()) return tl::unexpected(search.why_none());
  found->plans = std::move(search.plans);
  rank_plans(found->plans, scenario);
  found->notes.pop_back();  // that there is no queueing
  found->notes.push_back(
      message("latencies are the p{} of {} simulated requests, behind the shortest queue; {} "
              "finalists of the static estimate were looked at",
              fmt::format("{:g}", 100 * demand.level.share),
              demand.trace.empty() ? requests_at_a_rate : std::ssize(demand.trace), search.looked_at()));
  return found;
}

}  // namespace hakaru
