// The best plan of a scenario's keys: what questions search for beside the plan that they are asked about.
#pragma once

#include "hakaru/asking/answer.h"
#include "hakaru/job/scenario.h"
#include "hakaru/planning/plan/plan.h"

namespace hakaru {

struct BestPlan {
  Scenario scenario;
  Plan plan;
};

Result<BestPlan> best_plan(Json keys, const Asking& asking);

}  // namespace hakaru
