#include <cmath>

#include "hakaru/core/quantities.h"
#include "hakaru/memory/serving_memory.h"
#include "hakaru/planning/search/candidates.h"
#include "hakaru/planning/search/search_parts.h"

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

class InferenceSearch {
 public:
  /// `job` in the type that the accelerator computes in; `wanted`: that was to be computed in.
  InferenceSearch(const SearchContext& context, BatchInferenceJob job, DataType wanted, const Constants& constants)
      : context_(context),
        job_(std::move(job)),
        wanted_(wanted),
        calibration_(constants.calibration),
        reserve_(constants.reserve) {}

  void look_at(const Cluster& cluster, const LayoutRequest& request) {
    for (const Layout& layout : legal_inference_layouts(job_.model, cluster, request)) {
      ++result_.evaluated;
      consider(cluster, layout);
    }
  }

  /// Adds, for each split found that ends too late, the fewest instances, at most so many, on which it ends in time.
  void add_those_in_time(double deadline_s, int most_instances) {
    const std::vector<Plan> found = result_.plans;
    for (const Plan& plan : found) {
      LayoutRequest same_split = context_.scenario.layout;
      same_split.tp = plan.layout.tp;
      int count = plan.cluster.instances;
      double duration_s = ended_after_s(plan);
      while (duration_s > deadline_s && count < most_instances) {
        const double started_s = plan.start_up_s;  // replicas share the items evenly, and start side by side
        const double needed =
            deadline_s > started_s ? std::ceil(count * (duration_s - started_s) / (deadline_s - started_s)) : 0;
        count = static_cast<int>(std::clamp<double>(needed, count + 1, most_instances));
        look_at(Cluster{plan.cluster.instance(), count}, same_split);
        duration_s = ended_after_s(result_.plans.back());
      }
    }
  }

  SearchResult take() { return std::move(result_); }

 private:
  double ended_after_s(const Plan& plan) const { return counted_duration_s(plan, context_.scenario); }
  MemoryBreakdown memory_of(const Cluster& cluster, const Layout& layout, std::int64_t batch) const {
    return inference_memory(job_, layout, cluster.instance().accelerator, reserve_, batch);
  }
  InferenceEstimate estimate_of(const Cluster& cluster, const Layout& layout, std::int64_t batch) const {
    return estimate_inference(job_, layout, cluster, calibration_, batch);
  }

  void consider(const Cluster& cluster, const Layout& layout) {
    const double usable_bytes = reserve_.usable_bytes(cluster.instance().accelerator);
    const auto run = [&](std::int64_t batch) {
      const bool fits = memory_of(cluster, layout, batch).total_bytes() <= usable_bytes;
      return fits ? std::optional(estimate_of(cluster, layout, batch)) : std::nullopt;
    };
    const std::int64_t batch = job_.batch > 0 ? job_.batch : batch_within(job_.latency_s, run);
    const MemoryBreakdown memory = memory_of(cluster, layout, batch);
    if (memory.total_bytes() > usable_bytes) {
      result_.note_miss(cluster, layout, memory, reserve_);
      return;
    }
    ++result_.feasible;
    const InferenceEstimate estimate = estimate_of(cluster, layout, batch);
    if (job_.latency_s && estimate.latency_s > *job_.latency_s) {
      note_late(cluster.instance(), estimate.latency_s);
      return;
    }
    add(cluster, layout, memory, batch, estimate);
  }

  void note_late(const Instance& instance, double latency_s) {
    result_.note_near(latency_s / *job_.latency_s,
                      message("the limit is not met: a batch takes {} on {}, the nearest; relax --latency by {}",
                              in_time(latency_s), instance.name, in_time(latency_s - *job_.latency_s)));
  }

  void add(const Cluster& cluster, const Layout& layout, const MemoryBreakdown& memory, std::int64_t batch,
           const InferenceEstimate& estimate) {
    Plan plan = begun_plan(cluster, layout, memory, calibration_, reserve_, wanted_, job_.compute);
    InferenceFigures figures{
        .batch = batch, .latency_s = estimate.latency_s, .items_per_s = estimate.items_per_s, .mfu = estimate.mfu};
    if (job_.items > 0) figures.lot = LotFigures{job_.items, static_cast<double>(job_.items) / estimate.items_per_s};
    plan.figures = figures;
    add_costs(plan, context_.scenario, context_.catalog, context_.recommendations);
    const bool is_gpu = cluster.instance().accelerator.kind == AcceleratorKind::gpu;
    if (job_.software.empty() && is_gpu && plan.evidence.kind != Evidence::none)
      plan.notes.push_back(
          message("as {} runs it; --software pytorch: as PyTorch does, nothing compiled", calibration_.stack));
    plan.uncertainty = context_.bands.of(plan, job_);
    buy_offered_block(plan, context_.scenario, context_.catalog);
    result_.plans.push_back(std::move(plan));
  }

  const SearchContext& context_;
  const BatchInferenceJob job_;
  const DataType wanted_;
  const Calibration& calibration_;
  const MemoryReserve& reserve_;
  SearchResult result_;
};

/// More instances only add replicas: the fewest do, unless a lot of items is to be done soonest on what is allowed.
int first_count(const Scenario& scenario, const std::vector<int>& counts) {
  const bool soonest = std::get<BatchInferenceJob>(scenario.job).items > 0 && scenario.objective == Objective::time &&
                       (scenario.hardware.max_instances || !scenario.hardware.quotas.empty());
  return soonest ? counts.back() : counts.front();
}

}  // namespace

Result<SearchResult> search_inference(const SearchContext& context, const Instance& instance) {
  BatchInferenceJob job = std::get<BatchInferenceJob>(context.scenario.job);
  const DataType wanted = job.compute;
  const std::optional<DataType> compute = compute_type_on(instance.accelerator, wanted);
  if (!compute)
    return SearchResult::impossible(message("{} does not compute {}", instance.accelerator.name, name_of(wanted)));
  job.compute = *compute;
  const Result<const Constants*> constants = context.constants.of(instance.accelerator);
  if (!constants) return SearchResult::impossible(constants.error());
  const Result<std::vector<int>> counts = candidate_counts(context.scenario, instance);
  if (!counts) return fail(counts);

  InferenceSearch search(context, std::move(job), wanted, **constants);
  search.look_at(Cluster{instance, first_count(context.scenario, *counts)}, context.scenario.layout);
  if (context.scenario.deadline_s) search.add_those_in_time(*context.scenario.deadline_s, counts->back());
  return search.take();
}

}  // namespace hakaru
