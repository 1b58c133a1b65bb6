// Figures of a plan, by its kind: a training run, a live or saturated service, batch inference. A run and a lot of
// items end: they have a duration. A service has none; the type of the figures says which is which. Costs: ledger.h.
//
//   const PlanFigures figures = InferenceFigures{.batch = 8, .latency_s = 0.01, .items_per_s = 800};
//   std::get<InferenceFigures>(figures).lot;  // empty: so many items each second, for as long as one likes
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "hakaru/core/record.h"
#include "hakaru/hardware/price_book.h"
#include "hakaru/job/scenario.h"
#include "hakaru/memory/memory.h"
#include "hakaru/numerics/data_type.h"
#include "hakaru/serving/metrics/percentiles.h"
#include "hakaru/serving/schedulers/scheduler.h"
#include "hakaru/training/step.h"

namespace hakaru {

namespace figure_ranges {

inline constexpr NumberRange positive{1, 1e9}, counts{0, 1e9};
inline constexpr NumberRange durations_s{1e-12, 1e15}, waits_s{0, 1e15}, rates{1e-12, 1e18}, energies_kwh{0, 1e18};

}  // namespace figure_ranges

/// Sampling of the completions in an iteration of GRPO; rollout_s of its step is the time.
struct RolloutFigures {
  Layout layout;
  std::string engine;
  std::int64_t completions_of_replica = 0;
  std::int64_t sequences_at_once = 0;
  double generation_s = 0, handover_s = 0;
  double output_tokens_per_s = 0;
  double resident_bytes = 0;
  double weights_bytes = 0, kv_cache_bytes = 0;
};

template <>
inline constexpr auto record<RolloutFigures> = described(
    "rollout", "how a step of GRPO samples its completions",
    field("layout", &RolloutFigures::layout, "of the engine's replicas"),
    field("engine", &RolloutFigures::engine, "serving engine"),
    field("completions_of_replica", &RolloutFigures::completions_of_replica, figure_ranges::positive,
          "of the fullest replica"),
    field("sequences_at_once", &RolloutFigures::sequences_at_once, figure_ranges::positive, "of a replica, at most"),
    field("generation_s", &RolloutFigures::generation_s, figure_ranges::durations_s, "until the last completion ends"),
    field("handover_s", &RolloutFigures::handover_s, figure_ranges::waits_s, "of trained weights to the engine"),
    field("output_tokens_per_s", &RolloutFigures::output_tokens_per_s, figure_ranges::rates,
          "of all replicas, while they generate"),
    field("resident_bytes", &RolloutFigures::resident_bytes, bytes_range, "that training keeps on a device meanwhile"),
    field("weights_bytes", &RolloutFigures::weights_bytes, bytes_range, "of the engine, on a device"),
    field("kv_cache_bytes", &RolloutFigures::kv_cache_bytes, bytes_range, "of the engine, on a device"));

struct TrainingFigures {
  StepEstimate step = {};
  double duration_s = 0;                       ///< steps of the run, and compiling ahead of them
  double compile_s = 0;                        ///< ahead of the first step; 0: nothing is compiled
  std::optional<RolloutFigures> rollout = {};  ///< of GRPO
};

/// Instances in the mean, were iterations as long as the ends of their error band say.
struct InstancesInBand {
  double low = 0, high = 0, half_low = 0, half_high = 0;
};

/// The best way to buy the machines of a fleet that follows its load (base_and_peak.h).
struct BaseAndPeak {
  PriceKind base = PriceKind::savings_1y;
  std::int64_t base_instances = 0;
  PriceKind peak = PriceKind::on_demand;
  std::int64_t peak_instances = 0;
  double usd_per_h = 0;
};

template <>
inline constexpr auto record<BaseAndPeak> =
    described("base_and_peak", "machines paid for ahead, others while they are there",
              field("base_kind", &BaseAndPeak::base, "how those are bought that are always paid for"),
              field("base_instances", &BaseAndPeak::base_instances, figure_ranges::counts, "how many"),
              field("peak_kind", &BaseAndPeak::peak, "how the others are bought"),
              field("peak_instances", &BaseAndPeak::peak_instances, figure_ranges::counts, "how many at most"),
              field("usd_per_h", &BaseAndPeak::usd_per_h, usd_range, "of both, in the mean"));

/// A plan's fleet that follows its load (follow_load.h); latencies are at the plan's percentile.
struct ScalingFigures {
  std::int64_t least = 1, most = 1;
  double requests_each = 1;
  double warm_up_s = 0;
  std::optional<double> compile_s = {};
  double ttft_s = 0, tpot_s = 0, request_s = 0;
  std::optional<double> mean_request_s = {};
  std::int64_t held_peak = 0;
  double hours = 0, replica_hours = 0, instance_hours = 0;
  std::optional<double> usd_per_h = {}, cost_per_million_tokens_usd = {};
  std::optional<InstancesInBand> in_band = {};  ///< empty: no band is known, or not asked
  std::vector<double> hours_of_instances = {};  ///< of the first machine, of the second, …; a plan file has none
  std::optional<BaseAndPeak> bought = {};
  std::optional<BaseAndPeak> on_spot = {};

