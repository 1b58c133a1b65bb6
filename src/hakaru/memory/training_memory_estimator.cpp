#include "hakaru/memory/training_memory_estimator.h"

namespace hakaru {
namespace {

constexpr double rounding = 1e-9;  // the mean adds up in another order than the stages

}  // namespace

TrainingMemoryEstimator::TrainingMemoryEstimator(const TrainingJob& job, const Accelerator& accelerator,
                                                 const MemoryReserve& reserve)
    : job_(job), reserve_(reserve), reserve_bytes_(reserve.bytes_on(accelerator)), stages_(job.model) {}

const TrainingMemoryEstimator::Shared& TrainingMemoryEstimator::shared(const Layout& layout) {
  const Key key{layout.tp,        layout.cp,        layout.ep,    layout.micro_batch, layout.sequence_parallel,
                layout.recompute, layout.zero >= 2, layout.pp > 1};
  if (last_ != nullptr && key == last_key_) return *last_;
  auto found = known_.find(key);
  if (found == known_.end()) {
    Shared made{shares_of(job_, layout), {}};
    for (const int kind : job_.model.layers) made.whole += made.shares.kinds[static_cast<std::size_t>(kind)].held;
    for (const BlockShare& share : made.shares.before) made.whole += share.held;
    for (const BlockShare& share : made.shares.after) made.whole += share.held;
    found = known_.emplace(key, std::move(made)).first;
  }
  last_key_ = key;
  last_ = &found->second;
  return *last_;
}

FullestStage TrainingMemoryEstimator::operator()(const Layout& layout) {
  const TrainingShares& shares = shared(layout).shares;
  const StateBytes states = state_bytes_of(job_, layout);
  FullestStage fullest;
  double most_bytes = -1;
  for (const StageRun& run : stages_.of(layout)) {
    const StageMemory stage = memory_of_stage(job_, layout, shares, states, run.stage, run.from, reserve_);
    const double bytes = stage.memory.total_bytes();
    if (bytes <= most_bytes) continue;
    most_bytes = bytes;
    fullest = {run.from, stage};
  }
  fullest.stage.memory.reserve_bytes = reserve_bytes_;
  return fullest;
}

double TrainingMemoryEstimator::least_bytes(const Layout& layout) {
  Layout sharded = layout;
  sharded.zero = layout.pp > 1 ? 1 : 3;
  const Held mean = shared(layout).whole * (1 / static_cast<double>(layout.pp));
  return states_of(mean, state_bytes_of(job_, sharded), job_.lora.has_value()).total_bytes() * (1 - rounding) +
         reserve_bytes_;
}

}  // namespace hakaru
