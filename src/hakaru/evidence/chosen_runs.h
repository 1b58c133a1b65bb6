// Coverage of bands of chosen predictions: of measured runs of one model on one machine at one load, which differ
// in layout, software or number format, the fastest as predicted is chosen, as plans are; the best of several uncertain
// predictions is likelier to be too good.
#pragma once

#include "hakaru/core/csv_table.h"
#include "hakaru/evidence/accuracy.h"
#include "hakaru/evidence/held_out_bands.h"

namespace hakaru {

/// Runs chosen by step_time_s or tpot_ms; empty: no such metric, or none to choose among. `table`: the rows of `runs`.
std::optional<ChosenRuns> chosen_runs(const CsvTable& table, const std::vector<HeldOutRun>& runs,
                                      const HeldOutBands& bands);

}  // namespace hakaru
