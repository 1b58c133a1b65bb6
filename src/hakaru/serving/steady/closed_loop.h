// A replica with a fixed number of requests in flight, as benchmarks of serving engines run it: as one is answered the
// next is sent. In closed form, from the same iterations (iteration.h) that are simulated one by one (engine.h).
//
// c requests in flight, prompts of I tokens, answers of O that b sequences (beams) decode; n answers are decoding, at
// least one. D(s) is a decode iteration of s sequences at the mean context I/b + O/2, P(k) one that holds k prompts and
// nothing else, A(k) what k prompts add to D(n·b): all tokens go through the products as one, those that decode as so
// many prompts more,
//   A(k)  = P(k + n·b/I) + attention of D(n·b) − D(n·b)       apart, in graphs of their own: P(k)
// In a steady state each of the other answers brings a prompt every O iterations; m prompts fit an iteration:
//   x     = (n − 1)/O prompts of others come with an iteration, A₁ = A(max(1, x))/max(1, x) each
//   TPOT  = D(n·b) + x · A₁
//   T     = TPOT + ρ A₁/(1 − ρ²), ρ = x A₁/TPOT               the iteration that a request meets: E T²/E T, where those
//                                                             that come during one are as good as independent; long
//                                                             ones are met more often
//   n     = min(room, m · O, c · O·TPOT / (O·TPOT + TTFT))    (Little's law)
//   TTFT  = first_token_s + P(1), and where c > 1
//         + T/2                                               until it is let in
//         + D(n·b) + A(1 + min(m − 1, x T/TPOT)) − P(1)       those that decode (apart: none) and come beside it in
//                                                             its own iteration
//         + burst_share · (c − 1)/2 · packed(min(c, room))    all c come at once at the start; how long that is felt
//                                                             depends on how many follow: a share
//         + first_wave_s                                      what is cold then: graphs, kernels, memory
//         + polled/2 · D(n·b)                                 an engine that asks for requests every so many
//                                                             iterations; x · polled/2 prompts more come beside its own
//         + generation_wait · O·TPOT / c
//         + (c/min(room, m · O) − 1) · O·TPOT  where that is above 0: requests wait for cache, or to be let in
//         + c · packed(min(c, room)) − (TTFT + (O − 1) · TPOT)  where that is above 0: while a request is answered the
//                                                             prompts of all must be computed
//   packed(k) = P(m)/m, m = min(k, prompts that fill `prefill_tokens`), at least 1: time per prompt when k wait
//   output tokens/s = c · O / (TTFT + (O − 1) · TPOT)
// A median has no first wave: neither its burst nor what is cold.
// In step: prompts of one length, all computed before any answer goes on, begin and end together, wave after wave;
// with n = min(c, room, m · O) of them
//   TPOT = D(n·b) + (n − 1)/2 · packed(n)/O, TTFT = first_token_s + (n + 1)/2 · packed(n) + (c/n − 1) · O·TPOT
// A static batch (Transformers NeuronX): TPOT = D(c), TTFT = first_token_s + c · P(1), one prompt after another.
// Offline, everything known ahead: n fills the room; output tokens/s = n·O / (O·D(n·b) + n · packed(n)).
// An open loop: r requests a second come at random, or evenly, and at most c are in flight.
//   TPOT and T as above with x = n/O, n = min(c, room, r · O·TPOT)
//   TTFT  = first_token_s + T/2 + D(n·b) + A(1 + x T/TPOT)
// ρ counts as 0.9 at most, since beyond that no run is long enough for the queue to become what the formula says. Where
// requests come evenly T = TPOT and none comes beside another, as long as r · P(1) < 1; beyond, it is the closed loop
// of c.
//   output tokens/s = O · min(r, c / (TTFT + (O − 1) · TPOT))
//
// Engines with compiled shapes (optimum-neuron) pad: D is of as many sequences as are compiled for, and P of as many
// tokens.
// P and A hold what the towers take that look at the pictures of those prompts.
// D holds what a host that samples itself takes too (`HostSampling`): so long for one sequence, longer for each
// further.
// P counts by `unseen_prompt_share` where a benchmark sends prompts that the engine has seen before.
//
// Worked example: D = 10 ms whatever n, P(k) = k · 50 ms, apart, I = 1000, O = 100, c = 11, burst_share 0.1. With
// n = 10: x = 0.09, TPOT = 14.5 ms, ρ = 0.31, T = 31.7 ms, TTFT = 15.8 + 50 · (1 + 0.197) + 0.1 · 5 · 50 = 100.7 ms;
// then n is 11 · 1450/1550.7 = 10.29, and so on to n = 10.288, TPOT 14.644 ms, TTFT 101.37 ms. Of an open loop with
// r = 4: TPOT = 10 + 4 · 0.05 · TPOT = 12.5 ms, n = 5, ρ = 0.2, T = 12.5 + 50 · 0.2/0.96 = 22.92 ms,
// TTFT = 11.46 + 50 · (1 + 0.0917) = 66.04 ms. Against the simulation of 10,698 random jobs
// (tests/unit/planning/one_predictor_test.cpp): TPOT within 1 % in the median, 8 % at the 95th percentile, TTFT within
// 7 % and 25 %, unsaturated.
// Limits: a window or growing context counts by its mean; a prompt longer than an iteration's tokens is one piece; no
// preemption.
#pragma once

