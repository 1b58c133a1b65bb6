// Fits and trials as people read them (…_text) and as programs do (…json…): errors on what was not seen first, constants
// at bounds, rows left out and why.
#pragma once

#include <string>
#include <vector>

#include "hakaru/calibrating/caused_fit.h"
#include "hakaru/calibrating/fitted_calibration.h"
#include "hakaru/calibrating/host/host_trial.h"
#include "hakaru/formats/json.h"
#include "hakaru/output/plan_text.h"

namespace hakaru {

/// `path`: of the file that is written; empty: none.
OrderedJson json_of(const FittedCalibration& fitted, const std::string& path);
std::string fitted_text(const FittedCalibration& fitted, const std::string& path, const Pen& pen);

/// `path`: of the file that was written; empty: none.
OrderedJson joint_json(const CausedFit& fit, const std::string& path);
std::string joint_text(const CausedFit& fit, const std::string& path, const Pen& pen);

/// `paths`: of the files that are written.
OrderedJson host_json(const HostTrial& trial, const std::vector<std::string>& paths);
/// The machine, its constants, errors on the networks held back, and the prediction.
std::string predicted_text(const HostTrial& trial, const Pen& pen);
/// Beside that, what was measured; `folder`: of the files that are written, empty: none.
std::string trial_text(const HostTrial& trial, const std::string& folder, const Pen& pen);

}  // namespace hakaru
