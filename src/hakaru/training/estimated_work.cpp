// A layout's step as work on streams (step_work.h), from what its blocks and collectives cost.
#include <algorithm>
#include <cmath>

#include "hakaru/core/real.h"
#include "hakaru/training/step.h"

namespace hakaru {
namespace {

/// Parameters whose gradients are reduced as one message: Megatron-LM's DistributedDataParallelConfig.bucket_size,
/// max(40 million, 1 million · data-parallel ranks).
double bucket_parameters(const Layout& layout) { return std::max(40e6, 1e6 * real(layout.dp * layout.cp)); }

/// The forward and backward passes of `time`, communication spread evenly over the passes that it is of.
ChunkWork chunk_of(const BlockTime& time, const TrainingJob& job, const Layout& layout) {
  const double passes = layout.recompute == Recompute::full ? 3 : 2;
  const double communication_s = time.tensor_s + time.expert_s + time.context_s;
  ChunkWork chunk;
  chunk.forward_s = time.forward_s + communication_s / passes + time.framework_s / 2 + time.offload_forward_s;
  chunk.forward_offload_s = time.offload_forward_s;
  chunk.weight_s = job.lora ? 0 : time.backward_s / 2;
  chunk.forward_exchange_s = time.exchange_s / passes;
  chunk.forward_hidden_s = time.hidden_s / passes;
  chunk.backward_exchange_s = time.exchange_s - chunk.forward_exchange_s;
  chunk.backward_s = time.total_s() - chunk.forward_s - chunk.weight_s;
  return chunk;
}

/// Mean time of a stage that half of the micro-batches pass each way; `held` is of the layers of both ways together.
BlockTime mean_of_both(const BlockTime& time) {
  BlockTime mean;
  add(mean, time, 0.5);
  mean.held = time.held;
  return mean;
}

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
    to.forward_hidden_s += end.forward_hidden_s;
    to.forward_offload_s += end.forward_offload_s;
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

bool is_sharded(const Layout& layout) {
  return layout.zero_of_step() >= 2 && (layout.shard_ranks() > 1 || layout.offload_weights);
}

/// One reduction, and from ZeRO 1 on one gather, of each stage's chunks in a step.
void StepEstimator::add_collectives(const std::vector<StageRun>& runs, const Layout& layout) {
  work_.buckets = 1;
  work_.bucket_bytes = 0;
  if (layout.dp * layout.cp * model_copies(layout) == 1) return;
  Layout once = layout;
  once.zero = std::min(layout.zero, 1);
  const auto chunks = static_cast<double>(work_.shape.chunks);
  double most = 0;
  for (const BlockTime& time : times_) most = std::max(most, data_.reduced_parameters(time.held) / chunks);
  const auto layers = static_cast<std::int64_t>(job_.model.layers.size()) / (layout.pp * layout.vpp);
  work_.buckets = static_cast<int>(
      std::clamp(std::ceil(most / bucket_parameters(layout)), 1.0, real(std::max<std::int64_t>(1, layers))));
  const double messages = work_.buckets * chunks;
  work_.bucket_bytes = most / work_.buckets * bytes_per_value(job_.recipe.reduced);
  auto chunk = work_.chunks.begin();
  for (std::size_t at = 0; at < runs.size(); ++at) {
    const double gather_s = data_.gather_s(times_[at].held, once, messages) / chunks;
    const double reduce_s = data_.reduce_s(times_[at].held, once, messages) / chunks;
    for (std::int64_t i = 0; i < runs[at].count * work_.shape.chunks; ++i, ++chunk) {
      chunk->gather_s = gather_s;
      chunk->reduce_s = reduce_s;
    }
  }
}

/// The ends of the model lie in one chunk of their stage, the layers in all of them.
void StepEstimator::add_stage_passes(const Blocks& blocks, const StageRun& run, const BlockTime& time,
                                     const Layout& layout) {
  BlockTime layers;
  add(layers, time, 1);
  if (run.stage.first) add(layers, blocks.before, -1);
  if (run.stage.last) add(layers, blocks.after, -1);
  BlockTime each;
  add(each, layers, 1 / real(layout.vpp));
  const std::size_t from = work_.chunks.size();
  work_.chunks.resize(from + static_cast<std::size_t>(run.count * layout.vpp), chunk_of(each, job_, layout));
  const auto with_end = [&](std::size_t at, bool first, bool last) {
    BlockTime end = each;
    if (first) add(end, blocks.before, 1);
    if (last) add(end, blocks.after, 1);
    work_.chunks[at] = chunk_of(end, job_, layout);
  };
  const bool together = layout.vpp == 1;
  if (run.stage.first) with_end(from, true, together && run.stage.last);
  if (run.stage.last && !(together && run.stage.first)) with_end(work_.chunks.size() - 1, false, true);
}

/// Chunk 0 of a stage is its own part of the model, chunk 1 that of the stage as far from the other end.
void StepEstimator::add_passes_both_ways(const Blocks& blocks, const Layout& layout) {
  Layout one_way = layout;
  one_way.schedule = usual_schedule(layout.vpp);
  for (const StageRun& run : stages_.of(one_way)) add_stage_passes(blocks, run, stage_time(blocks, run.stage), one_way);
  const std::vector<ChunkWork> parts = std::move(work_.chunks);
  work_.chunks.clear();
  for (std::size_t at = 0; at < parts.size(); ++at) {
    work_.chunks.push_back(parts[at]);
    work_.chunks.push_back(parts[parts.size() - 1 - at]);
  }
}

/// Subtracts the part of the exchange of tokens that passes beside each other hide from the exposed time of experts.
void StepEstimator::hide_beside(const std::vector<StageRun>& runs) {
  std::vector<double> hidden_s(static_cast<std::size_t>(work_.shape.stages), 0);
  for (int stage = 0; stage < work_.shape.stages; ++stage) {
    const std::vector<PipelinePass> order = pipeline_schedule(work_.schedule).order(work_.shape, stage);
    double all_s = 0;
    for (std::size_t at = 0; at + 1 < order.size(); ++at) {
      if (!order[at].with_next) continue;
      const ChunkWork& forward = work_.chunk(stage, order[at].chunk);
      const ChunkWork& backward = work_.chunk(stage, order[at + 1].chunk);
      const double one_by_one_s = forward.forward_s + backward.backward_s + backward.weight_s;
      all_s += one_by_one_s * (1 - time_share_beside(forward, backward, work_.exchange_slowdown));
    }
    const auto at = static_cast<std::size_t>(stage);
    hidden_s[at] = all_s / work_.shape.micro_batches;
    work_.shares[at].expert_s -= hidden_s[at];
  }
  std::size_t stage = 0;
  for (std::size_t at = 0; at < runs.size(); stage += static_cast<std::size_t>(runs[at++].count))
    times_[at].expert_s -= hidden_s[stage];
}

void StepEstimator::time_stages(const Blocks& blocks, const Layout& layout) {
  const std::vector<StageRun>& runs = stages_.of(layout);
  work_.schedule = layout.schedule;
  work_.shape = pipeline_shape(layout, layout.micro_batches(job_.global_batch));
  work_.send_s = send_s(layout);
  const bool own_engine = cluster_.instance().accelerator.collective_engine;
  work_.exchange_slowdown = own_engine ? 0 : dispatch_of(job_, calibration_).cores_share;
  work_.slowdown = own_engine ? 0 : 1 - calibration_.compute_overlap;
  work_.chunks.clear();
  work_.shares.clear();
  work_.optimizer_s.clear();
  times_.clear();
  for (const StageRun& run : runs) {
    BlockTime time = stage_time(blocks, run.stage);
    if (work_.shape.both_ways) time = mean_of_both(time);
    const auto count = static_cast<std::size_t>(run.count);
    times_.push_back(time);
    work_.shares.resize(work_.shares.size() + count,
                        StageShares{time.compute_s(), time.tensor_s, time.expert_s, time.context_s, time.offload_s()});
    const double update_s = data_.optimizer_s(time.held, layout);
    work_.optimizer_s.resize(work_.optimizer_s.size() + count, update_s + calibration_.iteration_overhead_s +
                                                                   host_excess_s(update_s, time.update_host_s));
  }
  work_.sharding = Sharding::once;
  if (is_sharded(layout)) {
    work_.sharding = layout.zero == 3 ? Sharding::gather_each_pass : Sharding::reduce_each_pass;
    work_.chunks = units_of(blocks, layout);
    double most = 0;
    for (const BlockTime& kind : blocks.kinds) most = std::max(most, data_.reduced_parameters(kind.held));
    work_.buckets = 1;
    work_.bucket_bytes = most * bytes_per_value(job_.recipe.reduced);
    work_.shape.chunks = static_cast<int>(work_.chunks.size());
    return;
  }
  if (work_.shape.both_ways) {
    add_passes_both_ways(blocks, layout);
    hide_beside(runs);
  } else {
    for (std::size_t at = 0; at < runs.size(); ++at) add_stage_passes(blocks, runs[at], times_[at], layout);
  }
  add_collectives(runs, layout);
}

StepWork StepEstimator::work(const Layout& layout) {
  time_stages(blocks_of(layout), layout);
  return work_;
}

}  // namespace hakaru
