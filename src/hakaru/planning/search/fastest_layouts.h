// The layouts met so far that count as fastest (layout_caution.h), at most so many, no two of which split the model and
// the batch alike (tp, pp, cp, ep, dp, micro-batch): of those that differ in details only (chunks of a stage, ZeRO,
// recompute, sequence parallelism, schedule, overlap, layers of the first and last stage), the fastest; of equally fast
// ones, the one that takes less memory.
#pragma once

#include <cstddef>
#include <limits>
#include <vector>

#include "hakaru/parallel/layout.h"

namespace hakaru {

struct TimedLayout {
  Layout layout;
  double step_time_s = 0;
  double counted_s = 0;  ///< as long as it counts
  double memory_bytes = 0;
};

class FastestLayouts {
 public:
  explicit FastestLayouts(std::size_t most) : most_(most) {}

  void add(const TimedLayout& met);
  void add(const FastestLayouts& others);
  /// A layout like `layout` that counts as longer than this is not kept.
  double limit_s(const Layout& layout) const;
  /// Nor is any layout that counts as longer than this.
  double limit_s() const;
  /// Fastest first.
  const std::vector<TimedLayout>& layouts() const { return layouts_; }

 private:
  std::size_t most_;
  std::vector<TimedLayout> layouts_;
};

}  // namespace hakaru
