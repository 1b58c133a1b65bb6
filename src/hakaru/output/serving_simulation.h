// A simulated replica or fleet as people and programs look at it: percentiles as text and JSON, time series as CSV, a
// timeline for Perfetto (ui.perfetto.dev) or chrome://tracing.
#pragma once

#include <string>

#include "hakaru/formats/json.h"
#include "hakaru/output/plan_text.h"
#include "hakaru/serving/fleet/service_level.h"
#include "hakaru/serving/fleet/serving_bill.h"

namespace hakaru {

struct SimulationAnswer {
  const ServingSimulation& simulation;
  const SchedulerOptions& options;
  ServingBill bill;
  std::int64_t replicas = 1;       ///< of the plan, of which one was simulated; or of the fleet
  std::optional<FleetPlan> fleet;  ///< that was simulated whole
  ServiceLevel level;
  Terms warm_up;                          ///< of a replica, where the fleet was scaled
  std::optional<double> instance_hours;   ///< likewise
  std::optional<double> sustained_per_s;  ///< where it was asked for
  std::optional<SessionPlan> sessions;    ///< where the traffic was one of sessions
  double elapsed_s = 0;
};

/// Rate of `count` per second, of all replicas also where one of them was simulated; 0: no time was simulated.
double per_s(std::int64_t count, const SimulationAnswer& answer);

/// The keys of `simulate serve --json`.
OrderedJson json_of(const SimulationAnswer& answer);

std::string simulation_text(const SimulationAnswer& answer, const Pen& pen);

/// A row for each run of like iterations: when it began, what waited, ran and was cached.
std::string series_csv(const ServingSimulation& simulation, const EngineLog& log);

/// Chrome's trace event format: iterations on a track of their own, each request from its arrival to its end, counters
/// of queue, batch and KV cache, and of the replicas of a fleet that was scaled. Times in microseconds.
std::string serving_trace(const ServingSimulation& simulation, const EngineLog& log, const Translator& translator);

}  // namespace hakaru
