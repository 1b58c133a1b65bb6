// How often bands hold what was chosen by them: of measured runs of one model on one machine at one load, which differ
// in layout, software or number formats, the fastest as predicted is chosen, as plans are; the best of several uncertain
// predictions is likelier to be too good.
#pragma once

#include "hakaru/core/csv_table.h"
#include "hakaru/evidence/accuracy.h"
#include "hakaru/evidence/held_out_bands.h"

namespace hakaru {

/// Of step_time_s or tpot_ms; empty: the kind has neither, or no runs to choose among. `table` has the rows of `runs`.
std::optional<ChosenRuns> chosen_runs(const CsvTable& table, const std::vector<HeldOutRun>& runs,
                                      const HeldOutBands& bands);

}  // namespace hakaru
