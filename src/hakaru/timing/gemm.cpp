#include "hakaru/timing/gemm.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "hakaru/core/bit_cast.h"

namespace hakaru {
namespace {

struct TileShape {
  double rows, columns;
};

// The tiles that cuBLAS and CUTLASS have. Common winners come first: then the bound in try_tile drops most of the rest.
constexpr TileShape shapes[] = {{128, 128}, {64, 64},  {256, 128}, {128, 256}, {64, 256}, {256, 64},
                                {128, 64},  {64, 128}, {64, 32},   {32, 64},   {32, 128}, {16, 64},
                                {16, 128},  {8, 64},   {128, 32},  {256, 32},  {16, 32}};
constexpr double splits[] = {1, 2, 3, 4, 6, 8, 12, 16, 32};
constexpr double most_waves_of_splits = 8;  // beyond these a split only adds partial sums
constexpr double least_split_depth = 128;   // elements of k that each share of a split must keep
constexpr double partial_bytes = 8;         // fp32 partial sums, written and read

namespace known {

using C = GemmConstants;
using Parameter = Constant<GemmConstants>;

constexpr Parameter launch{
    "launch_s", &C::launch_s, "s", 2e-6, 1e-6, 8e-6, "launch of the kernels within a CUDA graph"};
constexpr Parameter tensor{
    "tensor_efficiency", &C::tensor_efficiency, "", 0.85, 0.3, 1, "of the peak, while k is walked"};
constexpr Parameter whole_waves{
    "whole_wave_share", &C::whole_wave_share, "", 0.5, 0, 1, "1: whole waves, 0: fractional"};
constexpr Parameter core_feed{"core_feed_bytes_per_s",
                              &C::core_feed_bytes_per_s,
                              "B/s",
                              80e9,
                              10e9,
                              600e9,
                              "operands into one core's shared memory while all cores load"};
constexpr Parameter step{"step_s", &C::step_s, "s", 0.8e-9, 0.02e-9, 5e-9, "latency per element of k within a block"};
constexpr Parameter tile_fixed{
    "tile_fixed_s", &C::tile_fixed_s, "s", 0.7e-6, 0.02e-6, 5e-6, "beginning and end of a block"};
constexpr Parameter memory{"memory_efficiency", &C::memory_efficiency, "", 0.85, 0.4, 1, "of the memory bandwidth"};
constexpr Parameter split{"split_s", &C::split_s, "s", 0.7e-6, 0.02e-6, 6e-6, "reduction of a split k"};
constexpr Parameter epilogue{"epilogue_bytes_per_s",
                             &C::epilogue_bytes_per_s,
                             "B/s",
                             60e9,
                             1e9,
                             2e12,
                             "results stored by one core while all cores store"};
constexpr Parameter cache{"cache_share", &C::cache_share, "", 0.6, 0.05, 2, "of the cache that operands can fill"};
constexpr Parameter throttling{
    "throttle", &C::throttle, "", 0.08, 0.001, 2, "longer tensor time of long products (power)"};
constexpr Parameter throttle_time{"throttle_time_s",         &C::throttle_time_s, "s", 300e-6, 10e-6, 1.5e-3,
                                  "ideal time at half of it"};
constexpr Parameter cache_ratio{"cache_bandwidth_ratio",      &C::cache_bandwidth_ratio, "", 3, 1, 8,
                                "cache over memory bandwidth"};
constexpr Parameter exposed{
    "exposed_share", &C::exposed_share, "", 0.5, 0, 1, "of block ends not hidden behind memory"};
constexpr Parameter store{"store_weight", &C::store_weight, "", 1, 0.05, 4, "cost of a byte written over one read"};
constexpr Parameter partial_sums{"partial_sum_weight",
                                 &C::partial_sum_weight,
                                 "",
                                 0.8,
                                 0.05,
                                 8,
                                 "cost of split-k's partial sums over a pass through the cache"};
constexpr Parameter cold_start{
    "cold_start_s", &C::cold_start_s, "s", 0.5e-6, 0.001e-6, 10e-6, "until the first weights arrive from memory"};
constexpr Parameter padding{"padding_cost", &C::padding_cost, "", 0.2, 0, 3, "slower k loop of out-of-bounds rows"};
constexpr Parameter quantise_row{
    "quantise_row_s", &C::quantise_row_s, "s", 6e-9, 0.1e-9, 20e-9, "one row's block of the cast"};
constexpr Parameter quantise_bytes{"quantise_bytes_per_s", &C::quantise_bytes_per_s, "B/s", 1.5e12, 0.1e12, 8e12,
                                   "of the cast"};
constexpr Parameter narrow_tile_fixed{"narrow_tile_fixed_s",
                                      &C::narrow_tile_fixed_s,
                                      "s",
                                      3e-6,
                                      0.01e-6,
                                      20e-6,
                                      "further time of a block of the 32×64 and 64×64 kernels"};
constexpr Parameter single_row{
    "single_row_s", &C::single_row_s, "s", 10e-6, 0.01e-6, 40e-6, "other path taken for m = 1"};

constexpr std::array of_cublas{launch,  tensor,   whole_waves, core_feed,  step,          tile_fixed,
                               memory,  epilogue, cache,       throttling, throttle_time, cache_ratio,
                               exposed, store,    cold_start,  split,      partial_sums};
constexpr std::array of_cutlass_unsplit{launch,  tensor,   whole_waves, core_feed,    step,           tile_fixed,
                                        memory,  epilogue, cache,       throttling,   throttle_time,  cache_ratio,
                                        exposed, store,    cold_start,  quantise_row, quantise_bytes, single_row};
constexpr std::array of_vllm_hopper_fp8{launch,  tensor,   whole_waves, core_feed,    step,           tile_fixed,
                                        memory,  epilogue, cache,       throttling,   throttle_time,  cache_ratio,
                                        exposed, store,    cold_start,  quantise_row, quantise_bytes, padding};
constexpr std::array of_vllm_ada_fp8{launch,  tensor,   whole_waves, core_feed,    step,           tile_fixed,
                                     memory,  epilogue, cache,       throttling,   throttle_time,  cache_ratio,
                                     exposed, store,    cold_start,  quantise_row, quantise_bytes, narrow_tile_fixed};

}  // namespace known

double cubed(double x) { return x * x * x; }

// Share that must come from memory when `filling` times the usable cache passes between two uses.
double missed_share(double filling) {
  const double squared = filling * filling;
  const double eighth = squared * squared * squared * squared;
  return 1 - 1 / (1 + eighth);
}

// std::ceil is a call where the compiler may not assume SSE4.1; counts of tiles are far below 2^53.
double ceiling(double x) {
  const double floor = static_cast<double>(static_cast<std::int64_t>(x));
  return floor < x ? floor + 1 : floor;
}

// The cube root of a positive number, to 1e-13: a third of the exponent as the first guess, then two steps of Halley's
// method. std::cbrt would take most of an estimate's time.
double cube_root(double x) {
  double root = bit_cast<double>(bit_cast<std::uint64_t>(x) / 3 + 0x2A9F7893782DA1CEull);
  for (int step = 0; step < 2; ++step) {
    const double cube = cubed(root);
    root *= (cube + 2 * x) / (2 * cube + x);
  }
  return root;
}

int index_of(double rows, double columns) {
  for (int i = 0; i < static_cast<int>(std::size(shapes)); ++i) {
    if (shapes[i].rows == rows && shapes[i].columns == columns) return i;
  }
  return 0;
}

// vLLM, scaled_mm_sm90_fp8_dispatch.cuh; up to 64 rows A and B are swapped, so that 16 or 64 is the side along m.
TileShape hopper_fp8_tile(double m, double n) {
  if (m <= 16) return {16, 64};
  if (m <= 64) return n <= 1280 ? TileShape{16, 64} : TileShape{64, 64};
  return m <= 128 ? TileShape{64, 128} : TileShape{128, 128};
}

// vLLM, scaled_mm_c2x_sm89_fp8_dispatch.cuh; there by the next power of two of m and of n.
TileShape ada_fp8_tile(double m, double n) {
  if (m <= 16) return n <= 8192 ? TileShape{16, 64} : n <= 16384 ? TileShape{16, 128} : TileShape{32, 64};
  if (m <= 32) return n <= 8192 || n > 16384 ? TileShape{32, 64} : TileShape{32, 128};
  if (m <= 64) return n <= 8192 || n > 16384 ? TileShape{64, 64} : TileShape{64, 128};
  if (m <= 128) return n <= 8192 ? TileShape{64, 128} : n <= 16384 ? TileShape{128, 128} : TileShape{128, 64};
  if (m <= 256) return n <= 4096 ? TileShape{64, 128} : TileShape{128, 128};
  return n > 4096 && n <= 8192 ? TileShape{256, 128} : TileShape{128, 128};
}

}  // namespace

std::span<const Constant<GemmConstants>> gemm_constants(GemmLibrary library) {
  switch (library) {
    case GemmLibrary::cublas:
      return known::of_cublas;
    case GemmLibrary::cutlass_unsplit:
      return known::of_cutlass_unsplit;
    case GemmLibrary::vllm_hopper_fp8:
      return known::of_vllm_hopper_fp8;
    case GemmLibrary::vllm_ada_fp8:
      return known::of_vllm_ada_fp8;
  }
  return {};
}

struct GemmTimer::Launch {
  GemmLaunch product;
  double memory_s;    // every operand once
  double partials_s;  // partial sums, per share of a split
  double throttled;   // factor on the tensor time
};

GemmTimer::GemmTimer(const Processor& processor, const GemmUnits& units, const GemmConstants& constants)
    : processor_(processor), units_(units), constants_(constants) {
  static_assert(std::size(shapes) == tile_count);
  per_core_ = 1 / processor.cores;
  memory_rate_ = processor.memory_bytes_per_s * constants.memory_efficiency;
  for (int i = 0; i < tile_count; ++i) tiles_[i] = make_tile(shapes[i].rows, shapes[i].columns);
}

GemmTimer::Tile GemmTimer::make_tile(double rows, double columns) const {
  const double core_flops_per_s = units_.flops_per_s / processor_.cores;
  Tile tile{rows, columns, 0, 0, 0};
  tile.tensor_s = 2 * rows * columns / (core_flops_per_s * constants_.tensor_efficiency);
  tile.feed_s = (rows + columns) * units_.operand_bytes / constants_.core_feed_bytes_per_s;
  tile.epilogue_s = rows * columns / constants_.epilogue_bytes_per_s;
  // vLLM's Ada kernels: the larger the tile the slower each store (256×128: 40 µs a block).
  if (units_.library == GemmLibrary::vllm_ada_fp8) tile.epilogue_s *= rows * columns / (128 * 128);
  return tile;
}

int GemmTimer::dispatched_tile(double m, double n) const {
  const TileShape shape = units_.library == GemmLibrary::vllm_hopper_fp8 ? hopper_fp8_tile(m, n) : ada_fp8_tile(m, n);
  return index_of(shape.rows, shape.columns);
}

// Rows of tiles in one group. Uneven groups end in partly filled tiles at random places: half a tile each on average.
double GemmTimer::rows_of_tiles(const Tile& tile, const GemmLaunch& product) const {
  // Hopper's fp8 kernels above 64 rows run in clusters of two tiles along m.
  const bool paired = units_.library == GemmLibrary::vllm_hopper_fp8 && product.m > 64;
  const double pair = paired ? 2 : 1;
  const double equal = pair * ceiling(product.m / (tile.rows * pair));
  return product.uneven ? std::max(equal, product.m / tile.rows + 0.5 * pair) : equal;
}

void GemmTimer::try_tile(const Tile& tile, const Launch& launch, double& best_s) const {
  const GemmLaunch& product = launch.product;
  const double block_rows = rows_of_tiles(tile, product);
  const double tiles = block_rows * ceiling(product.n / tile.columns) * product.groups;
  const double filled = std::min(1.0, product.m / (block_rows * tile.rows));
  const double padded = (1 + constants_.padding_cost * (1 - filled)) / product.sustained;
  const double tensor_s = tile.tensor_s * launch.throttled;
  const double slowest_s = std::max(tensor_s, constants_.step_s) * padded;
  const double stored =
      product.result_bytes * std::min(1.0, product.m / tile.rows) * std::min(1.0, product.n / tile.columns);
  double fixed_s = constants_.tile_fixed_s;
  if (tile.columns == 64 && (tile.rows == 32 || tile.rows == 64)) fixed_s += constants_.narrow_tile_fixed_s;
  const double step_cubes = (cubed(tensor_s) + cubed(constants_.step_s)) * cubed(padded);
  const double memory_cube = cubed(launch.memory_s);

  const bool may_split = units_.library == GemmLibrary::cublas;
  for (const double split : splits) {
    const double depth = product.k / split;
    const bool useful = depth >= least_split_depth && tiles * split <= most_waves_of_splits * processor_.cores;
    if (split > 1 && !(may_split && useful)) break;
    const double filling = tiles * split * per_core_;
    const double waves =
        constants_.whole_wave_share * ceiling(filling) + (1 - constants_.whole_wave_share) * std::max(filling, 1.0);
    const double busy = filling / waves;  // cores share the cache's bandwidth: few are fed and store faster
    const double ends_s = fixed_s + tile.epilogue_s * stored * busy;
    const double feed_s = tile.feed_s * busy * padded;
    const double exposed_s = waves * ends_s * constants_.exposed_share;
    const double hidden_s = waves * ends_s - exposed_s;
    const double after_s = exposed_s + (split > 1 ? constants_.split_s + launch.partials_s * split : 0);
    const double steps = waves * depth;
    const double least_core_s = std::max(steps * std::max(slowest_s, feed_s), hidden_s);
    if (std::max(least_core_s, launch.memory_s) + after_s >= best_s) continue;  // cannot win: skip the root
    const double joined = cubed(steps) * (step_cubes + cubed(feed_s)) + cubed(hidden_s) + memory_cube;
    best_s = std::min(best_s, cube_root(joined) + after_s);
  }
}

bool GemmTimer::casts(const GemmLaunch& product) const {
  return constants_.quantise_bytes_per_s > 0 && product.row_bytes > units_.operand_bytes;
}

double GemmTimer::quantise_s(const GemmLaunch& product) const {
  const double rows = product.m * product.groups;
  const double bytes = rows * product.k * (product.row_bytes + units_.operand_bytes);
  const double cold = product.busy_before_s > 0 ? 1 : missed_share(bytes / processor_.cache_bytes);
  const double blocks_s = rows * constants_.quantise_row_s;
  const double bytes_s = bytes * std::max(1 / constants_.quantise_bytes_per_s, cold / memory_rate_);
  return std::sqrt(blocks_s * blocks_s + bytes_s * bytes_s);
}

// Clocks fall once a product has drawn full power for longer than the chip's control loop allows.
double GemmTimer::throttled(double busy_s) const {
  const double share = busy_s / constants_.throttle_time_s;
  return 1 + constants_.throttle * share * share / (1 + share * share);
}

double GemmTimer::time_s(const GemmLaunch& product) const {
  const double stored_bytes = product.weight_bytes > 0 ? product.weight_bytes : units_.operand_bytes;
  const double weight_bytes = product.groups * product.n * product.k * stored_bytes;
  const double row_bytes =
      product.k * units_.operand_bytes / product.row_reuse + product.n * product.result_bytes * constants_.store_weight;
  const double bytes = weight_bytes + product.groups * product.m * row_bytes;
  // The same activations come back with every launch, each weight only after all copies (and A before its cast).
  const double uncast = casts(product) ? product.row_bytes * product.groups * product.m * product.k : 0;
  const double resident = bytes + uncast + (product.weight_copies - 1) * weight_bytes;
  const double usable_cache = constants_.cache_share * processor_.cache_bytes;
  const double cold = missed_share(resident / usable_cache);
  const double cold_rows = product.busy_before_s > 0 ? cold : missed_share(bytes / usable_cache);
  const double outputs = product.m * product.n * product.groups;
  const double busy_s = 2 * outputs * product.k / units_.flops_per_s + product.busy_before_s;

  Launch launch{product, 0, 0, 0};
  const double warm = 1 / constants_.cache_bandwidth_ratio;
  launch.memory_s =
      (weight_bytes * std::max(cold, warm) + (bytes - weight_bytes) * std::max(cold_rows, warm)) / memory_rate_;
  // Stores may cost less than loads while the cache takes them or a block's end holds them; nothing beats the
  // bandwidth.
  const double other_bytes = bytes - weight_bytes + (1 - constants_.store_weight) * product.result_bytes * outputs;
  const double missed_bytes = cold * weight_bytes + cold_rows * other_bytes;
  const double cache_rate = memory_rate_ * constants_.cache_bandwidth_ratio;
  launch.partials_s = constants_.partial_sum_weight * partial_bytes * outputs / cache_rate;
  launch.throttled = throttled(busy_s);

  double best_s = std::numeric_limits<double>::infinity();
  const bool dispatched = units_.library == GemmLibrary::vllm_hopper_fp8 || units_.library == GemmLibrary::vllm_ada_fp8;
  if (dispatched) {
    try_tile(tiles_[dispatched_tile(product.m, product.n)], launch, best_s);
  } else {
    for (const Tile& tile : tiles_) try_tile(tile, launch, best_s);
  }
  best_s = std::max(best_s, missed_bytes / processor_.memory_bytes_per_s);
  double seconds = constants_.launch_s + constants_.cold_start_s * cold + best_s;
  if (casts(product)) seconds += quantise_s(product);
  if (product.m <= 1) seconds += constants_.single_row_s;
  return seconds;
}

}  // namespace hakaru
