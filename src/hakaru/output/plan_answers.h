// What `plan` says beside the ranked plans: the Pareto front (--pareto), and the best plan were the machines other than
// they are (--what-if).
#pragma once

#include <string>
#include <vector>

#include "hakaru/formats/json.h"
#include "hakaru/output/plan_text.h"
#include "hakaru/planning/what_if.h"

namespace hakaru {

std::string pareto_text(const std::vector<Plan>& front, const Pen& pen);

/// `best`: the plan without any change.
std::string what_if_text(const Plan& best, const std::vector<WhatIfAnswer>& answers, const Pen& pen);
OrderedJson json_of(const Plan& best, const std::vector<WhatIfAnswer>& answers, const Translator& translator);

}  // namespace hakaru
