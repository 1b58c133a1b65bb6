// A replica that serves requests, simulated iteration by iteration: queues form as they form.
//
//   while requests come or wait or run:
//     those that have come by now join the queue
//     the scheduler plans an iteration (scheduler.h); where nothing can run, time goes on to the next arrival
//     it takes what it takes (iteration_cost.h); its tokens are given, ended requests leave
//
// A request that comes during an iteration is seen at its end. Between two events, an arrival that could be admitted,
// an end, the first chunk of a prompt, a block that is not there, decode iterations are all alike but for the tokens
// that they add to the cache. Such a run is advanced at once. The clock counts whole picoseconds and the time of a run
// is a sum of whole numbers (iteration_cost.h), so that advancing at once gives the very figures, to the last digit, of
// asking the scheduler before every iteration; `Advance::one_by_one` does that, for the tests.
//
// Worked example: iterations of 10 ms whatever they hold; a request of 100 + 3 tokens at 0, one of 100 + 2 at 15 ms.
//   0 ms    prefill of the first          10 ms   its first token: TTFT 10 ms
//   10 ms   it decodes                    20 ms   second token; the other has come
//   20 ms   it decodes, the other is prefilled     30 ms   third token, the end: TPOT 10 ms, E2EL 30 ms;
//                                                          the other's first: TTFT 15 ms
//   30 ms   the other decodes             40 ms   its end: TPOT 10 ms, E2EL 25 ms
// A request is seen by the scheduler when its server has handled it (first_token_s of calibration.h: HTTP, tokenising),
// which is in its TTFT; the example leaves it at 0.
// Limits: no network between client and server; the time to schedule is part of the iteration's framework time.
#pragma once

#include "hakaru/serving/fleet/fleet.h"

namespace hakaru {

/// Serves all of `traffic` on one replica. Each of its requests must fit alone in `kv`, and in the limits that `cost`
/// was made for.
ServingSimulation simulate_serving(Traffic& traffic, const IterationCost& cost, const SchedulerOptions& options,
                                   const KvBlocks& kv, Advance advance = Advance::at_once, EngineLog* log = nullptr);

}  // namespace hakaru
