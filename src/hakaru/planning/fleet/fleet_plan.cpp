#include "hakaru/planning/fleet/fleet_plan.h"

#include <algorithm>
#include <limits>

#include "hakaru/core/quantities.h"
#include "hakaru/core/ranges.h"
#include "hakaru/core/text.h"
#include "hakaru/memory/serving_memory.h"
#include "hakaru/planning/search/candidates.h"
#include "hakaru/planning/search/search_parts.h"

namespace hakaru {
namespace {

/// Note on the compiled shapes that were simulated.
Message shapes_simulated(const SchedulerOptions& options) {
  return message(
      "compiled shapes were simulated: decoding in batches of {}, prefill of {} at a time, padded to lengths of {}; "
      "each place holds a whole context of the KV cache",
      fmt::format("{}", fmt::join(batch_buckets(options), ", ")), options.prefill_batch,
      fmt::format("{}", fmt::join(token_buckets(options), ", ")));
}

}  // namespace

ServingEstimator static_estimate(const FleetCandidate& candidate) {
  OnAccelerator& on = *candidate.on;
  return {on.job, candidate.plan.layout, candidate.plan.cluster, on.calibration, on.operators};
}

double request_s_of(const ServingJob& job, const ServingEstimate& estimate) {
  return estimate.ttft_s + static_cast<double>(job.output_length - 1) * estimate.tpot_s;
}

double full_batch_s(const ServingJob& job, const Replica& replica, ServingEstimator& estimate) {
  const std::int64_t each = replica.kv.holding(job.input_length + job.output_length);
  const std::int64_t full =
      std::clamp<std::int64_t>(replica.kv.blocks() / std::max<std::int64_t>(1, each), 1, replica.options.max_num_seqs);
  return request_s_of(job, estimate(full));
}

void take_steady(const ServingJob& job, const ServingEstimate& estimate, ServingFigures& figures) {
  figures.batch = estimate.batch;
  figures.ttft_s = estimate.ttft_s;
  figures.tpot_s = job.output_length > 1 ? estimate.tpot_s : 0;
  figures.requests_per_s = estimate.requests_per_s;
  figures.output_tokens_per_s = estimate.output_tokens_per_s;
  figures.request_s = request_s_of(job, estimate);
}

std::int64_t counted_sequences(const ServedOn& served, const Plan& plan) {
  const ServingFigures& figures = *plan.serving();
  if (!figures.live) return figures.batch;
  const ServingMemory one =
      serving_memory(served.job, plan.layout, plan.cluster.instance().accelerator, served.reserve, 1);
  return std::min(served.compiles() ? figures.max_num_seqs : figures.batch,
                  std::max<std::int64_t>(1, one.sequences_that_fit));
}

void take_simulated(const FleetTrials::Trial& trial, double share, ServingFigures& figures) {
  const ServingSimulation& simulation = trial.simulation;
  const ServingMetrics& metrics = simulation.metrics;
  const double span_s = simulation.simulated_s();
  const auto per_s = [&](std::int64_t count) {
    return span_s > 0 ? static_cast<double>(count) / span_s * trial.of_all : 0;
  };
  figures.batch = simulation.running_peak;
  figures.ttft_s = metrics.ttft.value_s(share);
  figures.tpot_s = metrics.tpot.value_s(share);
  figures.requests_per_s = per_s(metrics.requests);
  figures.output_tokens_per_s = per_s(metrics.output_tokens);
  figures.request_s = metrics.e2e.value_s(share);
  figures.live = LiveFigures{.requests = metrics.requests,
                             .percentile = {share},
                             .duration_s = span_s,
                             .replicas = simulation.replicas,
                             .held_per_s = figures.held_per_s()};
  figures.prefill_replicas = trial.prefill_replicas;
}

Result<FleetTrials::Trial> served_again(const Plan& plan, const ServingDemand& demand, const ServedOn& served,
                                        const SearchWatch& watch) {
  const Instance& instance = plan.cluster.instance();
  const Layout& layout = plan.layout;
  // A cache that holds fewer sequences than the engine's limit was planned beside the logits of that limit.
  const auto replica_with = [&](std::int64_t sequences) {
    SchedulerOptions options = served.options;
    options.max_num_seqs = sequences;
    return make_replica(served.job, layout, plan.cluster, served.calibration, served.reserve, options,
                        served.engine.block_tokens);
  };
  const std::int64_t planned = served.options.max_num_seqs;
  Result<Replica> replica = replica_with(std::max(planned, served.engine.limits.options.max_num_seqs));
  if (!replica || replica->options.max_num_seqs != planned) replica = replica_with(planned);
  if (!replica) return fail(replica);
  OperatorTimer operators(instance.accelerator, served.calibration);
  ServingEstimator estimate(served.job, layout, plan.cluster, served.calibration, operators);
  const std::int64_t prefilling = plan.serving()->prefill_replicas;
  const auto apart = prefilling > 0 ? std::optional(Apart{&layout, &instance}) : std::nullopt;
  FleetTrials trials(*replica, layout.tp * layout.pp, instance.accelerators, served.job, demand,
                     full_batch_s(served.job, *replica, estimate), apart, 1, watch, layout.dp);
  FleetTrials::Trial fleet;
  fleet.instances = plan.cluster.instances;
  fleet.prefill_replicas = prefilling;
  return trials.served_by(fleet);
}

Result<Replica> replica_of(const FleetCandidate& candidate, std::int64_t sequences,
                           const std::optional<Replica>& larger) {
  const OnAccelerator& on = *candidate.on;
  if (larger && sequences <= larger->options.max_num_seqs)
    return with_fewer_sequences(*larger, sequences, on.job, candidate.plan.layout, candidate.plan.cluster, on.reserve,
                                on.engine.block_tokens);
  SchedulerOptions options = on.options;
  options.max_num_seqs = sequences;
  return make_replica(on.job, candidate.plan.layout, candidate.plan.cluster, on.calibration, on.reserve, options,
                      on.engine.block_tokens);
}

Plan plan_of(const FleetCandidate& candidate, const FleetTrials::Trial& trial, const SchedulerOptions& options,
             const ServingDemand& demand, const SearchContext& context) {
  const OnAccelerator& on = *candidate.on;
  Plan plan = candidate.plan;
  plan.cluster.instances = trial.instances;
  const std::int64_t filling = plan.cluster.ranks() / candidate.ranks_of_replica();
  plan.layout.dp = candidate.counts.replicas > 0 ? candidate.counts.replicas : filling;
  note_idle(plan);
  ServingFigures& figures = plan.figures.emplace<ServingFigures>();
  take_simulated(trial, demand.level.share, figures);
  carry(on, options.max_num_seqs, figures);
  plan.memory =
      serving_memory(on.job, plan.layout, plan.cluster.instance().accelerator, on.reserve, counted_sequences(on, plan))
          .device;
  if (on.compiles()) plan.notes.push_back(shapes_simulated(options));
  const ServingEstimate one = static_estimate(candidate)(1);
  const double each_per_s = figures.requests_per_s / static_cast<double>(plan.layout.dp);
  figures.mfu = one.mfu * each_per_s * static_cast<double>(candidate.plan.layout.dp) / one.requests_per_s;
  add_costs(plan, context.scenario, context.catalog, context.recommendations);
  plan.uncertainty = context.bands.of(plan, on.job);
  return plan;
}

Excess excess_of(const FleetCandidate& candidate, const FleetTrials::Trial& trial, const SchedulerOptions& options,
                 const ServingDemand& demand, const SearchContext& context) {
  const ServiceLevel& level = demand.level;
  const Plan plan = plan_of(candidate, trial, options, demand, context);
  const ServingFigures& figures = *plan.serving();
  const ServingMetrics& metrics = trial.simulation.metrics;
  const std::string at = percentile_name(level.share);
  const std::string where =
      fmt::format("{} × {}, {}", trial.instances, plan.cluster.instance().name, in_short(plan.layout, plan.precision));
  const double ttft_ratio = level.ttft_s ? figures.ttft_s / *level.ttft_s : 0;
  const double tpot_ratio = level.tpot_s ? figures.tpot_s / *level.tpot_s : 0;
  const double rate_ratio = metrics.settles() && !trial.simulation.clock_ended ? 0 : 1 + metrics.growth();
  if (rate_ratio > 1 && rate_ratio >= std::max(ttft_ratio, tpot_ratio))
    return {rate_ratio,
            message("no simulated fleet bears the traffic at {}; nearest is {}, whose queue grows by {} for each "
                    "second of arrivals; lower --rate or --users, or allow more instances",
                    at, where, in_time(metrics.growth()))};
  if (trial.simulation.clock_ended && std::max(ttft_ratio, tpot_ratio) <= 1)
    return {rate_ratio, message("the traffic lasts longer than the {} that are simulated, on {} too; raise --rate, or "
                                "shorten the requests",
                                "92 days", where)};
  // A percentile in classes may seem to keep a limit that it misses: the amount includes their width.
  const auto over = [](double figure_s, double limit_s) {
    return in_time(std::max(0.0, figure_s * (1 + Percentiles::relative_error) - limit_s));
  };
  const double ratio = std::max({ttft_ratio, tpot_ratio, rate_ratio});
  const Quantity ttft = in_time(figures.ttft_s), tpot = in_time(figures.tpot_s);
  if (ttft_ratio > 1 && tpot_ratio > 1)
    return {ratio,
            message("no simulated fleet keeps the limits at {}; nearest is {}: TTFT {}, TPOT {}; relax --ttft by {} "
                    "and --tpot by {}, or lower --rate or --users",
                    at, where, ttft, tpot, over(figures.ttft_s, *level.ttft_s), over(figures.tpot_s, *level.tpot_s))};
  const bool by_ttft = level.ttft_s && ttft_ratio >= tpot_ratio;
  return {ratio,
          message("no simulated fleet keeps the limits at {}; nearest is {}: TTFT {}, TPOT {}; relax {} by {}, or "
                  "lower --rate or --users",
                  at, where, ttft, tpot, by_ttft ? "--ttft" : "--tpot",
                  by_ttft ? over(figures.ttft_s, *level.ttft_s)
                          : over(figures.tpot_s, level.tpot_s.value_or(figures.tpot_s)))};
}

namespace {

/// A month of the cheapest is dearer than it may be.
Error over_budget(const Plan& cheapest, double budget_usd) {
  if (!cheapest.costs.usd_per_h)
    return {
        ErrorKind::unsatisfiable,
        message("no plan has a known cost, so the budget cannot be held; name an instance with a price, or a region "
                "(--region)")};
  const double usd_per_month = *cheapest.costs.usd_per_month();
  return {ErrorKind::unsatisfiable,
          message("the cheapest fleet ({} × {}) costs {} a month, over the budget of {}; raise --budget by {}, "
                  "lower --rate or --users, or relax --ttft and --tpot",
                  cheapest.cluster.instances, cheapest.cluster.instance().name, in_usd(usd_per_month),
                  in_usd(budget_usd), in_usd_or_more(usd_per_month - budget_usd))};
}

}  // namespace

std::optional<Error> keep_budget(std::vector<Plan>& plans, double budget_usd) {
  if (plans.empty()) return std::nullopt;
  const auto cost = [](const Plan& plan) {
    return plan.costs.usd_per_h.value_or(std::numeric_limits<double>::infinity());
  };
  const Plan cheapest = *ranges::min_element(plans, {}, cost);
  std::erase_if(plans, [&](const Plan& plan) { return cost(plan) * hours_per_month > budget_usd; });
  if (!plans.empty()) return std::nullopt;
  return over_budget(cheapest, budget_usd);
}

}  // namespace hakaru
