// The rule of thumb, line by line, beside the detailed estimate: what it says, on which device, and what it leaves out.
#pragma once

#include <string>
#include <vector>

#include "hakaru/hardware/instance.h"
#include "hakaru/memory/memory.h"
#include "hakaru/memory/rule_of_thumb.h"
#include "hakaru/output/plan_text.h"

namespace hakaru {

/// `detailed` is the estimate for one `accelerator`; `instances` are looked through for one whose accelerators of that
/// kind hold together what the rule asks for; `family` empty: of any family.
std::string rule_text(const RuleOfThumb& rule, const MemoryBreakdown& detailed, const Accelerator& accelerator,
                      const std::vector<Instance>& instances, const std::string& family, const Pen& pen);

}  // namespace hakaru
