// Limits that a service promises (SLO), and the highest rate of traffic that keeps them.
//
//   kept: percentile p of TTFT ≤ its limit, and of TPOT ≤ its limit, and the queue settles (queue_growth.h); of a
//         disaggregated fleet the time from the first token to the last too, by at most 1 % of the arrivals'
// A simulation that is only asked whether a level is kept is over as soon as more than N − ⌈p N⌉ of N requests have
// missed a limit.
// The sustained rate is found by doubling and halving, then by bisection: the highest found that keeps the level, at
// most 1 % below one that does not. All rates are tried with the same requests, only closer together.
// Limits: a finite number of requests can be served within a limit beyond what the fleet sustains for ever; ask for
// more of them, and the difference becomes small.
#pragma once

#include <optional>

#include "hakaru/job/demand.h"
#include "hakaru/serving/fleet/fleet.h"
#include "hakaru/serving/replica/replica.h"

namespace hakaru {

ServiceLimits limits_of(const ServiceLevel& level);

bool keeps(const ServingSimulation& simulation, const ServiceLevel& level);

/// `traffic` (lengths and arrivals of `trace`, where there is one) served by `fleet`; over early where `level` cannot
/// be kept any more.
ServingSimulation try_level(const Replica& replica, FleetPlan fleet, const TrafficPlan& traffic,
                            const std::vector<Request>* trace, const ServiceLevel& level);

struct SustainedRate {
  double rate_per_s = 0;         ///< 0: none, however low
  ServingSimulation simulation;  ///< at that rate
  /// Higher ones kept the level too, but their requests had all come before most had ended, which no rate is read off.
  bool too_few_requests = false;
};
/// `traffic` must have a rate, or a trace.
SustainedRate sustained_rate(const Replica& replica, const FleetPlan& fleet, TrafficPlan traffic,
                             const std::vector<Request>* trace, const ServiceLevel& level);

}  // namespace hakaru
