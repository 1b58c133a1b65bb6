// The rule of thumb, line by line, beside the detailed estimate: what it says, on which device, and what it leaves out.
#pragma once

#include <string>
#include <vector>

#include "hakaru/hardware/instance.h"
#include "hakaru/memory/memory.h"
#include "hakaru/memory/rule_of_thumb.h"
#include "hakaru/output/plan_text.h"

namespace hakaru {

/// `detailed` is the estimate for one accelerator of `machine`; an accelerator alone is a machine of one, of no family.
/// `instances` are looked through for the smallest of the same family and accelerator that together hold what the rule
/// asks for.
std::string rule_text(const RuleOfThumb& rule, const MemoryBreakdown& detailed, const Instance& machine,
                      const std::vector<Instance>& instances, const Pen& pen);

}  // namespace hakaru
