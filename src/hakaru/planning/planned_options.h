// The engine as a plan of serving has it: what the plan says itself, and what its device has where it says nothing
// (data/engines.toml). explain and simulate serve begin with these, so that they tell what was planned.
#pragma once

#include "hakaru/planning/plan.h"
#include "hakaru/serving/engine_defaults.h"

namespace hakaru {

/// `engine` with the plan's policy and sequences. Of a plan that was estimated, compiled shapes have its batch.
SchedulerOptions planned_options(const SchedulerOptions& engine, const ServingFigures& figures);

/// What fleets are planned with, on a device where nobody says.
Result<EngineDefaults> engine_of_fleets(const DataFiles& data, const Accelerator& accelerator);

}  // namespace hakaru
