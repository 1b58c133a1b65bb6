// A request as the simulation of a server sees it, and the clock it is told by.
//
// The clock counts whole picoseconds. Whole numbers add up to the same sum in any order, so that a run of iterations
// that is advanced at once ends at the very time that it ends at one by one (engine.h). 2^63 ps are 106 days.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

namespace hakaru {

using Picoseconds = std::int64_t;

inline constexpr double picoseconds_per_s = 1e12;
inline constexpr Picoseconds never_ps = std::numeric_limits<Picoseconds>::max();
/// Arrivals later than this are refused: what follows them must end before the clock does.
inline constexpr double latest_arrival_s = 4e6;

inline Picoseconds picoseconds(double seconds) { return std::llround(seconds * picoseconds_per_s); }
inline double seconds(Picoseconds time) { return static_cast<double>(time) / picoseconds_per_s; }

/// A prompt that begins like no other: nothing of it is found in a cache.
inline constexpr std::int32_t like_no_other = -1;

struct Request {
  double arrival_s = 0;
  std::int32_t input_tokens = 0;   ///< of the prompt, at least 1
  std::int32_t output_tokens = 0;  ///< of the answer, at least 1
  std::int32_t prefix = 0;         ///< requests of one number begin alike; 0: each finds its share of the cache
  bool last_turn = false;          ///< of its session: none of this prefix follows
};

/// Tokens that a request takes in the context: its prompt and its answer.
inline std::int64_t tokens_of(const Request& request) {
  return std::int64_t{request.input_tokens} + request.output_tokens;
}

}  // namespace hakaru
