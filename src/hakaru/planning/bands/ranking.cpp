#include "hakaru/planning/bands/ranking.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <string>
#include <tuple>

#include "hakaru/core/quantities.h"
#include "hakaru/core/ranges.h"
#include "hakaru/hardware/capacity_block.h"

namespace hakaru {
namespace {

constexpr double tiny_speed = 1e-12;  // items/s: keeps a plan without a speed last, not undefined

/// At most `per_cluster` plans of one instance type and count, and `per_instance` of one instance type, best first.
void keep_different(std::vector<Plan>& plans, const Variety& variety) {
  std::map<std::pair<std::string, int>, std::int64_t> of_cluster;
  std::map<std::pair<std::string, bool>, std::int64_t> of_instance;  // fewer may do as predicted
  std::erase_if(plans, [&](const Plan& plan) {
    const std::string& name = plan.cluster.instance().name;
    return ++of_cluster[{name, plan.cluster.instances}] > variety.per_cluster ||
           ++of_instance[{name, plan.is_safe}] > variety.per_instance;
  });
}

/// Identity of plans that answer alike: the same accelerators of a family in the same layout. The number of replicas
/// matters to a plan that serves a load or ends, not to a rate.
std::string answer_of(const Plan& plan) {
  const ServingFigures* const serving = plan.serving();
  const bool is_rate = !plan.ends() && !(serving != nullptr && serving->live);
  Layout layout = plan.layout;
  if (is_rate) layout.dp = 1;
  const Accelerator& accelerator = plan.cluster.instance().accelerator;  // of a CPU an instance has a share
  return fmt::format("{} {} {} {} {} {}", plan.cluster.instance().family, accelerator.name, accelerator.memory_bytes,
                     in_short(layout), plan.precision, serving != nullptr ? serving->prefill_replicas : 0);
}

/// A row for each answer: the same in a larger box is named beside the first.
void fold_larger(std::vector<Plan>& plans) {
  std::map<std::string, Plan*> first;
  std::vector<Plan> kept;
  kept.reserve(plans.size());
  for (Plan& plan : plans) {
    const auto [found, is_new] = first.try_emplace(answer_of(plan), nullptr);
    if (is_new) {
      kept.push_back(std::move(plan));
      found->second = &kept.back();
      continue;
    }
    std::vector<std::string>& also = found->second->also;
    std::vector<std::string> names = std::move(plan.also);
    names.insert(names.begin(), plan.cluster.instance().name);
    for (std::string& name : names) {
      const bool known = name == found->second->cluster.instance().name || ranges::find(also, name) != also.end();
      if (!known) also.push_back(std::move(name));
    }
  }
  plans = std::move(kept);
}

}  // namespace

Variety variety_of(const Scenario& scenario, std::size_t instances) {
  const bool one_count = scenario.hardware.accelerators || scenario.hardware.instance_count ||
                         !std::holds_alternative<TrainingJob>(scenario.job);
  Variety variety;
  if (instances > 1 || !one_count) variety.per_cluster = 1;
  if (instances > few_instances) variety.per_instance = 2;
  return variety;
}

namespace {

/// The objective's figure as it counts in the order.
std::optional<double> ranked_value(const Plan& plan, const Scenario& scenario) {
  return objective_value(plan, scenario.objective, plan.uncertainty.counted_times);
}

/// True for a training run that ends for lack of memory more often than the limits may be missed.
bool lacks_memory(const Plan& plan, const Scenario& scenario) {
  return plan.training() != nullptr && chance_out_of_memory(plan).value_or(0) > 1 - scenario.confidence;
}

/// Classes of plans that no figure of the objective makes up for, the better ones first.
std::tuple<bool, bool, bool, bool> class_of(const Plan& plan, const Scenario& scenario) {
  const bool has_no_cost = scenario.objective == Objective::cost && !ranked_value(plan, scenario);
  return {!plan.is_safe, lacks_memory(plan, scenario), scenario.prefer_supported && !plan.porting.supported,
          ends_with_block(plan) || has_no_cost};
}

}  // namespace

bool ends_with_block(const Plan& plan) {
  const bool live = plan.serving() != nullptr && plan.serving()->live;
  return live && plan.price && plan.price->kind == PriceKind::capacity_block;
}

std::vector<std::size_t> order_of(const std::vector<Plan>& plans, const Scenario& scenario) {
  constexpr double unknown = std::numeric_limits<double>::max();
  const auto key = [&](const Plan& plan) {
    // Without a figure of the objective: of a run that only has to end in time, fewer accelerators are better; of
    // another, fewer accelerator-seconds; of a rate, fewer for one token or item.
    const std::optional<double> duration_s = plan.duration_s();
    const double seconds = duration_s.value_or(1 / std::max(plan.made_per_s(), tiny_speed));
    const std::optional<double> value = ranked_value(plan, scenario);
    const bool live = plan.serving() != nullptr && plan.serving()->live;
    // Fleets make what is asked, no more: of those that cost the same the quicker is better.
    const double effort =
        live ? (value ? 0 : plan.cluster.ranks()) : plan.cluster.ranks() * (scenario.deadline_s ? 1 : seconds);
    // As few accelerators: the cheaper, then the shorter run. Costs of a rate are for an hour, and tell nothing.
    const bool ends_sooner = duration_s && (scenario.deadline_s || scenario.objective == Objective::accelerators);
    const bool fewest = scenario.objective == Objective::accelerators && duration_s;
    const double cost_usd = fewest ? plan.costs.in_all_usd().value_or(unknown) : 0;
    const double request_s = live ? plan.serving()->request_s : 0;
    const bool has_own_count = live && scenario.hardware.count_is_fixed();
    const double held_per_s = has_own_count ? *objective_value(plan, Objective::throughput) : 0;
    return std::tuple(class_of(plan, scenario), value.value_or(unknown), cost_usd, effort, held_per_s, request_s,
                      ends_sooner ? *duration_s : 0, plan.cluster.ranks(), plan.costs.usd_per_h.value_or(unknown),
                      plan.cluster.instance().name, plan.step_time_s(), plan.memory.total_bytes());
  };
  std::vector<std::pair<decltype(key(plans.front())), std::size_t>> keyed;
  keyed.reserve(plans.size());
  for (std::size_t at = 0; at < plans.size(); ++at) keyed.emplace_back(key(plans[at]), at);
  std::sort(keyed.begin(), keyed.end());
  std::vector<std::size_t> order;
  order.reserve(plans.size());
  for (const auto& [unused, at] : keyed) order.push_back(at);
  return order;
}

namespace {

/// Takes out plans that are not safe and no better, as predicted, than the best safe one.
void leave_out_needless_risks(std::vector<Plan>& sorted, Objective objective) {
  if (sorted.empty() || !sorted.front().is_safe) return;
  std::optional<double> safe;
  for (const Plan& plan : sorted) {
    const std::optional<double> value = objective_value(plan, objective);
    if (plan.is_safe && value && (!safe || *value < *safe)) safe = value;
  }
  std::erase_if(sorted, [&](const Plan& plan) {
    const std::optional<double> value = objective_value(plan, objective);
    return !plan.is_safe && !(safe && value && *value < *safe);
  });
}

/// The first `count`; the last of them is the best plan that is not safe, where none before it is one.
void keep_first(std::vector<Plan>& sorted, std::size_t count) {
  if (sorted.size() <= count) return;
  const auto last = sorted.begin() + static_cast<std::ptrdiff_t>(count);
  const auto risky = ranges::find(sorted, false, &Plan::is_safe);
  if (count > 1 && risky != sorted.end() && risky >= last) *(last - 1) = std::move(*risky);
  sorted.erase(last, sorted.end());
}

/// Whole hours until what ends has ended: in less, machines do little but start.
double hours_waited(const Plan& plan) { return std::ceil(plan.duration_s().value_or(0) / seconds_per_hour); }

/// Brings to the front the plan that one would take of those whose figure is as good as the best.
void put_signed_first(std::vector<Plan>& sorted, const Scenario& scenario) {
  if (sorted.empty()) return;
  const std::optional<double> best = ranked_value(sorted.front(), scenario);
  if (!best) return;
  const auto is_as_good = [&](const Plan& plan) {
    const std::optional<double> value = ranked_value(plan, scenario);
    return value && *value <= *best + as_good_share * std::abs(*best) &&
           class_of(plan, scenario) == class_of(sorted.front(), scenario);
  };
  const auto preference = [&](const Plan& plan) {
    const bool live = plan.serving() != nullptr && plan.serving()->live;
    const bool is_timed = scenario.objective == Objective::cost || scenario.objective == Objective::energy;
    const double time_s = !is_timed || scenario.hardware.count_is_fixed() ? 0
                          : live                                          ? plan.serving()->request_s
                                                                          : hours_waited(plan);
    // A stated deadline is early enough: nothing is paid for an earlier end.
    constexpr double thousandths = 1000;  // less is no difference
    const double value =
        scenario.deadline_s ? std::round(thousandths * ranked_value(plan, scenario).value_or(0) / *best) : 0;
    return std::tuple(plan.evidence.kind, value, time_s, is_timed ? plan.cluster.ranks() : 0);
  };
  const auto end = std::find_if_not(sorted.begin(), sorted.end(), is_as_good);
  const auto first = std::min_element(
      sorted.begin(), end, [&](const Plan& left, const Plan& right) { return preference(left) < preference(right); });
  std::rotate(sorted.begin(), first, first + 1);
}

}  // namespace

void rank_plans(std::vector<Plan>& plans, const Scenario& scenario, const Variety& variety) {
  std::vector<Plan> sorted;  // by place: a plan is large to move
  sorted.reserve(plans.size());
  for (const std::size_t at : order_of(plans, scenario)) sorted.push_back(std::move(plans[at]));
  plans = std::move(sorted);
  put_signed_first(plans, scenario);
  if (scenario.hardware.instances.empty()) fold_larger(plans);
  keep_different(plans, variety);
  leave_out_needless_risks(plans, scenario.objective);
  keep_first(plans, static_cast<std::size_t>(scenario.top));
  for (std::size_t at = 0; at < plans.size(); ++at) plans[at].rank = static_cast<int>(at) + 1;
}

}  // namespace hakaru
