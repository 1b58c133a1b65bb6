#include "hakaru/memory/training_memory_estimator.h"

#include <algorithm>

#include "hakaru/job/layout_fields.h"

namespace hakaru {
namespace {

constexpr double rounding = 1e-9;  // the mean adds up in another order than the stages

/// Key of shares_of. Of the degrees it reads only if gradients are shared out and if there are several stages.
Layout as_shared(const Layout& layout) {
  Layout key = as_read_by<Estimate::block_memory>(layout);
  key.zero = layout.zero_of_step() >= 2 ? 2 : 0;
  key.pp = std::min<std::int64_t>(key.pp, 2);
  return key;
}

/// Micro-batches count as many, however they came about.
Layout as_in_flight(const Layout& layout, std::int64_t micro_batches) {
  Layout key = as_read_by<Estimate::in_flight>(layout);
  key.dp = 1;
  key.micro_batch = micro_batches;
  return key;
}

}  // namespace

TrainingMemoryEstimator::TrainingMemoryEstimator(const TrainingJob& job, const Accelerator& accelerator,
                                                 const MemoryReserve& reserve)
    : job_(job),
      fused_attention_(fuses_attention(job, accelerator)),
      reserve_(reserve),
      reserve_bytes_(reserve.bytes_on(accelerator)),
      stages_(job.model) {}

const TrainingShares& TrainingMemoryEstimator::shares(const Layout& layout) {
  const Layout key = as_shared(layout);
  if (last_ != nullptr && key == last_key_) return *last_;
  auto found = known_.find(key);
  if (found == known_.end()) found = known_.emplace(key, shares_of(job_, layout, fused_attention_)).first;
  last_key_ = key;
  last_ = &found->second;
  return *last_;
}

const Held& TrainingMemoryEstimator::whole(const Layout& layout) {
  const auto [found, is_new] = whole_.try_emplace(as_read_by<Estimate::held_parameters>(layout));
  Held& sum = found->second;
  if (!is_new) return sum;
  const TrainingShares& each = shares(layout);
  for (const int kind : job_.model.layers) sum += each.kinds[static_cast<std::size_t>(kind)].held;
  for (const BlockShare& share : each.before) sum += share.held;
  for (const BlockShare& share : each.after) sum += share.held;
  return sum;
}

TrainingMemoryEstimator::Flights& TrainingMemoryEstimator::flights_of(const Layout& layout) {
  const Layout key = as_in_flight(layout, layout.micro_batches(job_.global_batch));
  if (last_flights_ != nullptr && key == last_flights_key_) return *last_flights_;
  last_flights_key_ = key;
  last_flights_ = &in_flight_[key];
  last_flights_->resize(static_cast<std::size_t>(layout.pp));
  return *last_flights_;
}

FullestStage TrainingMemoryEstimator::operator()(const Layout& layout) {
  const TrainingShares& each = shares(layout);
  const StateBytes states = state_bytes_of(job_, layout);
  Flights& of_stages = flights_of(layout);
  FullestStage fullest;
  double most_bytes = -1, most_host_bytes = 0;
  for (const StageRun& run : stages_.of(layout)) {
    const StageMemory stage =
        memory_of_stage(job_, layout, each, states, run.stage, reserve_, flight(layout, run.from, of_stages));
    const double bytes = stage.memory.total_bytes();
    most_host_bytes = std::max(most_host_bytes, stage.memory.host_bytes);
    if (bytes <= most_bytes) continue;
    most_bytes = bytes;
    fullest = {run.from, stage};
  }
  fullest.stage.memory.reserve_bytes = reserve_bytes_;
  fullest.stage.memory.host_bytes = most_host_bytes;
  return fullest;
}

const StageFlight& TrainingMemoryEstimator::flight(const Layout& layout, std::int64_t stage, Flights& of_stages) const {
  std::optional<StageFlight>& known = of_stages[static_cast<std::size_t>(stage)];
  if (!known)
    known = flight_of_stage(layout, stage, layout.micro_batches(job_.global_batch),
                            static_cast<std::int64_t>(job_.model.layers.size()), has_ends(job_.model));
  return *known;
}

double TrainingMemoryEstimator::least_bytes(const Layout& layout) {
  const Layout key = as_read_by<Estimate::least_memory>(layout);
  if (key == last_least_) return last_least_bytes_;
  last_least_ = key;
  Layout sharded = layout;
  sharded.zero = 3;
  const Held mean = whole(layout) * (1 / static_cast<double>(layout.pp));
  MemoryBreakdown states = states_of(mean, state_bytes_of(job_, sharded), job_.lora.has_value());
  if (job_.eager) states.gradients_bytes = 0;  // they may come late
  const double states_bytes = states.total_bytes();
  return last_least_bytes_ = states_bytes * (1 - rounding) + reserve_bytes_;
}

}  // namespace hakaru
