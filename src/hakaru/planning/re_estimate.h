// A plan that was read from a file, estimated once more: what its layout, machines, prices and job come to.
//
//   training           memory, the step and its parts, tokens/s, MFU; duration = steps · step; cost; energy
//   batch inference    memory, latency, items/s; duration of a lot = items / items/s; cost; energy
//   saturated service  memory, TTFT, TPOT, rates; cost of a million tokens
//   live service       the same of its fleet, simulated with the same traffic; of requests that are not at hand, no
//                      less than a request of one token takes alone, and the rates of what was simulated
// GRPO's sampling time, a fleet's highest sustained rate and the way it follows its load are taken as they stand.
// Example: a step of 5.7 s and 10,000 steps are 57,000 s; a file that says 57 s was changed.
// Limits: another release of the program estimates otherwise, so that only sums of its plans can be compared.
#pragma once

#include "hakaru/planning/plan/plan.h"

namespace hakaru {

/// `plan` of `scenario` with the figures that `data` gives it; not to be relied on where `watch` says to end. Fails
/// where its job cannot be estimated on its machines.
Result<Plan> re_estimated(const Plan& plan, const Scenario& scenario, const DataFiles& data,
                          const SearchWatch& watch = {});

/// Refuses a job in a type that the accelerator does not compute in any way.
std::optional<Error> refuse_type(const Job& job, const Accelerator& accelerator);

/// `plan` with what add_costs makes of its price, machines, step and speed, whatever it says of the rest.
Plan with_sums_anew(Plan plan, const Scenario& scenario);

}  // namespace hakaru
