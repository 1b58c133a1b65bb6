// The answer of `scale`: a table for each instance type, efficiency drawn as a bar.
#pragma once

#include "hakaru/formats/hardware_json.h"
#include "hakaru/output/plan_text.h"
#include "hakaru/planning/fleet/scaling.h"

namespace hakaru {

std::string scaling_text(const Scenario& scenario, Sweep sweep, const std::vector<ScalingCurve>& curves,
                         const Pen& pen);
OrderedJson json_of(const Scenario& scenario, Sweep sweep, const std::vector<ScalingCurve>& curves,
                    const Translator& translator);

}  // namespace hakaru
