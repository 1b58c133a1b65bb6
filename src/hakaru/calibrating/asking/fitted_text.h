// What a fit to one accelerator says: errors of what was fitted and of what was held back, constants at bounds, rows
// left out and why.
#pragma once

#include <string>

#include "hakaru/calibrating/fitted_calibration.h"
#include "hakaru/formats/json.h"
#include "hakaru/output/plan_text.h"

namespace hakaru {

/// `path`: of the file that is written; empty: none.
OrderedJson json_of(const FittedCalibration& fitted, const std::string& path);
std::string fitted_text(const FittedCalibration& fitted, const std::string& path, const Pen& pen);

}  // namespace hakaru
