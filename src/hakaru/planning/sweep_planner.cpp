#include "hakaru/planning/sweep_planner.h"

namespace hakaru {

Result<Plan> SweepPlanner::operator()(const Json& keys) {
  Result<Scenario> scenario = read_scenario(keys, sweep_.name(), scenarios_);
  if (!scenario) return fail(scenario);
  scenario->top = 1;
  Result<PlanResult> result = make_plans(*scenario, catalog_, planning_);
  if (!result) return fail(result);
  return std::move(result->plans.front());
}

}  // namespace hakaru
