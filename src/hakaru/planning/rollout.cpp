#include "hakaru/planning/rollout.h"

#include <algorithm>
#include <cmath>

#include "hakaru/core/quantities.h"
#include "hakaru/job/sampling_job.h"
#include "hakaru/memory/serving_memory.h"
#include "hakaru/parallel/legal.h"
#include "hakaru/serving/fleet/engine.h"
#include "hakaru/timing/collective_timer.h"

namespace hakaru {
namespace {

/// As an engine samples: what of a group's prompt fills whole blocks is computed once.
SchedulerOptions sampling_options(SchedulerOptions options, const Rollout& rollout) {
  if (scheduling_policy(options.policy).caches_prefixes)
    options.prefix_hit_rate = 1 - 1 / static_cast<double>(rollout.group_size);
  return options;
}

std::int64_t completions_of_replica(const Rollout& rollout, const Layout& layout) {
  return (rollout.completions() + layout.dp - 1) / layout.dp;
}

std::vector<Layout> layouts_to_try(const TrainingJob& job, const Cluster& cluster) {
  LayoutRequest one_stage;
  one_stage.pp = 1;
  one_stage.tp = job.post_training.rollout->tp;
  return legal_serving_layouts(job.model, cluster, one_stage);
}

/// Null: it does not fit, even alone.
std::shared_ptr<const Replica> replica_of(const ServedOn& engine, const Layout& layout, const Cluster& cluster,
                                          const SchedulerOptions& options) {
  Result<Replica> replica = make_replica(engine.job, layout, cluster, engine.calibration, engine.reserve, options,
                                         engine.engine.block_tokens);
  return replica ? std::make_shared<const Replica>(std::move(*replica)) : nullptr;
}

/// All at once, and no others.
ServingSimulation simulated(const Rollout& rollout, std::int64_t completions, const Replica& replica) {
  TrafficPlan plan;
  plan.arrivals = Arrivals::closed_loop;
  plan.concurrency = plan.count = completions;
  plan.input = {static_cast<double>(rollout.input_length), 0, rollout.input_length, 0};
  plan.output = {static_cast<double>(rollout.output_length), rollout.output_spread,
                 rollout.context - rollout.input_length, 0};
  const std::unique_ptr<Traffic> traffic = make_traffic(plan, nullptr);
  return simulate_serving(*traffic, replica.cost, replica.options, replica.kv);
}

}  // namespace

double resident_bytes(const MemoryBreakdown& training) { return training.weights_bytes + training.optimizer_bytes; }

Result<std::shared_ptr<const Rollouts>> Rollouts::of(const TrainingJob& job, const Cluster& cluster,
                                                     const Constants& constants, SamplingReplicas& made) {
  const Accelerator& accelerator = cluster.instance().accelerator;
  Result<ServedOn> served = served_on(sampling_job(job), accelerator, *constants.rollout);
  if (!served) return fail(served);
  auto rollouts = std::make_shared<Rollouts>();
  rollouts->rollout_ = *job.post_training.rollout;
  rollouts->cluster_ = cluster;
  rollouts->served_ = std::move(*served);
  const ServedOn& engine = rollouts->served_;
  const CollectiveTimer collectives(cluster.instance(), constants.calibration);
  const std::int64_t ranks = cluster.ranks();
  const Group all{.size = ranks, .per_instance = std::min<std::int64_t>(ranks, cluster.instance().accelerators)};
  const SchedulerOptions options = sampling_options(engine.options, rollouts->rollout_);
  const std::vector<Layout> layouts = layouts_to_try(job, cluster);
  if (layouts.empty() && rollouts->rollout_.tp)
    return unsatisfiable("no replica of {} tensor-parallel ranks serves {} on {} × {}; leave --rollout-tp out",
                         *rollouts->rollout_.tp, job.model.name, cluster.instances, cluster.instance().name);
  for (const Layout& layout : layouts) {
    const auto [known, is_new] = made.try_emplace(replica_layout(layout, cluster.instance()));
    if (is_new) known->second = replica_of(engine, layout, cluster, options);
    if (!known->second) continue;
    const double weights_bytes =
        serving_memory(engine.job, layout, accelerator, engine.reserve, 1).device.weights_bytes;
    const double handover_s = collectives.time_s(Operation::all_gather, weights_bytes, all);
    rollouts->layouts_.push_back({layout, known->second, weights_bytes, handover_s});
  }
  return std::shared_ptr<const Rollouts>(std::move(rollouts));
}

std::optional<RolloutFigures> Rollouts::of_layout(const OfLayout& engine, double resident_bytes) const {
  MemoryReserve reserve = served_.reserve;
  reserve.fixed_bytes += resident_bytes;
  const Result<Replica> replica =
      with_fewer_sequences(*engine.replica, engine.replica->options.max_num_seqs, served_.job, engine.layout, cluster_,
                           reserve, served_.engine.block_tokens);
  if (!replica) return std::nullopt;
  const std::int64_t completions = completions_of_replica(rollout_, engine.layout);
  const ServingSimulation simulation = simulated(rollout_, completions, *replica);
  if (simulation.clock_ended) return std::nullopt;
  const double generation_s = simulation.simulated_s();
  const ServingMemory memory = serving_memory(served_.job, engine.layout, cluster_.instance().accelerator, reserve, 1);
  const double share = static_cast<double>(simulation.kv_blocks_peak) /
                       static_cast<double>(std::max<std::int64_t>(1, simulation.kv_blocks));
  const double tokens = static_cast<double>(rollout_.completions()) * static_cast<double>(rollout_.output_length);
  return RolloutFigures{.layout = engine.layout,
                        .engine = served_.engine.label(),
                        .completions_of_replica = completions,
                        .sequences_at_once = simulation.running_peak,
                        .generation_s = generation_s,
                        .handover_s = engine.handover_s,
                        .output_tokens_per_s = tokens / generation_s,
                        .resident_bytes = resident_bytes,
                        .weights_bytes = engine.weights_bytes,
                        .kv_cache_bytes = share * memory.free_for_kv_bytes};
}

std::optional<RolloutFigures> Rollouts::soonest(double resident_bytes) const {
  std::optional<RolloutFigures> best;
  for (const OfLayout& engine : layouts_) {
    std::optional<RolloutFigures> found = of_layout(engine, resident_bytes);
    if (found && (!best || found->generation_s + found->handover_s < best->generation_s + best->handover_s))
      best = std::move(found);
  }
  return best;
}

std::optional<RolloutFigures> Rollouts::beside(const MemoryBreakdown& training) const {
  const auto kept_gib = static_cast<std::int64_t>(std::ceil(resident_bytes(training) / gibi));
  const std::lock_guard lock(one_at_a_time_);
  const auto [found, is_new] = known_.try_emplace(kept_gib);
  if (is_new) found->second = soonest(static_cast<double>(kept_gib) * gibi);
  return found->second;
}

Terms Rollouts::terms(const RolloutFigures& figures) const {
  const std::string engine = fmt::format("{} {}", figures.engine, in_short(figures.layout));
  return {{"completions of a replica",
           fmt::format("{} prompts × {} completions / {} replicas", rollout_.prompts, rollout_.group_size,
                       figures.layout.dp),
           static_cast<double>(figures.completions_of_replica), "", "Shao et al. 2024, arXiv 2402.03300, §4.1"},
          {"generation",
           fmt::format("until the last completion ends, {} at once: {}, simulated", figures.sequences_at_once, engine),
           figures.generation_s, "s", served_.calibration.name},
          {"handover of weights",
           fmt::format("all-gather of {} over {} ranks", in_gb(figures.weights_bytes), cluster_.ranks()),
           figures.handover_s, "s", ""}};
}

}  // namespace hakaru
