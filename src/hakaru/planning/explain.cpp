#include "hakaru/core/text.h"
#include "hakaru/memory/serving_memory.h"
#include "hakaru/memory/training_memory.h"
#include "hakaru/planning/constants.h"
#include "hakaru/planning/explain_fleet.h"
#include "hakaru/planning/search_parts.h"

namespace hakaru {
namespace {

Terms money_terms(const Plan& plan) {
  Terms terms;
  if (plan.price) {
    terms.push_back({"price",
                     fmt::format("{} in {}, {}, as of {}", plan.price->instance, plan.price->region,
                                 name_of(plan.price->kind), plan.price->as_of),
                     plan.price->usd_per_h, "USD/h", plan.price->source});
    const double hours = plan.duration_s > 0 ? plan.duration_s / seconds_per_hour : 1;
    terms.push_back({"cost",
                     fmt::format("{} × {} USD/h × {:.4g} h", plan.cluster.instances, plan.price->usd_per_h, hours),
                     plan.cost_usd.value_or(0), "USD", ""});
  }
  if (plan.energy_kwh) {
    const double power_w = plan.cluster.instance().accelerator.power_w.value_or(0);
    terms.push_back(
        {"energy",
         fmt::format("{} accelerators × {} W × {:.4g} h, hosts and cooling not counted", plan.cluster.ranks(), power_w,
                     *plan.energy_kwh * kilo / (power_w * plan.cluster.ranks())),
         *plan.energy_kwh, "kWh", plan.cluster.instance().accelerator.source});
  }
  return terms;
}

/// Of output tokens or items: as add_costs reckons it.
std::optional<Term> cost_of_a_million(const Scenario& scenario, const Plan& plan) {
  const auto* job = std::get_if<ServingJob>(&scenario.job);
  if (job != nullptr && plan.serving && plan.serving->cost_per_million_tokens_usd && plan.usd_per_h) {
    const std::string per_s = job->rate_per_s
                                  ? fmt::format("({:.6g} requests/s × {} tokens", *job->rate_per_s, job->output_length)
                                  : fmt::format("({:.6g} tokens/s", plan.serving->output_tokens_per_s);
    return Term{"cost per million output tokens",
                fmt::format("{:.6g} USD/h × 10⁶ / {} × 3,600 s)", *plan.usd_per_h, per_s),
                *plan.serving->cost_per_million_tokens_usd, "USD", ""};
  }
  if (!plan.inference || !plan.inference->cost_per_million_items_usd || !plan.usd_per_h) return std::nullopt;
  return Term{
      "cost per million items",
      fmt::format("{:.6g} USD/h × 10⁶ / ({:.6g} items/s × 3,600 s)", *plan.usd_per_h, plan.inference->items_per_s),
      *plan.inference->cost_per_million_items_usd, "USD", ""};
}

/// The components of what batch inference holds, which add up to the plan's memory.
Terms inference_memory_terms(const BatchInferenceJob& job, const Plan& plan, const MemoryReserve& reserve) {
  const Accelerator& accelerator = plan.cluster.instance().accelerator;
  const std::int64_t batch = plan.inference->batch;
  const MemoryBreakdown memory = inference_memory(job, plan.layout, accelerator, reserve, batch);
  return {{"weights", std::string(name_of(job.weights)), memory.weights_bytes, "bytes", job.model.source},
          {"activations", fmt::format("{} items × the widest module's input and output", batch),
           memory.activations_bytes, "bytes", ""},
          {"reserve",
           fmt::format("{} + {:.3g} × {}", in_gib(reserve.fixed_bytes), reserve.share_of_capacity,
                       in_gib(accelerator.memory_bytes)),
           memory.reserve_bytes, "bytes", reserve.source}};
}

/// What the products of the job are computed in on that accelerator, when it can.
std::optional<DataType> compute_type(const Job& job, const Accelerator& accelerator) {
  if (const auto* training = std::get_if<TrainingJob>(&job)) {
    const DataType type = training->recipe.compute;
    return accelerator.rate(type) == nullptr ? std::nullopt : std::optional(type);
  }
  if (const auto* serving = std::get_if<ServingJob>(&job)) return compute_type_on(accelerator, serving->compute);
  return compute_type_on(accelerator, std::get<BatchInferenceJob>(job).compute);
}

}  // namespace

Result<PlanExplanation> explain_plan(const Scenario& scenario, const Plan& plan, const DataFiles& data) {
  const Accelerator& accelerator = plan.cluster.instance().accelerator;
  const std::optional<DataType> compute = compute_type(scenario.job, accelerator);
  if (!compute) return bad_input("{} has no rate for the type that the job computes in", accelerator.name);
  ConstantsByAccelerator known(data, scenario.job, scenario.headroom_share);
  const Result<const Constants*> constants = known.of(accelerator);
  if (!constants) return fail(constants);
  const auto& [calibration, reserve] = **constants;
  PlanExplanation explanation;
  if (const auto* training = std::get_if<TrainingJob>(&scenario.job)) {
    explanation.memory = explain_training_memory(*training, plan.layout, accelerator, reserve).terms;
    explanation.time = explain_step(*training, plan.layout, plan.cluster, calibration).terms;
    explanation.time.push_back({"run", fmt::format("{} steps × {:.4g} s", training->steps(), plan.step.step_time_s),
                                plan.duration_s, "s", ""});
  } else if (const auto* serving = std::get_if<ServingJob>(&scenario.job)) {
    ServingJob job = *serving;
    job.compute = *compute;
    Result<Terms> memory = serving_memory_terms(job, plan, reserve, data);
    if (!memory) return fail(memory);
    explanation.memory = std::move(*memory);
    if (plan.serving->simulated_requests > 0) {
      Result<Terms> terms = fleet_terms(scenario, job, plan, **constants, data);
      if (!terms) return fail(terms);
      explanation.time = std::move(*terms);
    } else {
      explanation.time = explain_serving(job, plan.layout, plan.cluster, calibration, plan.serving->batch).terms;
    }
  } else {
    BatchInferenceJob job = std::get<BatchInferenceJob>(scenario.job);
    job.compute = *compute;
    explanation.memory = inference_memory_terms(job, plan, reserve);
    explanation.time = explain_inference(job, plan.layout, plan.cluster, calibration, plan.inference->batch).terms;
  }
  explanation.memory.push_back({"left free",
                                fmt::format("{:.3g} × {}", reserve.left_free_share, in_gib(accelerator.memory_bytes)),
                                accelerator.memory_bytes - reserve.usable_bytes(accelerator), "bytes",
                                reserve.left_free_share > scenario.headroom_share ? reserve.source : "--headroom"});
  explanation.money = money_terms(plan);
  if (std::optional<Term> each = cost_of_a_million(scenario, plan)) explanation.money.push_back(std::move(*each));
  return explanation;
}

}  // namespace hakaru
