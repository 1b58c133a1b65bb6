#include "hakaru/core/text.h"
#include "hakaru/memory/serving_memory.h"
#include "hakaru/planning/candidates.h"
#include "hakaru/planning/search_parts.h"

namespace hakaru {
namespace {

constexpr std::int64_t largest_batch = 4096;

/// The batch that gives most items per second of those that `run` can and that keep the limit; 1 where none does.
template <typename Run>
std::int64_t batch_within(const std::optional<double>& limit_s, const Run& run) {
  const RateOfBatch rate = [&](std::int64_t batch) -> std::optional<double> {
    const std::optional<InferenceEstimate> estimate = run(batch);
    if (!estimate || (limit_s && estimate->latency_s > *limit_s)) return std::nullopt;
    return estimate->items_per_s;
  };
  return best_batch(rate, largest_batch).value_or(1);
}

}  // namespace

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
  if (!constants) return SearchResult::impossible(constants.error());
  const Calibration& calibration = (*constants)->calibration;
  const MemoryReserve& reserve = (*constants)->reserve;

  const Result<std::vector<int>> counts = candidate_counts(context.scenario, instance);
  if (!counts) return fail(counts);
  const Cluster cluster{instance, counts->front()};  // more instances only add replicas
  for (const Layout& layout : legal_inference_layouts(job.model, cluster, context.scenario.layout)) {
    ++result.evaluated;
    const auto memory_of = [&](std::int64_t batch) {
      return inference_memory(job, layout, accelerator, reserve, batch);
    };
    const auto estimate_of = [&](std::int64_t batch) {
      return estimate_inference(job, layout, cluster, calibration, batch);
    };
    const double usable_bytes = reserve.usable_bytes(accelerator);
    const std::int64_t batch = job.batch > 0 ? job.batch : batch_within(job.latency_s, [&](std::int64_t tried) {
      return memory_of(tried).total_bytes() > usable_bytes ? std::nullopt : std::optional(estimate_of(tried));
    });
    const MemoryBreakdown memory = memory_of(batch);
    if (memory.total_bytes() > usable_bytes) {
      result.note_miss(cluster, layout, memory, reserve);
      continue;
    }
    ++result.feasible;
    const InferenceEstimate estimate = estimate_of(batch);
    if (job.latency_s && estimate.latency_s > *job.latency_s) {
      result.note_near(
          estimate.latency_s / *job.latency_s,
          message("the limit is not met: a batch takes {} on {}, the nearest; relax --latency by {}",
                  in_time(estimate.latency_s), instance.name, in_time(estimate.latency_s - *job.latency_s)));
      continue;
    }
    Plan plan = begun_plan(cluster, layout, memory, calibration, reserve, wanted, job.compute);
    plan.step.mfu = estimate.mfu;
    plan.inference = InferenceFigures{batch, estimate.latency_s, estimate.items_per_s, std::nullopt};
    add_costs(plan, context.scenario, context.catalog, context.recommendations);
    result.plans.push_back(std::move(plan));
  }
  return result;
}

}  // namespace hakaru
