#include "hakaru/memory/training_memory_estimator.h"

namespace hakaru {
namespace {

constexpr double rounding = 1e-9;  // the mean adds up in another order than the stages

}  // namespace

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

const Held& TrainingMemoryEstimator::whole(const Layout& layout) {
  const auto [found, is_new] = whole_.try_emplace({layout.tp, layout.ep});
  Held& sum = found->second;
  if (!is_new) return sum;
  const TrainingShares& each = shares(layout);
  for (const int kind : job_.model.layers) sum += each.kinds[static_cast<std::size_t>(kind)].held;
  for (const BlockShare& share : each.before) sum += share.held;
  for (const BlockShare& share : each.after) sum += share.held;
  return sum;
}

FullestStage TrainingMemoryEstimator::operator()(const Layout& layout) {
  const TrainingShares& each = shares(layout);
  const StateBytes states = state_bytes_of(job_, layout);
  FullestStage fullest;
  double most_bytes = -1;
  for (const StageRun& run : stages_.of(layout)) {
    const StageMemory stage =
        memory_of_stage(job_, layout, each, states, run.stage, run.from, reserve_, in_flight(layout, run.from));
    const double bytes = stage.memory.total_bytes();
    if (bytes <= most_bytes) continue;
    most_bytes = bytes;
    fullest = {run.from, stage};
  }
  fullest.stage.memory.reserve_bytes = reserve_bytes_;
  return fullest;
}

double TrainingMemoryEstimator::in_flight(const Layout& layout, std::int64_t stage) {
  const std::int64_t micro_batches = layout.micro_batches(job_.global_batch);
  const Passes key{layout.pp, layout.vpp, layout.schedule, layout.chooses_stages(), stage, micro_batches};
  const auto found = in_flight_.find(key);
  if (found != in_flight_.end()) return found->second;
  const auto layers = static_cast<std::int64_t>(job_.model.layers.size());
  return in_flight_[key] = micro_batches_in_flight(layout, stage, micro_batches, layers, has_ends(job_.model));
}

double TrainingMemoryEstimator::least_bytes(const Layout& layout) {
  const Degrees degrees{layout.tp, layout.cp, layout.ep, layout.pp, layout.dp};
  if (degrees == last_degrees_) return last_least_bytes_;
  last_degrees_ = degrees;
  Layout sharded = layout;
  sharded.zero = layout.pp > 1 ? 1 : 3;
  const Held mean = whole(layout) * (1 / static_cast<double>(layout.pp));
  const double states_bytes = states_of(mean, state_bytes_of(job_, sharded), job_.lora.has_value()).total_bytes();
  return last_least_bytes_ = states_bytes * (1 - rounding) + reserve_bytes_;
}

}  // namespace hakaru
