// Time of one matrix product, in s: C[m×n] = A[m×k] · B[k×n], alone or as several products in one launch.
//
// A is the activations (m rows), B the weights. Units are SI: seconds, bytes, FLOP/s.
//
// The product is cut into tiles of a×b outputs; the k loop of a tile may be shared by s blocks ("split-k"). S cores:
//
//   blocks  N = ⌈m/a⌉ · ⌈n/b⌉ · s · groups
//   waves   W = σ·⌈N/S⌉ + (1−σ)·max(N/S, 1)      σ = whole_wave_share: 1 waits for the last wave, 0 is stream-k
//
// A block walks k/s elements of the inner dimension. Three things bound its pace, in seconds per element of k:
//
//   tensor   2·a·b / (tensor_efficiency · peak/S) · (1 + throttle · T²/(T² + throttle_time²)), T = ideal time so far
//   feeding  (a + b) · operand_bytes / core_feed_bytes_per_s · (N/S)/W: cores share what the cache gives
//   latency  step_s
//
// and it begins and ends in  ends = tile_fixed_s + result_bytes·(outputs of the tile) / epilogue_bytes_per_s · (N/S)/W.
// Memory moves every operand once, from the cache where what passes before it comes back fits:
//
//   miss(x)  = x⁸/(1 + x⁸), x in shares of cache_share · cache
//   bytes    V = W + operand_bytes·groups·m·k + store_weight · result_bytes·groups·m·n,   W = groups·n·k · bytes of a
//   weight cold     = miss(V + (weight_copies − 1) · W) of the weights; of the others miss(V), in a step the same
//   memory   = Σ over both of bytes · max(cold, 1/cache_bandwidth_ratio) / (memory_efficiency · bandwidth)
//
// and the whole is never faster than the bandwidth lets what misses the cache pass.
// Joined by p-norms with p = 3 (kernels overlap loads, products and stores, but not wholly), x = exposed_share:
//
//   core      = ‖W·k/s · tensor, W·k/s · feeding, W·k/s · latency, (1 − x)·W·ends, memory‖₃
//   time      = launch_s + cold_start_s·cold_w + min over tiles and s of [core + x·W·ends + split] + quantise
//   split     = split_s + partial_sum_weight · 8·s·groups·m·n / (bandwidth reached in the cache), for s > 1
//   quantise  = √((m·quantise_row_s)² + (3·m·k/rate)²), fp8 only: A is cast, 2 bytes read, 1 written, at
//               quantise_bytes_per_s or, from memory, its bandwidth
//
// The tile and the split are the fastest of those libraries have (cuBLAS), or the ones vLLM's own dispatch takes:
// its CUTLASS fp8 kernels on Hopper and Ada choose by m and n and never split k.
//
// Worked example:
// 4096×4096×4096 in bf16 on an H100 (989 TFLOP/s, 3350 GB/s, 132 SMs, 50 MiB), constants of one fit: tile
// 256×128, no split: N = 512 blocks, 3.88 a core, W = 3.89. Tensor: 2·256·128 / (0.882 · 7.49 TFLOP/s) · 1.0057 =
// 9.98 ns per element of k, 158.8 µs in all; feeding 1.28 ns and latency 1.39 ns hardly add. Memory: 96.8 MB /
// (0.894 · 3350 GB/s) = 32.3 µs. Ends: 1.78 µs · W = 6.9 µs, a share of 0.777 exposed: 5.4 µs.
// ‖…‖₃ = 159.5 µs, + 5.4 µs + launch 2.5 µs = 167.4 µs; measured: 166.0 µs.
//
// Limits:
// - The tables time one kernel on an idle device, six layers in turn (`weight_copies` = 6): weights under a sixth of
//   the cache stay in it. Within a step, say how many such matrices pass before this one returns, and
//   `busy_before_s` for clocks that have already fallen.
// - Libraries do not always choose the fastest kernel: where cuBLAS leaves a long k unsplit it is up to 4× slower.
// - Grouped products: `groups` counts those with rows. No grouped kernel (Triton MoE, CUTLASS grouped) was measured.
//
// Sources: AIConfigurator's public silicon data and its collector/vllm/collect_gemm.py (a CUDA graph of six layers,
// static fp8 activation scales); the tiles of vLLM's scaled_mm_sm90_fp8_dispatch.cuh and
// scaled_mm_c2x_sm89_fp8_dispatch.cuh.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "hakaru/core/choice.h"
#include "hakaru/timing/constant.h"

