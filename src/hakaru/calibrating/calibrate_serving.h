// Constants of serving engines on one accelerator, for each engine that its rows of serving.csv were run with. Kernels
// stay as they were calibrated one at a time: what is fitted is what an engine does around them.
//
// Rows of trust low are left out; one of trust medium weighs half of one of trust high. A row counts for each metric
// that it has: TPOT, TTFT at a quarter of its weight (what is averaged, and over how many requests, is not known), and
// tokens per second where it has neither. Those of the constants with `fit` in data/serving_constants.toml that six
// rows or more depend on are fitted, at most one for six figures (rows × metrics); where that is fewer, those that help
// most (choice.h). The others stay what their causes give (timing/caused_constants.h), from which all set out. What is
// held back is held back with all metrics of a row. A table that predicts rows held back no better than the constants
// it set out from is left out.
//
// A version with six rows or more, of several ("vllm 0.12.0"), has a table of its own beside its engine's, fitted in
// the same way from there, and beyond the others those `of_versions`: runs with prompts that the engine had seen (what
// they were drawn from is of a benchmark, not of an engine; only measured runs are predicted with it, no plan). It is
// left out where it is no better on rows held back than its engine's, from whose constants these were held back too, or
// where a constant ends at its upper bound: what sets such runs apart is something else.
#pragma once

#include "hakaru/calibrating/fitted_calibration.h"
#include "hakaru/core/csv_table.h"
#include "hakaru/hardware/catalog.h"

namespace hakaru {

/// Parts held back while fitting: fifths, or one series (engine version, model, types, layout) at a time.
enum class HoldBackSeries { no, yes };

Result<FittedCalibration> calibrate_serving(const CsvTable& table, const Accelerator& accelerator,
                                            const Catalog& catalog, const DataFiles& data, HoldBackSeries series);

}  // namespace hakaru
