// Constants of one accelerator from kernels measured on it, how well they fit, and the calibration file that holds
// them.
#pragma once

#include "hakaru/calibrating/fit.h"
#include "hakaru/core/csv_table.h"
#include "hakaru/evidence/operator_measurements.h"
#include "hakaru/hardware/catalog.h"
#include "hakaru/timing/calibration.h"

namespace hakaru {

/// |predicted / measured − 1| over some rows.
struct FitErrors {
  std::size_t rows = 0;
  std::optional<double> median_pct, p90_pct;  ///< empty: no rows
};

struct OperatorCalibration {
  std::string accelerator;  ///< the catalog's name
  std::string file;         ///< of measurements
  std::string software;     ///< "vLLM 0.24.0"; empty: not said
  struct Group {
    std::string label;  ///< data type or operation; "": all
    FitErrors fitted;   ///< of all its rows
    FitErrors unseen;   ///< of those held back
  };
  std::vector<Group> groups;  ///< ordered by label
  Group all;
  struct Value {
    FittedConstant constant;
    double value = 0;
    bool determined = true;  ///< whether any row depends on it
  };
  std::vector<Value> values;
  std::size_t other_rows = 0;     ///< of other accelerators
  std::vector<Message> left_out;  ///< why rows of this accelerator could not be used, once for each row
};

/// Fits the constants that the rows of `accelerator` rest on. `start` gives those that are not fitted.
Result<OperatorCalibration> calibrate_operators(const CsvTable& table, const Accelerator& accelerator,
                                                const Catalog& catalog, const Calibration& start, HoldBack hold_back);

/// The text of data/calibrations/<accelerator>.toml with the fitted constants in [all]. The others, and the tables of
/// each use, stay as `data` has them for the accelerator or its nearest relative.
Result<std::string> calibration_file(const OperatorCalibration& fitted, const Calibration& start,
                                     const DataFiles& data);

}  // namespace hakaru
