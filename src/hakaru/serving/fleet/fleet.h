// Replicas behind a router (router.h), all on one clock.
//
//   loop:  now = the first of: the next arrival, the end of some replica's iterations, a KV cache delivered
//          what ends now ends; what arrives now is sent to a replica; replicas that have something to do plan it
// A replica that nothing arrives at runs its like iterations at once, whatever the others do: the load of a replica
// changes only as a request comes or ends, so that a router sees what it would see iteration by iteration.
//
// Disaggregated (P:D), the first P replicas prefill: each request gets its first token there, and its KV cache goes to
// one of D others (kv_transfer.h), chosen by a router of their own, where the rest is decoded (Zhong et al. 2024,
// DistServe, arXiv 2401.09670; Patel et al. 2024, Splitwise, arXiv 2311.18677).
//
// Autoscaled (autoscaler.h), the router sends to the replicas that serve at the time.
//
// Prefixes: requests of one group (Request::prefix) share the share of their prompts that prefix_hit_rate says. It is
// found where a request of the group was before, and a prefix once cached stays. Turns of sessions find what is left of
// their conversation where its last turns were (schedulers/prefix_cache.h).
// Limits: the router takes no time; of what decode replicas add to a conversation those that prefill know nothing.
#pragma once

#include <functional>
#include <optional>

#include "hakaru/serving/fleet/autoscaler.h"
#include "hakaru/serving/fleet/kv_transfer.h"
#include "hakaru/serving/fleet/router.h"
#include "hakaru/serving/iteration/iteration_cost.h"
#include "hakaru/serving/metrics/serving_metrics.h"
#include "hakaru/serving/replica/engine_log.h"
#include "hakaru/serving/schedulers/scheduler.h"
#include "hakaru/traffic/traffic.h"

namespace hakaru {

struct Disaggregation {
  std::int64_t prefill_replicas = 1, decode_replicas = 1;
  KvTransfer transfer;
};

struct FleetPlan {
  std::int64_t replicas = 1;
  Routing routing = Routing::round_robin;
  std::optional<Disaggregation> disaggregation;  ///< its replicas are then those of the fleet
  std::optional<AutoscalerPlan> autoscaler;      ///< likewise; not of a disaggregated fleet
  ServiceLimits limits;
  std::int64_t requests = 0;  ///< how many will come, where it is to be known whether their queue settles
  /// Stop as soon as more requests than this have not kept a limit: the question is answered.
  std::int64_t stop_after_missed = INT64_MAX;
  Advance advance = Advance::at_once;
  std::function<bool(std::int64_t)> tell;  ///< how many requests have ended, now and then; whether to go on
};

struct ServingSimulation {
  ServingMetrics metrics;
  std::int64_t replicas = 1;  ///< of a fleet that was scaled: the most at once
  std::optional<ScalingRecord> scaling;
  std::int64_t iterations = 0;
  std::int64_t runs = 0;  ///< of iterations that were advanced at once
  std::int64_t preemptions = 0;
  std::int64_t queue_peak = 0, running_peak = 0;   ///< of one replica, the fullest
  std::int64_t kv_blocks = 0, kv_blocks_peak = 0;  ///< of one replica, the fullest
  std::int64_t kv_transfers = 0;                   ///< disaggregated: caches that were sent
  PrefixCounts prefixes;                           ///< of the prefix caches, all replicas together
  SessionCounts sessions;
  double busy_s = 0;         ///< time in iterations, all replicas together
  Picoseconds begin = 0;     ///< the first arrival
  bool clock_ended = false;  ///< not all was served: the clock would have run out
  bool stopped = false;      ///< not all was served: too many had missed their limits, or `tell` ended it

  double simulated_s() const { return seconds(metrics.end - begin); }
  /// Seconds of all replicas together, while they were there, warm-up apart.
  double available_s() const {
    return scaling ? scaling->held_s - scaling->warming_s : simulated_s() * static_cast<double>(replicas);
  }
};

/// The work of its replicas.
template <>
inline constexpr auto record<ServingSimulation> =
    described("simulated_service", "a replica or a fleet under traffic",
              field("kv_blocks", &ServingSimulation::kv_blocks, "blocks of the KV cache"),
              field("kv_transfers", &ServingSimulation::kv_transfers, "caches sent from prefill to decode replicas"),
              field("preemptions", &ServingSimulation::preemptions, "requests that were pushed out"),
              field("queue_peak", &ServingSimulation::queue_peak, "most requests waiting"),
              field("running_peak", &ServingSimulation::running_peak, "most requests in a batch"),
              field("iterations", &ServingSimulation::iterations, "iterations of the engine"),
              field("busy_s", &ServingSimulation::busy_s, "time in which the engine worked"));

/// Serves all of `traffic`. Each of its requests must fit alone in `kv`, and in the limits that `cost` was made for.
ServingSimulation simulate_fleet(Traffic& traffic, const IterationCost& cost, const SchedulerOptions& options,
                                 const KvBlocks& kv, const FleetPlan& plan, EngineLog* log = nullptr);

}  // namespace hakaru
