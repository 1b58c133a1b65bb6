#include "hakaru/planning/sweep_planner.h"

#include "hakaru/job/scenario_sources.h"
#include "hakaru/planning/bands/plan_bands.h"
#include "hakaru/planning/bands/planning_sources.h"

namespace hakaru {

class SweepPlanners::Worker {
 public:
  Worker(const std::string& name, const DataFiles& data, const Catalog& catalog, const SearchWatch& watch)
      : name_(name), catalog_(catalog), scenarios_(data, catalog), planning_(data) {
    alone_.watch.stopped = watch.stopped;
  }

  Result<Plan> planned(const Json& keys) {
    Result<Scenario> scenario = read_scenario(keys, name_, scenarios_);
    if (!scenario) return fail(scenario);
    scenario->top = 1;
    Result<PlanResult> result = make_plans(*scenario, catalog_, planning_, alone_);
    if (!result) return fail(result);
    Plan plan = std::move(result->plans.front());
    plan.uncertainty.objective = objective_ends(plan, *scenario);
    return plan;
  }

 private:
  const std::string& name_;
  const Catalog& catalog_;
  ScenarioSources scenarios_;
  PlanningSources planning_;
  Executor alone_;  ///< scenarios are worked on side by side, each by one worker
};

SweepPlanners::SweepPlanners(const ScenarioSweep& sweep, const DataFiles& data, const Catalog& catalog,
                             Executor executor)
    : sweep_(sweep), executor_(std::move(executor)) {
  for (std::size_t worker = 0; worker < executor_.workers; ++worker)
    workers_.push_back(std::make_unique<Worker>(sweep.name(), data, catalog, executor_.watch));
}

SweepPlanners::~SweepPlanners() = default;

Result<Plan> SweepPlanners::planned(const Json& keys, std::size_t worker) { return workers_[worker]->planned(keys); }

}  // namespace hakaru
