#include "hakaru/planning/nearest.h"

#include <algorithm>

#include "hakaru/core/text.h"
#include "hakaru/memory/serving_memory.h"
#include "hakaru/memory/training_memory.h"
#include "hakaru/parallel/legal.h"
#include "hakaru/planning/candidates.h"
#include "hakaru/planning/search_parts.h"

namespace hakaru {
namespace {

constexpr int most_instances_to_try = 512;

bool training_fits(const TrainingJob& job, const Scenario& scenario, const Cluster& cluster,
                   const MemoryReserve& reserve) {
  for (const Layout& layout :
       usual_training_layouts(job.model, job.sequence_length, job.global_batch, cluster, scenario.layout)) {
    if (training_memory(job, layout, cluster.instance().accelerator, reserve).device.total_bytes() <=
        cluster.instance().accelerator.memory_bytes)
      return true;
  }
  return false;
}

bool serving_fits(const ServingJob& job, const Scenario& scenario, const Cluster& cluster,
                  const MemoryReserve& reserve) {
  for (const Layout& layout : legal_serving_layouts(job.model, cluster, scenario.layout)) {
    if (serving_memory(job, layout, cluster.instance().accelerator, reserve, 1).sequences_that_fit >= 1) return true;
  }
  return false;
}

bool inference_fits(const BatchInferenceJob& job, const Scenario& scenario, const Cluster& cluster,
                    const MemoryReserve& reserve) {
  for (const Layout& layout : legal_inference_layouts(job.model, cluster, scenario.layout)) {
    if (inference_memory(job, layout, cluster.instance().accelerator, reserve, std::max<std::int64_t>(1, job.batch))
            .total_bytes() <= cluster.instance().accelerator.memory_bytes)
      return true;
  }
  return false;
}

/// The fewest of `instance`, more than `tried`, on which some layout fits; 0: none.
int smallest_count_that_fits(const SearchContext& context, const Instance& instance, int tried) {
  Scenario open = context.scenario;
  open.hardware.accelerators.reset();
  open.hardware.instance_count.reset();
  open.hardware.max_instances = most_instances_to_try;
  const Result<std::vector<int>> counts = candidate_counts(open, instance);
  int missed = tried;
  for (const int count : counts ? *counts : std::vector<int>{}) {
    if (count <= tried) continue;
    if (!some_layout_fits(context, Cluster{instance, count})) {
      missed = count;
      continue;
    }
    for (int fewer = missed + 1; fewer < count; ++fewer) {
      if (some_layout_fits(context, Cluster{instance, fewer})) return fewer;
    }
    return count;
  }
  return 0;
}

/// The cheapest other instance (smallest accelerator memory that suffices) on which one instance is enough; empty:
/// none.
std::string instance_that_fits(const SearchContext& context, const std::vector<Instance>& tried) {
  std::vector<Instance> others;
  for (const Instance& instance : context.catalog.instances()) {
    const bool was_tried =
        std::any_of(tried.begin(), tried.end(), [&](const Instance& each) { return each.name == instance.name; });
    const AcceleratorKind kind = instance.accelerator.kind;
    if (!was_tried && !instance.cloud.empty() && instance.rentable_alone &&
        is_published(instance, context.scenario.hardware.prices_as_of) &&
        (kind == AcceleratorKind::gpu || kind == AcceleratorKind::neuroncore))
      others.push_back(instance);
  }
  const auto memory = [](const Instance& instance) {
    return instance.accelerator.memory_bytes * instance.accelerators;
  };
  std::sort(others.begin(), others.end(), [&](const Instance& left, const Instance& right) {
    return std::tuple(memory(left), left.name) < std::tuple(memory(right), right.name);
  });
  for (const Instance& instance : others) {
    if (some_layout_fits(context, Cluster{instance, 1})) return instance.name;
  }
  return "";
}

Message why_memory(const SearchContext& context, const std::vector<Instance>& instances, const NearestMiss& miss) {
  const std::string& name = miss.cluster.instance().name;
  const std::string needed = in_gib(miss.needed_bytes);
  const std::string capacity = in_gib(miss.capacity_bytes);
  const int count = smallest_count_that_fits(context, miss.cluster.instance(), miss.cluster.instances);
  const std::string other = instance_that_fits(context, instances);
  if (count > 0 && !other.empty()) {
    return message(
        "does not fit on {} x {}: the smallest layout ({}) needs {} of {} per device; would fit: {} x {}, or 1 x {}",
        miss.cluster.instances, name, in_short(miss.layout, miss.precision), needed, capacity, count, name, other);
  }
  if (count > 0) {
    return message("does not fit on {} x {}: the smallest layout ({}) needs {} of {} per device; would fit: {} x {}",
                   miss.cluster.instances, name, in_short(miss.layout, miss.precision), needed, capacity, count, name);
  }
  if (!other.empty()) {
    return message("does not fit on {} x {}: the smallest layout ({}) needs {} of {} per device; would fit: 1 x {}",
                   miss.cluster.instances, name, in_short(miss.layout, miss.precision), needed, capacity, other);
  }
  return message(
      "does not fit on {} x {}: the smallest layout ({}) needs {} of {} per device; fix less of the layout, or allow "
      "recompute, ZeRO or smaller types",
      miss.cluster.instances, name, in_short(miss.layout, miss.precision), needed, capacity);
}

Message why_limits(const Scenario& scenario, const std::vector<Plan>& plans) {
  const auto faster = [](const Plan& left, const Plan& right) { return left.duration_s < right.duration_s; };
  const Plan& fastest = *std::min_element(plans.begin(), plans.end(), faster);
  const bool capped = scenario.hardware.max_instances.has_value();
  if (scenario.deadline_s && fastest.duration_s > *scenario.deadline_s && !capped) {
    return message("the deadline of {} is not met: the fastest plan ({} x {}) takes {}; relax --deadline by {}",
                   in_time(*scenario.deadline_s), fastest.cluster.instances, fastest.cluster.instance().name,
                   in_time(fastest.duration_s), in_time(fastest.duration_s - *scenario.deadline_s));
  }
  if (scenario.deadline_s && fastest.duration_s > *scenario.deadline_s) {
    return message(
        "the deadline of {} is not met: the fastest plan ({} x {}) takes {}; relax --deadline by {}, or allow more "
        "with --max-instances",
        in_time(*scenario.deadline_s), fastest.cluster.instances, fastest.cluster.instance().name,
        in_time(fastest.duration_s), in_time(fastest.duration_s - *scenario.deadline_s));
  }
  const Plan* cheapest = nullptr;
  for (const Plan& plan : plans) {
    const bool in_time_for_deadline = !scenario.deadline_s || plan.duration_s <= *scenario.deadline_s;
    if (plan.cost_usd && in_time_for_deadline && (cheapest == nullptr || *plan.cost_usd < *cheapest->cost_usd))
      cheapest = &plan;
  }
  if (cheapest == nullptr)
    return message(
        "no plan has a known cost, so the budget cannot be held; name an instance with a price, or a region "
        "(--region)");
  return message("the budget of {} is not held: the cheapest plan ({} x {}) costs {}; raise --budget by {}",
                 in_usd(scenario.budget_usd.value_or(0)), cheapest->cluster.instances,
                 cheapest->cluster.instance().name, in_usd(*cheapest->cost_usd),
                 in_usd(*cheapest->cost_usd - scenario.budget_usd.value_or(0)));
}

}  // namespace

bool some_layout_fits(const SearchContext& context, const Cluster& cluster) {
  const Result<const Constants*> constants = context.constants.of(cluster.instance().accelerator);
  if (!constants) return false;
  const Scenario& scenario = context.scenario;
  const MemoryReserve& reserve = (*constants)->reserve;
  if (const auto* job = std::get_if<TrainingJob>(&scenario.job)) {
    const auto fits_with = [&](const PrecisionRecipe& recipe) {
      return computes_natively(cluster.instance().accelerator, recipe.compute) &&
             training_fits(with_recipe(*job, recipe), scenario, cluster, reserve);
    };
    return training_fits(*job, scenario, cluster, reserve) ||
           std::any_of(scenario.other_recipes.begin(), scenario.other_recipes.end(), fits_with);
  }
  if (const auto* job = std::get_if<ServingJob>(&scenario.job)) return serving_fits(*job, scenario, cluster, reserve);
  return inference_fits(std::get<BatchInferenceJob>(scenario.job), scenario, cluster, reserve);
}

Message why_nothing_works(const SearchContext& context, const std::vector<Instance>& instances,
                          const SearchResult& found) {
  if (!found.plans.empty()) return why_limits(context.scenario, found.plans);
  if (found.unproven)
    return message("only {} fits, of a kind that no measured step covers; ask for it by its flags",
                   in_short(found.unproven->timed.layout, found.unproven->precision));
  if (found.feasible == 0 && found.miss) return why_memory(context, instances, *found.miss);
  if (found.near) return found.near->why;
  if (found.not_legal) return *found.not_legal;
  return message("no layout could be evaluated");
}

}  // namespace hakaru
