// Answers of `plan` beside the ranked plans: the Pareto front (--pareto), the best plan were the machines other than
// they are (--what-if), its cost in each region (--region any), and beside a service that sells tokens
// (--api-price).
#pragma once

#include <string>
#include <vector>

#include "hakaru/formats/json.h"
#include "hakaru/output/plan_text.h"
#include "hakaru/planning/money/api_comparison.h"
#include "hakaru/planning/money/other_costs.h"
#include "hakaru/planning/what_if.h"

namespace hakaru {

/// The note where the question was how many tokens a budget buys.
Message tokens_bought(const std::string& tokens, const std::string& key);

std::string pareto_text(const std::vector<Plan>& front, const Pen& pen);

/// `best`: the plan without any change.
std::string what_if_text(const Plan& best, const std::vector<WhatIfAnswer>& answers, const Pen& pen);
OrderedJson json_of(const Plan& best, const std::vector<WhatIfAnswer>& answers, const Translator& translator);

/// Table of the cost of `plan` by region.
std::string regions_text(const Plan& plan, const std::vector<OtherCost>& costs, const Pen& pen);
OrderedJson json_of(const Plan& plan, const std::vector<OtherCost>& costs);

std::string api_text(const ApiComparison& comparison, const Pen& pen);

}  // namespace hakaru
