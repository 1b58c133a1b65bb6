// One step as work on streams: what a simulation needs to know, and all that it needs to know.
//
// Ranks that do the same (tensor, context and data parallel) stand as one: a lane of `shape.stages` stages. Times are
// of one pass of one micro-batch through one chunk, exposed tensor, expert and context communication included.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "hakaru/parallel/schedule.h"

namespace hakaru {

struct ChunkWork {
  double forward_s = 0;
  double backward_s = 0;         ///< recompute and gradients of inputs
  double weight_s = 0;           ///< gradients of weights: part of the backward pass unless the schedule splits it
  double gather_s = 0;           ///< all-gather of the chunk's weights
  double reduce_s = 0;           ///< reduce-scatter or all-reduce of its gradients
  double forward_hidden_s = 0;   ///< beside forward_s, what waits only where no backward pass is beside it
  double forward_offload_s = 0;  ///< of forward_s, copies of what a backward pass will read
  /// Part of forward_s, and of backward_s: tokens on their way to experts and back, which a pass beside it may hide.
  double forward_exchange_s = 0, backward_exchange_s = 0;

  double all_s() const { return forward_s + backward_s + weight_s; }
};

/// A forward pass through `forward` and a backward one through `backward` beside each other, over one after the other.
/// Tokens of either, C, travel while the other computes, K in all, which goes on without a share σ of the cores until
/// they have come: max(C, K + σ · C). Example: C = 2, K = 6, σ = 0.15: 6.3 of 8.
inline double time_share_beside(const ChunkWork& forward, const ChunkWork& backward, double exchange_slowdown) {
  const double all_s = forward.forward_s + backward.backward_s + backward.weight_s;
  const double exchange_s = forward.forward_exchange_s + backward.backward_exchange_s;
  if (exchange_s <= 0 || all_s <= 0) return 1;
  return std::max(exchange_s, all_s - exchange_s + exchange_slowdown * exchange_s) / all_s;
}

/// Seconds of one micro-batch in a stage, by purpose. They add up to the `all_s` of its chunks, where micro-batches go
/// both ways to their mean.
struct StageShares {
  double compute_s = 0, tensor_s = 0, expert_s = 0, context_s = 0, offload_s = 0;
  double total_s() const { return compute_s + tensor_s + expert_s + context_s + offload_s; }
};

/// When weights are gathered and gradients reduced.
enum class Sharding : std::uint8_t {
  once,              ///< ZeRO 0 and 1: before the first forward and behind the last backward pass, bucket by bucket
  reduce_each_pass,  ///< ZeRO 2: gathered once, reduced behind every backward pass
  gather_each_pass   ///< ZeRO 3, FSDP: gathered before every pass, reduced behind every backward pass
};

struct StepWork {
  Schedule schedule = Schedule::one_forward_one_backward;
  PipelineShape shape;  ///< fully sharded: one stage, a chunk for each unit (layer) that is gathered whole
  Sharding sharding = Sharding::once;
  std::vector<ChunkWork> chunks;    ///< chunk c of stage s at s · shape.chunks + c
  std::vector<StageShares> shares;  ///< of each stage; may be empty: all is compute
  std::vector<double> optimizer_s;  ///< of each stage, once all gradients are reduced (their norm is of all)
  int buckets = 1;                  ///< into which a chunk's gather and reduction are cut
  double bucket_bytes = 0;          ///< of one rank's gradients in the largest of them; 0: nothing is reduced
  int gathered_units = 2;           ///< FSDP: units gathered at once, the one that runs included
  double send_s = 0;                ///< of activations or their gradients to the next stage
  double slowdown = 0;              ///< of compute while a gather or reduction runs beside it
  double exchange_slowdown = 0;     ///< the same while tokens go to experts or come back

  const ChunkWork& chunk(int stage, int chunk) const {
    return chunks[static_cast<std::size_t>(stage) * static_cast<std::size_t>(shape.chunks) +
                  static_cast<std::size_t>(chunk)];
  }
};

}  // namespace hakaru
