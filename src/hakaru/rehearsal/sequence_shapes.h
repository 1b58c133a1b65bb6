// Graphs that sequences of many lengths compile to, and the savings and costs of buckets.
//
// A graph is compiled for one shape. Without buckets every distinct length is a shape; with buckets b₁ < b₂ < … a
// sequence is padded to the smallest bucket that holds it, and shapes are the buckets that are used:
//   padding = Σ (bucket − length);   its share = padding / Σ length
// Example: lengths 100, 120, 200, 200 and buckets 128, 256: 3 graphs without, 2 with them;
// padding 28 + 8 + 2 · 56 = 148 of 620 tokens, 23.9 %.
//
// One compilation a shape is tried, not assumed: the plan's miniature runs the first sequences on one rank,
// forward and backward, and the device's cache says which of them it compiled.
// Limits: tried are the first `tried_sequences` of those no longer than `longest_tried` tokens (the small model
// computes every score on this machine).
#pragma once

#include <cstdint>
#include <vector>

#include "hakaru/rehearsal/rank_run.h"

namespace hakaru {

inline constexpr std::int64_t longest_tried = 256, tried_sequences = 16;

struct ShapeCount {
  std::int64_t graphs = 0;  ///< distinct shapes
  std::int64_t tokens = 0, padding = 0;
  std::int64_t tried = 0;     ///< sequences that the miniature ran
  std::int64_t compiled = 0;  ///< compilations that they took
  std::int64_t expected = 0;  ///< distinct shapes among them

  double padding_share() const { return static_cast<double>(padding) / static_cast<double>(tokens); }
};

/// The counts alone; what decides a shape stands before them.
template <>
inline constexpr auto record<ShapeCount> =
    described("shape_count", "graphs and padding", field("graphs", &ShapeCount::graphs, "graphs that are needed"),
              field("tokens", &ShapeCount::tokens, "tokens of all sequences, padded"),
              field("padding_tokens", &ShapeCount::padding, "of which padding"),
              field("padding_share", &ShapeCount::padding_share, "the same as a share, 0 … 1"),
              field("tried_sequences", &ShapeCount::tried, "sequences that were run"),
              field("tried_shapes", &ShapeCount::expected, "their shapes"),
              field("compilations", &ShapeCount::compiled, "programs that were compiled for them"));

struct SequenceShapes {
  std::int64_t sequences = 0;
  std::vector<std::int64_t> buckets;  ///< rising; none: not asked for
  ShapeCount without, with;
};

/// Powers of two from the first that holds the shortest length to the first that holds the longest.
std::vector<std::int64_t> powers_for(const std::vector<std::int64_t>& lengths);

/// `lengths`: at least one, each positive. `buckets`: rising; empty: only without.
Result<SequenceShapes> count_shapes(const Miniature& miniature, const std::vector<std::int64_t>& lengths,
                                    const std::vector<std::int64_t>& buckets, const tracing::DeviceOptions& device);

}  // namespace hakaru
