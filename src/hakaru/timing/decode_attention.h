// Time of attention, in s, of one or a few new tokens per sequence over cached keys and values (decoding).
//
// A kernel gives every (sequence, key/value head) pair, with the query heads that share it packed into one tile of
// rows, to one core (SM): an *item*. Few items: the context of each is split among idle cores, and partial results are
// combined. Many items: cores take several in turn, in waves. So
//
//   time     = launch + rearrangement + combining + insertion + (core³ + memory³)^⅓
//   items    = batch · kv_heads · ⌈rows / 128⌉,   rows = query_tokens · heads / kv_heads
//   blocks   = max(1, context / block_tokens)                    (128 tokens of 256 values; a rule of the kernel)
//   splits   = clamp(places / items, 1, min(blocks, 32))         (places: cores, or two per core)
//   waves    = items · splits / cores                            (at least 1)
//   core     = wide · (⌈waves⌉ · item_s · (½ + ½ block size) + waves · (context / splits − block_tokens)⁺ · token_s)
//   token_s  = max(row bytes / (core_read_share · 64 B · clock), 2 · rows · (key + value) / (0.65 · peak / cores))
//   memory   = cached bytes · (miss / memory rate + (1 − miss) / cache rate) + query and result bytes / cache rate
//   combining = min(1, blocks − 1) · (combine_s + split_s · min(blocks, 32))
//
// An item's first block hides in its fixed cost `item_s`: a tile is fetched and multiplied whole, however few tokens
// are in it (what it takes beyond item_s, as with latent attention's wide rows, is added). Items are whole (⌈⌉),
// contexts are not: splits, and cores that start a wave early, level them out. `miss` rises from 0 to 1 while the
// operands grow from 70 to 100 % of the last-level cache (a cache read in a circle keeps nothing once they do not fit),
// and is 1 where something else ran in between (`cache_is_warm` = false: a real serving step). The cache rate is
// cache_speedup · memory rate, and at most 64 B per clock and core. The wait for combining depends on the context and
// not on the splits taken: measured so on Hopper and Blackwell, and a larger batch then never takes less time.
//
// Worked example: H100, bf16, 64 sequences, 4,096 tokens each, 32 heads, 8 kv heads of 128, constants launch 7.9 µs,
// item 3.49 µs, core_read_share 0.397, memory_efficiency 0.923, combine 1.9 µs, split 0.068 µs, sequence 34 ns.
// items = 512 > 132 cores: no splits, 3.88 waves. core = 4 · 3.49 + 3.88 · 3,968 · 512 B / 46.5 GB/s = 14 + 169 = 183
// µs; memory = 1.074 GB / 3.09 TB/s = 347 µs; joined 364 µs. Combining 1.9 + 32 · 0.068 = 4.1, insertion and scheduling
// 64 / (1 + 64/512) · 34 ns = 1.9: 378 µs in all (512 items of 4,096 were measured at 354 µs).
//
// Limits: fitted for head sizes 64 and 128, one query token, 2 to 131,072 tokens, sequences of equal length. Not
// measured: latent attention (its bytes and FLOPs are counted, its constants are those of ordinary heads), several
// query tokens, windows (FlashAttention 2 does not pack heads with them). Timers behind the B200 data step by 2 µs.
// FlashAttention 2 does not split contexts of single heads (heads = kv_heads): a second query head per kv head then
// *saves* time, 8 times on the longest contexts, as measured. Measured alone: launch_s holds a lone kernel's start.
//
// Sources: rules of splitting and packing: Dao-AILab/flash-attention (hopper/heuristics.h, csrc/flash_attn_api.cpp),
// vLLM's fork and its attention backends, FlashInfer's scheduler; measurements: ai-dynamo/aiconfigurator (Apache-2.0).
#pragma once

#include <span>

#include "hakaru/timing/constant.h"

namespace hakaru {

struct DecodeShape {
  double batch = 1;                    ///< sequences
  double query_tokens = 1;             ///< new tokens per sequence
  double context_length = 1;           ///< cached tokens per sequence
  double sliding_window = 0;           ///< tokens a query may look back on; 0: all
  double heads = 1;                    ///< query heads
  double kv_heads = 1;                 ///< key/value heads; 1 for latent attention (MLA, absorbed)
  double key_size = 128;               ///< values of a query or key; MLA 576
  double value_size = 128;             ///< values of a result or value; MLA 512
  double cached_values_per_token = 0;  ///< per kv head; 0: key_size + value_size. MLA: the latent, once (576)
  double bytes_per_cached_value = 2;
  double bytes_per_query_value = 2;
  double flops_per_s = 0;     ///< dense peak of the type that multiplies
  bool cache_is_warm = true;  ///< the same buffers were just read (a benchmark's loop), so they may lie in the cache
};

/// Constants of one accelerator, cache type and software stack. Those a kernel does not use are ignored.
struct DecodeConstants {
  double launch_s = 0;
  double item_s = 0;
  double core_read_share = 0;
  double memory_efficiency = 0;
  double cache_speedup = 0;
  double combine_s = 0;
  double split_s = 0;
  double sequence_s = 0;
  double rearrangement_s = 0;
  double wide_group_factor = 0;
  double wide_group_s = 0;
};

/// The constants that `library` uses: 8 or 9 of them.
std::span<const Constant<DecodeConstants>> decode_constants(AttentionLibrary library);

/// Seconds. Pure, no allocation.
double decode_s(const DecodeShape& shape, AttentionLibrary library, const DecodeConstants& constants,
                const Processor& processor);

}  // namespace hakaru
