// Cache of one sequence on one rank: keys and values in whole blocks of tokens, and states of recurrences.
//
// Tensor parallelism spreads kv heads; with more ranks than kv heads each rank still holds one. The compressed cache of
// latent attention and the keys of a sparse attention's indexer are whole on every rank (DeepSeek-V2, arXiv 2405.04434
// §2.1).
// Example: Qwen2.5-7B, 8192 tokens, t = 2: 2 × 128 × 2 heads × 28 layers × 8192 × 2 bytes = 235 MB.
#pragma once

#include <cstdint>

#include "hakaru/model/model.h"

namespace hakaru {

struct CacheRules {
  std::int64_t context = 0;  ///< tokens of the sequence
  std::int64_t block_tokens = 1;
  std::int64_t tp = 1;
  double value_bytes = 2;
  std::int64_t prompt = 0;  ///< tokens of the context that an encoder reads: cached by cross-attention alone
};

struct Cached {
  double bytes = 0;        ///< of keys and values
  double cross_bytes = 0;  ///< of keys and values of an encoder's results
  double state_bytes = 0;

  double total_bytes() const { return bytes + cross_bytes + state_bytes; }
};

/// One copy of a block.
Cached cached_by(const Block& block, const CacheRules& rules);

}  // namespace hakaru
