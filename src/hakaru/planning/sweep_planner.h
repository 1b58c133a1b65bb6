// The best plan of each scenario of a sweep. What scenarios share is read once. Of one worker: not to be used from two
// at once.
#pragma once

#include "hakaru/job/scenario_sources.h"
#include "hakaru/job/scenario_sweep.h"
#include "hakaru/planning/plan.h"
#include "hakaru/planning/planning_sources.h"

namespace hakaru {

class SweepPlanner {
 public:
  /// All must outlive this.
  SweepPlanner(const ScenarioSweep& sweep, const DataFiles& data, const Catalog& catalog)
      : sweep_(sweep), catalog_(catalog), scenarios_(data, catalog), planning_(data) {}

  /// Or why there is none.
  Result<Plan> operator()(const Json& keys);

 private:
  const ScenarioSweep& sweep_;
  const Catalog& catalog_;
  ScenarioSources scenarios_;
  PlanningSources planning_;
};

}  // namespace hakaru
