// Constants of inference compilers on one accelerator, for each software that its rows of inference.csv were run with.
// GPU kernels keep the dependence on shape that was measured one at a time; what is fitted is what large ones reach
// within a network, and the host beside them.
//
// A row counts for each metric that it has: the latency of a call, items per second. The latency under random arrivals
// counts a quarter: submitters choose how near to the limit they run. Rows that run the same (a model, its types, a
// batch, calls under way, a limit) are one case, in every source. Of the constants of data/inference_constants.toml
// those that two cases or more depend on are fitted, at most one for six figures and one for two different ones (cases
// × metrics); where that is fewer, those that help most (choice.h). The others stay what a relative has, or the
// accelerator's [inference] table. A case is held back whole. A table that predicts rows held back no better than the
// constants it set out from is left out.
#pragma once

#include "hakaru/calibrating/fitted_calibration.h"
#include "hakaru/core/csv_table.h"
#include "hakaru/hardware/catalog.h"

namespace hakaru {

/// Parts held back while fitting: a fifth of the cases, or one model at a time, which gives the error on a new one.
enum class HoldBackModels { no, yes };

Result<FittedCalibration> calibrate_inference(const CsvTable& table, const Accelerator& accelerator,
                                              const Catalog& catalog, const DataFiles& data, HoldBackModels models);

}  // namespace hakaru
