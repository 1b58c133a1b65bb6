#include "hakaru/planning/search/deepening.h"

#include <array>
#include <map>
#include <set>

#include "hakaru/planning/bands/ranking.h"
#include "hakaru/planning/search/pareto.h"
#include "hakaru/planning/search/search_parts.h"

namespace hakaru {
namespace {

constexpr std::array slacks{1.0, 1.25, 1.6, 2.0};
constexpr std::size_t types_of_slack = 2;

/// Most clusters chosen of one instance type, and of all.
struct Share {
  int of_instance = 0, of_all = 0;
};
// Not fewer where fewer are asked for: the best must not depend on how many are shown.
constexpr Share many_types{2, 32}, many_counts{5, 20};

/// Counts of one instance type to look at again.
struct Counts {
  Instance instance;
  bool all = false;
  std::set<int> some;  ///< unless all
};

class Choice {
 public:
  explicit Choice(const std::vector<Plan>& plans) : plans_(plans) {}

  Counts& of(const Plan& plan) {
    const Instance& instance = plan.cluster.instance();
    return chosen_.try_emplace(instance.name, Counts{instance, false, {}}).first->second;
  }

  void add(const Plan& plan) { of(plan).some.insert(plan.cluster.instances); }

  /// The first in `order`; of those within the limits, or of all: what misses a limit at the first look may keep it at
  /// the second.
  void add_clusters(const std::vector<std::size_t>& order, const Share& share, const Scenario* limits = nullptr) {
    std::map<std::string, int> of_instance;
    int of_all = 0;
    for (const std::size_t at : order) {
      const Plan& plan = plans_[at];
      if (limits != nullptr && !within_limits(plan, *limits)) continue;
      if (++of_instance[plan.cluster.instance().name] > share.of_instance) continue;
      add(plan);
      if (++of_all == share.of_all) return;
    }
  }

  void add_types(const Scenario& scenario, const std::vector<std::size_t>& order, double slack) {
    std::set<std::string> types;
    for (const std::size_t at : order) {
      const Plan& plan = plans_[at];
      if (!within_limits(plan, scenario, slack) || !types.insert(plan.cluster.instance().name).second) continue;
      of(plan).all = true;
      if (types.size() == types_of_slack) return;
    }
  }

  const std::map<std::string, Counts>& chosen() const { return chosen_; }

 private:
  const std::vector<Plan>& plans_;
  std::map<std::string, Counts> chosen_;
};

void choose(Choice& choice, const std::vector<Plan>& shallow, const Scenario& scenario) {
  const std::vector<std::size_t> order = order_of(shallow, scenario);
  choice.add_clusters(order, many_types);
  choice.add_clusters(order, many_counts);
  if (!scenario.deadline_s && !scenario.budget_usd) return;
  choice.add_clusters(order, many_types, &scenario);
  for (const double slack : slacks) choice.add_types(scenario, order, slack);
}

void choose_front(Choice& choice, const std::vector<Plan>& shallow, const Scenario& scenario) {
  std::vector<Plan> kept;
  std::copy_if(shallow.begin(), shallow.end(), std::back_inserter(kept),
               [&](const Plan& plan) { return within_limits(plan, scenario); });
  for (const Plan& plan : pareto_front(std::move(kept))) choice.add(plan);
  Scenario asked = scenario;
  for (const Objective objective : {Objective::time, Objective::cost, Objective::energy}) {
    asked.objective = objective;
    choose(choice, shallow, asked);
  }
}

}  // namespace

bool within_limits(const Plan& plan, const Scenario& scenario, double slack) {
  if (plan.why_no_block && (scenario.deadline_s || scenario.budget_usd)) return false;
  if (scenario.deadline_s && plan.waits_s + counted_duration_s(plan, scenario) > slack * *scenario.deadline_s)
    return false;
  const std::optional<double> cost_usd = counted_cost_usd(plan, scenario);
  return !scenario.budget_usd || (cost_usd && *cost_usd <= slack * *scenario.budget_usd);
}

Result<SearchResult> deepened(SearchContext context, const std::vector<Plan>& shallow) {
  Choice choice(shallow);
  choose(choice, shallow, context.scenario);
  if (context.scenario.pareto) choose_front(choice, shallow, context.scenario);
  context.breadth = Breadth::proven;
  std::vector<Instance> instances;
  for (const auto& [unused, counts] : choice.chosen()) instances.push_back(counts.instance);
  return search_each(context, instances, [&](const SearchContext& of_one, const Instance& instance) {
    const Counts& counts = choice.chosen().at(instance.name);
    return counts.all ? search_training(of_one, instance) : search_training_on(of_one, instance, counts.some);
  });
}

}  // namespace hakaru
