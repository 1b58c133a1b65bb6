#include "hakaru/memory/training_memory_estimator.h"

namespace hakaru {

TrainingMemoryEstimator::TrainingMemoryEstimator(const TrainingJob& job, const Accelerator& accelerator,
                                                 const MemoryReserve& reserve)
    : job_(job), reserve_(reserve), reserve_bytes_(reserve.bytes_on(accelerator)), stages_(job.model) {}

const TrainingShares& TrainingMemoryEstimator::shares(const Layout& layout) {
  const Key key{layout.tp,        layout.cp,        layout.ep,    layout.micro_batch, layout.sequence_parallel,
                layout.recompute, layout.zero >= 2, layout.pp > 1};
  if (last_ != nullptr && key == last_key_) return *last_;
  auto found = known_.find(key);
  if (found == known_.end()) found = known_.emplace(key, shares_of(job_, layout)).first;
  last_key_ = key;
  last_ = &found->second;
  return *last_;
}

FullestStage TrainingMemoryEstimator::operator()(const Layout& layout) {
  const TrainingShares& shared = shares(layout);
  const StateBytes states = state_bytes_of(job_, layout);
  FullestStage fullest;
  double most_bytes = -1;
  for (const StageRun& run : stages_.of(layout)) {
    const StageMemory stage = memory_of_stage(job_, layout, shared, states, run.stage, run.from, reserve_);
    const double bytes = stage.memory.total_bytes();
    if (bytes <= most_bytes) continue;
    most_bytes = bytes;
    fullest = {run.from, stage};
  }
  fullest.stage.memory.reserve_bytes = reserve_bytes_;
  return fullest;
}

}  // namespace hakaru
