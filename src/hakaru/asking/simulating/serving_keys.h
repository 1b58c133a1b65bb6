// Keys of `simulate serve`, read: traffic, conversations, the engine, the fleet, and how it follows its load.
#pragma once

#include <optional>

#include "hakaru/formats/plan_file.h"
#include "hakaru/job/defaults.h"
#include "hakaru/job/key_reader.h"
#include "hakaru/planning/plan/plan.h"
#include "hakaru/planning/search/served_on.h"
#include "hakaru/serving/fleet/fleet.h"
#include "hakaru/serving/fleet/scaled_replicas.h"
#include "hakaru/serving/fleet/service_level.h"
#include "hakaru/serving/iteration/speculation.h"
#include "hakaru/traffic/traffic.h"

namespace hakaru {

/// `usual_spread`: of the lengths of requests in flight, where none is said.
Result<TrafficPlan> traffic_of(KeyReader& reader, bool has_trace, const std::optional<SessionPlan>& sessions,
                               const ServingJob& job, const Plan& plan, double usual_spread);

/// Empty where none were asked for.
std::optional<SessionPlan> sessions_of(KeyReader& reader, const SavedPlan& saved, const JobDefaults& defaults);

/// The part of conversations that stays cached between turns; empty with policies that keep nothing.
std::optional<PrefixCacheOptions> prefix_cache_of(KeyReader& reader, const SessionPlan& sessions,
                                                  const ServedOn& served, const Plan& plan, Policy policy);

/// `served`: as the plan has it.
SchedulerOptions options_of(KeyReader& reader, const ServedOn& served, const Plan& plan);
/// Refuses `key` with a policy that has not `property`.
void refuse_without(KeyReader& reader, const char* key, Policy policy, bool SchedulingPolicy::*property);
Speculation speculation_of(KeyReader& reader, const Model& model);

/// Empty where none was asked for: one replica of the plan is simulated, with its share.
std::optional<FleetPlan> fleet_of(KeyReader& reader, const ServingJob& job, const Plan& plan, Policy policy);
ServiceLevel level_of(KeyReader& reader);

/// Empty where none was asked for. Replicas come in `unit`s.
std::optional<ScalingRequest> scaling_of(KeyReader& reader, std::int64_t unit);

/// As a plan was made that follows its load.
ScalingRequest planned_scaling(const ScalingFigures& figures, std::int64_t unit);

}  // namespace hakaru
