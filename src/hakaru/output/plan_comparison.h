// Two plans of the same kind side by side: what was asked of each, what each chose, and what came of it, part by part.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hakaru/formats/plan_file.h"
#include "hakaru/output/plan_text.h"

namespace hakaru {

/// What is not the same of both; null where one has none.
struct Difference {
  std::string key;
  OrderedJson a, b;
};

/// A figure of each; empty: not known.
struct FigurePair {
  std::string part;  ///< as in JSON: "exposed.tensor_s"
  std::optional<double> a, b;

  std::optional<double> difference() const { return a && b ? std::optional(*b - *a) : std::nullopt; }
};

struct PlanComparison {
  std::vector<Difference> questions;  ///< model, tokens, lengths …: they answer different questions
  std::vector<Difference> choices;    ///< machines, layout, number formats, prices
  std::vector<FigurePair> figures;
};

/// Refuses plans of different kinds of job.
Result<PlanComparison> compare_plans(const SavedPlan& a, const SavedPlan& b);

OrderedJson json_of(const SavedPlan& a, const SavedPlan& b, const PlanComparison& comparison);
std::string comparison_text(const SavedPlan& a, const SavedPlan& b, const PlanComparison& comparison, const Pen& pen);

}  // namespace hakaru
