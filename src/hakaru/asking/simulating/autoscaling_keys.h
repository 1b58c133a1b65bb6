// What `simulate serve` is asked of a fleet that follows its load.
#pragma once

#include <optional>

#include "hakaru/job/key_reader.h"
#include "hakaru/planning/plan/plan.h"
#include "hakaru/serving/fleet/scaled_replicas.h"

namespace hakaru {

/// Empty where none was asked for. Replicas come in `unit`s.
std::optional<ScalingRequest> scaling_of(KeyReader& reader, std::int64_t unit);

/// As a plan was made that follows its load.
ScalingRequest planned_scaling(const ScalingFigures& figures, std::int64_t unit);

}  // namespace hakaru
