// Weighs one job under many layouts: what blocks hold and keep is counted once for all layouts that share it, and only
// the first of equal stages is weighed, since those behind it have no more micro-batches in flight. The figures are
// those of training_memory.h.
#pragma once

#include <map>
#include <tuple>

#include "hakaru/memory/training_stage.h"
#include "hakaru/parallel/stages.h"

namespace hakaru {

/// The fullest stage of a layout and what a rank of it holds; reserve included.
struct FullestStage {
  std::int64_t index = 0;
  StageMemory stage;
};

/// Not for two threads at once.
class TrainingMemoryEstimator {
 public:
  /// `job` must outlive this.
  TrainingMemoryEstimator(const TrainingJob& job, const Accelerator& accelerator, const MemoryReserve& reserve);

  FullestStage operator()(const Layout& layout);
  /// Weights, gradients and optimizer states of the mean stage, sharded as far as its degrees allow, and the reserve:
  /// the fullest rank of a layout with these degrees holds no less.
  double least_bytes(const Layout& layout);

 private:
  /// All that shares_of reads of a layout.
  using Key = std::tuple<std::int64_t, std::int64_t, std::int64_t, std::int64_t, bool, Recompute, bool, bool>;
  const TrainingShares& shares(const Layout& layout);
  /// By all stages together.
  const Held& whole(const Layout& layout);
  double in_flight(const Layout& layout, std::int64_t stage);

  const TrainingJob& job_;
  MemoryReserve reserve_;
  double reserve_bytes_;
  StageRuns stages_;
  std::map<Key, TrainingShares> known_;
  Key last_key_;
  const TrainingShares* last_ = nullptr;
  std::map<std::pair<std::int64_t, std::int64_t>, Held> whole_;  ///< by tp and ep: all that it depends on
  /// pp, vpp, schedule, whether stages are chosen, stage, micro-batches.
  using Passes = std::tuple<std::int64_t, std::int64_t, Schedule, bool, std::int64_t, std::int64_t>;
  std::map<Passes, double> in_flight_;
  /// All that least_bytes reads of a layout, and what it made of it last.
  using Degrees = std::tuple<std::int64_t, std::int64_t, std::int64_t, std::int64_t, std::int64_t>;
  Degrees last_degrees_;
  double last_least_bytes_ = 0;
};

}  // namespace hakaru
