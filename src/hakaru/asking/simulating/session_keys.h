// What `simulate serve` is asked of conversations (traffic/session_traffic.h).
#pragma once

#include <optional>

#include "hakaru/formats/plan_file.h"
#include "hakaru/job/defaults.h"
#include "hakaru/job/key_reader.h"
#include "hakaru/planning/search/served_on.h"
#include "hakaru/traffic/traffic.h"

namespace hakaru {

/// Empty where none were asked for.
std::optional<SessionPlan> sessions_of(KeyReader& reader, const SavedPlan& saved, const JobDefaults& defaults);

/// What of conversations stays cached between turns; empty with policies that keep nothing.
std::optional<PrefixCacheOptions> prefix_cache_of(KeyReader& reader, const SessionPlan& sessions,
                                                  const ServedOn& served, const Plan& plan, Policy policy);

}  // namespace hakaru
