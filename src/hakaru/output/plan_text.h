// The answer of `plan` and `compare` as people read it: the question, the ranked plans, the best of them in a few
// lines, what should be known about it, and what to type next.
#pragma once

#include <string>
#include <vector>

#include "hakaru/core/translate.h"
#include "hakaru/output/table.h"
#include "hakaru/planning/plan/plan.h"

namespace hakaru {

/// Translator and style that a page of text is written with.
struct Pen {
  const Translator& translator;
  Style style;
};

/// "Rent 1 × p5.48xlarge: $40,179 a month, 95 % likely to keep the limits." `result`: the answer that the plan is of.
std::string answer_line(const Scenario& scenario, const Plan& plan, const PlanResult& result, const Translator& t);

std::string plan_text(const Scenario& scenario, const PlanResult& result, const Pen& pen);
std::string comparison_text(const Scenario& scenario, const std::vector<Comparison>& comparisons, const Pen& pen);

/// "2.51 GiB of weights + … = 52.1 of 80.0 GiB"
std::string memory_sum(const MemoryBreakdown& memory, double capacity_bytes, const Pen& pen);

}  // namespace hakaru
