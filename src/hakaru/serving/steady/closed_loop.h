// A replica with a fixed number of requests in flight, as benchmarks of serving engines run it: as one is answered the
// next is sent. In closed form, from the same iterations (iteration.h) that are simulated one by one (engine.h).
//
// c requests in flight, prompts of I tokens, answers of O that b sequences (beams) decode; n answers are decoding, at
// least one. D(s) is a decode iteration of s sequences at the mean context I/b + O/2, P(k) one that holds k prompts and
// nothing else:
//   TPOT  = D(n·b) + (1 − burst_share/2) · share((n − 1)/O)    in a steady state each of the others brings a prompt
//   every
//                                        O iterations; of those that come as a burst half are felt before the first
//                                        token (below) and half after it, so that no work is counted twice
//   share(x) = x · P(1) up to one prompt, x · packed(x) beyond
//   packed(k) = P(m)/m, m = min(k, prompts that fill `prefill_tokens`), at least 1: time per prompt when k wait
//   n     = min(room, c · O·TPOT / (O·TPOT + TTFT))                                             (Little's law)
//   TTFT  = first_token_s + P(1), and where c > 1
//         + D(n·b)/2                                          half an iteration passes before one is let in
//         + burst_share · (c − 1)/2 · packed(min(c, room))    all c come at once at the start; how long that is felt
//                                                             depends on how many follow: a share
//         + generation_wait · O·TPOT / c
//         + (c/room − 1) · O·TPOT where c exceeds the room    requests wait for cache
//   output tokens/s = c · O / (TTFT + (O − 1) · TPOT)
// A static batch (Transformers NeuronX): TPOT = D(c), TTFT = first_token_s + c · P(1), one prompt after another.
// Offline, everything known ahead: n fills the room; output tokens/s = n·O / (O·D(n·b) + n · packed(n)).
// An open loop: r requests a second come at random, or evenly, and at most c are in flight.
//   TPOT  = D(n·b) + share(n/O)          n/O = r · TPOT of them come during an iteration
//   n     = min(c, room, r · O·TPOT)
//   TTFT  = first_token_s + P(1) + D(n·b)/2 + ρ/(2(1 − ρ)) · P(1),  ρ = r · P(1)
// The last is the wait of a queue with random arrivals and one service time (M/D/1); ρ counts as 0.9 at most, since
// beyond that no run is long enough for the queue to become what the formula says. Where requests come evenly there is
// none, as long as ρ < 1; beyond, it is the closed loop of c.
//   output tokens/s = O · min(r, c / (TTFT + (O − 1) · TPOT))
//
// Engines with compiled shapes (optimum-neuron) pad: D is of as many sequences as are compiled for, and P of as many
// tokens.
// D holds what a host that samples itself takes too (`HostSampling`): so long for one sequence, longer for each
// further. Where a benchmark sends prompts that the engine has seen before, P counts by `unseen_prompt_share`.
//
// Worked example: D = 10 ms whatever n, P(1) = 50 ms, I = 1000, O = 100, c = 11, burst_share 0.1, prompts do not pack:
// TTFT = 50 + 5 + 0.1 · 5 · 50 = 80 ms. With n = 10, TPOT = 10 + 0.95 · 0.09 · 50 = 14.28 ms; then n is 11 · 1428/1508
// = 10.42, TPOT 14.47 ms, and so on to n = 10.42 and 14.48 ms. Of an open loop with r = 4: n = 4 · 100 · TPOT and TPOT
// = 10 + n/100 · 50 give TPOT 12.5 ms and n = 5; ρ = 0.2, TTFT = 50 + 5 + 0.125 · 50 = 61.25 ms. Limits: equal lengths;
// a window or a growing context counts by its mean; no preemption.
#pragma once

#include <functional>
#include <map>

#include "hakaru/job/job.h"
#include "hakaru/serving/iteration/host_sampling.h"
#include "hakaru/serving/iteration/iteration.h"

namespace hakaru {

/// The iterations of one replica, whatever the engine's constants. Each is made when it is first needed.
class ReplicaPasses {
 public:
  using Make = std::function<PassKernels(double count)>;
  ReplicaPasses(Make decode, Make prompts) : decode_{std::move(decode), {}}, prompts_{std::move(prompts), {}} {}

  /// Between two whole numbers of the grid of log_grid.h, 4 to an octave, on a straight line.
  double decode_s(double sequences, const Calibration& calibration) const;
  double prompts_s(double prompts, const Calibration& calibration) const;

 private:
  struct Kind {
    Make make;
    std::map<std::int64_t, PassKernels> known;
  };
  static double time_s(Kind& kind, double count, const Calibration& calibration, Rhythm rhythm);

  mutable Kind decode_, prompts_;
};

/// What graphs are compiled for, whatever runs: prompts are padded to `tokens`, and decoding is of `sequences`, or more
/// where more run, each with `tokens` cached. 0: shapes are as they come.
struct CompiledShape {
  double tokens = 0, sequences = 0;
};

/// Of answers decoded by `beams` sequences, which read their prompt once. `timer` must outlive what is returned.
ReplicaPasses passes_of(const ServingJob& job, const IterationTimer& timer, double beams,
                        const CompiledShape& compiled = {});

struct SteadyLoad {
  double concurrency = 1;  ///< requests in flight on this replica
  double input = 1, output = 1;
  double room = 1;               ///< answers that the cache holds
  double prefill_tokens = 8192;  ///< most of one iteration
  double beams = 1;              ///< sequences decoded for one answer
  HostSampling sampling = {};
  bool evenly = false;  ///< an open loop's requests come at equal intervals, not at random
};

/// What a closed loop's figures are made of: those of TTFT first, then those of TPOT; each adds up.
struct LoopParts {
  double request_s = 0;     ///< of a request outside iterations
  double prefill_s = 0;     ///< of its own prompt
  double admission_s = 0;   ///< until the iteration that runs has ended
  double burst_s = 0;       ///< of the first wave
  double generation_s = 0;  ///< of others' answers that it waits for
  double room_s = 0;        ///< for cache
  double iteration_s = 0;   ///< a decode iteration
  double prompts_s = 0;     ///< of others, within iterations
};

struct ReplicaEstimate {
  double running = 0;  ///< answers decoding
  double ttft_s = 0, tpot_s = 0;
  double output_tokens_per_s = 0;
  LoopParts parts = {};  ///< of closed loops
};

ReplicaEstimate closed_loop(const ReplicaPasses& passes, const SteadyLoad& load, const Calibration& calibration);
ReplicaEstimate static_batch(const ReplicaPasses& passes, const SteadyLoad& load, const Calibration& calibration);
ReplicaEstimate offline(const ReplicaPasses& passes, const SteadyLoad& load, const Calibration& calibration);
/// Requests that come by themselves, `rate_per_s` of them, with at most `load.concurrency` in flight.
ReplicaEstimate open_loop(const ReplicaPasses& passes, const SteadyLoad& load, double rate_per_s,
                          const Calibration& calibration);

}  // namespace hakaru
