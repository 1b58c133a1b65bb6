// Models and their memory as people read them.
#pragma once

#include <string>

#include "hakaru/memory/rule_of_thumb.h"
#include "hakaru/output/plan_text.h"

namespace hakaru {

std::string model_text(const Model& model, const Pen& pen);

/// Component by component, with bars; `capacity_bytes` empty: no device was named. `headroom_bytes`: of these,
/// what must stay free.
std::string memory_text(const MemoryBreakdown& memory, std::optional<double> capacity_bytes, double headroom_bytes,
                        const Pen& pen);

}  // namespace hakaru
