// Two plans of the same kind side by side: what was asked of each, what each chose, what came of it, part by part, how
// far off both may be, and how sure it is which is better.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hakaru/formats/plan_file.h"
#include "hakaru/output/plan_text.h"
#include "hakaru/planning/bands/plan_bands.h"

namespace hakaru {

/// Key whose values differ in the two plans; null: one has none.
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
  std::vector<FigureBand> bands_of_a, bands_of_b;
  /// Probability that A is the better by its objective; empty: other questions or kinds of price, or not known.
  std::optional<double> chance_a_better;
};

/// Refuses plans of different kinds of job. How far off both may be is known; `own_share`: that of PlanBands.
Result<PlanComparison> compare_plans(const SavedPlan& a, const SavedPlan& b, double own_share);

OrderedJson json_of(const SavedPlan& a, const SavedPlan& b, const PlanComparison& comparison);
std::string comparison_text(const SavedPlan& a, const SavedPlan& b, const PlanComparison& comparison, const Pen& pen);

}  // namespace hakaru
