// Error bands of what a run should give, so that a reader sees if its result is a surprise.
#pragma once

#include "hakaru/measuring/measuring.h"

namespace hakaru {

/// Bands of a run's expected figures, by name: of those that `known` has a band of.
std::vector<FigureBand> bands_of_expected(const MeasuringRun& run, const PlanUncertainty& known);

}  // namespace hakaru
