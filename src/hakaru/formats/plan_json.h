// One plan of a plan file, read: its layout, machines, figures, prices and evidence as they were then.
#pragma once

#include <string>

#include "hakaru/core/result.h"
#include "hakaru/planning/plan/plan.h"

namespace hakaru {

/// `scenario`: what was asked, whose job tells which figures a plan has. Fails on what a plan cannot be.
Result<Plan> plan_from_json(const Json& json, const Scenario& scenario, const std::string& file);

}  // namespace hakaru
