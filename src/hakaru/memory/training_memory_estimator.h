// Weighs one job under many layouts: what blocks hold and keep is counted once for all layouts that share it, and only
// the first of equal stages is weighed, since those behind it have no more micro-batches in flight. The figures are
// those of training_memory.h.
#pragma once

#include <optional>
#include <unordered_map>
#include <vector>

#include "hakaru/job/layout_fields.h"
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
  const TrainingShares& shares(const Layout& layout);
  /// By all stages together.
  const Held& whole(const Layout& layout);
  /// Flight of each stage; empty: not asked for yet.
  using Flights = std::vector<std::optional<StageFlight>>;
  Flights& flights_of(const Layout& layout);
  const StageFlight& flight(const Layout& layout, std::int64_t stage, Flights& of_stages) const;

  const TrainingJob& job_;
  bool fused_attention_;
  MemoryReserve reserve_;
  double reserve_bytes_;
  StageRuns stages_;
  std::unordered_map<Layout, TrainingShares, HashOfLayout> known_;  ///< as shares_of reads it
  Layout last_key_;
  const TrainingShares* last_ = nullptr;
  std::unordered_map<Layout, Held, HashOfLayout> whole_;         ///< as it is held
  std::unordered_map<Layout, Flights, HashOfLayout> in_flight_;  ///< as what passes depend on
  Layout last_flights_key_;
  Flights* last_flights_ = nullptr;
  /// Key of the last call of least_bytes, and its result; empty: none yet.
  std::optional<Layout> last_least_;
  double last_least_bytes_ = 0;
};

}  // namespace hakaru
