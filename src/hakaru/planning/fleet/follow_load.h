// Cost of a plan's fleet that follows a trace instead of being always as large: the cheapest autoscaler, of those
// tried, under which the demand is still kept, warm-up included.
//
//   scale_at    requests in flight that each replica should have: the most that the fixed fleet's fullest replica ran,
//               then 1/√2, 1/2, … of that, as long as it is at least one and costs become less
//   most        replicas: what was asked for, or (auto) twice the plan's; and as many as the plan has, where that is
//               fewer
//   least       for each of these, the fewest with which the demand is kept, found by bisection
//   cost        of an hour in the mean = USD/h of an instance · instance-hours / hours of the trace
//
//   band        of that cost: the same autoscaler, simulated with iterations as long as the ends of TPOT's error band
//               say; for what comes in an hour, however late it is done: never are there more than `most` replicas, so
//               that requests wait, and limits are missed, where these bear no more
//
// Worked example: two instances at most, at $10/h, both there for 20 minutes of an hour, one for the rest: 1.33
// instance-hours, $13.33 where the fixed fleet pays $20.
// A new replica warms up as warm_up.h says, its graphs being cached unless compiling is stated.
// Limits: a fleet of more replicas at least, or of fewer requests for each, is taken to cost no less and to serve no
// worse. Instances that are paid ahead (savings plans, capacity blocks) are not given back: their plans do not follow.
// Limits of autoscaler.h.
#pragma once

#include "hakaru/planning/fleet/search_fleet.h"

namespace hakaru {

/// Fills the scaling of the first plans of `result`, where one takes fewer instance-hours than the plan itself (and so
/// costs less), and how many could follow. `scenario` says how far fleets may grow; `demand` has a trace.
std::optional<Error> follow_load(PlanResult& result, const Scenario& scenario, const Catalog& catalog,
                                 const DataFiles& data, const ServingDemand& demand, const SearchWatch& watch = {});

}  // namespace hakaru
