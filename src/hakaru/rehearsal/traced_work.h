// Memory that the miniature's passes and its update take beside weights, optimizer states and gradients: recorded and
// compiled, not run.
//
//   passes   of each layer: the network whole on one rank, two micro-batches forward and back, under the plan's tp, cp
//            and ZeRO but without its pipeline. memory/pass_stack.h makes of them what each stage takes at once under
//            the plan's schedule
//   update   of a rank: as if its gradients were there
#pragma once

#include "hakaru/memory/pass_stack.h"
#include "hakaru/rehearsal/rank_network.h"

namespace hakaru {

struct TracedPasses {
  NetworkPasses all;
  NetworkPasses activations;  ///< what is kept for backward passes alone; nothing of it is handed on
};
Result<TracedPasses> layer_passes_of(const Miniature& miniature);

/// The most that the end of a step takes at once on a rank, without losses.
Result<std::int64_t> update_bytes_of(const Miniature& miniature, const RankPlace& place);

}  // namespace hakaru
