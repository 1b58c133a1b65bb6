// What each device must hold. Every component is a sum over modules (model/module.h) of one stage under one layout.
// The mathematics stands in training_memory.h and serving_memory.h.
#pragma once

#include "hakaru/core/term.h"
#include "hakaru/hardware/accelerator.h"

namespace hakaru {

struct MemoryBreakdown {
  double weights_bytes = 0;
  double gradients_bytes = 0;
  double optimizer_bytes = 0;  ///< states and master weights
  double activations_bytes = 0;
  double kv_cache_bytes = 0;
  double buffers_bytes = 0;  ///< communication buckets, gathered layers, logits work space
  double reserve_bytes = 0;  ///< context, framework, fragmentation

  double total_bytes() const {
    return weights_bytes + gradients_bytes + optimizer_bytes + activations_bytes + kv_cache_bytes + buffers_bytes +
           reserve_bytes;
  }
};

/// What a framework keeps for itself on a device, and how much of the rest fragments (data/calibrations/memory.toml).
struct MemoryReserve {
  double fixed_bytes = 0;        ///< driver context, libraries, NCCL
  double share_of_capacity = 0;  ///< of device memory
  std::string source;
};

}  // namespace hakaru
