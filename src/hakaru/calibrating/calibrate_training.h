// Step-level constants of one accelerator, for each software stack that its rows of training.csv were run with.
//
// Rows of trust low are left out. Of the constants with `fit` in data/training_constants.toml those that change some
// row are fitted, at most one for three rows and twelve in all: of more, the one that brings the rows nearest, then the
// one that does so beside it, and so on. The rest stay as they were: what by_cause.toml gives, which these rows may
// have seen, or a relative's.
// A table that predicts rows held back no better than the constants it set out from is left out.
// A row of trust medium weighs a quarter of one of trust high.
// Few rows leave constants weakly determined (trades of 15 % between two of them are free), so each is pulled towards
// where it set out (fit.h).
#pragma once

#include "hakaru/calibrating/fitted_calibration.h"
#include "hakaru/core/csv_table.h"
#include "hakaru/hardware/catalog.h"

namespace hakaru {

/// Parts held back while fitting: fifths, or one model (hidden × ffn) at a time, which gives the error on a new one.
enum class HoldBackOf { fifths, models };

Result<FittedCalibration> calibrate_training(const CsvTable& table, const Accelerator& accelerator,
                                             const Catalog& catalog, const DataFiles& data, HoldBackOf held_back);

}  // namespace hakaru
