// One replica of a plan at any steady load: what measuring it and scaling it start from.
//
//   SteadyReplica replica(served, layout, instance);
//   replica.at(16).tpot_s;
//   replica.line();  // TPOT ≈ alpha + beta · requests in flight, prefill ≈ gamma + delta · tokens
// The line of TPOT goes through one request alone and the most that run at once within `planned`; that of prefill
// through half a prompt and a whole one.
// Limits: a straight line; at the load of its ends it is right, between them by a few %.
#pragma once

#include "hakaru/planning/search/served_on.h"
#include "hakaru/serving/steady/serving_estimate.h"

namespace hakaru {

/// Constants of autoscalers that reckon with straight lines.
struct SpeedLine {
  double alpha_s = 0, beta_s = 0;   ///< of a token: beta_s for each request in flight
  double gamma_s = 0, delta_s = 0;  ///< of a prompt: delta_s for each of its tokens
};

class SteadyReplica {
 public:
  /// All must outlive this.
  SteadyReplica(const ServedOn& served, const Layout& layout, const Instance& instance);
  SteadyReplica(const SteadyReplica&) = delete;
  SteadyReplica& operator=(const SteadyReplica&) = delete;

  /// Requests that run at once.
  std::int64_t most() const;
  bool cache_is_full_first() const;
  ReplicaEstimate at(std::int64_t concurrency);
  SpeedLine line(std::int64_t planned);

 private:
  /// Padded to what graphs are compiled for, apart from each other.
  ReplicaPasses compiled_passes();

  const ServedOn& served_;
  OperatorTimer operators_;
  IterationTimer timer_;
  ReplicaPasses passes_;
  SteadyLoad load_;
};

}  // namespace hakaru
