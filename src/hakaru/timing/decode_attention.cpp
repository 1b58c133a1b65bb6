#include "hakaru/timing/decode_attention.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "hakaru/numerics/elementary.h"

namespace hakaru {
namespace {

using C = DecodeConstants;
using Parameter = Constant<DecodeConstants>;

constexpr double cache_bytes_per_clock = 64;  // what one core can take from the last-level cache (NVIDIA, since Volta)
constexpr double tensor_share = 0.65;         // of peak, in attention's inner loop: assumed, rarely binds in decoding
constexpr double tensor_rows = 16;            // rows of the smallest matrix instruction
constexpr double tile_rows = 128;             // query rows that one item can hold
constexpr double max_splits = 32;             // vLLM's limit where CUDA graphs are used; latent kernels have none
constexpr double middle_rows = 8;             // TensorRT-LLM's tiles hold 8, 16 or more query rows
constexpr double wide_rows = 16;              // above it FlashInfer and TensorRT-LLM take another, slower tile
constexpr double block_values = 128 * 256;    // values in a block of 128 tokens of an ordinary head: item_s is of this
constexpr double cache_fits_share = 0.7;      // up to this share of the cache nothing is missed
constexpr double scheduled_batch = 512;       // sequences whose scheduling overlaps the kernel's own start

constexpr Parameter launch{
    "launch_s", &C::launch_s, "s", 9e-6, 1e-6, 40e-6, "launches of cache insertion and attention"};
constexpr Parameter item{"item_s", &C::item_s, "s", 3e-6, 0.2e-6, 20e-6, "an item on a core: set-up, first block, end"};
constexpr Parameter core_read{
    "core_read_share", &C::core_read_share, "", 0.3, 0.02, 1, "of 64 B per clock, through cached bytes"};
constexpr Parameter memory{"memory_efficiency", &C::memory_efficiency, "", 0.85, 0.3, 1, "of the memory's bandwidth"};
constexpr Parameter cache{"cache_speedup", &C::cache_speedup, "", 2, 1, 8, "last-level cache over achieved memory"};
constexpr Parameter combine{
    "combine_s", &C::combine_s, "s", 1.5e-6, 1e-8, 20e-6, "combining, beyond one block of keys"};
constexpr Parameter split{"split_s", &C::split_s, "s", 0.1e-6, 1e-9, 5e-6, "the same, per block, up to 32 blocks"};
constexpr Parameter sequence{
    "sequence_s", &C::sequence_s, "s", 5e-9, 1e-11, 100e-9, "inserting, scheduling a sequence"};
constexpr Parameter rearrangement{
    "rearrangement_s", &C::rearrangement_s, "s", 1e-6, 1e-8, 20e-6, "a small kernel that reorders query heads"};
constexpr Parameter wide_factor{
    "wide_group_factor", &C::wide_group_factor, "", 1.5, 1, 5, "slowdown of a core with more than 16 query rows"};
constexpr Parameter wide_launch{
    "wide_group_s", &C::wide_group_s, "s", 3e-6, 1e-8, 20e-6, "start-up with more than 16 rows of heads above 64"};

constexpr std::array of_flash_attention_2{launch,  item,  core_read, memory,       cache,
                                          combine, split, sequence,  rearrangement};
constexpr std::array of_flash_attention_3{launch, item, core_read, memory, cache, combine, split, sequence};
constexpr std::array of_tensorrt_llm{launch, item, core_read, memory, combine, split, sequence, wide_factor};
constexpr std::array of_flashinfer{launch, item, core_read, memory, cache, combine, wide_factor, wide_launch};

/// Quantities of the shape that the formulas need.
struct Work {
  double group;        ///< query heads per kv head
  double context;      ///< tokens seen
  double token_bytes;  ///< cached, per token and kv head
  double tiles;        ///< of query rows
  double items;
  double block_tokens;
  double block_share;  ///< size of a block, in the kernel's blocks of ordinary heads of 128
  double blocks;
  double splits;
  double cached_bytes;
  double query_bytes;  ///< and results
};

double cached_values(const DecodeShape& shape) {
  return shape.cached_values_per_token > 0 ? shape.cached_values_per_token : shape.key_size + shape.value_size;
}

double tokens_seen(const DecodeShape& shape) {
  if (shape.sliding_window <= 0) return shape.context_length;
  return std::min(shape.context_length, shape.sliding_window + shape.query_tokens - 1);
}

double block_tokens(AttentionLibrary library, double key_size) {
  if (library == AttentionLibrary::tensorrt_llm) return 256;
  if (library == AttentionLibrary::flash_attention_2 && key_size <= 64) return 256;
  return 128;
}

/// Size of a block, in those of an ordinary head of 128, for which item_s stands.
double block_share(AttentionLibrary library, double tokens, double values) {
  const double reference = library == AttentionLibrary::tensorrt_llm ? 2 * block_values : block_values;
  return tokens * values / reference;
}

/// FlashAttention 2 splits and rearranges only where it packs several query heads.
bool packs_heads(AttentionLibrary library, double group) {
  return library != AttentionLibrary::flash_attention_2 || group > 1;
}

double splits_of(AttentionLibrary library, double cores, const Work& work, bool latent) {
  if (!packs_heads(library, work.group)) return 1;
  const bool two_per_core = library == AttentionLibrary::flash_attention_2 || library == AttentionLibrary::flashinfer;
  const double places = two_per_core ? 2 * cores : cores;
  return std::max(1.0, std::min({places / work.items, work.blocks, latent ? cores : max_splits}));
}

Work work_of(const DecodeShape& shape, AttentionLibrary library, double cores) {
  Work work{};
  const double values = cached_values(shape);
  work.group = shape.heads / shape.kv_heads;
  work.context = tokens_seen(shape);
  work.token_bytes = values * shape.bytes_per_cached_value;
  work.tiles = std::ceil(work.group * shape.query_tokens / tile_rows);
  work.items = shape.batch * shape.kv_heads * work.tiles;
  work.block_tokens = block_tokens(library, shape.key_size);
  work.block_share = block_share(library, work.block_tokens, values);
  work.blocks = std::max(1.0, work.context / work.block_tokens);
  work.splits = splits_of(library, cores, work, shape.cached_values_per_token > 0);
  work.cached_bytes = shape.batch * shape.kv_heads * work.context * work.token_bytes;
  work.query_bytes = shape.batch * shape.query_tokens * shape.heads * (shape.key_size + shape.value_size) *
                     shape.bytes_per_query_value;
  return work;
}

/// Small kernels that FlashAttention 2 needs to bring the query heads of a kv head together and results apart again;
/// most are free (views) where one of the two dimensions is 1.
double rearrangements(const DecodeShape& shape, AttentionLibrary library, double group) {
  if (library != AttentionLibrary::flash_attention_2 || !packs_heads(library, group)) return 0;
  return shape.batch > 1 && shape.kv_heads > 1 ? 5 : 1;
}

double token_s(const DecodeShape& shape, const Work& work, const C& constants, const Processor& processor) {
  const double read = work.token_bytes / (constants.core_read_share * cache_bytes_per_clock * processor.clock_hz);
  const double fullest_tile = std::min(work.group * shape.query_tokens, tile_rows);
  const double rows = std::ceil(fullest_tile / tensor_rows) * tensor_rows;
  const double multiply =
      2 * rows * (shape.key_size + shape.value_size) * processor.cores / (tensor_share * shape.flops_per_s);
  return std::max(read, multiply);
}

double core_s(const Work& work, double per_token_s, double item_s, double cores) {
  const double waves = std::max(1.0, work.items * work.splits / cores);
  const double whole_waves = std::ceil(waves - 1e-6);  // items · (places / items) is not always places
  const double full_item_s = item_s * (0.5 + 0.5 * work.block_share);
  const double first_block_excess_s = std::max(0.0, work.block_tokens * per_token_s - full_item_s);
  const double further_tokens = std::max(0.0, work.context / work.splits - work.block_tokens);
  return whole_waves * full_item_s + waves * (first_block_excess_s + further_tokens * per_token_s);
}

/// TensorRT-LLM's kernel is never held up by the last-level cache before its cores are: no constant for it.
double cache_bytes_per_s(AttentionLibrary library, double memory_rate, double speedup, const Processor& processor) {
  const double limit = processor.cores * cache_bytes_per_clock * processor.clock_hz;
  return library == AttentionLibrary::tensorrt_llm ? limit : std::min(memory_rate * speedup, limit);
}

double memory_s(const DecodeShape& shape, const Work& work, AttentionLibrary library, const C& constants,
                const Processor& processor, double rearranged, double slowdown) {
  const double memory_rate = processor.memory_bytes_per_s * constants.memory_efficiency;
  const double cache_rate = cache_bytes_per_s(library, memory_rate, constants.cache_speedup, processor);
  const double cache_slowdown = library == AttentionLibrary::flashinfer ? slowdown : 1;
  const double filled = (work.cached_bytes + work.query_bytes) / processor.cache_bytes;
  const double over = (filled - cache_fits_share) / (1 - cache_fits_share);
  const double miss = shape.cache_is_warm ? std::clamp(over, 0.0, 1.0) : 1;
  const double query_passes = rearranged > 1 ? 2.5 : 1;  // read and written once more on the way in and out
  return work.cached_bytes * (miss / memory_rate + (1 - miss) * cache_slowdown / cache_rate) +
         query_passes * work.query_bytes / cache_rate;
}

double combining_s(const Work& work, AttentionLibrary library, const C& constants) {
  if (!packs_heads(library, work.group)) return 0;
  const double split_s = library == AttentionLibrary::flashinfer ? 0 : constants.split_s;
  const double present = std::min(1.0, work.blocks - 1);
  return present * (constants.combine_s + split_s * std::min(work.blocks, max_splits));
}

/// Factor by which wide tiles of query rows slow a core; tiles of middle width slow it by the cube root.
double wide_slowdown(AttentionLibrary library, double rows, double factor) {
  if (library == AttentionLibrary::flashinfer) return rows > wide_rows ? factor : 1;
  if (library != AttentionLibrary::tensorrt_llm || rows <= middle_rows) return 1;
  return rows > wide_rows ? factor : elementary::cube_root(factor);
}

/// FlashAttention 3 plans each sequence on the device, ever more of it in parallel; the others only insert tokens.
double sequences_s(const DecodeShape& shape, AttentionLibrary library, const C& constants) {
  if (library == AttentionLibrary::flashinfer) return 0;
  if (library != AttentionLibrary::flash_attention_3) return constants.sequence_s * shape.batch * shape.query_tokens;
  return constants.sequence_s * shape.batch / (1 + shape.batch / scheduled_batch);
}

}  // namespace

std::span<const Constant<DecodeConstants>> decode_constants(AttentionLibrary library) {
  switch (library) {
    case AttentionLibrary::flash_attention_2:
      return of_flash_attention_2;
    case AttentionLibrary::flash_attention_3:
      return of_flash_attention_3;
    case AttentionLibrary::tensorrt_llm:
      return of_tensorrt_llm;
    case AttentionLibrary::flashinfer:
      return of_flashinfer;
  }
  return {};
}

double decode_s(const DecodeShape& shape, AttentionLibrary library, const DecodeConstants& constants,
                const Processor& processor) {
  const Work work = work_of(shape, library, processor.cores);
  const double rows = work.group * shape.query_tokens;
  const double slowdown = wide_slowdown(library, rows, constants.wide_group_factor);
  const double rearranged = rearrangements(shape, library, work.group);
  const bool starts_wide = library == AttentionLibrary::flashinfer && rows > wide_rows && shape.key_size > 64;

  const double per_token_s = token_s(shape, work, constants, processor);
  const double busy_s = slowdown * core_s(work, per_token_s, constants.item_s, processor.cores);
  const double stream_s = memory_s(shape, work, library, constants, processor, rearranged, slowdown);
  return constants.launch_s + (starts_wide ? constants.wide_group_s : 0) + rearranged * constants.rearrangement_s +
         combining_s(work, library, constants) + sequences_s(shape, library, constants) +
         elementary::cube_root(busy_s * busy_s * busy_s + stream_s * stream_s * stream_s);
}

}  // namespace hakaru
