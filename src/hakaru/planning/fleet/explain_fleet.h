// The arithmetic of a plan whose percentiles were simulated (search_fleet.h): what was simulated, what its iterations
// take, and what came out.
#pragma once

#include "hakaru/planning/search/served_on.h"

namespace hakaru {

/// `served`: as the plan has it.
Result<Terms> fleet_terms(const Scenario& scenario, const ServedOn& served, const Plan& plan);
/// What of memory a plan of serving tells: the terms add up to its own.
Terms serving_memory_terms(const ServedOn& served, const Plan& plan);

}  // namespace hakaru
