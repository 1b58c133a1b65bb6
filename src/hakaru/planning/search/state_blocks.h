// Blocks of vLLM's KV cache where a model has recurrent states (Mamba, linear attention).
//
//   page   = the state of one layer, rounded up to pages of as many tokens as take so much in a layer of attention
//   group  = layers that one block is of: as many as the fewer of those with states and those with keys and values, of
//            the more numerous where they are about as many (data/engines, states_in_blocks)
//   blocks = ⌊memory left for caches / (page · group)⌋
// A sequence holds a block of each group of states, and at least one of each group of attention. vLLM stops at its
// start where --max-num-seqs is above the blocks: of graphs that are captured each sequence has one
// (vllm/v1/core/kv_cache_utils.py; "max_num_seqs (1024) exceeds available Mamba cache blocks").
// Example: Qwen3.5-27B, 48 layers with states of 3.2 MB beside 16 of 4,096 bytes a token: 784 tokens, 3.2 MB a page;
// 16 layers a group, 51.4 MB a block; 3 + 1 blocks of a sequence.
// Limits: vLLM's own count is lower, since it keeps a vision encoder, what its first run takes and CUDA graphs
// beside (856 of Qwen3.6-27B in fp8 on an H100 at 0.95 of its memory, vllm-project/recipes pull request 551); no
// more than blocks / blocks of a sequence run at once, which is what launch files are given. States of several sizes
// in one model count as the largest.
#pragma once

#include <optional>

#include "hakaru/planning/search/served_on.h"

namespace hakaru {

struct StateBlocks {
  std::int64_t all = 0;
  std::int64_t of_a_sequence = 1;
};

/// Empty: the engine is another, or the model has no such states. `unused_share` of the memory is left to others.
std::optional<StateBlocks> state_blocks(const ServedOn& served, const Layout& layout, const Accelerator& accelerator,
                                        double unused_share = 0);

}  // namespace hakaru
