#include "hakaru/planning/search/state_blocks.h"

#include <algorithm>
#include <cmath>

#include "hakaru/core/real.h"
#include "hakaru/memory/cached.h"
#include "hakaru/memory/serving_memory.h"
#include "hakaru/parallel/stages.h"

namespace hakaru {
namespace {

/// Caches of the layers of one stage.
struct LayersWithCaches {
  std::int64_t states = 0, attention = 0;
  double state_bytes = 0;  ///< the largest of one layer
  double page_bytes = 0;   ///< of its attention, a block of the engine's tokens
};

LayersWithCaches layers_with_caches(const Model& model, const Stage& stage, const CacheRules& rules) {
  LayersWithCaches layers;
  for (std::size_t kind = 0; kind < model.layer_kinds.size(); ++kind) {
    const Block& block = model.layer_kinds[kind];
    const Cached cached = cached_by(block, rules);
    const std::int64_t count = stage.layers_of_kind[kind] * block.repeat;
    if (cached.state_bytes > 0) layers.states += count;
    if (cached.bytes > 0) layers.attention += count;
    layers.state_bytes = std::max(layers.state_bytes, cached.state_bytes);
    layers.page_bytes = std::max(layers.page_bytes, cached.bytes);
  }
  return layers;
}

/// Layers that one block is of.
std::int64_t group_of(const LayersWithCaches& layers, double about_as_many) {
  const auto [fewer, more] = std::minmax(layers.states, layers.attention);
  if (fewer == 0) return more;
  return real(more) < about_as_many * real(fewer) ? more : fewer;
}

std::int64_t groups_of(std::int64_t layers, std::int64_t group) { return (layers + group - 1) / group; }

}  // namespace

std::optional<StateBlocks> state_blocks(const ServedOn& served, const Layout& layout, const Accelerator& accelerator,
                                        double unused_share) {
  const ServingJob& job = served.job;
  if (!served.engine.states || served.compiles()) return std::nullopt;
  const CacheRules rules{.context = served.engine.block_tokens,
                         .block_tokens = served.engine.block_tokens,
                         .tp = layout.tp,
                         .value_bytes = bytes_per_value(job.kv_cache)};
  const ServingMemory memory =
      serving_memory(job, layout, accelerator, served.reserve, std::max<std::int64_t>(1, served.options.max_num_seqs));
  const double room = memory.free_for_kv_bytes - unused_share * accelerator.memory_bytes;
  std::optional<StateBlocks> fewest;
  for (const Stage& stage : stages_of(job.model, layout)) {
    const LayersWithCaches layers = layers_with_caches(job.model, stage, rules);
    if (layers.states == 0) continue;
    const double page = layers.page_bytes > 0 ? std::ceil(layers.state_bytes / layers.page_bytes) * layers.page_bytes
                                              : layers.state_bytes;
    const std::int64_t group = group_of(layers, served.engine.states->about_as_many);
    const StateBlocks blocks{
        std::max<std::int64_t>(0, std::llround(std::floor(room / (page * real(group))))),
        groups_of(layers.states, group) + (layers.attention > 0 ? groups_of(layers.attention, group) : 0)};
    if (!fewest || blocks.all < fewest->all) fewest = blocks;
  }
  return fewest;
}

}  // namespace hakaru
