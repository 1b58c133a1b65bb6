// Error bands of a plan, and how sure the order of plans is, as JSON.
#pragma once

#include "hakaru/core/translate.h"
#include "hakaru/formats/json.h"
#include "hakaru/planning/bands/plan_bands.h"

namespace hakaru {

/// {"step_time_s": {"low", "high", "low_50", "high_50"}, …}
OrderedJson figures_json(const std::vector<FigureBand>& bands);
/// {"figures": {…}, what the band rests on}; null: there is none.
OrderedJson bands_json(const Plan& plan, const Scenario& scenario, const Translator& translator);

}  // namespace hakaru
