// What `simulate serve` is asked of the fleet and of the service that it should give.
#pragma once

#include <optional>

#include "hakaru/job/key_reader.h"
#include "hakaru/planning/plan/plan.h"
#include "hakaru/serving/fleet/fleet.h"
#include "hakaru/serving/fleet/service_level.h"

namespace hakaru {

/// Empty where none was asked for: one replica of the plan is simulated, with its share.
std::optional<FleetPlan> fleet_of(KeyReader& reader, const ServingJob& job, const Plan& plan, Policy policy);
ServiceLevel level_of(KeyReader& reader);

}  // namespace hakaru
