// Places values in memory that they share over time.
//
// A buffer is needed from the instruction that writes it to the last one that reads it, both included. Two may share
// bytes when those spans do not meet. Buffers are placed by decreasing size, each into the smallest gap that is large
// enough between those placed before whose spans meet its own, or else above them all (greedy by size, as in Pisarchyk
// and Lee 2020, arXiv 2001.03288). Sizes are rounded up to 64 bytes.
//
// Example: a of 128 bytes in [0, 1], b of 256 in [1, 2], c of 128 in [2, 3]: b lies at 0, a and c at 256: 384 bytes;
// the most that is alive at once is also 384.
// Limits: not optimal; where the largest moment is one of few buffers it is (the gap to live_bytes is reported).
#pragma once

#include <cstdint>
#include <vector>

namespace hakaru::tracing {

inline constexpr std::int64_t arena_alignment_bytes = 64;

struct Buffer {
  std::int64_t bytes = 0;
  std::int64_t first = 0;  ///< instruction that writes it
  std::int64_t last = 0;   ///< last that reads it
  std::int64_t offset = 0;
};

/// Sets offsets; returns what all of them span.
std::int64_t place(std::vector<Buffer>& buffers);

/// The most bytes that are needed at one instruction, and the first such instruction.
struct FullestMoment {
  std::int64_t instruction = 0;
  std::int64_t bytes = 0;
};
FullestMoment fullest_moment(const std::vector<Buffer>& buffers);

}  // namespace hakaru::tracing
