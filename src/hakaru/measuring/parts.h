// Measuring runs of each kind of plan; measuring.cpp puts them together.
#pragma once

#include "hakaru/launching/launch_programs.h"
#include "hakaru/measuring/measuring.h"

namespace hakaru {

Result<Measuring> serving_runs(const Scenario& scenario, const Plan& plan, const LaunchPrograms& programs,
                               const DataFiles& data);
Result<Measuring> training_runs(const Scenario& scenario, const Plan& plan, const LaunchPrograms& programs,
                                const DataFiles& data);
Result<Measuring> inference_runs(const Scenario& scenario, const Plan& plan, const DataFiles& data);

}  // namespace hakaru
