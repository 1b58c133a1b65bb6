// The error band of a plan as arithmetic: where runs like it lie, how wide they spread, how far the band is stretched,
// and which runs they are.
#pragma once

#include "hakaru/core/data_files.h"
#include "hakaru/planning/bands/plan_bands.h"

namespace hakaru {

/// Empty: nothing of the kind was measured.
Result<Terms> explain_band(const Plan& plan, const Scenario& scenario, const DataFiles& data);

}  // namespace hakaru