  /// Mean USD per hour as best bought, without the split of `on_spot`; empty: not known.
  std::optional<double> best_usd_per_h() const { return bought ? bought->usd_per_h : usd_per_h; }
};

template <>
inline constexpr auto record<ScalingFigures> = described(
    "plan_scaling", "a fleet that follows its load, as planned",
    field("min_replicas", &ScalingFigures::least, {1, most_scaled_replicas}, "fewest replicas"),
    field("max_replicas", &ScalingFigures::most, {1, most_scaled_replicas}, "most replicas"),
    field("scale_at", &ScalingFigures::requests_each, {1e-3, 1e6}, "requests in flight that each replica should have"),
    field("warm_up_s", &ScalingFigures::warm_up_s, figure_ranges::waits_s, "until a new replica serves"),
    field("compile_time_s", &ScalingFigures::compile_s, figure_ranges::waits_s, "of which it compiles"),
    field("ttft_s", &ScalingFigures::ttft_s, figure_ranges::waits_s, "time to first token"),
    field("tpot_s", &ScalingFigures::tpot_s, figure_ranges::waits_s, "time per output token"),
    field("request_s", &ScalingFigures::request_s, figure_ranges::durations_s, "a whole request"),
    field("mean_request_s", &ScalingFigures::mean_request_s, figure_ranges::durations_s,
          "the same in the mean; null: not known")
        .newer(),
    field("replicas_peak", &ScalingFigures::held_peak, figure_ranges::positive, "most replicas at once"),
    field("hours", &ScalingFigures::hours, figure_ranges::waits_s, "length of the trace"),
    field("replica_hours", &ScalingFigures::replica_hours, figure_ranges::waits_s, "replicas, summed over time"),
    field("instance_hours", &ScalingFigures::instance_hours, figure_ranges::waits_s, "instances, summed over time"),
    field("usd_per_h", &ScalingFigures::usd_per_h, usd_range, "price of the fleet, in the mean"),
    field("cost_per_million_tokens_usd", &ScalingFigures::cost_per_million_tokens_usd, usd_range,
          "cost of a million output tokens"),
    field("bought", &ScalingFigures::bought, "how its machines are best bought; null: all by the hour").newer(),
    field("bought_with_spot", &ScalingFigures::on_spot,
          "the same with the peak on spot, interruptions not counted; null: no cheaper, or no price is known")
        .newer());

/// A live service, whose requests were simulated.
struct LiveFigures {
  std::int64_t requests = 0;
  Percentile percentile;  ///< the latencies are at it
  double duration_s = 0;
  std::int64_t replicas = 0;
  std::optional<double> held_per_s = {};
};

template <>
inline constexpr auto record<LiveFigures> = described(
    "live_service", "a live service, whose requests were simulated",
    field("simulated_requests", &LiveFigures::requests, figure_ranges::positive, "requests that were simulated"),
    field("simulated_percentile", &LiveFigures::percentile, "percentile of the latencies told"),
    field("simulated_s", &LiveFigures::duration_s, figure_ranges::waits_s, "how long the simulated service ran"),
    field("simulated_replicas", &LiveFigures::replicas, figure_ranges::counts, "replicas that were simulated"),
    field("held_requests_per_s", &LiveFigures::held_per_s, figure_ranges::rates,
          "the highest rate that keeps the limits")
        .newer());

/// So many items, once.
struct LotFigures {
  std::int64_t items = 0;
  double duration_s = 0;  ///< of all of them
};

/// A lot of `items` at so many per second, each of which takes `item_s` from its begin to its end: items / rate, and at
/// least the time of one. Example: 1,000 prompts at 10 per second, 5 s each: 100 s.
inline LotFigures lot_of(std::int64_t items, double items_per_s, double item_s) {
  return {items, std::max(static_cast<double>(items) / items_per_s, item_s)};
}

template <>
inline constexpr auto record<LotFigures> = described("lot", "so many items",
                                                     field("items", &LotFigures::items, {1, 1e12}, "items of the lot"));

struct ServingFigures {
  std::int64_t batch = 0;
  double ttft_s = 0, tpot_s = 0, requests_per_s = 0, output_tokens_per_s = 0;
  double request_s = 0;  ///< a typical request from first to last token: TTFT + (output - 1) · TPOT
  std::optional<double> cost_per_million_tokens_usd = {};
  std::string engine = {};  ///< its scheduler and constants are these
  std::optional<DataType> compute = {};
  Policy policy = {};
  std::int64_t max_num_seqs = 0;  ///< compiled shapes: their batch
  std::int64_t max_num_batched_tokens = 0;
  std::optional<LiveFigures> live = {};        ///< empty: the static estimate's
  std::optional<LotFigures> lot = {};          ///< offline; empty: it runs on
  std::int64_t prefill_replicas = 0;           ///< the others decode; 0: all do both
  std::optional<ScalingFigures> scaling = {};  ///< where it was asked for, and costs less
  double mfu = 0;                              ///< 0: not known

