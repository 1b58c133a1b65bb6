// The cheapest fleet whose simulated latencies keep the limits at a percentile, and which bears its traffic.
//
//   1. Candidates are replica shapes, tp × pp × ep on an instance type, that fit and on which a request alone keeps the
//      limits (fleet_candidates.h); the work of a request bounds from below how many instances the rate needs.
//   2. In the order of what these would cost, each is simulated behind the shortest queue (fleet_trials.h), with the
//      engine's limit of sequences and with the largest batch that keeps TPOT; the fewest instances that keep the
//      limits, and whose queue settles, are found by bisection. One that costs more than the last of the plans asked
//      for is not looked at. Where shapes are compiled (data/engines) the batches are powers of two, from the
//      largest that memory holds and that keeps TPOT down, while they do with as few instances; the quickest is taken.
//      For the quickest fleet, and for the Pareto front (pareto.h) of a request's time, cost and energy, counts beyond
//      the fewest are tried as long as they make requests quicker by 1 %; for the front shapes are left out that are
//      slower, alone, than a fleet that costs no more. Where fleets are to be looked at that prefill and decode apart,
//      every shape is simulated both ways.
//   3. Of instances that differ in the size of their box alone the cheapest is looked at, and stands for the others.
//   4. Figures of the plans are those of the simulation, at the percentile; costs those of the rate that is asked.
// Example: Llama 3.1 8B, prompts of 1,000 and answers of 200 tokens, 5/s at TTFT 1 s and TPOT 80 ms (p95): on
// g6.xlarge (one L4) ten replicas of one rank, where a static batch would have asked for 42 instances in three stages.
// Limits: more instances are taken to serve no worse, and once they are quicker by less than 1 % never quicker again.
#pragma once

#include "hakaru/planning/plan/plan.h"
#include "hakaru/serving/fleet/service_level.h"

namespace hakaru {

class PlanningSources;

/// Plans for a serving scenario with a demand; an unsatisfiable error where no fleet keeps the limits.
Result<PlanResult> make_fleets(const Scenario& scenario, const Catalog& catalog, PlanningSources& sources,
                               const Executor& executor = {});

}  // namespace hakaru
