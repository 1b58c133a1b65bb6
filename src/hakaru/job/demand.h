// Demand on a live service, and its limits: requests, and latencies at a percentile.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hakaru/traffic/request.h"

namespace hakaru {

/// Percentile `share` of TTFT and of TPOT is within these.
struct ServiceLevel {
  std::optional<double> ttft_s, tpot_s;
  double share = 0.5;
};

struct ServingDemand {
  ServiceLevel level;
  std::string traffic;       ///< the name, or the file, of what `requests` are; empty: all are as long as the job's
  double length_spread = 0;  ///< where all are as long as the job's: of their logarithm, lest users keep step
  std::vector<Request> requests;  ///< whose lengths those that come have
  bool replays = false;           ///< they come when those of `requests` came, else at the job's rate, by chance
  std::int64_t left_out = 0;      ///< of a trace, longer than the context
  /// People who read and type for so long between requests; 0: the load is a rate, a trace, or requests in flight.
  std::int64_t users = 0;
  double think_time_s = 0;
};

}  // namespace hakaru
