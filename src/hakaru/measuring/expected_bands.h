// How far off what a run should give may be, so that a reader sees whether what it gave is a surprise.
#pragma once

#include "hakaru/measuring/measuring.h"

namespace hakaru {

/// Of each of a run's expected figures that `known` has a band of, by its name.
std::vector<FigureBand> bands_of_expected(const MeasuringRun& run, const PlanUncertainty& known);

}  // namespace hakaru
