#include "hakaru/timing/prefill_attention.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "hakaru/core/real.h"

namespace hakaru {
namespace {

/// The sides of a right angle give the third; of seconds, so nothing overflows.
double root_of_squares(double left, double right) { return std::sqrt(left * left + right * right); }

// Derived, not fitted. FlashAttention-2 reports 63 % of the peak backward and 73 % forward (arXiv 2307.08691); the
// softmax is computed again and its gradient beside it; three kernels run where the forward and its cache write are
// two.
constexpr double backward_tensor_share = 0.8, backward_softmax = 2, backward_launches = 1.5;
constexpr double fp32_bytes = 4;
constexpr double least_keys_of_split = 128;  ///< FlashInfer: keys of one part when keys are split over units

using C = PrefillConstants;
using Parameter = Constant<PrefillConstants>;

constexpr double exponentials_per_cycle = 16;  ///< of one unit (NVIDIA, since Volta), where softmax is not fitted

constexpr Parameter launch{"launch_s", &C::launch_s, "s", 6e-6, 1e-6, 20e-6, "least time of cache write and attention"};
constexpr Parameter extra{"extra_kernel_s", &C::extra_kernel_s, "s", 2e-6, 0, 10e-6, "the kernel that plans the work"};
constexpr Parameter tensor{"tensor_efficiency", &C::tensor_efficiency, "", 0.7, 0.1, 1, "of the peak, in the products"};
constexpr Parameter softmax{"softmax_cycles", &C::softmax_cycles, "cycles", 0.08, 1e-3, 0.5, "of a unit for a score"};
constexpr Parameter block{"block_s", &C::block_s, "s", 2e-6, 0.1e-6, 10e-6, "prologue and epilogue of a query block"};
constexpr Parameter memory{"memory_efficiency", &C::memory_efficiency, "", 0.6, 0.1, 1, "of the memory's bandwidth"};
constexpr Parameter cache_ratio{
    "cache_bandwidth_ratio", &C::cache_bandwidth_ratio, "", 1.5, 1, 8, "last-level cache over memory bandwidth"};
constexpr Parameter write{"cache_write_s", &C::cache_write_s, "s", 3e-6, 0.1e-6, 20e-6, "one wave of cache writes"};

constexpr std::array unplanned{launch, tensor, block, memory, cache_ratio, write};
constexpr std::array planned{launch, extra, tensor, softmax, block, memory, cache_ratio, write};

/// Libraries that plan the work of more than one query in a kernel of its own.
bool plans(AttentionLibrary library) {
  return library == AttentionLibrary::flash_attention_3 || library == AttentionLibrary::tensorrt_llm;
}

std::int64_t ceiling(std::int64_t value, std::int64_t divisor) { return (value + divisor - 1) / divisor; }

/// ⌊(a·i + b) / m⌋ summed over i from 0 to n − 1, all at least 0, without a loop over i (Euclid's algorithm).
std::int64_t floor_sum(std::int64_t n, std::int64_t m, std::int64_t a, std::int64_t b) {
  std::int64_t sum = 0;
  while (n > 0) {
    sum += n * (n - 1) / 2 * (a / m) + n * (b / m);
    a %= m;
    b %= m;
    const std::int64_t reach = a * n + b;
    if (reach < m) break;
    n = reach / m;
    b = reach % m;
    std::swap(m, a);
  }
  return sum;
}

/// Keys that are read at all.
double keys_read(const PrefillShape& shape) {
  if (!shape.causal || shape.window == 0) return real(shape.kv_tokens);
  return real(std::min(shape.kv_tokens, shape.window - 1 + shape.query_tokens));
}

struct Bytes {
  double queries, results, seen, fresh;  ///< values: queries, results, keys and values that are seen, that are new
};

Bytes values_of(const PrefillShape& shape) {
  const double rows = shape.batch * real(shape.query_tokens) * real(shape.heads);
  const double width = real(shape.kv_heads) * real(shape.key_dim + shape.value_dim);
  return {rows * real(shape.key_dim), rows * real(shape.value_dim), shape.batch * keys_read(shape) * width,
          shape.batch * real(shape.query_tokens) * width};
}

}  // namespace

std::span<const Constant<PrefillConstants>> prefill_constants(AttentionLibrary library) {
  if (plans(library)) return planned;
  return unplanned;
}

/// Cut of a kernel's work: rows of queries by keys, and the heads that share a block's rows.
struct PrefillTimer::Tile {
  std::int64_t query_rows;
  std::int64_t keys;
  std::int64_t packed_heads;
};

struct PrefillTimer::Work {
  double blocks;                      ///< all sequences and heads
  double tiles;                       ///< of all blocks
  double longest_tiles, first_tiles;  ///< of the longest block; of the first, which sees the fewest keys
};

PrefillTimer::PrefillTimer(const Processor& processor, double flops_per_s, AttentionLibrary library,
                           const PrefillConstants& constants)
    : processor_(processor),
      library_(library),
      constants_(constants),
      tensor_s_per_flop_(processor.cores / (flops_per_s * constants.tensor_efficiency)),
      softmax_s_((plans(library) ? constants.softmax_cycles : 1 / exponentials_per_cycle) / processor.clock_hz),
      memory_s_per_byte_(1 / (processor.memory_bytes_per_s * constants.memory_efficiency)) {}

PrefillTimer::Tile PrefillTimer::tile_of(const PrefillShape& shape) const {
  const std::int64_t queries = shape.query_tokens, group = shape.heads / shape.kv_heads;
  switch (library_) {
    case AttentionLibrary::flash_attention_3:
      return {128, 128, queries <= 128 ? group : 1};
    case AttentionLibrary::tensorrt_llm:
      if (queries == 1) return {std::max<std::int64_t>(16, group), 128, group};
      return {queries <= 128 ? 128 : 256, 128, 1};
    case AttentionLibrary::flashinfer:
      return {128, 64, group};
    case AttentionLibrary::flash_attention_2:
      break;
  }
  return {64, shape.key_dim <= 64 ? 256 : 128, queries == 1 ? group : 1};
}

PrefillTimer::Work PrefillTimer::work_of(const PrefillShape& shape, const Tile& tile) const {
  const std::int64_t rows = tile.query_rows, keys = tile.keys, group = tile.packed_heads;
  const std::int64_t blocks = ceiling(shape.query_tokens * group, rows);
  const double heads = shape.batch * real(shape.heads) / real(group);
  const std::int64_t most = ceiling(shape.kv_tokens, keys);
  if (!shape.causal) return {heads * real(blocks), heads * real(blocks * most), real(most), real(most)};

  // A block ends with the keys that its last query sees; all blocks but the last are full.
  const std::int64_t cached = (shape.kv_tokens - shape.query_tokens) * group, step = keys * group;
  std::int64_t tiles = floor_sum(blocks - 1, step, rows, cached + rows + step - 1) + most;
  std::int64_t longest = most;
  const std::int64_t first = blocks == 1 ? most : ceiling(cached + rows, step);
  if (shape.window > 0) {  // it starts with those that its first query still sees
    const std::int64_t hidden = cached - (shape.window - 1) * group;
    const std::int64_t unclipped = hidden >= 0 ? 0 : std::min(blocks, ceiling(-hidden, rows));
    tiles -= floor_sum(blocks - unclipped, step, rows, std::max<std::int64_t>(0, hidden + unclipped * rows));
    const std::int64_t widest = ceiling(shape.window - 1 + ceiling(rows, group), keys) + 1;
    longest = std::min(longest, widest);
  }
  return {heads * real(blocks), heads * real(tiles), real(longest), real(std::min(first, longest))};
}

double PrefillTimer::score_s(double flops, double tensor_share, double exponentials) const {
  const double products_s = flops * tensor_s_per_flop_ / tensor_share, softmax_s = exponentials * softmax_s_;
  return std::sqrt(products_s * products_s + softmax_s * softmax_s);
}

double PrefillTimer::makespan_s(const Work& work, double tile_s) const {
  const double units = processor_.cores, waves = work.blocks / units;
  const double shortest = constants_.block_s + work.first_tiles * tile_s;
  const double share =
      (work.blocks * constants_.block_s + work.tiles * tile_s) / units + (std::ceil(waves) - waves) * shortest;
  const double longest = constants_.block_s + work.longest_tiles * tile_s;
  return std::sqrt(share * share + longest * longest);
}

double PrefillTimer::stream_s(double bytes, double footprint_bytes) const {
  const double fill = footprint_bytes / processor_.cache_bytes, square = fill * fill;
  const double cached = 1 / (1 + square * square);
  return bytes * memory_s_per_byte_ * (cached / constants_.cache_bandwidth_ratio + 1 - cached);
}

double PrefillTimer::cache_write_s(const PrefillShape& shape, double footprint_bytes) const {
  constexpr double most_threads = 512, threads_of_unit = 2048, most_blocks = 32;
  const double threads = std::min(most_threads, real(shape.kv_heads * std::max(shape.key_dim, shape.value_dim)));
  const double at_once = processor_.cores * std::min(most_blocks, std::floor(threads_of_unit / threads));
  const double waves_s = shape.batch * real(shape.query_tokens) / at_once * constants_.cache_write_s;
  const double bytes = values_of(shape).fresh * (shape.output_bytes + shape.kv_bytes);
  const double memory_s = stream_s(bytes, footprint_bytes);
  return root_of_squares(waves_s, memory_s);
}

double PrefillTimer::extra_kernel_s(const PrefillShape& shape) const {
  return plans(library_) && shape.query_tokens > 1 ? constants_.extra_kernel_s : 0;
}

double PrefillTimer::forward_s(const PrefillShape& shape) const {
  const Tile tile = tile_of(shape);
  Work work = work_of(shape, tile);
  if (library_ == AttentionLibrary::flashinfer && work.blocks < processor_.cores) {
    const double most_splits = processor_.cores / work.blocks;
    work.longest_tiles /= std::clamp(real(shape.kv_tokens) / least_keys_of_split, 1.0, most_splits);
  }
  const double score = score_s(2 * real(shape.key_dim + shape.value_dim), 1, 1);
  const double blocks_s = makespan_s(work, real(tile.query_rows * tile.keys) * score);

  const Bytes values = values_of(shape);
  const double bytes =
      values.queries * shape.query_bytes + values.results * shape.output_bytes + values.seen * shape.kv_bytes;
  const double footprint = bytes + (shape.writes_cache ? values.fresh * shape.output_bytes : 0);
  const double memory_s = stream_s(bytes, footprint);
  return constants_.launch_s + extra_kernel_s(shape) + root_of_squares(blocks_s / shape.sustained, memory_s) +
         (shape.writes_cache ? cache_write_s(shape, footprint) : 0);
}

double PrefillTimer::backward_s(const PrefillShape& shape) const {
  // Tiles of 128 × 128 are the same pairs whichever side the blocks are cut from; a block owns 128 keys.
  const Tile tile{128, 128, 1};
  Work work = work_of(shape, tile);
  const double key_blocks = real(ceiling(shape.kv_tokens, tile.keys));
  work.blocks = shape.batch * real(shape.heads) * key_blocks;
  work.longest_tiles = real(ceiling(shape.query_tokens, tile.query_rows));
  if (shape.causal && shape.window > 0) work.longest_tiles = std::min(work.longest_tiles, real(shape.window / 128 + 2));
  work.first_tiles = std::min(work.longest_tiles, std::max(1.0, std::floor(work.tiles / work.blocks)));
  const double flops = 2 * real(3 * shape.key_dim + 2 * shape.value_dim);
  const double score = score_s(flops, backward_tensor_share, backward_softmax);
  const double blocks_s = makespan_s(work, real(tile.query_rows * tile.keys) * score);

  const Bytes values = values_of(shape);
  // Queries, results and keys read again, results' gradient read; gradients written; queries' also summed in fp32.
  const double bytes = values.queries * (2 * shape.query_bytes + 2 * fp32_bytes) +
                       values.results * 2 * shape.output_bytes + values.seen * 2 * shape.kv_bytes;
  const double memory_s = stream_s(bytes, bytes);
  return backward_launches * constants_.launch_s + root_of_squares(blocks_s / shape.sustained, memory_s);
}

}  // namespace hakaru
