// Constants of one accelerator from kernels measured on it.
//
// The rows of each data type (collectives: all of them) are fitted apart. Which library ran is not measured: of those
// whose rules may apply, the one with the least mean |ln(predicted / measured)| on rows held back is taken.
#pragma once

#include "hakaru/calibrating/fitted_calibration.h"
#include "hakaru/core/csv_table.h"
#include "hakaru/hardware/catalog.h"
#include "hakaru/timing/calibration.h"

namespace hakaru {

/// Fits the constants that the rows of `accelerator` rest on. `start` gives the facts that are not fitted.
Result<FittedCalibration> calibrate_operators(const CsvTable& table, const Accelerator& accelerator,
                                              const Catalog& catalog, const Calibration& start, HoldBack hold_back);

}  // namespace hakaru
