// Plans of a launch as it was read, and those that would be better on the same machines.
//
// A service is tried with its limits, then without, then saturated: as many requests in flight as fit, each of the mean
// length. The first way that has a plan is the one that is predicted.
#pragma once

#include <string>
#include <vector>

#include "hakaru/asking/answers.h"
#include "hakaru/asking/launched/launched.h"

namespace hakaru {

/// The best plan of `keys`, with `freed` searched.
Result<Plan> best_with(Json keys, const std::vector<std::string>& freed, const Asking& asking);

/// The plan that runs as it was read, which may leave little memory free.
Result<Plan> plan_as_read(const Launched& launched, const Asking& asking);

/// Keys of the service in the order in which they are tried: `served` says which of them has a plan.
std::vector<Json> ways_to_serve(const Launched& launched);

/// A service that misses its limits is predicted without them, and one that its load outruns saturated.
Result<Plan> plan_of_service(Launched& launched, const Asking& asking);

/// Adds the plan with `freed` searched where it gains on what stands there: of a service the first way of `ways` that
/// has one.
void add_better(Launched& launched, const std::vector<Json>& ways, const std::vector<std::string>& freed, Message what,
                const Asking& asking);

}  // namespace hakaru
