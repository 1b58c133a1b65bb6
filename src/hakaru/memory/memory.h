// Memory that each device needs. Every component is a sum over modules (model/module.h) of one stage under one layout.
// The mathematics stands in training_memory.h and serving_memory.h.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

#include "hakaru/core/data_files.h"
#include "hakaru/core/record.h"
#include "hakaru/core/result.h"
#include "hakaru/core/term.h"
#include "hakaru/hardware/accelerator.h"

namespace hakaru {

/// Bytes that one device holds, by component.
struct MemoryBreakdown {
  double weights_bytes = 0;
  double gradients_bytes = 0;
  double optimizer_bytes = 0;
  double activations_bytes = 0;
  double kv_cache_bytes = 0;
  double buffers_bytes = 0;  ///< communication buckets, gathered layers, logits work space
  double reserve_bytes = 0;  ///< context, framework, fragmentation
  double host_bytes = 0;     ///< in the memory of its instance, apart from the device's

  double total_bytes() const {
    return weights_bytes + gradients_bytes + optimizer_bytes + activations_bytes + kv_cache_bytes + buffers_bytes +
           reserve_bytes;
  }
};

inline constexpr NumberRange bytes_range{0, 1e18};

template <>
inline constexpr auto record<MemoryBreakdown> = described(
    "device", "what one device holds",
    field("weights_bytes", &MemoryBreakdown::weights_bytes, bytes_range, "weights").shown_as("weights"),
    field("gradients_bytes", &MemoryBreakdown::gradients_bytes, bytes_range, "gradients").shown_as("gradients"),
    field("optimizer_bytes", &MemoryBreakdown::optimizer_bytes, bytes_range, "optimizer states and master weights")
        .shown_as("optimizer"),
    field("activations_bytes", &MemoryBreakdown::activations_bytes, bytes_range, "activations").shown_as("activations"),
    field("kv_cache_bytes", &MemoryBreakdown::kv_cache_bytes, bytes_range, "KV cache").shown_as("KV cache"),
    field("buffers_bytes", &MemoryBreakdown::buffers_bytes, bytes_range, "buffers of collectives").shown_as("buffers"),
    field("reserve_bytes", &MemoryBreakdown::reserve_bytes, bytes_range, "what the software keeps for itself")
        .shown_as("reserve"),
    field("total_bytes", &MemoryBreakdown::total_bytes, "all of it"));

/// Memory that frameworks keep for themselves on a device, and sizes they work at (data/calibrations/memory.toml).
struct MemoryReserve {
  double fixed_bytes = 0;        ///< driver context, libraries, buffers of the communication library
  double share_of_capacity = 0;  ///< of device memory: fragmentation
  std::string source;
  double bucket_values = 0;          ///< ZeRO-2: gradients gathered before they are reduced (DeepSpeed's bucket)
  double gathered_layers = 2;        ///< ZeRO-3: layers held whole at once, the running one and the next
  std::int64_t kv_block_tokens = 1;  ///< serving: the KV cache grows by blocks of so many tokens
  std::int64_t prefill_tokens = 1;   ///< serving: most prompt tokens in one iteration
  double left_free_share = 0;        ///< of device memory: what an engine leaves free by itself
  double headroom_share = 0;         ///< of device memory: what a plan is to leave free at least
  std::string headroom_source = {};  ///< who says so

  /// Bytes that a device may have in use, the reserve included.
  double usable_bytes(const Accelerator& accelerator) const {
    return (1 - std::max(left_free_share, headroom_share)) * accelerator.memory_bytes;
  }
  double bytes_on(const Accelerator& accelerator) const {
    return fixed_bytes + share_of_capacity * accelerator.memory_bytes;
  }
};

/// The reserve of a kind of accelerator in a use ("training", "serving", "inference").
Result<MemoryReserve> find_reserve(const DataFiles& data, const Accelerator& accelerator, std::string_view use);

}  // namespace hakaru
