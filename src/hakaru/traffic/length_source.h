// Lengths of the prompt and the answer of each request, in tokens, by its number: the same whatever came before it.
//
//   of a request of a trace, drawn evenly, or drawn from the plan's lengths (traffic.h): in a mixture the kind first,
//   the one in whose part of 0 … 1 a uniform number falls
// Turns of a session are numbered apart from those of all others: session + turn · 2^40.
#pragma once

#include <vector>

#include "hakaru/traffic/random_draws.h"
#include "hakaru/traffic/traffic.h"

namespace hakaru {

/// Streams of random numbers: gaps have even ones, lengths odd ones.
inline std::uint64_t stream_of_gap(std::int64_t request) { return 2 * static_cast<std::uint64_t>(request); }
inline std::uint64_t stream_of_lengths(std::int64_t request) { return stream_of_gap(request) + 1; }

/// The prefix that a request begins with: 1 … groups.
std::int32_t drawn_prefix(const TrafficPlan& plan, std::int64_t request);

class LengthSource {
 public:
  /// `trace` must outlive this; null: lengths come from the plan.
  LengthSource(const TrafficPlan& plan, const std::vector<Request>* trace);

  Request of(std::int64_t number) const;
  /// Lengths that a session's turn adds: the message of a user, and the answer to it.
  Request of_turn(std::int64_t session, std::int64_t turn) const { return of(session + (turn << 40)); }

 private:
  const LengthShare& kind(RandomDraws& draws) const;

  TrafficPlan plan_;
  std::vector<LengthShare> kinds_;  ///< at least one
  const std::vector<Request>* trace_;
};

}  // namespace hakaru
