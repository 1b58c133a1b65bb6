// What a fit of all software together says: errors on what it has not seen first, constants at bounds, rows left
// out and why.
#pragma once

#include <string>

#include "hakaru/calibrating/caused_fit.h"
#include "hakaru/formats/json.h"
#include "hakaru/output/plan_text.h"

namespace hakaru {

/// `path`: of the file that was written; empty: none.
OrderedJson joint_json(const CausedFit& fit, const std::string& path);
std::string joint_text(const CausedFit& fit, const std::string& path, const Pen& pen);

}  // namespace hakaru
