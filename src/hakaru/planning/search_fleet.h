// The cheapest fleet whose simulated latencies keep the limits at a percentile, under its own traffic.
//
//   1. make_plans ranks instances × layouts by the static estimate (static_batch.h), which knows no queue: finalists.
//      Of the limits it keeps those that only queues can make worse: TPOT and the rate.
//   2. Each finalist's replica is simulated behind the shortest queue (fleet.h), with the engine's limit of sequences
//      and with the static estimate's batch; the fewest instances that keep the limits are found by bisection. One that
//      would cost as much as the last of the plans asked for is not looked at.
//   3. Figures of the plans are those of the simulation, at the percentile.
// Limits: more instances are taken to serve no worse; finalists are few, so that the answer takes seconds.
#pragma once

#include "hakaru/planning/plan.h"
#include "hakaru/serving/service_level.h"

namespace hakaru {

struct ServingDemand {
  ServiceLevel level;
  std::vector<Request> trace;  ///< empty: Poisson arrivals at the job's rate, all lengths alike
};

/// Prompts and answers of `job` are as long as those of `trace`, in the mean.
void take_lengths(ServingJob& job, const std::vector<Request>& trace);

/// Plans for a serving scenario under `demand`; an unsatisfiable error where no fleet keeps the limits.
Result<PlanResult> make_fleets(const Scenario& scenario, const Catalog& catalog, const DataFiles& data,
                               const ServingDemand& demand);

}  // namespace hakaru