#include <functional>
#include <map>

#include "hakaru/job/job.h"
#include "hakaru/serving/iteration/host_sampling.h"
#include "hakaru/serving/iteration/iteration.h"

namespace hakaru {

/// The iterations of one replica, whatever the engine's constants. Each is made when it is first needed, which is why
/// asking is not const.
class ReplicaPasses {
 public:
  using Make = std::function<PassKernels(double count)>;
  /// `input`: tokens of a prompt; 0: prompts and decoding are not computed as one. `pictures_s`: of those in a prompt.
  ReplicaPasses(Make decode, Make prompts, double input = 0, double pictures_s = 0)
      : decode_{std::move(decode), {}}, prompts_{std::move(prompts), {}}, input_(input), pictures_s_(pictures_s) {}

  /// Between two whole numbers of the grid of log_grid.h, 4 to an octave, on a straight line.
  double decode_s(double sequences, const Calibration& calibration);
  double prompts_s(double prompts, const Calibration& calibration);
  /// Prompts are not computed beside those that decode.
  bool apart() const { return input_ == 0; }
  /// Seconds that `prompts` add to a decode iteration of `sequences`: A above.
  double added_s(double prompts, double sequences, const Calibration& calibration);

 private:
  struct Kind {
    Make make;
    std::map<std::int64_t, PassKernels> known;
  };
  /// A pass of `prompts` and of a token of each of `sequences`, without what these attend to.
  double prompts_beside_s(double prompts, double sequences, const Calibration& calibration);
  static IterationTime time(Kind& kind, double count, const Calibration& calibration, Rhythm rhythm);

  Kind decode_, prompts_;
  double input_ = 0, pictures_s_ = 0;
};

/// Shapes that graphs are compiled for, whatever runs: prompts are padded to `tokens`, and decoding is of `sequences`,
/// or more where more run, each with `tokens` cached. 0: shapes are as they come.
struct CompiledShape {
  double tokens = 0, sequences = 0;
};

/// Passes of answers decoded by `beams` sequences, which read their prompt once. `timer` must outlive what is returned.
ReplicaPasses passes_of(const ServingJob& job, IterationTimer& timer, double beams, const CompiledShape& compiled = {});

struct SteadyLoad {
  double concurrency = 1;  ///< requests in flight on this replica
  double input = 1, output = 1;
  double room = 1;               ///< answers that the cache holds
  double prefill_tokens = 8192;  ///< most of one iteration
  double beams = 1;              ///< sequences decoded for one answer
  HostSampling sampling = {};
  double polled = 0;    ///< iterations without a prompt from one look for new requests to the next; 0: one looks always
  bool median = false;  ///< of the requests; else their mean
  bool in_step = false;  ///< all of one length, prompts first
  bool evenly = false;   ///< an open loop's requests come at equal intervals, not at random
};

/// Parts of a closed loop's figures, in s: those of TTFT first, then those of TPOT; each adds up.
struct LoopParts {
  double request_s = 0;     ///< of a request outside iterations
  double prefill_s = 0;     ///< of its own prompt
  double admission_s = 0;   ///< until the iteration that runs has ended
  double beside_s = 0;      ///< of those that decode and come with it, in the iteration of its own prompt
  double burst_s = 0;       ///< of the first wave's prompts
  double first_wave_s = 0;  ///< of what is cold then
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

ReplicaEstimate closed_loop(ReplicaPasses& passes, const SteadyLoad& load, const Calibration& calibration);
ReplicaEstimate static_batch(ReplicaPasses& passes, const SteadyLoad& load, const Calibration& calibration);
ReplicaEstimate offline(ReplicaPasses& passes, const SteadyLoad& load, const Calibration& calibration);
/// Requests that come by themselves, `rate_per_s` of them, with at most `load.concurrency` in flight.
ReplicaEstimate open_loop(ReplicaPasses& passes, const SteadyLoad& load, double rate_per_s,
                          const Calibration& calibration);

}  // namespace hakaru
