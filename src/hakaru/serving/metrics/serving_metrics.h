// Measures of a simulated server; docs/metrics.md has the definitions, the names are vLLM's.
//
//   TTFT  first token − arrival                                   of each request
//   TPOT  (last token − first token) / (output tokens − 1)        of each request of two tokens or more
//   ITL   a token − the one before it                             of each token but the first
//   E2EL  last token − arrival                                    of each request
#pragma once

#include <algorithm>

#include "hakaru/serving/metrics/percentiles.h"
#include "hakaru/serving/metrics/queue_growth.h"
#include "hakaru/traffic/request.h"

namespace hakaru {

/// When the tokens of one request came.
struct EndedRequest {
  std::int64_t number = 0;
  std::int32_t input_tokens = 0, output_tokens = 0;
  Picoseconds arrival = 0, first_token = 0, last_token = 0;
};

/// Limits that a request must keep to count as good.
struct ServiceLimits {
  Picoseconds ttft = never_ps, tpot = never_ps;
};

struct ServingMetrics {
  ServiceLimits limits;
  std::int64_t requests = 0;  ///< ended
  std::int64_t input_tokens = 0, output_tokens = 0;
  std::int64_t good = 0;                          ///< of the requests, those that kept both limits
  std::int64_t missed_ttft = 0, missed_tpot = 0;  ///< those that did not keep one
  Picoseconds end = 0;                            ///< when the last one ended
  Percentiles ttft, tpot, itl, e2e;
  QueueGrowth queue;
  QueueGrowth answers;  ///< of first to last token; where they are decoded elsewhere, in a queue of its own
  std::vector<EndedRequest>* ended_requests = nullptr;  ///< where each is wanted

  /// True if neither the waiting nor, decoded elsewhere, the answering grows for as long as requests come.
  bool settles() const { return queue.settles() && answers.growth() <= QueueGrowth::most_growth; }
  /// Seconds that each second of arrivals adds to either.
  double growth() const { return std::max(queue.growth(), answers.growth()); }

  /// Requests that did not keep the limit that more did not keep.
  std::int64_t missed() const { return std::max(missed_ttft, missed_tpot); }

  void record(const EndedRequest& request) {
    ++requests;
    input_tokens += request.input_tokens;
    output_tokens += request.output_tokens;
    end = std::max(end, request.last_token);
    e2e.add(request.last_token - request.arrival);
    queue.add(request.number, request.arrival, request.first_token - request.arrival);
    answers.add(request.number, request.arrival, request.last_token - request.first_token);
    const bool in_time = request.first_token - request.arrival <= limits.ttft;
    bool steady = true;
    if (request.output_tokens > 1) {
      const Picoseconds per_token = (request.last_token - request.first_token) / (request.output_tokens - 1);
      tpot.add(per_token);
      steady = per_token <= limits.tpot;
    }
    good += in_time && steady ? 1 : 0;
    missed_ttft += in_time ? 0 : 1;
    missed_tpot += steady ? 0 : 1;
    if (ended_requests != nullptr) ended_requests->push_back(request);
  }
};

}  // namespace hakaru