namespace hakaru {

/// Library whose kernels run, which sets the tiles.
enum class GemmLibrary {
  cublas,           ///< cuBLAS: the fastest tile and split-k
  cutlass_unsplit,  ///< FlashInfer/CUTLASS fp8 on Blackwell: the fastest tile, k never split
  vllm_hopper_fp8,  ///< vLLM's CUTLASS 3 kernels for sm90: tile by m and n
  vllm_ada_fp8,     ///< vLLM's CUTLASS 2 kernels for sm89: tile by m and n
};
template <>
inline constexpr auto choice_names<GemmLibrary> = std::to_array<std::string_view>({"cublas", "cutlass_unsplit",
                                                                                   "vllm_hopper_fp8", "vllm_ada_fp8"});

/// Facts of a data type that the kernels' times depend on.
struct GemmUnits {
  double flops_per_s = 0;    ///< dense peak
  double operand_bytes = 2;  ///< per value: 2 for bf16, 1 for fp8
  GemmLibrary library = GemmLibrary::cublas;
};

/// Fitted per accelerator and data type; those that a library does not use are 0. Meanings: `gemm_constants`.
struct GemmConstants {
  double launch_s = 0;
  double tensor_efficiency = 0;
  double whole_wave_share = 0;
  double core_feed_bytes_per_s = 0;
  double step_s = 0;
  double tile_fixed_s = 0;
  double memory_efficiency = 0;
  double split_s = 0;
  double epilogue_bytes_per_s = 0;
  double cache_share = 0;
  double throttle = 0;
  double throttle_time_s = 0;
  double cache_bandwidth_ratio = 0;
  double exposed_share = 0;
  double store_weight = 0;
  double partial_sum_weight = 0;
  double cold_start_s = 0;
  double padding_cost = 0;
  double quantise_row_s = 0;
  double quantise_bytes_per_s = 0;
  double narrow_tile_fixed_s = 0;
  double single_row_s = 0;
};

/// The constants that `library` uses: 17 or 18 of them.
std::span<const Constant<GemmConstants>> gemm_constants(GemmLibrary library);

/// One launch: `groups` products of m×n×k each. m may be fractional (mean rows of a batch or of an expert).
struct GemmLaunch {
  double m = 1, n = 1, k = 1;
  double groups = 1;         ///< those with at least one row
  bool uneven = false;       ///< groups of different sizes (routed experts), m rows in the mean
  double row_bytes = 2;      ///< per value of A as it comes: wider than the operands, it is cast first
  double weight_bytes = 0;   ///< per value of B in memory; 0: the operands'
  double result_bytes = 2;   ///< per value of C
  double row_reuse = 1;      ///< rows of A that share each of its values (a convolution's patches)
  double sustained = 1;      ///< share of the cores' own rate that lasts within a step
  double weight_copies = 6;  ///< weight matrices of this size used in turn before this one comes back (tables: 6)
  double busy_before_s = 0;  ///< ideal tensor time run just before (tables: 0; within a step: long)
};

/// Times products on one accelerator and data type. Building it precomputes what each tile needs; `time_s` allocates
/// nothing and takes about 0.1 µs (dispatched tile) to 1 µs (all tiles).
class GemmTimer {
 public:
  GemmTimer(const Processor& processor, const GemmUnits& units, const GemmConstants& constants);

  double time_s(const GemmLaunch& product) const;

 private:
  struct Tile {
    double rows, columns;
    double tensor_s, feed_s;  ///< per element of k and block
    double epilogue_s;        ///< stores of a full tile, per byte of a result
  };
  struct Launch;  // what does not depend on the tile

  static constexpr int tile_count = 17;

  Tile make_tile(double rows, double columns) const;
  int dispatched_tile(double m, double n) const;
  double rows_of_tiles(const Tile& tile, const GemmLaunch& product) const;
  void try_tile(const Tile& tile, const Launch& launch, double& best_s) const;
  double throttled(double busy_s) const;
  bool casts(const GemmLaunch& product) const;
  double quantise_s(const GemmLaunch& product) const;

  Processor processor_;
  GemmUnits units_;
  GemmConstants constants_;
  std::array<Tile, tile_count> tiles_;
  double memory_rate_ = 0;  ///< reached bandwidth, bytes/s
  double per_core_ = 0;     ///< 1 / cores
};

}  // namespace hakaru
