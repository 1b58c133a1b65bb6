// Most memory that the passes of one pipeline stage take at once, from what a pass takes in each layer.
//
// In a layer a pass finds what lies there, takes up to `most` bytes beside it while it runs, and leaves `left` more
// than it found: a forward pass its activations, a backward pass fewer by them. Passes go through layers one by one, so
//   fullest = max over all layers of all passes of ( Σ left of those before + most of this one )
// A stage's forward pass begins with what it receives and ends as it has sent what it made; a backward pass likewise
// with gradients. The head runs as the backward pass of a micro-batch begins, whatever the schedule.
//
// Example: a stage of one layer, 10 bytes handed on; forward most 30, left 25, backward most 12, left −25.
// F0 takes 10 + 30 and leaves 10 + 25 − 10 = 25; F1 25 + 40 = 65 and leaves 50; B0 50 + 10 + 12 = 72, the fullest, and
// leaves 25.
//
// Limits: a layer takes the same in every stage and micro-batch but the first of a step, whose gradients are no
// addition to others. Nothing but what is received and sent passes between stages.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "hakaru/parallel/schedule.h"

namespace hakaru {

/// One pass through one layer of a network: −1 is what lies ahead of its layers, their number what lies behind.
struct LayerPass {
  std::int64_t layer = 0;
  std::int64_t most_bytes = 0, left_bytes = 0;  ///< beside what lay there as it began
};

/// Every pass of a network that no pipeline divides: [0] of a step's first micro-batch, [1] of each that follows.
struct NetworkPasses {
  std::int64_t layers = 0;
  std::int64_t handed_on_bytes = 0;  ///< between any two layers, forward or backward
  std::array<std::vector<LayerPass>, 2> forward, backward, weight;
};

/// Layers `begin` to `end` − 1; from −1 with what is ahead of all, to layers + 1 with what is behind.
struct LayerRange {
  std::int64_t begin = -1, end = 0;
};

/// The most that the passes of a stage take at once. `chunks`: the layers of each.
std::int64_t fullest_of_passes(const NetworkPasses& network, const std::vector<PipelinePass>& order,
                               const std::vector<LayerRange>& chunks);

}  // namespace hakaru
