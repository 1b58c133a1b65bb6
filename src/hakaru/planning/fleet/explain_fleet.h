// The arithmetic of a plan whose percentiles were simulated (search_fleet.h): what was simulated, what its iterations
// take, and what came out.
#pragma once

#include "hakaru/planning/search/served_on.h"

namespace hakaru {

/// `served`: as the plan has it.
Result<Terms> fleet_terms(const Scenario& scenario, const ServedOn& served, const Plan& plan);
/// Terms of memory in a plan of serving, in bytes; they add up to the memory of `plan`.
Terms serving_memory_terms(const ServedOn& served, const Plan& plan);

}  // namespace hakaru
