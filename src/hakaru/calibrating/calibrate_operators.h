// Constants of one accelerator from kernels measured on it, how well they fit, and the calibration file that holds
// them.
//
// The rows of each data type (collectives: all of them) are fitted apart. Which library ran is not measured: of those
// whose rules may apply, the one with the least mean |ln(predicted / measured)| on rows held back is taken.
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
  OperatorFormat format = OperatorFormat::gemm;
  struct Value {
    FittedConstant constant;
    double value = 0;
    bool determined = true;  ///< whether any row depends on it
  };
  struct Group {
    std::string label;    ///< data type; "nccl"
    std::string library;  ///< empty: there is no choice
    std::vector<Value> values;
    FitErrors fitted;  ///< of all its rows
    FitErrors unseen;  ///< of those held back
  };
  std::vector<Group> groups;      ///< ordered by label
  std::size_t other_rows = 0;     ///< of other accelerators
  std::vector<Message> left_out;  ///< why rows of this accelerator could not be used, once for each row
};

/// Fits the constants that the rows of `accelerator` rest on. `start` gives the facts that are not fitted.
Result<OperatorCalibration> calibrate_operators(const CsvTable& table, const Accelerator& accelerator,
                                                const Catalog& catalog, const Calibration& start, HoldBack hold_back);

/// "calibrations/gemm/h100-sxm.toml": where the file belongs in a folder of data.
std::string calibration_path(const OperatorCalibration& fitted);
/// The text of that file.
std::string calibration_text(const OperatorCalibration& fitted);

}  // namespace hakaru
