// Random bits for stochastic rounding of a tensor: the bits of a stream, each value by its place
// in the full tensor of which the ranks have parts. So the same value is rounded alike whichever rank has it.
//
//   index(i) = first + i                                                      width 0: in a row
//   index(i) = first + (skipped + i) / width · columns + (skipped + i) mod width   `width` columns of a wider matrix
//
// Example: the right half of a 4 × 6 matrix has width 3, columns 6, first 3; its values 0 … 3 are 3, 4, 5 and 9 of the
// whole. A shard that begins with its value 2 has skipped 2 and begins with 5.
//
// Streams are named by where a tensor comes from (Recorder::begin_stream), not by when it runs: a micro-batch and a
// layer, an operation of it, and of a gradient the operation whose gradient it is. Stream 0 has no name; the executor
// then takes the number of the instruction.
#pragma once

#include <cstdint>

namespace hakaru::tracing {

struct Draw {
  std::uint64_t stream = 0;
  std::int64_t first = 0, width = 0, columns = 0, skipped = 0;

  bool operator==(const Draw&) const = default;
  std::int64_t index(std::int64_t value) const {
    return width == 0 ? first + value : first + (skipped + value) / width * columns + (skipped + value) % width;
  }
  /// Number of values from `value` on that lie behind each other in the full tensor, `values` at most.
  std::int64_t in_a_row(std::int64_t value, std::int64_t values) const {
    if (width == 0) return values;
    const std::int64_t rest = width - (skipped + value) % width;
    return rest < values ? rest : values;
  }
};

/// A stream's number from that of another and what is drawn next to it.
constexpr std::uint64_t stream_within(std::uint64_t stream, std::uint64_t part) {
  // SplitMix64's finisher (Steele, Lea, Flood 2014) of both.
  constexpr std::uint64_t golden = 0x9E3779B97F4A7C15ULL, m1 = 0xBF58476D1CE4E5B9ULL, m2 = 0x94D049BB133111EBULL;
  std::uint64_t word = stream * golden + part + golden;
  word = (word ^ (word >> 30U)) * m1;
  word = (word ^ (word >> 27U)) * m2;
  return word ^ (word >> 31U);
}

}  // namespace hakaru::tracing
