#include "hakaru/planning/re_estimate.h"

#include <algorithm>
#include <cmath>

#include "hakaru/core/real.h"
#include "hakaru/job/defaults.h"
#include "hakaru/job/serving_scenario.h"
#include "hakaru/memory/serving_memory.h"
#include "hakaru/memory/training_memory.h"
#include "hakaru/planning/fleet/fleet_plan.h"
#include "hakaru/planning/money/billed_times.h"
#include "hakaru/planning/money/costing.h"
#include "hakaru/planning/search/search_parts.h"
#include "hakaru/serving/metrics/percentiles.h"
#include "hakaru/traffic/named_traffic.h"
#include "hakaru/traffic/request_trace.h"

namespace hakaru {
namespace {

void fill_training(Plan& plan, const TrainingJob& job, const Constants& constants) {
  TrainingFigures& figures = *plan.training();
  figures.step = estimate_step(job, plan.layout, plan.cluster, constants.calibration);
  if (const std::optional<RolloutFigures>& rollout = figures.rollout)
    figures.step = with_rollout(std::move(figures.step), rollout->generation_s + rollout->handover_s,
                                job.post_training.rollout->between_phases);
  set_memory(plan, training_memory(job, plan.layout, plan.cluster.instance().accelerator, constants.reserve).device,
             constants.reserve);
}

void fill_inference(Plan& plan, BatchInferenceJob job, const Constants& constants) {
  const Accelerator& accelerator = plan.cluster.instance().accelerator;
  job.compute = compute_type_on(accelerator, job.compute).value_or(job.compute);
  InferenceFigures& figures = *plan.inference();
  const InferenceEstimate estimate =
      estimate_inference(job, plan.layout, plan.cluster, constants.calibration, figures.batch);
  figures.latency_s = estimate.latency_s;
  figures.items_per_s = estimate.items_per_s;
  if (figures.lot)
    figures.lot->duration_s = plan.start_up_s + static_cast<double>(figures.lot->items) / estimate.items_per_s;
  set_memory(plan, inference_memory(job, plan.layout, accelerator, constants.reserve, figures.batch),
             constants.reserve);
}

/// Figures that a saturated service, or requests of one token at least, have.
ServingEstimate steady_estimate(const ServedOn& served, const Plan& plan, const ServingJob& job,
                                std::int64_t requests) {
  OperatorTimer operators(plan.cluster.instance().accelerator, served.calibration);
  return ServingEstimator(job, plan.layout, plan.cluster, served.calibration, operators, batching_of(served.options))
      .of(requests);
}

void fill_saturated(Plan& plan, const ServedOn& served) {
  ServingFigures& figures = *plan.serving();
  const ServingJob& job = served.job;
  const ServingEstimate estimate =
      steady_estimate(served, plan, job, requests_in_flight(job, plan.layout, figures.batch));
  take_steady(job, estimate, figures);
  if (!figures.lot) return;
  figures.lot = lot_of(figures.lot->items, estimate.requests_per_s, figures.request_s);
  figures.lot->duration_s += plan.start_up_s;
}

/// Bounds the figures of a fleet whose requests are not at hand: none is quicker than one of a single token alone, and
/// the rates are those of what was simulated.
void bound_by_counts(ServingFigures& figures, const ServedOn& served, const Plan& plan) {
  constexpr double means_apart = 0.2;  // of the requests that a part of the fleet was simulated with
  ServingJob shortest = served.job;
  shortest.input_length = 1;
  shortest.output_length = 2;
  const ServingEstimate least = steady_estimate(served, plan, shortest, 1);
  const double as_classed = 1 - Percentiles::relative_error;
  if (!served.compiles()) {
    figures.ttft_s = std::max(figures.ttft_s, as_classed * least.ttft_s);
    if (served.job.output_length > 1) figures.tpot_s = std::max(figures.tpot_s, as_classed * least.tpot_s);
  }
  figures.request_s = std::max(figures.request_s, as_classed * figures.ttft_s);
  const double of_all = real(plan.layout.dp) / real(std::max<std::int64_t>(1, figures.live->replicas));
  if (figures.live->duration_s > 0)
    figures.requests_per_s = real(figures.live->requests) / figures.live->duration_s * of_all;
  const double tokens_per_s = figures.requests_per_s * real(served.job.output_length);
  if (std::abs(figures.output_tokens_per_s - tokens_per_s) > means_apart * tokens_per_s)
    figures.output_tokens_per_s = tokens_per_s;
}

/// The demand that a saved plan was made for; empty: its requests are of the user's own.
Result<std::optional<ServingDemand>> planned_demand(const Scenario& scenario, const ServingJob& job, double share,
                                                    const DataFiles& data) {
  std::optional<ServingDemand> demand;
  if (!scenario.requests_file.empty()) return demand;
  const Result<JobDefaults> defaults = JobDefaults::read(data);
  if (!defaults) return fail(defaults);
  demand.emplace().level = {job.ttft_s, job.tpot_s, share};
  demand->traffic = scenario.traffic;
  if (scenario.traffic.empty()) {
    if (job.concurrency.value_or(1) > 1) demand->length_spread = defaults->closed_loop_spread;
    return demand;
  }
  Result<std::vector<Request>> requests = named_traffic(data, scenario.traffic, "traffic");
  if (!requests) return std::optional<ServingDemand>();
  demand->requests = std::move(*requests);
  add_to_prompts(demand->requests, picture_tokens_of(job));
  demand->left_out = leave_out_longer(demand->requests, job.context);
  return demand;
}

Result<void> fill_live(Plan& plan, const Scenario& scenario, const ServedOn& served, const DataFiles& data,
                       const SearchWatch& watch) {
  ServingFigures& figures = *plan.serving();
  const Result<std::optional<ServingDemand>> demand =
      planned_demand(scenario, served.job, figures.live->percentile.share, data);
  if (!demand) return fail(demand);
  if (!*demand) {
    bound_by_counts(figures, served, plan);
    return {};
  }
  const Result<FleetTrials::Trial> trial = served_again(plan, **demand, served, watch);
  if (!trial) return fail(trial);
  take_simulated(*trial, figures.live->percentile.share, figures);
  return {};
}

Result<void> fill_serving(Plan& plan, const Scenario& scenario, const DataFiles& data, const SearchWatch& watch) {
  const Result<ServedOn> served = served_as_planned(scenario, plan, data);
  if (!served) return fail(served);
  if (plan.serving()->live) {
    if (const Result<void> filled = fill_live(plan, scenario, *served, data, watch); !filled) return filled;
  } else {
    fill_saturated(plan, *served);
  }
  set_memory(plan,
             serving_memory(served->job, plan.layout, plan.cluster.instance().accelerator, served->reserve,
                            counted_sequences(*served, plan))
                 .device,
             served->reserve);
  return {};
}

}  // namespace

std::optional<Error> refuse_type(const Job& job, const Accelerator& accelerator) {
  const auto* const training = std::get_if<TrainingJob>(&job);
  const auto* const inference = std::get_if<BatchInferenceJob>(&job);
  const bool computes = training != nullptr    ? accelerator.rate(training->recipe.compute) != nullptr
                        : inference != nullptr ? compute_type_on(accelerator, inference->compute).has_value()
                                               : true;  // serving says so itself
  if (computes) return std::nullopt;
  return bad_input("{} has no rate for the type that the job computes in", accelerator.name).value();
}

Plan with_sums_anew(Plan plan, const Scenario& scenario) {
  if (plan.price && plan.block) take_fee_of_block(plan);
  if (TrainingFigures* const training = plan.training())
    training->duration_s =
        plan.start_up_s + training->compile_s +
        training->step.step_time_s * static_cast<double>(std::get<TrainingJob>(scenario.job).steps());
  add_sums(plan, scenario);
  if (ServingFigures* const serving = plan.serving();
      serving != nullptr && serving->scaling && serving->scaling->hours > 0)
    add_following_costs(*serving->scaling, plan);
  return plan;
}

Result<Plan> re_estimated(const Plan& plan, const Scenario& scenario, const DataFiles& data, const SearchWatch& watch) {
  Plan again = plan;
  if (plan.serving() != nullptr) {
    if (const Result<void> filled = fill_serving(again, scenario, data, watch); !filled) return fail(filled);
    return with_sums_anew(std::move(again), scenario);
  }
  ConstantsByAccelerator known(data, scenario.job, scenario.headroom_share);
  const Result<const Constants*> constants = known.of(plan.cluster.instance().accelerator);
  if (!constants) return fail(constants);
  if (const auto* const training = std::get_if<TrainingJob>(&scenario.job))
    fill_training(again, *training, **constants);
  else
    fill_inference(again, std::get<BatchInferenceJob>(scenario.job), **constants);
  return with_sums_anew(std::move(again), scenario);
}

}  // namespace hakaru
