// Error bands of a whole run with its failures (training/run.h): its step takes e^r as long, with the residuals r of
// the step's band (evidence/band.h), and what follows from that is reckoned again. So days, money, energy and emissions
// are off together, as they are: no ends of several bands are added.
// Limits: machines fail as often as reliability data say.
#pragma once

#include "hakaru/planning/bands/plan_bands.h"
#include "hakaru/training/run.h"

namespace hakaru {

/// Bands of duration_s, cost_usd, energy_kwh and co2e_kg, as far as known; none where the plan's step has no band.
Result<std::vector<FigureBand>> run_bands(const TrainingJob& job, const Plan& plan, const IdealRun& ideal,
                                          const RunConditions& conditions, const DataFiles& data);

}  // namespace hakaru
