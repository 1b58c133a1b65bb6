// Validation as people and programs read it. The JSON's keys are fixed:
//   {"summary": {"count", "predicted", "skipped", "mape_pct", "median_ape_pct", "p90_ape_pct", "bias_pct",
//                "band_coverage_pct"},
//    "groups": [{"key", … the same}],
//    "rows": [{"id", "metric", "measured", "predicted", "low", "high", "error_pct"} or {"id", "skipped_because"}]}
#pragma once

#include "hakaru/evidence/validation.h"
#include "hakaru/formats/hardware_json.h"
#include "hakaru/output/plan_text.h"

namespace hakaru {

OrderedJson json_of(const Validation& validation, const Translator& translator);
/// A line for each group, the whole, and why rows were skipped.
std::string validation_text(const Validation& validation, const Pen& pen);

}  // namespace hakaru
