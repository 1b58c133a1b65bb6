// Models and their memory as people read them.
#pragma once

#include <string>

#include "hakaru/memory/rule_of_thumb.h"
#include "hakaru/output/plan_text.h"

namespace hakaru {

std::string model_text(const Model& model, const Pen& pen);

/// Component by component, with bars; `capacity_bytes` empty: no device was named.
std::string memory_text(const MemoryBreakdown& memory, std::optional<double> capacity_bytes, const Pen& pen);

/// "Fits: 16.3 GiB of 22.4 GiB per device (73 %)."; `headroom_bytes` of the capacity must stay free.
std::string memory_verdict(const MemoryBreakdown& memory, double capacity_bytes, double headroom_bytes,
                           const Translator& t);

}  // namespace hakaru
