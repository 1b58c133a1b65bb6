// What it costs when a live fleet follows its load, beside the plans as they are.
#pragma once

#include <string>

#include "hakaru/output/plan_text.h"

namespace hakaru {

/// Of the cheapest of the plans that cost less when they follow their load; where no price is known, of the first.
std::string followed_text(const Scenario& scenario, const PlanResult& result, const Pen& pen);

}  // namespace hakaru
