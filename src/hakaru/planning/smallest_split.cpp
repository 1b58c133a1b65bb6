#include "hakaru/planning/smallest_split.h"

#include <tuple>

#include "hakaru/job/layout_fields.h"
#include "hakaru/memory/serving_memory.h"
#include "hakaru/memory/training_memory.h"
#include "hakaru/parallel/legal.h"
#include "hakaru/planning/bands/planning_sources.h"
#include "hakaru/planning/search/nearest.h"

namespace hakaru {
namespace {

/// Tensor parallelism and nothing else, unless it was asked for; the whole batch at once.
LayoutRequest cut_by_tensor_alone(const LayoutRequest& request, std::int64_t batch) {
  const Layout plain = requested_layout(request);
  LayoutRequest cut = request;
  each_layout_field([&](const auto& field) {
    if (!field.unsaid_if_usual && !(cut.*field.request)) cut.*field.request = plain.*field.value;
  });
  cut.tp = request.tp;
  cut.micro_batch = request.micro_batch.value_or(std::max<std::int64_t>(1, batch / plain.dp));
  return cut;
}

/// Search of one way to cut the job, over all numbers of accelerators of one instance.
class SplitSearch {
 public:
  SplitSearch(const Scenario& scenario, const Instance& instance, const MemoryReserve& reserve)
      : scenario_(scenario), instance_(instance), reserve_(reserve) {}

  /// True if a layout that `request` allows fits; `nearest` is the best of those seen.
  bool finds(const LayoutRequest& request) {
    for (const std::int64_t ranks : divisors(instance_.accelerators)) {
      Instance part = instance_;
      part.accelerators = static_cast<int>(ranks);
      const Cluster cluster{part, 1};
      std::optional<NearestMiss> best;
      for (const Layout& layout : layouts(cluster, request)) {
        const NearestMiss seen{Cluster{instance_, 1}, layout, "", needed_bytes(layout), reserve_};
        if (!best || order_of_fit(seen) < order_of_fit(*best)) best = seen;
      }
      if (best && (!nearest_ || best->overflow() < nearest_->overflow())) nearest_ = best;
      if (nearest_ && nearest_->overflow() <= 1) return true;
    }
    return false;
  }

  const std::optional<NearestMiss>& nearest() const { return nearest_; }

 private:
  /// First stands the layout that fits and costs least speed; where none fits, the nearest.
  static std::tuple<bool, Recompute, int, double> order_of_fit(const NearestMiss& miss) {
    const bool fits = miss.overflow() <= 1;
    return fits ? std::tuple(false, miss.layout.recompute, miss.layout.zero, miss.overflow())
                : std::tuple(true, Recompute::none, 0, miss.overflow());
  }

  std::vector<Layout> layouts(const Cluster& cluster, const LayoutRequest& request) const {
    if (const auto* job = std::get_if<TrainingJob>(&scenario_.job))
      return usual_training_layouts(job->model, job->sequence_length, job->global_batch, cluster, request,
                                    job->offers.of(job->software.constants, job->model.experts));
    return legal_serving_layouts(model_of(scenario_.job), cluster, request);
  }

  double needed_bytes(const Layout& layout) const {
    const Accelerator& accelerator = instance_.accelerator;
    if (const auto* job = std::get_if<TrainingJob>(&scenario_.job))
      return training_memory(*job, layout, accelerator, reserve_).device.total_bytes();
    const auto& job = std::get<ServingJob>(scenario_.job);
    return serving_memory(job, layout, accelerator, reserve_, job.concurrency.value_or(1)).device.total_bytes();
  }

  const Scenario& scenario_;
  const Instance& instance_;
  const MemoryReserve& reserve_;
  std::optional<NearestMiss> nearest_;
};

}  // namespace

Result<SmallestSplit> smallest_split(const Scenario& scenario, const Instance& instance, const MemoryReserve& reserve,
                                     const Catalog& catalog, const DataFiles& data) {
  PlanningSources sources(data);
  const Result<Recommendations>& recommendations = sources.recommendations();
  if (!recommendations) return fail(recommendations);
  SplitSearch search(scenario, instance, reserve);
  bool found = false;
  if (const auto* job = std::get_if<TrainingJob>(&scenario.job)) {
    found = search.finds(cut_by_tensor_alone(scenario.layout, job->global_batch)) || search.finds(scenario.layout);
  } else {
    LayoutRequest one_replica = scenario.layout;
    one_replica.dp = 1;
    found = search.finds(one_replica);
  }
  const std::optional<NearestMiss>& nearest = search.nearest();
  if (!nearest) return unsatisfiable("no layout fills {} × {}", 1, instance.name);
  if (found) return SmallestSplit{nearest->layout, std::nullopt};
  const Executor executor;
  const Result<std::shared_ptr<const PlanBands>> bands = sources.bands(scenario.job);
  if (!bands) return fail(bands);
  const SearchContext context{scenario, catalog, sources.constants(scenario), *recommendations, **bands, executor};
  return SmallestSplit{nearest->layout, why_it_does_not_fit(context, {instance}, *nearest)};
}

}  // namespace hakaru
