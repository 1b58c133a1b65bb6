#include "hakaru/asking/best_plan.h"

namespace hakaru {

Result<BestPlan> best_plan(Json keys, const Asking& asking) {
  keys["top"] = 1;
  Result<Scenario> scenario = read_scenario(keys, asking.scenario_name(), asking.data, asking.catalog);
  if (!scenario) return fail(scenario);
  Result<PlanResult> plans = make_plans(*scenario, asking.catalog, asking.data, asking.executor);
  if (!plans) return fail(plans);
  return BestPlan{std::move(*scenario), std::move(plans->plans.front())};
}

}  // namespace hakaru
