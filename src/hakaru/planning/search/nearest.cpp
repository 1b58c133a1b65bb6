#include "hakaru/planning/search/nearest.h"

#include <algorithm>
#include <cmath>

#include "hakaru/core/quantities.h"
#include "hakaru/core/ranges.h"
#include "hakaru/memory/serving_memory.h"
#include "hakaru/memory/training_memory.h"
#include "hakaru/parallel/legal.h"
#include "hakaru/planning/money/in_region.h"
#include "hakaru/planning/money/other_costs.h"
#include "hakaru/planning/search/candidates.h"
#include "hakaru/planning/search/deepening.h"
#include "hakaru/planning/search/search_parts.h"
#include "hakaru/planning/search/served_on.h"

namespace hakaru {
namespace {

constexpr int most_instances_to_try = 512;
/// Clusters beyond so many accelerators are no advice: the largest that runs are published of have about 100,000.
constexpr double most_accelerators_to_advise = 131'072;

bool training_fits(const TrainingJob& job, const LayoutRequest& request, const Cluster& cluster,
                   const MemoryReserve& reserve) {
  const Instance& instance = cluster.instance();
  const std::vector<Layout> layouts =
      usual_training_layouts(job.model, job.sequence_length, job.global_batch, cluster, request,
                             job.offers.of(job.software.constants, job.model.experts));
  return ranges::any_of(layouts, [&](const Layout& layout) {
    return fits(training_memory(job, layout, instance.accelerator, reserve).device, reserve, job.host_update, instance);
  });
}

/// The flags with which the instance that was asked about would do; "": it would not, or is not one.
std::string flags_that_fit(const SearchContext& context, const NearestMiss& miss) {
  const auto* job = std::get_if<TrainingJob>(&context.scenario.job);
  if (job == nullptr || miss.cluster.instances > 1) return "";
  const LayoutRequest& asked = context.scenario.layout;
  if (job->lora && !job->lora->base) {
    TrainingJob narrow = *job;
    narrow.lora->base = DataType::nf4;
    if (training_fits(narrow, asked, miss.cluster, miss.reserve)) return " --lora-base nf4";
  }
  constexpr std::int64_t shortest = 1024;
  for (std::int64_t length = job->sequence_length / 2; length >= shortest && job->lora; length /= 2) {
    TrainingJob shorter = *job;
    shorter.sequence_length = length;
    if (training_fits(shorter, asked, miss.cluster, miss.reserve)) return fmt::format(" --sequence-length {}", length);
  }
  if (miss.accelerator().host_link_bytes_per_s <= 0) return "";
  for (const auto& [optimizer, activations] : {std::pair(true, false), {false, true}, {true, true}}) {
    LayoutRequest request = asked;
    request.offload_optimizer = asked.offload_optimizer.value_or(optimizer);
    request.offload_activations = asked.offload_activations.value_or(activations);
    if (*request.offload_optimizer != optimizer || *request.offload_activations != activations) continue;
    std::string flags;
    if (optimizer && !asked.offload_optimizer) flags += " --offload-optimizer true";
    if (activations && !asked.offload_activations) flags += " --offload-activations true";
    if (!flags.empty() && training_fits(*job, request, miss.cluster, miss.reserve)) return flags;
  }
  return "";
}

/// As the accelerator's engine serves it.
bool serving_fits(const ServingJob& job, const SearchContext& context, const Cluster& cluster) {
  const Accelerator& accelerator = cluster.instance().accelerator;
  const Result<ServedOn> served = served_on(job, accelerator, context.constants);
  if (!served) return false;
  for (const Layout& layout : legal_serving_layouts(job.model, cluster, context.scenario.layout)) {
    if (serving_memory(served->job, layout, accelerator, served->reserve, 1).sequences_that_fit >= 1) return true;
  }
  return false;
}

bool inference_fits(const BatchInferenceJob& job, const Scenario& scenario, const Cluster& cluster,
                    const MemoryReserve& reserve) {
  for (const Layout& layout : legal_inference_layouts(job.model, cluster, scenario.layout)) {
    if (inference_memory(job, layout, cluster.instance().accelerator, reserve, std::max<std::int64_t>(1, job.batch))
            .total_bytes() <= reserve.usable_bytes(cluster.instance().accelerator))
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

/// The fewest accelerators, more than are used of one machine that is asked for in part, on which some layout fits; 0:
/// none of one machine.
int fewest_of_a_machine(const SearchContext& context, const Instance& part) {
  const Result<Instance> whole = context.catalog.instance(part.name);
  if (!whole) return 0;
  for (int count = part.accelerators + 1; count <= whole->accelerators; ++count) {
    if (some_layout_fits(context, Cluster{part_for(*whole, count), 1})) return count;
  }
  return 0;
}

/// The other instance of which one is enough: the whole of the one that was asked about, then those of its family, then
/// of its kind, which run the same software, then others; of those the cheapest, those without a price last. Empty:
/// none.
std::string instance_that_fits(const SearchContext& context, const std::vector<Instance>& tried,
                               const Instance& asked) {
  const std::vector<std::string> clouds = clouds_looked_at(context.scenario.hardware, context.catalog);
  std::vector<Instance> others;
  for (const Instance& instance : context.catalog.instances()) {
    const bool was_tried = std::any_of(tried.begin(), tried.end(), [&](const Instance& each) {
      return each.name == instance.name && each.accelerators == instance.accelerators;
    });
    const AcceleratorKind kind = instance.accelerator.kind;
    if (!was_tried && ranges::count(clouds, instance.cloud) > 0 && instance.rentable_alone &&
        is_published(instance, context.scenario.hardware.prices_as_of) &&
        (kind == AcceleratorKind::gpu || kind == AcceleratorKind::neuroncore))
      others.push_back(instance);
  }
  const HardwareRequest& request = context.scenario.hardware;
  const auto key = [&](const Instance& instance) {
    const std::optional<Price> price = price_of(instance, request, context.catalog.prices());
    return std::tuple(instance.name != asked.name, instance.family != asked.family,
                      instance.accelerator.kind != asked.accelerator.kind, !price, price ? price->usd_per_h : 0,
                      instance.accelerator.memory_bytes * instance.accelerators, instance.name);
  };
  std::sort(others.begin(), others.end(),
            [&](const Instance& left, const Instance& right) { return key(left) < key(right); });
  for (const Instance& instance : others) {
    if (some_layout_fits(context, Cluster{instance, 1})) return instance.name;
  }
  return "";
}

/// A cluster of the same instances, and a global batch.
struct Sooner {
  int instances = 0;
  std::int64_t global_batch = 0;
  double duration_s = 0;
};

/// Counts that a search would look at, near `needed`, which would do were none of its efficiency lost, and beyond: down
/// to a quarter of it.
std::vector<int> counts_to_try(const Scenario& scenario, const Instance& instance, double needed) {
  constexpr double most_needed = 4;
  if (needed * instance.accelerators > most_accelerators_to_advise) return {};
  Scenario open = scenario;
  open.hardware.accelerators.reset();
  open.hardware.instance_count.reset();
  open.hardware.max_instances = static_cast<std::int64_t>(std::min<double>(most_needed * needed, INT32_MAX));
  const Result<std::vector<int>> counts = candidate_counts(open, instance);
  std::vector<int> tried;
  for (const double times : {1.0, 1.5, 2.0, most_needed}) {
    if (!counts) break;
    const auto enough = std::lower_bound(counts->begin(), counts->end(), times * needed);
    const int count = enough == counts->end() ? counts->back() : *enough;
    if (tried.empty() || count > tried.back()) tried.push_back(count);
  }
  return tried;
}

/// Replicas share a lot of items evenly: as many times the instances as it takes too long.
std::optional<Sooner> replicas_that_end_sooner(const SearchContext& context, const Plan& fastest) {
  const Instance& instance = fastest.cluster.instance();
  const int most =
      instance.largest_cluster > 0 ? std::min(instance.largest_cluster, most_instances_to_try) : most_instances_to_try;
  const double needed = std::ceil(fastest.cluster.instances * counted_duration_s(fastest, context.scenario) /
                                  *context.scenario.deadline_s);
  Scenario more = context.scenario;
  more.hardware.accelerators.reset();
  more.hardware.max_instances.reset();
  more.hardware.instance_count = static_cast<std::int64_t>(std::min<double>(needed, most));
  SearchContext other{more,          context.catalog, context.constants, context.recommendations,
                      context.bands, context.executor};
  other.share = 0;  // nobody expected it
  const bool serves = fastest.serving() != nullptr;
  const Result<SearchResult> found = serves ? search_serving(other, instance) : search_inference(other, instance);
  std::optional<Sooner> soonest;
  for (const Plan& plan : found ? found->plans : std::vector<Plan>{}) {
    if (counted_duration_s(plan, context.scenario) <
        (soonest ? soonest->duration_s : counted_duration_s(fastest, context.scenario)))
      soonest = Sooner{plan.cluster.instances, 0, counted_duration_s(plan, context.scenario)};
  }
  return soonest;
}

/// The smallest global batch, of the scenario's and its doubles, and then the fewest instances, that keep the limits;
/// where none does, what ends soonest within the budget.
std::optional<Sooner> what_ends_sooner(const SearchContext& context, const Plan& fastest) {
  const double missing = counted_duration_s(fastest, context.scenario) / *context.scenario.deadline_s;
  const Instance& instance = fastest.cluster.instance();
  std::optional<Sooner> soonest;
  for (const std::int64_t times : {1, 2, 4, 8}) {
    Scenario larger = context.scenario;
    auto& job = std::get<TrainingJob>(larger.job);
    job.global_batch *= times;
    Scenario in_any_time = larger;
    in_any_time.deadline_s.reset();
    SearchContext other{larger,        context.catalog,  context.constants, context.recommendations,
                        context.bands, context.executor, Breadth::usual};
    other.share = 0;  // nobody expected it
    for (const int count : counts_to_try(larger, instance, fastest.cluster.instances * missing)) {
      const Result<SearchResult> found = search_training_on(other, instance, {count});
      if (!found) continue;
      for (const Plan& plan : found->plans) {
        if (!within_limits(plan, in_any_time)) continue;
        const Sooner seen{count, job.global_batch, counted_duration_s(plan, context.scenario)};
        if (within_limits(plan, larger)) return seen;
        if (seen.duration_s < (soonest ? soonest->duration_s : counted_duration_s(fastest, context.scenario)))
          soonest = seen;
      }
    }
  }
  return soonest;
}

/// The flag that says how many of `instance` there may be, with the value that allows `count`.
std::string flag_for(const HardwareRequest& request, const Instance& instance, int count) {
  if (request.accelerators) return fmt::format("--accelerators {}", std::int64_t{count} * instance.accelerators);
  return fmt::format("{} {}", request.instance_count ? "--instances" : "--max-instances", count);
}

/// The flags that allow `sooner` where the scenario does not; empty: it does.
std::string flags_that_allow(const Sooner& sooner, const Scenario& scenario, const Instance& instance) {
  std::string flags;
  const Result<std::vector<int>> looked_at = candidate_counts(scenario, instance);
  if (looked_at && sooner.instances > looked_at->back())
    flags = flag_for(scenario.hardware, instance, sooner.instances);
  const auto* training = std::get_if<TrainingJob>(&scenario.job);
  if (training != nullptr && sooner.global_batch > training->global_batch)
    flags += fmt::format("{}--global-batch {}", flags.empty() ? "" : " ", sooner.global_batch);
  return flags;
}

Message why_too_late(const SearchContext& context, const Plan& fastest) {
  const Scenario& scenario = context.scenario;
  const Instance& instance = fastest.cluster.instance();
  const int count = fastest.cluster.instances;
  const Quantity deadline = in_time(*scenario.deadline_s),
                 taken = in_time(counted_duration_s(fastest, context.scenario)),
                 late = in_time(counted_duration_s(fastest, context.scenario) - *scenario.deadline_s);
  const bool training = std::holds_alternative<TrainingJob>(scenario.job);
  const std::optional<Sooner> sooner =
      training ? what_ends_sooner(context, fastest) : replicas_that_end_sooner(context, fastest);
  const std::string raised = sooner ? flags_that_allow(*sooner, scenario, instance) : "";
  if (raised.empty()) {
    return message("the deadline of {} is not met: the fastest plan ({} × {}) takes {}; relax --deadline by {}",
                   deadline, count, instance.name, taken, late);
  }
  if (sooner->duration_s > *scenario.deadline_s) {
    return message(
        "the deadline of {} is not met: the fastest plan ({} × {}) takes {}; relax --deadline by {}; closest is {} "
        "({} × {}, done in {})",
        deadline, count, instance.name, taken, late, raised, sooner->instances, instance.name,
        in_time(sooner->duration_s));
  }
  return message(
      "the deadline of {} is not met: the fastest plan ({} × {}) takes {}; relax --deadline by {}, or raise what holds "
      "it back: {} ({} × {}, done in {})",
      deadline, count, instance.name, taken, late, raised, sooner->instances, instance.name,
      in_time(sooner->duration_s));
}

/// Other ways to buy `plan` within the budget, "--price capacity_block ($14,950)"; empty: none, or the user says how it
/// is bought.
std::vector<Message> bought_within_budget(const Plan& plan, const Scenario& scenario, const Catalog& catalog) {
  if (scenario.hardware.price_kind) return {};
  std::vector<Message> ways;
  for (const OtherCost& other : costs_by_kind(plan, scenario, catalog)) {
    if (plan.ends() && committed_h(other.price.kind) > 0) continue;  // paid for beyond the run
    const std::optional<double> usd = usual_cost_usd(plan, other);
    if (usd && *usd <= scenario.budget_usd.value_or(0))
      ways.push_back({"{} ({})", {fmt::format("--price {}", name_of(other.price.kind)), in_usd(*usd)}});
  }
  return ways;
}

/// The cheapest of the plans with a known cost that `counts`; null: none.
template <typename Counts>
const Plan* cheapest_of(const std::vector<Plan>& plans, const Scenario& scenario, Counts counts) {
  const auto cost_usd = [&](const Plan& plan) { return counted_cost_usd(plan, scenario); };
  const Plan* cheapest = nullptr;
  for (const Plan& plan : plans) {
    if (plan.cost_usd() && !plan.why_no_block && counts(plan) &&
        (cheapest == nullptr || cost_usd(plan) < cost_usd(*cheapest)))
      cheapest = &plan;
  }
  return cheapest;
}

Message why_too_dear(const SearchContext& context, const Plan& cheapest) {
  const Scenario& scenario = context.scenario;
  const double budget_usd = scenario.budget_usd.value_or(0);
  const double cost_usd = *counted_cost_usd(cheapest, scenario);
  const Quantity budget = in_usd(budget_usd), cost = in_usd(cost_usd), missing = in_usd_or_more(cost_usd - budget_usd);
  const std::string sure = in_whole_percent(scenario.confidence);
  const int count = cheapest.cluster.instances;
  const std::string& name = cheapest.cluster.instance().name;
  const std::vector<Message> otherwise = bought_within_budget(cheapest, scenario, context.catalog);
  return otherwise.empty()
             ? message(
                   "the cheapest plan ({} × {}) costs up to {} with {}, over the budget of {}; raise --budget by {}",
                   count, name, cost, sure, budget, missing)
             : message(
                   "the cheapest plan ({} × {}) costs up to {} with {}, over the budget of {}; raise --budget by {}, "
                   "or buy it otherwise: {}",
                   count, name, cost, sure, budget, missing, list_of(otherwise));
}

/// Each limit that no plan keeps.
Message why_limits(const SearchContext& context, const std::vector<Plan>& plans) {
  const Scenario& scenario = context.scenario;
  const auto faster = [&](const Plan& left, const Plan& right) {
    return counted_duration_s(left, scenario) < counted_duration_s(right, scenario);
  };
  const Plan& fastest = *std::min_element(plans.begin(), plans.end(), faster);
  if (scenario.deadline_s && counted_duration_s(fastest, scenario) > *scenario.deadline_s) {
    Message too_late = why_too_late(context, fastest);
    const Plan* const cheapest = cheapest_of(plans, scenario, [](const Plan&) { return true; });
    if (!scenario.budget_usd || cheapest == nullptr || *counted_cost_usd(*cheapest, scenario) <= *scenario.budget_usd)
      return too_late;
    return message("{}; {}", too_late, why_too_dear(context, *cheapest));
  }
  const Plan* const cheapest = cheapest_of(plans, scenario, [&](const Plan& plan) {
    return !scenario.deadline_s || counted_duration_s(plan, scenario) <= *scenario.deadline_s;
  });
  if (cheapest == nullptr && fastest.why_no_block) return *fastest.why_no_block;
  if (cheapest == nullptr)
    return message(
        "no plan has a known cost, so the budget cannot be held; name an instance with a price, or a region "
        "(--region)");
  return why_too_dear(context, *cheapest);
}

}  // namespace

bool some_layout_fits(const SearchContext& context, const Cluster& cluster) {
  const Result<const Constants*> constants = context.constants.of(cluster.instance().accelerator);
  if (!constants) return false;
  const Scenario& scenario = context.scenario;
  const MemoryReserve& reserve = (*constants)->reserve;
  if (const auto* job = std::get_if<TrainingJob>(&scenario.job)) {
    if (!job->software.runs_on(cluster.instance().accelerator, job->software.asked, true)) return false;
    const auto fits_with = [&](const PrecisionRecipe& recipe) {
      return computes_natively(cluster.instance().accelerator, recipe.compute) &&
             training_fits(with_recipe(*job, recipe), scenario.layout, cluster, reserve);
    };
    return training_fits(*job, scenario.layout, cluster, reserve) ||
           std::any_of(scenario.other_recipes.begin(), scenario.other_recipes.end(), fits_with);
  }
  if (const auto* job = std::get_if<ServingJob>(&scenario.job)) return serving_fits(*job, context, cluster);
  return inference_fits(std::get<BatchInferenceJob>(scenario.job), scenario, cluster, reserve);
}

/// `fewest`: as many leave enough; 0: none do. `other`: another machine of which one does; "": none.
Message why_it_lacks_headroom(const NearestMiss& miss, int asked, const std::string& name, int fewest,
                              const std::string& other) {
  constexpr double percent = 100;
  const double device_bytes = miss.accelerator().memory_bytes,
               left_pct = percent * (1 - miss.needed_bytes / device_bytes);
  const std::string layout = in_short(miss.layout, miss.precision), needed = in_gib(miss.needed_bytes),
                    device = in_gib(device_bytes);
  const double asked_pct = percent * miss.reserve.headroom_share;
  std::string left = in_percent(left_pct), asked_for = in_percent(asked_pct);
  if (left == asked_for) {
    left = fmt::format("{:.3f} %", left_pct);
    asked_for = fmt::format("{:.3f} %", asked_pct);
  }
  std::string nearest = fmt::format("--headroom {}%", std::floor(left_pct));
  if (!other.empty()) nearest = fmt::format("1 × {} / {}", other, nearest);
  if (fewest > 0) nearest = fmt::format("{} × {} / {}", fewest, name, nearest);
  if (miss.reserve.headroom_source.starts_with("data/"))
    return message(
        "does not fit on {} × {}: the smallest layout ({}) needs {} of {} per device and leaves {} free, not the {} "
        "that measured peaks of its software ask for; nearest: {}",
        asked, name, layout, needed, device, left, asked_for, nearest);
  return message(
      "does not fit on {} × {}: the smallest layout ({}) needs {} of {} per device and leaves {} free, not {}; "
      "nearest: {}",
      asked, name, layout, needed, device, left, asked_for, nearest);
}

Message why_it_does_not_fit(const SearchContext& context, const std::vector<Instance>& instances,
                            const NearestMiss& miss) {
  // A machine that is asked for in part is told by its accelerators.
  const Instance& machine = miss.cluster.instance();
  const bool is_alone = is_accelerators_alone(machine);
  const bool in_part = miss.cluster.instances == 1 && (machine.idle_accelerators > 0 || is_alone);
  const std::string& name = in_part ? miss.accelerator().name : miss.cluster.instance().name;
  const int asked = in_part ? miss.cluster.instance().accelerators : miss.cluster.instances;
  const std::string needed = in_gib(miss.needed_bytes);
  const double device_bytes = miss.accelerator().memory_bytes;
  if (miss.lacks_host_memory_alone()) {
    return message(
        "does not fit on {} × {}: what {} keeps in the memory of each needs {}, and {} are there; shard it over more "
        "of them, or offload less",
        asked, name, in_short(miss.layout, miss.precision), in_gib(miss.host.bytes), in_gib(miss.host.capacity_bytes));
  }
  const auto fewest = [&] {
    if (in_part && !is_alone) return fewest_of_a_machine(context, machine);
    if (!is_alone) return smallest_count_that_fits(context, machine, miss.cluster.instances);
    Instance one = machine;
    one.accelerators = 1;
    return smallest_count_that_fits(context, one, machine.accelerators);
  };
  std::string other = instance_that_fits(context, instances, machine);
  if (std::string flags = flags_that_fit(context, miss); !flags.empty()) {
    if (in_part) flags = fmt::format(" --accelerators {}{}", asked, flags);
    const std::string changed = miss.cluster.instance().name + flags;
    other = other.empty() ? changed : fmt::format("{} / 1 × {}", other, changed);
  }
  if (miss.lacks_headroom_alone()) return why_it_lacks_headroom(miss, asked, name, fewest(), other);
  std::string capacity = in_gib(device_bytes);
  if (miss.needed_bytes <= device_bytes) {
    const double usable_bytes = miss.reserve.usable_bytes(miss.accelerator());
    capacity =
        fmt::format("{} ({} of {})", in_gib(usable_bytes), in_percent(100 * usable_bytes / device_bytes), capacity);
  }
  const int count = fewest();
  if (count > 0 && !other.empty()) {
    return message(
        "does not fit on {} × {}: the smallest layout ({}) needs {} per device, which has {}; would fit: {} × {}, or 1 "
        "× {}",
        asked, name, in_short(miss.layout, miss.precision), needed, capacity, count, name, other);
  }
  if (count > 0) {
    return message(
        "does not fit on {} × {}: the smallest layout ({}) needs {} per device, which has {}; would fit: {} × {}",
        asked, name, in_short(miss.layout, miss.precision), needed, capacity, count, name);
  }
  if (!other.empty()) {
    return message(
        "does not fit on {} × {}: the smallest layout ({}) needs {} per device, which has {}; would fit: 1 × {}", asked,
        name, in_short(miss.layout, miss.precision), needed, capacity, other);
  }
  if (miss.layout.zero == 3 && miss.layout.recompute == Recompute::full) {
    return message(
        "does not fit on {} × {}: the smallest layout ({}) needs {} per device, which has {}; more "
        "machines, {}, smaller types or shorter sequences may hold it",
        asked, name, in_short(miss.layout, miss.precision), needed, capacity, "--tp, --pp, --offload-optimizer");
  }
  return message(
      "does not fit on {} × {}: the smallest layout ({}) needs {} per device, which has {}; set fewer parts of the "
      "layout, or allow recompute, ZeRO or smaller types",
      asked, name, in_short(miss.layout, miss.precision), needed, capacity);
}

Message why_nothing_works(const SearchContext& context, const std::vector<Instance>& instances,
                          const SearchResult& found) {
  if (!found.plans.empty()) return why_limits(context, found.plans);
  if (found.unproven)
    return message("only {} fits, of a kind that no measured step covers; ask for it by its flags",
                   in_short(found.unproven->timed.layout, found.unproven->precision));
  if (found.feasible == 0 && found.miss) return why_it_does_not_fit(context, instances, *found.miss);
  if (found.near) return found.near->why;
  if (found.not_legal) return *found.not_legal;
  return message("no layout could be evaluated");
}

}  // namespace hakaru
