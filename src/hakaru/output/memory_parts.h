// The parts of a memory breakdown by name, in the order in which they are told.
#pragma once

#include <array>
#include <string_view>
#include <utility>

#include "hakaru/memory/memory.h"

namespace hakaru {

inline std::array<std::pair<std::string_view, double>, 7> parts_of(const MemoryBreakdown& memory) {
  return {{{"weights", memory.weights_bytes},
           {"gradients", memory.gradients_bytes},
           {"optimizer", memory.optimizer_bytes},
           {"activations", memory.activations_bytes},
           {"KV cache", memory.kv_cache_bytes},
           {"buffers", memory.buffers_bytes},
           {"reserve", memory.reserve_bytes}}};
}

}  // namespace hakaru
