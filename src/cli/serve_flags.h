// What the flags of `simulate serve` say of traffic, engine, fleet and service.
#pragma once

#include <optional>

#include "hakaru/job/key_reader.h"
#include "hakaru/planning/served_on.h"
#include "hakaru/serving/fleet/service_level.h"
#include "named_flags.h"
#include "session.h"

namespace hakaru::cli {

void add_serve_flags(NamedFlags& flags, CLI::App& command, const Translator& translator);

/// `served`: as the plan has it.
SchedulerOptions options_of(KeyReader& reader, const ServedOn& served, const Plan& plan);
Speculation speculation_of(KeyReader& reader, const Model& model);
/// `usual_spread`: of the lengths of requests in flight, where none is said.
Result<TrafficPlan> traffic_of(KeyReader& reader, bool has_trace, const std::optional<SessionPlan>& sessions,
                               const ServingJob& job, const Plan& plan, double usual_spread);
/// Empty where none was asked for: one replica of the plan is simulated, with its share.
std::optional<FleetPlan> fleet_of(KeyReader& reader, const ServingJob& job, const Plan& plan, Policy policy);
ServiceLevel level_of(KeyReader& reader);

}  // namespace hakaru::cli
