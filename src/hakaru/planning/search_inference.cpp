#include "hakaru/core/text.h"
#include "hakaru/memory/serving_memory.h"
#include "hakaru/parallel/legal.h"
#include "hakaru/planning/candidates.h"
#include "hakaru/planning/search.h"

namespace hakaru {

Result<SearchResult> search_inference(const SearchContext& context, const Instance& instance) {
  BatchInferenceJob job = std::get<BatchInferenceJob>(context.scenario.job);
  const Accelerator& accelerator = instance.accelerator;
  SearchResult result;
  const DataType wanted = job.compute;
  const std::optional<DataType> compute = compute_type_on(accelerator, wanted);
  if (!compute) {
    return SearchResult::impossible(message("{} does not compute {}", accelerator.name, name_of(job.compute)));
  }
  job.compute = *compute;
  const Result<const Constants*> constants = context.constants.of(instance.accelerator);
  if (!constants) return SearchResult::impossible(constants.error().message);
  const auto& [calibration, reserve] = **constants;

  const Cluster cluster{instance, static_cast<int>(context.scenario.hardware.instance_count.value_or(1))};
  for (const Layout& layout : legal_serving_layouts(job.model, cluster, context.scenario.layout)) {
    if (layout.pp > 1 || layout.ep > 1) continue;
    ++result.evaluated;
    const MemoryBreakdown memory = inference_memory(job, layout, accelerator, reserve, job.batch);
    if (memory.total_bytes() > accelerator.memory_bytes) {
      const NearestMiss miss{cluster, layout, memory.total_bytes(), accelerator.memory_bytes};
      if (!result.miss || miss.overflow() < result.miss->overflow()) result.miss = miss;
      continue;
    }
    ++result.feasible;
    const InferenceEstimate estimate = estimate_inference(job, layout, cluster, calibration, job.batch);
    if (job.latency_s && estimate.latency_s > *job.latency_s) {
      result.not_legal = message("the limit is not met: one batch takes {}", in_time(estimate.latency_s));
      continue;
    }
    Plan plan;
    plan.cluster = cluster;
    plan.layout = layout;
    plan.memory = memory;
    plan.capacity_bytes = accelerator.memory_bytes;
    plan.step.mfu = estimate.mfu;
    plan.inference = InferenceFigures{job.batch, estimate.latency_s, estimate.items_per_s, std::nullopt};
    plan.calibration = calibration.name;
    plan.notes = notes_on_types(accelerator, wanted, job.compute);
    if (!calibration.relative_of.empty()) {
      plan.notes.push_back(message("no measurements of {}: timed with the constants of its nearest relative, {}",
                                   accelerator.name, calibration.relative_of));
    }
    add_costs(plan, context.scenario, context.catalog, context.recommendations);
    result.plans.push_back(std::move(plan));
  }
  return result;
}

}  // namespace hakaru
