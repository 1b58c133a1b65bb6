// What a plan's fleet costs when it follows a trace instead of being always as large: the cheapest autoscaler, of
// those tried, under which the demand is still kept, warm-up included.
//
//   scale_at    requests in flight that each replica should have: the most that the fixed fleet's fullest replica ran,
//   ×
//               1, 1/√2, 1/2, …, as long as it is at least one and costs become less
//   replicas    for each, the fewest at least, found by bisection; at most what was asked for, or (auto) twice the
//   plan's cost of an hour in the mean = USD/h of an instance · instance-hours / hours of the trace
// Worked example: two instances at most, at $10/h, both there for 20 minutes of an hour, one for the rest: 1.33
// instance-hours, $13.33 where the fixed fleet pays $20.
// A new replica warms up as warm_up.h says, its graphs being cached unless compiling is stated.
// Limits: of the replicas at least, more are taken to serve no worse; those of autoscaler.h.
#pragma once

#include "hakaru/planning/search_fleet.h"

namespace hakaru {

/// Fills the scaling of the first plans of `result`, where one is cheaper than the plan itself. `scenario` says how far
/// fleets may grow; `demand` has a trace.
std::optional<Error> follow_load(PlanResult& result, const Scenario& scenario, const Catalog& catalog,
                                 const DataFiles& data, const ServingDemand& demand, const SearchWatch& watch = {});

}  // namespace hakaru
