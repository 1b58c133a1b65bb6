// First and last pipeline stages of other than even layers, where they make the slowest stage faster.
//
// The head is counted as h layers, by its operations. Of l layers on p stages, those that hold m take m, the last one
// of n layers n + h, and m = (l + h)/p makes all equal. For m the multiples of the chunks v next below and above that,
//   last alone   n = l − (p − 1)m                                       all others hold m
//   both         n = m − h rounded down to a multiple of v, at least v   the first stage holds the rest, less than m
// are kept where the slowest stage, the head counted, is faster than with even stages.
// Example: l = 16, p = 4, v = 1, h = 4.3, m = 5.1: 5 5 5 1 (slowest 5.3) and 3 6 6 1 (6) for 4 4 4 4 (8.3).
// Limits: attention and products count alike; the embedding and recompute do not count. Such choices are told only
// after they were timed in full.
#pragma once

#include <cstdint>
#include <vector>

#include "hakaru/model/model.h"

namespace hakaru {

/// Layers of the first and of the last stage; 0: as the others.
struct StageEnds {
  std::int64_t first = 0, last = 0;
  bool operator==(const StageEnds&) const = default;
};

/// Mean layers of `model` with as many operations as what follows them, for one sequence; 0 without layers.
double layers_worth_of_head(const Model& model, std::int64_t sequence_length);

/// At most four, none of them even.
std::vector<StageEnds> faster_ends(std::int64_t layers, std::int64_t pp, std::int64_t vpp, double head_layers);

}  // namespace hakaru
