// A layer of routed experts, whose tokens go to the ranks that hold them and come back (Lepikhin et al. 2020, arXiv
// 2006.16668; Mixtral, Jiang et al. 2024, arXiv 2401.04088).
//
// Shapes must stay, as the step is compiled once: routing is forced to be even, as Megatron-LM has it for benchmarks
// (--moe-router-force-load-balancing). With E experts, k of a token, R = E / k, token t goes to experts
//   (t mod R) · k … (t mod R) · k + k − 1
// and the router says with what weights: softmax over its k numbers for these, as Mixtral's is over its k largest. So
// an expert has C = T / R of a rank's T tokens, and of ep ranks each sends T · k / ep rows to each.
//   rows      E × C × hidden, expert by expert
//   sent      all-to-all: E / ep experts of this rank, ep · C rows each
//   run       (silu(x · gate) ∘ (x · up) ∘ weight) · down
//   back      all-to-all, and the sum over a token's k
// The weights go with the rows, in an all-to-all of their own, and count before the last product, as Megatron-Core has
// them: so nothing that an expert gave is kept. They are made again, and sent again, for the backward pass.
// Example: 4 experts, 2 of a token, ep 2, 32 tokens: even tokens go to experts 0 and 1 on the first rank, odd ones to 2
// and 3 on the second; each sends 32 rows to either, and runs 2 experts on 32 rows.
// Limits: tokens in multiples of R; no tokens dropped, no loss that balances.
#pragma once

#include "hakaru/tracing/operations.h"

namespace hakaru {

/// Matrices of this rank's experts, one behind the other: in × out, the last one out × in.
struct Experts {
  tracing::Tensor router, gate, up, down;
};

struct ExpertRouting {
  std::int64_t experts = 1, per_token = 1;  ///< of all ranks
  std::int64_t ranks = 1;
  int group = 0;
};

/// Tokens × hidden, and so is the result; under tensor parallelism a summand of it.
tracing::Tensor through_experts(const tracing::Tensor& tokens, const Experts& own, const ExpertRouting& routing);

}  // namespace hakaru