  std::optional<double> held_per_s() const { return live ? live->held_per_s : std::nullopt; }
};

template <>
inline constexpr auto record<ServingFigures> = described(
    "serving_figures", "a service",
    field("batch", &ServingFigures::batch, figure_ranges::counts, "sequences at once on each replica"),
    field("ttft_s", &ServingFigures::ttft_s, figure_ranges::waits_s, "time to first token"),
    field("tpot_s", &ServingFigures::tpot_s, figure_ranges::waits_s, "time per output token"),
    field("requests_per_s", &ServingFigures::requests_per_s, figure_ranges::rates, "requests of the whole service"),
    field("output_tokens_per_s", &ServingFigures::output_tokens_per_s, figure_ranges::rates,
          "tokens that are answered, of the whole service"),
    field("request_s", &ServingFigures::request_s, figure_ranges::durations_s, "a whole request"),
    field("cost_per_million_tokens_usd", &ServingFigures::cost_per_million_tokens_usd, usd_range,
          "cost of a million output tokens"),
    field("engine", &ServingFigures::engine, "serving engine").or_null(),
    field("compute", &ServingFigures::compute, "data type that is computed in"),
    field("policy", &ServingFigures::policy, "how its scheduler forms batches"),
    field("max_num_seqs", &ServingFigures::max_num_seqs, figure_ranges::positive, "most sequences of an iteration")
        .or_null(),
    field("max_num_batched_tokens", &ServingFigures::max_num_batched_tokens, figure_ranges::positive,
          "most tokens of an iteration")
        .or_null(),
    field("", &ServingFigures::live, "").inlined(), field("", &ServingFigures::lot, "").inlined(),
    field("prefill_replicas", &ServingFigures::prefill_replicas, figure_ranges::counts, "replicas that only prefill")
        .if_any(),
    field("scaling", &ServingFigures::scaling, "the fleet, where it follows its load").if_any());

struct InferenceFigures {
  std::int64_t batch = 0;
  double latency_s = 0, items_per_s = 0;
  std::optional<double> cost_per_million_items_usd = {};
  std::optional<LotFigures> lot = {};  ///< empty: a rate, without an end
  double mfu = 0;                      ///< 0: not known
};

template <>
inline constexpr auto record<InferenceFigures> =
    described("inference_figures", "batch inference",
              field("batch", &InferenceFigures::batch, figure_ranges::counts, "items of a batch"),
              field("latency_s", &InferenceFigures::latency_s, figure_ranges::durations_s, "one batch"),
              field("items_per_s", &InferenceFigures::items_per_s, figure_ranges::rates, "items of all replicas"),
              field("cost_per_million_items_usd", &InferenceFigures::cost_per_million_items_usd, usd_range,
                    "cost of a million items"),
              field("", &InferenceFigures::lot, "").inlined());

using PlanFigures = std::variant<TrainingFigures, ServingFigures, InferenceFigures>;

}  // namespace hakaru
