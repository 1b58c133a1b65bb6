// Replicas of a served model that an instance type can hold, and the least time of a replica that a request takes.
//
// A shape is a legal (tp, pp, ep) whose replica fits in memory with one sequence at the job's context. Replicas come in
// blocks of tp · pp · ep ranks (ep divides dp), and blocks fill instances; so its counts are the multiples of a unit:
//   unit = the fewest instances with  instances · accelerators = a whole number of blocks
// Larger units are looked at up to twice the fewest instances on which any shape fits: beyond, a replica only becomes
// slower and dearer.
//
// The least that one request can take of a replica, whatever else it serves, with n sequences at most (by the engine's
// limit and by the KV cache, which holds the prompt while its answer is made) and T tokens at most in an iteration:
//   work = max( (I + O − 1) · body(T)/T + prompt(I) + (O − 1) · attention(n)/n ,  (O − 1) · decode(n)/n )
// and rate · work replicas are needed at least, if their queue is to settle. Every iteration takes the sum of these
// parts for what it holds (iteration_cost.h), each of them least in the fullest iteration.
// Compiled shapes never run a prompt and a decoding sequence in one iteration, so that with a batch of n
//   work = body(I) + prompt(I) + prompts + (O − 1) · decode(n)/n
// at least: head and padding come on top.
// Limits: kernels take steps, so that an iteration less than full can be some per cent cheaper per token.
#pragma once

#include "hakaru/planning/search/search.h"
#include "hakaru/serving/iteration/iteration_cost.h"

namespace hakaru {

struct ReplicaShape {
  Layout layout;  ///< on `unit` instances
  int unit = 1;
  std::int64_t tokens_that_fit = 0;     ///< in the KV cache of a replica
  std::int64_t sequences_that_fit = 0;  ///< at the job's context
};

/// Shapes of `job` on at most `most` instances of `instance`, within what the scenario fixes. Shapes that do not fit,
/// or are not legal, are noted in `found`.
std::vector<ReplicaShape> replica_shapes(const Scenario& scenario, const ServingJob& job, const Instance& instance,
                                         int most, const MemoryReserve& reserve, const std::string& precision,
                                         SearchResult& found);

struct FullestIteration {
  std::int64_t sequences = 1, tokens = 1;
};
/// Seconds of a replica that a request of `job` takes at least.
double least_work_s(const PassTimes& times, const ServingJob& job, const FullestIteration& fullest);
/// The same where prompts run alone, and `sequences` at most decode together.
double least_work_apart_s(const PassTimes& times, const ServingJob& job, std::int64_t sequences);

}  // namespace hakaru
