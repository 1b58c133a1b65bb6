// The arithmetic of a plan whose percentiles were simulated (search_fleet.h): what was simulated, what its iterations
// take, and what came out.
#pragma once

#include "hakaru/core/data_files.h"
#include "hakaru/planning/constants.h"
#include "hakaru/planning/plan.h"

namespace hakaru {

/// `job` in the types that the accelerator computes in.
Result<Terms> fleet_terms(const Scenario& scenario, const ServingJob& job, const Plan& plan, const Constants& constants,
                          const DataFiles& data);
/// What of memory a plan of serving tells: the terms add up to its own.
Result<Terms> serving_memory_terms(const ServingJob& job, const Plan& plan, const MemoryReserve& reserve,
                                   const DataFiles& data);

}  // namespace hakaru
