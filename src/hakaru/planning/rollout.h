// Time that an iteration of GRPO (job/post_training.h) samples before it trains, on the same accelerators, one after
// the other.
//
//   rollout      = generation + handover
//   generation   until the last completion ends: a replica has ⌈P · G / replicas⌉ of them, all at once, and is
//                simulated iteration by iteration as a live service is (serving/fleet/engine.h), with the scheduler of
//                its engine and a paged cache, so that those wait that it has no room for. Of a group's prompt what
//                fills whole blocks is computed once: G − 1 of G find it cached
//   handover     all-gather of the trained weights, over all ranks: as much as a rank of the engine holds
//   layout       of the engine: of the legal ones of one stage the one that is soonest, whatever training's is
//   memory       while it generates, training keeps its weights, the reference and its optimizer states on the devices;
//                gradients and activations are given back. The engine has what that leaves. While training runs the
//                engine holds nothing (vLLM's sleep mode, level 2; SGLang's release_memory_occupation)
// Example: iterations of 10 ms whatever they hold, 32 completions of 101 tokens on a replica with room for 16: two
// waves of a prefill and 100 decode iterations, 2.02 s.
// Limits: the engine's constants are those of a server; nothing overlaps, and nothing trains on what was sampled before
// (one step off policy); a completion's log-probability is computed again by training, not taken from the engine; what
// training keeps is counted up to whole GiB.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "hakaru/job/layout_fields.h"
#include "hakaru/memory/memory.h"
#include "hakaru/planning/plan/plan_figures.h"
#include "hakaru/planning/search/served_on.h"
#include "hakaru/serving/replica/replica.h"

namespace hakaru {

/// Replicas of the engine on one kind of instance, with nothing beside them, by their layout: the same however many
/// there are. Null: they do not fit.
using SamplingReplicas = std::unordered_map<Layout, std::shared_ptr<const Replica>, HashOfLayout>;

/// On one cluster, beside any training. Safe for threads.
class Rollouts {
 public:
  /// `constants`: training's, with those of the engine. Fails where the accelerator does not serve the model.
  static Result<std::shared_ptr<const Rollouts>> of(const TrainingJob& job, const Cluster& cluster,
                                                    const Constants& constants, SamplingReplicas& made);

  /// Beside training that keeps its states of `training` on each device; empty: the engine has no room there.
  std::optional<RolloutFigures> beside(const MemoryBreakdown& training) const;
  /// The arithmetic of those.
  Terms terms(const RolloutFigures& figures) const;

 private:
  struct OfLayout {
    Layout layout;
    std::shared_ptr<const Replica> replica;
    double weights_bytes = 0, handover_s = 0;
  };
  std::optional<RolloutFigures> of_layout(const OfLayout& engine, double resident_bytes) const;
  std::optional<RolloutFigures> soonest(double resident_bytes) const;

  Rollout rollout_;
  Cluster cluster_;
  ServedOn served_;
  std::vector<OfLayout> layouts_;
  mutable std::mutex one_at_a_time_;
  mutable std::map<std::int64_t, std::optional<RolloutFigures>> known_;  ///< by GiB that training keeps
};

/// Bytes of training that stay on a device while the engine samples.
double resident_bytes(const MemoryBreakdown& training);

}  // namespace hakaru
