// Time of attention over many query tokens, in s: prefill, chunked prefill, training forward and backward, encoders.
// Few constants per accelerator and data type, fitted on published measurements.
//
//   forward = launch + extra kernel + √(blocks² + memory²) + √(write waves² + write memory²)
//
// Blocks. A fused kernel cuts the queries of every head into blocks of `query_rows` and walks over the keys that a
// block sees in tiles of `keys`; tiles that causality or a window hide are skipped, the diagonal's are computed whole.
// A kernel that packs the query heads of one key head together (GQA) cuts g·q rows instead of q,
// g = heads / kv_heads.
//   score = √((2·(key_dim + value_dim) / (peak / units · tensor_efficiency))² + (softmax_cycles / clock)²)
//           seconds of one unit per query-key pair: the two products, and the exponential beside them
//   tile = query_rows · keys · score;   block = block_s + tiles · tile
//   share = Σ block / units + (⌈w⌉ − w) · shortest block,   w = number of blocks / units: long blocks go first, what
//           the last wave leaves idle are short ones
//   blocks = √(share² + longest block²): no launch is shorter than its longest block
// Memory. Queries, results, and each seen key and value once, over the bandwidth of memory · memory_efficiency. What
// fits into the last-level cache streams at cache_bandwidth_ratio times that; the share that does is
// 1 / (1 + (footprint / cache)⁴), the footprint being all tensors touched.
// Cache write. Serving first copies the new keys and values into the paged KV cache: one thread block per token with
// min(kv_heads · dim, 512) threads, thus min(32, ⌊2048 / threads⌋) tokens on a unit at once, cache_write_s per wave of
// them; and its bytes (read as computed, written as stored).
// Split keys (FlashInfer): fewer blocks than units share the keys of their longest block, in parts of 128 keys or more.
// Extra kernel: FlashAttention-3 and TensorRT-LLM plan the work of more than one query in a kernel of its own.
//
// Kernels (query rows × keys). flash_attention_2, in its paged form: 64 × 256 up to dim 64, 64 × 128 above.
// flash_attention_3: 128 × 128, packs heads up to 128 queries. tensorrt_llm (through FlashInfer): 256 × 128,
// 128 × 128 up to 128 queries; one query runs as decode: its packed heads, at least 16 rows. flashinfer (its Ampere
// form, for keys stored in 8 bits): 128 × 64, always packs. FlashAttention-3 and TensorRT-LLM multiply in the type that
// keys are stored in (queries are cast to it), the others in 16 bits: `flops_per_s` and `query_bytes` are to say
// so.
//
// Backward: derived, nothing of it was measured. FlashAttention-2's structure: a block per 128 keys walks over the
// query tiles that see it; five products instead of two (2.5 × the FLOPs), at 0.8 of the forward's tensor efficiency,
// and twice the softmax; queries' gradients are summed in fp32 in memory.
//
// Worked example: H100, bf16, causal, batch 4 of 4096 tokens, 32 heads over 8, dim 128, cache written. A score takes
// √((512 / (989 T / 132 · 0.773))² + (0.0828 / 1.83 G)²) = 99 ps, a tile 1.63 µs; 4,096 blocks (31 waves) of 67,584
// tiles: 924 µs; memory, 336 MB, 138 µs; cache write 97 µs; launch and planning 8 µs: in all 1.04 ms.
//
// Limits: which kernel ran is not recorded with the measurements: inferred from the stack's rules and from the times.
// Fitted on causal attention without window or cached prefix, dims 64 and 128, one kernel on an idle device,
// its data in the cache where it fits (a small batch may so cost less than its share of a large one). Other dims,
// windows, prefixes, two dims (MLA) follow from the structure.
// Sources: Dao 2023 (arXiv 2307.08691), Shah et al. 2024 (arXiv 2407.08608), vllm-project/flash-attention
// (hopper/tile_size.h, heuristics.h), FlashInfer (arXiv 2501.01005), ai-dynamo/aiconfigurator
// collector/vllm/collect_attn.py (what was timed: cache write and attention in one CUDA graph).
#pragma once

#include <cstdint>
#include <span>

#include "hakaru/timing/constant.h"

namespace hakaru {

/// One calibration's constants.
struct PrefillConstants {
  double launch_s = 0;
  double extra_kernel_s = 0;
  double tensor_efficiency = 0;
  double softmax_cycles = 0;
  double block_s = 0;
  double memory_efficiency = 0;
  double cache_bandwidth_ratio = 0;
  double cache_write_s = 0;
};

/// The constants that `library` uses: 6 to 8 of them.
std::span<const Constant<PrefillConstants>> prefill_constants(AttentionLibrary library);

struct PrefillShape {
  double batch = 1;  ///< sequences
  std::int64_t query_tokens = 0;
  std::int64_t kv_tokens = 0;  ///< causal: cached and new ones together; else the keys that each query sees
  std::int64_t window = 0;     ///< causal: most keys that a query sees, itself included; 0: all
  std::int64_t heads = 0;
  std::int64_t kv_heads = 0;
  std::int64_t key_dim = 0;
  std::int64_t value_dim = 0;
  double query_bytes = 2;   ///< per value of the queries
  double output_bytes = 2;  ///< per value of results and of keys and values as they are computed
  double kv_bytes = 2;      ///< per value of keys and values as the kernel reads them
  double sustained = 1;     ///< share of the kernel's own rate that lasts within a step
  bool causal = true;
  bool writes_cache = false;  ///< serving: new keys and values are first copied into the paged cache
};

class PrefillTimer {
 public:
  PrefillTimer(const Processor& processor, double flops_per_s, AttentionLibrary library,
               const PrefillConstants& constants);

  double forward_s(const PrefillShape& shape) const;
  double backward_s(const PrefillShape& shape) const;

 private:
  struct Tile;
  struct Work;
  Tile tile_of(const PrefillShape& shape) const;
  Work work_of(const PrefillShape& shape, const Tile& tile) const;
  double score_s(double flops, double tensor_share, double exponentials) const;
  double makespan_s(const Work& work, double tile_s) const;
  double stream_s(double bytes, double footprint_bytes) const;
  double cache_write_s(const PrefillShape& shape, double footprint_bytes) const;
  double extra_kernel_s(const PrefillShape& shape) const;

  Processor processor_;
  AttentionLibrary library_;
  PrefillConstants constants_;
  double tensor_s_per_flop_;  ///< of one unit
  double softmax_s_;          ///< of one unit, per score
  double memory_s_per_byte_;
};

}  // namespace hakaru
