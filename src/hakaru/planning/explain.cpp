#include <algorithm>
#include <iterator>

#include "hakaru/core/quantities.h"
#include "hakaru/core/ranges.h"
#include "hakaru/memory/serving_memory.h"
#include "hakaru/memory/training_memory.h"
#include "hakaru/planning/bands/explain_band.h"
#include "hakaru/planning/fleet/explain_fleet.h"
#include "hakaru/planning/money/cost_kinds.h"
#include "hakaru/planning/money/start_up.h"
#include "hakaru/planning/rollout.h"
#include "hakaru/planning/search/search_parts.h"

namespace hakaru {
namespace {

/// The components of what batch inference holds, which add up to the plan's memory.
Terms inference_memory_terms(const BatchInferenceJob& job, const Plan& plan, const MemoryReserve& reserve) {
  const Accelerator& accelerator = plan.cluster.instance().accelerator;
  const std::int64_t batch = plan.inference()->batch;
  Terms terms;
  for (const BatchInferenceJob& network : networks_of_item(job)) {
    const bool itself = terms.empty(), reads = reads_text(network);
    const char* const name = itself ? "weights" : reads ? "weights of a text encoder" : "weights of an autoencoder";
    const MemoryBreakdown alone = inference_memory(network, plan.layout, accelerator, reserve, batch);
    terms.push_back(
        {name,
         itself ? std::string(name_of(job.weights)) : fmt::format("{}, {}", network.model.name, name_of(job.weights)),
         alone.weights_bytes, "bytes", network.model.source});
  }
  const MemoryBreakdown memory = inference_memory(job, plan.layout, accelerator, reserve, batch);
  terms.push_back({"activations", fmt::format("{} items × the widest module's input and output", batch),
                   memory.activations_bytes, "bytes", ""});
  terms.push_back({"reserve",
                   fmt::format("{} + {:.3g} × {}", in_gib(reserve.fixed_bytes), reserve.share_of_capacity,
                               in_gib(accelerator.memory_bytes)),
                   memory.reserve_bytes, "bytes", reserve.source});
  return terms;
}

/// A share, not bytes: the lines above it add up to what is held.
Term left_free(const Accelerator& accelerator, const MemoryReserve& reserve) {
  const bool by_itself = reserve.left_free_share > reserve.headroom_share;
  return {"left free", fmt::format("at least this share of {}", in_gib(accelerator.memory_bytes)),
          100 * std::max(reserve.left_free_share, reserve.headroom_share), "%",
          by_itself ? reserve.source : reserve.headroom_source};
}

std::optional<Error> explain_training_plan(PlanExplanation& explanation, const TrainingJob& job, const Plan& plan,
                                           const Constants& constants) {
  const Accelerator& accelerator = plan.cluster.instance().accelerator;
  explanation.memory = explain_training_memory(job, plan.layout, accelerator, constants.reserve).terms;
  const TrainingFigures& figures = *plan.training();
  StepEstimate step = explain_step(job, plan.layout, plan.cluster, constants.calibration);
  if (figures.rollout) {
    SamplingReplicas made;
    const Result<std::shared_ptr<const Rollouts>> rollouts = Rollouts::of(job, plan.cluster, constants, made);
    if (!rollouts) return rollouts.error();
    explanation.time = (*rollouts)->terms(*figures.rollout);
    const double between = job.post_training.rollout->between_phases;
    step = with_rollout(std::move(step), figures.step.rollout_s, between);
    explanation.time.push_back({"between the phases", fmt::format("{:.3g} × all phases", between),
                                step.between_phases_s, "s", "data/defaults.toml, between_phases"});
  }
  ranges::move(step.terms, std::back_inserter(explanation.time));
  std::string run = fmt::format("{} steps × {:.4g} s", job.steps(), figures.step.step_time_s);
  if (figures.compile_s > 0) run += fmt::format(" + {:.4g} s of compiling (data/support.toml)", figures.compile_s);
  explanation.time.push_back({"run", run, figures.duration_s - plan.start_up_s, "s", ""});
  return std::nullopt;
}

void explain_inference_plan(PlanExplanation& explanation, BatchInferenceJob job, const Plan& plan,
                            const Constants& constants) {
  job.compute = compute_type_on(plan.cluster.instance().accelerator, job.compute).value_or(job.compute);
  const InferenceFigures& figures = *plan.inference();
  explanation.memory = inference_memory_terms(job, plan, constants.reserve);
  explanation.time = explain_inference(job, plan.layout, plan.cluster, constants.calibration, figures.batch).terms;
  if (figures.lot) {
    explanation.time.push_back(
        {"all items",
         fmt::format("{} items / {:.6g} items/s", with_separators(figures.lot->items), figures.items_per_s),
         figures.lot->duration_s - plan.start_up_s, "s", ""});
  }
}

std::optional<Error> explain_serving_plan(PlanExplanation& explanation, const Scenario& scenario, const Plan& plan,
                                          const DataFiles& data) {
  const Result<ServedOn> served = served_as_planned(scenario, plan, data);
  if (!served) return served.error();
  explanation.memory = serving_memory_terms(*served, plan);
  explanation.memory.push_back(left_free(plan.cluster.instance().accelerator, served->reserve));
  if (plan.serving()->live) {
    Result<Terms> terms = fleet_terms(scenario, *served, plan);
    if (!terms) return terms.error();
    explanation.time = std::move(*terms);
    return std::nullopt;
  }
  const std::int64_t requests = requests_in_flight(served->job, plan.layout, plan.serving()->batch);
  OperatorTimer operators(plan.cluster.instance().accelerator, served->calibration);
  const ServingFigures& figures = *plan.serving();
  explanation.time = ServingEstimator(served->job, plan.layout, plan.cluster, served->calibration, operators,
                                      batching_of(served->options))
                         .explain(requests)
                         .terms;
  if (figures.lot)
    explanation.time.push_back(
        {"all items",
         fmt::format("{} items / {:.6g} items/s, at least one of {:.4g} s", with_separators(figures.lot->items),
                     figures.requests_per_s, figures.request_s),
         figures.lot->duration_s - plan.start_up_s, "s", ""});
  return std::nullopt;
}

std::optional<Error> explain_work(PlanExplanation& explanation, const Scenario& scenario, const Plan& plan,
                                  const DataFiles& data) {
  if (std::holds_alternative<ServingJob>(scenario.job)) return explain_serving_plan(explanation, scenario, plan, data);
  const Accelerator& accelerator = plan.cluster.instance().accelerator;
  ConstantsByAccelerator known(data, scenario.job, scenario.headroom_share);
  const Result<const Constants*> constants = known.of(accelerator);
  if (!constants) return constants.error();
  const auto* training = std::get_if<TrainingJob>(&scenario.job);
  std::optional<Error> error;
  if (training != nullptr)
    error = explain_training_plan(explanation, *training, plan, **constants);
  else
    explain_inference_plan(explanation, std::get<BatchInferenceJob>(scenario.job), plan, **constants);
  explanation.memory.push_back(left_free(accelerator, (*constants)->reserve));
  return error;
}

}  // namespace

Result<PlanExplanation> explain_plan(const Scenario& scenario, const Plan& plan, const DataFiles& data) {
  PlanExplanation explanation;
  if (const std::optional<Error> error = explain_work(explanation, scenario, plan, data)) return tl::unexpected(*error);
  if (plan.start_up_s > 0) {
    const Result<StartUps> start_ups = StartUps::read(data);
    if (!start_ups) return fail(start_ups);
    ranges::move(start_up_terms(plan, scenario, *start_ups), std::back_inserter(explanation.time));
    explanation.time.push_back({"time", "run or lot + start-up", *plan.duration_s(), "s", ""});
  }
  explanation.money = money_terms(plan, scenario);
  Result<Terms> error = explain_band(plan, scenario, data);
  if (!error) return fail(error);
  explanation.error = std::move(*error);
  return explanation;
}

}  // namespace hakaru
