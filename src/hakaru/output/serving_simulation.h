// A simulated replica as people and programs look at it: percentiles as text and JSON, time series as CSV, a timeline
// for Perfetto (ui.perfetto.dev) or chrome://tracing.
#pragma once

#include <string>

#include "hakaru/output/json.h"
#include "hakaru/output/plan_text.h"
#include "hakaru/serving/engine.h"

namespace hakaru {

/// The keys of `simulate serve --json`. `replicas`: of the plan, of which one was simulated.
OrderedJson json_of(const ServingSimulation& simulation, std::int64_t replicas, const SchedulerOptions& options,
                    double elapsed_s);

std::string simulation_text(const ServingSimulation& simulation, std::int64_t replicas, const Pen& pen);

/// A row for each run of like iterations: when it began, what waited, ran and was cached.
std::string series_csv(const ServingSimulation& simulation, const EngineLog& log);

/// Chrome's trace event format: iterations on a track of their own, each request from its arrival to its end, counters
/// of queue, batch and KV cache. Times in microseconds.
std::string serving_trace(const EngineLog& log, const Translator& translator);

}  // namespace hakaru
