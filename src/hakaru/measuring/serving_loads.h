// Numbers of requests in flight on a replica that show most of its constants.
//
//   1         TTFT of a prompt alone; TPOT is the weights' bytes and the host's time, which nothing hides
//   planned   the plan's own
//   knee      the first c with TPOT(c) >= 2 TPOT(1): what grows with the load (attention, products, prompts that come
//             with an iteration) is as much as what does not; where there is none up to `most`: `most`, at which the
//             cache or the engine is full
//   between   the geometric mean of the widest gap, while there are fewer than five and the gap is more than 4 times
// Those within 1.5 times of one that came before it in this order are left out, so that there are one to five of them:
// fewer than three only where `most` is less than three.
// Worked example: TPOT(c) = 8 + c/8 ms, planned 20, most 400: 1, 20 and 66, for 16.25 ms; 1 to 20 is the widest gap: 4
// joins them, then 9 between 4 and 20.
//
// A load runs for as many generations as a minute holds, at least five: requests = c · generations,
// time = generations · (TTFT + (O − 1) · TPOT). The first wave, which comes all at once, is then a fifth of them at
// most.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

namespace hakaru {

enum class LoadReason { alone, planned, knee, full, between };

struct LoadOfRun {
  std::int64_t concurrency = 1;
  LoadReason reason = LoadReason::alone;
  bool operator==(const LoadOfRun&) const = default;
};

/// By rising concurrency. `tpot_s` rises with it.
std::vector<LoadOfRun> loads_that_tell_most(std::int64_t planned, std::int64_t most,
                                            const std::function<double(std::int64_t)>& tpot_s);

/// So many times as many requests as are in flight.
std::int64_t generations_of_a_run(double request_s);

}  // namespace hakaru
