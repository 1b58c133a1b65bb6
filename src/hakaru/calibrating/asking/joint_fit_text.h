// What a fit of all serving engines together says: errors on what it has not seen first, constants at bounds, rows left
// out and why.
#pragma once

#include <string>

#include "hakaru/calibrating/fit_serving.h"
#include "hakaru/formats/json.h"
#include "hakaru/output/plan_text.h"

namespace hakaru {

/// `path`: of the file that was written; empty: none.
OrderedJson joint_json(const ServingFit& fit, const std::string& path);
std::string joint_text(const ServingFit& fit, const std::string& path, const Pen& pen);

}  // namespace hakaru
