// What a trial of this machine says: before its network runs, and behind it.
#pragma once

#include <string>
#include <vector>

#include "hakaru/calibrating/host/host_trial.h"
#include "hakaru/formats/json.h"
#include "hakaru/output/plan_text.h"

namespace hakaru {

/// `paths`: of the files that are written.
OrderedJson host_json(const HostTrial& trial, const std::vector<std::string>& paths);
/// The machine, its constants, how far off the networks held back were, and what is foretold.
std::string foretold_text(const HostTrial& trial, const Pen& pen);
/// Beside that, what was measured; `folder`: of the files that are written, empty: none.
std::string trial_text(const HostTrial& trial, const std::string& folder, const Pen& pen);

}  // namespace hakaru
