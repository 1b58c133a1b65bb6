// What a plan comes to, by what it is of: a training run, a live or saturated service, batch inference. A run and a lot
// of items end: they have a duration, a cost and an energy in all. A service has none of these, only what an hour
// takes; which is which the type says.
//
//   const PlanFigures figures = InferenceFigures{.batch = 8, .latency_s = 0.01, .items_per_s = 800};
//   std::get<InferenceFigures>(figures).lot;  // empty: so many items each second, for as long as one likes
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "hakaru/hardware/price_book.h"
#include "hakaru/numerics/data_type.h"
#include "hakaru/serving/schedulers/scheduler.h"
#include "hakaru/training/step.h"

namespace hakaru {

/// How an iteration of GRPO samples its completions, of which rollout_s of its step tells the time.
struct RolloutFigures {
  Layout layout;                                 ///< of the engine's replicas
  std::string engine;                            ///< whose scheduler and constants these are
  std::int64_t completions_of_replica = 0;       ///< of the fullest
  std::int64_t sequences_at_once = 0;            ///< of a replica, at most
  double generation_s = 0, handover_s = 0;       ///< of trained weights to the engine
  double output_tokens_per_s = 0;                ///< of all replicas, while they generate
  double resident_bytes = 0;                     ///< that training keeps on a device meanwhile
  double weights_bytes = 0, kv_cache_bytes = 0;  ///< of the engine, on a device
};

struct TrainingFigures {
  StepEstimate step = {};
  double duration_s = 0;                                 ///< of the whole run
  std::optional<double> cost_usd = {}, energy_kwh = {};  ///< likewise
  std::optional<RolloutFigures> rollout = {};            ///< of GRPO
};

/// Instances in the mean, were iterations as long as the ends of their error band say.
struct InstancesInBand {
  double low = 0, high = 0, half_low = 0, half_high = 0;
};

/// How the machines of a fleet that follows its load are best bought (base_and_peak.h).
struct BaseAndPeak {
  PriceKind base = PriceKind::savings_1y;  ///< of the machines that are paid for at all hours
  std::int64_t base_instances = 0;
  PriceKind peak = PriceKind::on_demand;  ///< of those that are paid for while they are there
  std::int64_t peak_instances = 0;        ///< at most
  double usd_per_h = 0;                   ///< of both, in the mean
};

/// What becomes of a plan's fleet when it follows its load (follow_load.h).
struct ScalingFigures {
  std::int64_t least = 1, most = 1;                                        ///< replicas
  double requests_each = 1;                                                ///< in flight, that a replica should have
  double warm_up_s = 0;                                                    ///< of a new replica
  std::optional<double> compile_s = {};                                    ///< of that, where it was stated
  double ttft_s = 0, tpot_s = 0, request_s = 0;                            ///< at the plan's percentile
  std::optional<double> mean_request_s = {};                               ///< a plan file from before has none
  std::int64_t held_peak = 0;                                              ///< most replicas at once
  double hours = 0, replica_hours = 0, instance_hours = 0;                 ///< of what was simulated
  std::optional<double> usd_per_h = {}, cost_per_million_tokens_usd = {};  ///< in the mean
  std::optional<InstancesInBand> in_band = {};                             ///< empty: no band is known, or not asked
  std::vector<double> hours_of_instances = {};  ///< of the first machine, of the second, …; a plan file has none
  std::optional<BaseAndPeak> bought = {};       ///< empty: no price that is paid ahead makes it cheaper
  std::optional<BaseAndPeak> on_spot = {};      ///< the peak on spot; empty: no such price makes it cheaper

  /// Of an hour in the mean, without what may be taken away.
  std::optional<double> best_usd_per_h() const { return bought ? bought->usd_per_h : usd_per_h; }
};

/// What an hour costs is the machines' (Plan::usd_per_h).
struct ServingFigures {
  std::int64_t batch = 0;  ///< per replica
  double ttft_s = 0, tpot_s = 0, requests_per_s = 0, output_tokens_per_s = 0;
  double request_s = 0;  ///< a typical request from first to last token: TTFT + (output - 1) · TPOT
  std::optional<double> cost_per_million_tokens_usd = {};
  std::int64_t simulated_requests = 0;  ///< whose percentile the latencies are; 0: the static estimate's
  double simulated_share = 0;           ///< that percentile, 0.95
  double simulated_s = 0;
  std::int64_t simulated_replicas = 0;         ///< of all, where there are many
  std::optional<Policy> policy = {};           ///< of the engine; empty: a file from before does not say
  std::int64_t max_num_seqs = 0;               ///< sequences at most, of each replica; compiled shapes: their batch
  std::int64_t prefill_replicas = 0;           ///< that only prefill, the others decode; 0: all do both
  std::optional<ScalingFigures> scaling = {};  ///< where it was asked for, and costs less
  std::string engine = {};                     ///< whose scheduler and constants these are
  std::int64_t max_num_batched_tokens = 0;     ///< tokens of an iteration, at most
  std::optional<DataType> compute = {};        ///< that products are computed in
  std::optional<double> held_per_s = {};       ///< a live service: requests that it would bear within its limits
  double mfu = 0;                              ///< 0: not known
  std::optional<double> energy_kwh_per_h = {};

  /// A live service, whose requests were simulated.
  bool is_live() const { return simulated_requests > 0; }
};

/// So many items, once.
struct LotFigures {
  std::int64_t items = 0;
  double duration_s = 0;                                 ///< of all of them
  std::optional<double> cost_usd = {}, energy_kwh = {};  ///< likewise
};

struct InferenceFigures {
  std::int64_t batch = 0;
  double latency_s = 0, items_per_s = 0;
  std::optional<double> cost_per_million_items_usd = {};
  double mfu = 0;  ///< 0: not known
  std::optional<double> energy_kwh_per_h = {};
  std::optional<LotFigures> lot = {};  ///< empty: a rate, without an end
};

using PlanFigures = std::variant<TrainingFigures, ServingFigures, InferenceFigures>;

}  // namespace hakaru
