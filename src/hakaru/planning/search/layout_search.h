// The fastest layouts of a training job on one cluster.
//
// Exhaustive: every legal layout is weighed and, where it fits, timed; those of kinds that no measurement covers
// (layout_space.h) too, of which the fastest is told where it is faster than all others. With bounds: only what is
// proven, families with the least possible time first, a few at a time; a family or a part of it whose bound
// (training/step.h), as long as it counts, is above the slowest of the layouts to be kept is left out, and so are all
// families behind it. Both keep the same layouts: a bound is never above the time. Degrees whose states alone are more
// than the memory are left out too (TrainingMemoryEstimator::least_bytes). What is found does not depend on how many
// workers there are.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "hakaru/memory/training_memory_estimator.h"
#include "hakaru/parallel/layout_space.h"
#include "hakaru/planning/plan/executor.h"
#include "hakaru/planning/plan/layout_caution.h"
#include "hakaru/planning/search/fastest_layouts.h"
#include "hakaru/training/step.h"

namespace hakaru {

struct WeighedLayout {
  Layout layout;
  MemoryBreakdown memory;
};

struct LayoutsFound {
  explicit LayoutsFound(std::size_t most) : fastest(most) {}

  std::int64_t evaluated = 0;  ///< whose memory and, where it fits, time was computed
  std::int64_t feasible = 0;
  bool lacks_room_besides = false;  ///< some that is feasible has none for what a step waits for besides
  FastestLayouts fastest;
  FastestLayouts unproven{1};         ///< of kinds that no measurement covers
  std::optional<WeighedLayout> miss;  ///< the nearest to fitting

  void absorb(const LayoutsFound& others);
  void note_miss(const Layout& layout, const MemoryBreakdown& memory);
};

class LayoutSearch {
 public:
  struct Options {
    Breadth breadth = Breadth::proven;
    bool bounded = true;
    std::size_t most = 10;    ///< layouts to keep
    bool wants_miss = false;  ///< with bounds: also weigh what cannot fit, to tell what is nearest to it
    double share = 0;         ///< of all that is searched, for who watches
    LayoutCaution caution = {};
    /// Seconds that each step waits besides, where the ranks keep so much memory meanwhile; empty: there is no room for
    /// it. Safe for threads.
    std::function<std::optional<double>(const MemoryBreakdown&)> besides_s = {};
    double least_besides_s = 0;  ///< never more than that
  };

  /// All must outlive this.
  LayoutSearch(const TrainingJob& job, const Instance& instance, const Calibration& calibration,
               const MemoryReserve& reserve, const Executor& executor);

  LayoutsFound operator()(const Cluster& cluster, const LayoutRequest& request, const Options& options);

 private:
  struct Worker {
    TrainingMemoryEstimator memory;
    StepEstimator step;
  };
  struct Family {
    Layout layout;
    double least_s = 0;
  };
  std::vector<Family> bounded_families(const LayoutSpace& space, const Options& options);
  void look_at(const LayoutSpace& space, const Layout& family, const Options& options, const FastestLayouts& known,
               Worker& worker, LayoutsFound& found) const;
  void evaluate(const Layout& layout, bool unproven, const Options& options, Worker& worker, LayoutsFound& found) const;

  const TrainingJob& job_;
  std::string software_;  ///< whose constants those of time are
  double capacity_bytes_;
  double host_capacity_bytes_;  ///< of an instance's memory, for each of its ranks
  const Executor& executor_;
  std::vector<Worker> workers_;
};

}  // namespace hakaru
