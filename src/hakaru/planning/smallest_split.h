// The fewest accelerators of one instance that hold a job: one replica of it, cut no further than it must be.
//
// Tensor parallelism alone is tried first, over 1, 2, … of the instance's accelerators (divisors of their number),
// then, for training, whatever else makes it fit: pipeline stages, ZeRO, recompute, smaller micro-batches. Of the
// layouts over as many accelerators that fit, the one with the least recompute, then the lowest ZeRO stage, then the
// least memory on its fullest device.
#pragma once

#include <optional>

#include "hakaru/core/data_files.h"
#include "hakaru/hardware/catalog.h"
#include "hakaru/job/scenario.h"
#include "hakaru/memory/memory.h"
#include "hakaru/parallel/layout.h"

namespace hakaru {

struct SmallestSplit {
  Layout layout;                   ///< that fits, or else is nearest to it
  std::optional<Message> why_not;  ///< where none fits one instance: what would
};

/// For training or serving; what the scenario fixes of the layout stays. `reserve`: of the accelerator.
Result<SmallestSplit> smallest_split(const Scenario& scenario, const Instance& instance, const MemoryReserve& reserve,
                                     const Catalog& catalog, const DataFiles& data);

}  // namespace hakaru
