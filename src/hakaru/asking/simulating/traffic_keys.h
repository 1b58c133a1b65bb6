// What `simulate serve` is asked of traffic: how requests come and how long they are.
#pragma once

#include <optional>

#include "hakaru/job/key_reader.h"
#include "hakaru/planning/plan/plan.h"
#include "hakaru/traffic/traffic.h"

namespace hakaru {

/// `usual_spread`: of the lengths of requests in flight, where none is said.
Result<TrafficPlan> traffic_of(KeyReader& reader, bool has_trace, const std::optional<SessionPlan>& sessions,
                               const ServingJob& job, const Plan& plan, double usual_spread);

}  // namespace hakaru
