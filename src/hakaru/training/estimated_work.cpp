// A layout's step as work on streams (step_work.h), from what its blocks and collectives cost.
#include <algorithm>
#include <cmath>

#include "hakaru/training/step.h"

namespace hakaru {
namespace {

double real(std::int64_t value) { return static_cast<double>(value); }

/// Parameters whose gradients are reduced as one message: Megatron-LM's DistributedDataParallelConfig.bucket_size,
/// max(40 million, 1 million · data-parallel ranks).
double bucket_parameters(const Layout& layout) { return std::max(40e6, 1e6 * real(layout.dp * layout.cp)); }

/// The forward and backward passes of `time`, communication spread evenly over the passes that it is of.
ChunkWork chunk_of(const BlockTime& time, const TrainingJob& job, const Layout& layout) {
  const double passes = layout.recompute == Recompute::full ? 3 : 2;
  const double communication_s = time.tensor_s + time.expert_s + time.context_s;
  ChunkWork chunk;
  chunk.forward_s = time.forward_s + communication_s / passes + time.framework_s / 2;
  chunk.weight_s = job.lora ? 0 : time.backward_s / 2;
  chunk.backward_s = time.total_s() - chunk.forward_s - chunk.weight_s;
  return chunk;
}

bool is_sharded(const Layout& layout) { return layout.zero >= 2 && layout.pp == 1 && layout.dp * layout.cp > 1; }

}  // namespace

/// Units of a fully sharded model: its layers, the ends with the first and the last.
std::vector<ChunkWork> StepEstimator::units_of(const Blocks& blocks, const Layout& layout) const {
  const auto unit = [&](const BlockTime& time) {
    ChunkWork chunk = chunk_of(time, job_, layout);
    chunk.gather_s = data_.gather_s(time.held, layout, 1);
    chunk.reduce_s = data_.reduce_s(time.held, layout, 1);
    return chunk;
  };
  std::vector<ChunkWork> kinds, units;
  for (const BlockTime& kind : blocks.kinds) kinds.push_back(unit(kind));
  for (const int kind : job_.model.layers) units.push_back(kinds[static_cast<std::size_t>(kind)]);
  const auto add_end = [](ChunkWork& to, const ChunkWork& end) {
    to.forward_s += end.forward_s;
    to.backward_s += end.backward_s;
    to.weight_s += end.weight_s;
    to.gather_s += end.gather_s;
    to.reduce_s += end.reduce_s;
  };
  if (units.empty()) units.emplace_back();
  add_end(units.front(), unit(blocks.before));
  add_end(units.back(), unit(blocks.after));
  return units;
}

/// One reduction, and from ZeRO 1 on one gather, of each stage's chunks in a step.
void StepEstimator::add_collectives(StepWork& work, const std::vector<BlockTime>& stages, const Layout& layout) const {
  if (layout.dp * layout.cp == 1) return;
  Layout once = layout;
  once.zero = std::min(layout.zero, 1);
  double most = 0;
  for (const BlockTime& stage : stages) most = std::max(most, data_.reduced_parameters(stage.held) / real(layout.vpp));
  const auto layers = static_cast<std::int64_t>(job_.model.layers.size()) / (layout.pp * layout.vpp);
  work.buckets = static_cast<int>(
      std::clamp(std::ceil(most / bucket_parameters(layout)), 1.0, real(std::max<std::int64_t>(1, layers))));
  const double messages = work.buckets * real(layout.vpp);
  work.bucket_bytes = most / work.buckets * bytes_per_value(job_.recipe.reduced);
  for (std::size_t at = 0; at < work.chunks.size(); ++at) {
    const Held& held = stages[at / static_cast<std::size_t>(layout.vpp)].held;
    work.chunks[at].gather_s = data_.gather_s(held, once, messages) / real(layout.vpp);
    work.chunks[at].reduce_s = data_.reduce_s(held, once, messages) / real(layout.vpp);
  }
}

StepWork StepEstimator::work_of(const Blocks& blocks, const std::vector<BlockTime>& stages,
                                const Layout& layout) const {
  StepWork work;
  work.schedule = layout.schedule;
  work.shape.stages = static_cast<int>(layout.pp);
  work.shape.chunks = static_cast<int>(layout.vpp);
  work.shape.micro_batches = static_cast<int>(std::max<std::int64_t>(1, layout.micro_batches(job_.global_batch)));
  work.send_s = send_s(layout);
  const bool own_engine = cluster_.instance().accelerator.collective_engine;
  work.slowdown = own_engine ? 0 : 1 - calibration_.compute_overlap;
  for (const BlockTime& stage : stages) {
    work.shares.push_back({stage.compute_s(), stage.tensor_s, stage.expert_s, stage.context_s});
    work.optimizer_s.push_back(data_.optimizer_s(stage.held, layout) + calibration_.iteration_overhead_s);
  }
  if (is_sharded(layout)) {
    work.sharding = layout.zero == 3 ? Sharding::gather_each_pass : Sharding::reduce_each_pass;
    work.chunks = units_of(blocks, layout);
    double most = 0;
    for (const BlockTime& kind : blocks.kinds) most = std::max(most, data_.reduced_parameters(kind.held));
    work.bucket_bytes = most * bytes_per_value(job_.recipe.reduced);
    work.shape.chunks = static_cast<int>(work.chunks.size());
    return work;
  }
  for (std::size_t at = 0; at < stages.size(); ++at) {
    // The ends of the model lie in one chunk of their stage, the layers in all of them.
    const bool first = at == 0, last = at + 1 == stages.size();
    BlockTime layers = stages[at];
    if (first) add(layers, blocks.before, -1);
    if (last) add(layers, blocks.after, -1);
    for (std::int64_t chunk = 0; chunk < layout.vpp; ++chunk) {
      BlockTime time;
      add(time, layers, 1 / real(layout.vpp));
      if (first && chunk == 0) add(time, blocks.before, 1);
      if (last && chunk == layout.vpp - 1) add(time, blocks.after, 1);
      work.chunks.push_back(chunk_of(time, job_, layout));
    }
  }
  add_collectives(work, stages, layout);
  return work;
}

StepWork StepEstimator::work(const Layout& layout) {
  const Blocks& blocks = blocks_of(layout);
  return work_of(blocks, stage_times(blocks, layout), layout);
}

}  // namespace hakaru
