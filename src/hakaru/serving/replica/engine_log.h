// Everything that happened in a simulation of servers, for time series and timelines.
#pragma once

#include <vector>

#include "hakaru/serving/metrics/serving_metrics.h"

namespace hakaru {

/// Iterations that were alike, or one.
struct EngineRun {
  Picoseconds start = 0, end = 0;
  std::int64_t iterations = 0;
  std::int64_t decodes = 0, prefill_tokens = 0, prompts = 0;  ///< of each
  std::int64_t waiting = 0, running = 0, kv_blocks = 0;       ///< when it began
  std::int64_t replica = 0;
};

struct EngineLog {
  std::vector<EngineRun> runs;
  std::vector<EndedRequest> requests;
};

enum class Advance { at_once, one_by_one };

}  // namespace hakaru
