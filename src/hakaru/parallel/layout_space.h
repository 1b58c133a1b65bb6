// The legal training layouts of a model on a cluster, family by family, in a fixed order, none of them kept.
//
// A family is what a block's time and size depend on but for recompute: tp, cp and how it shares attention, ep,
// sequence parallelism, chunks of collectives, micro-batch. Within it go recompute, pp (and with it
// dp = ranks / (tp·cp·pp)), vpp, schedule, ZeRO stage, and the layers that are recomputed together. Each loop takes
// only what its part may be, given those outside it; the rules of rules.h have the last word on each layout.
//
//   usual     what people run unasked: cp from 32k tokens on, micro-batches that are powers of two up to 64, up to 8
//             chunks, sequence parallelism wherever there is tp
//   proven    any divisor of the batch as micro-batch, as many chunks as layers, sequence parallelism or not, full
//             recompute of several layers together: the kinds of choices that published steps were measured with
//   whole     also kinds of which no published step is known here: GPipe and zero-bubble schedules, cp for shorter
//             sequences, context parallelism by all-to-all, tensor-parallel collectives not hidden at all or in 2, 4 or
//             8 chunks, first and last stages of fewer layers where these are faster, the head counted in layers by its
//             operations (stage_choices.h)
// What a request fixes is fixed in each. What is free keeps to what software offers (job/offered_layouts.h): ZeRO
// stages, recompute; of models with experts also experts of a rank, sharded ranks, micro-batches, combined passes.
// Where plain Ethernet or nothing lies between several instances (Cluster::has_slow_fabric), what is free stays within
// one: tp × cp and tp × ep divide its ranks, and pp is 1, since stages are numbered farthest apart.
// Limits: tp divides the ranks of an instance; the chunks of an even stage divide its layers (of an uneven one: any
// number, and usually one); layers recomputed together divide those of the fullest chunk; of first and last stages of
// fewer layers the few that are nearest to even times.
//
// tests/unit/parallel/layout_space_test.cpp counts them for GPT-3 175B on 1,024 accelerators.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "hakaru/job/offered_layouts.h"
#include "hakaru/parallel/rules.h"
#include "hakaru/parallel/stage_choices.h"

namespace hakaru {

enum class Breadth : std::uint8_t { usual, proven, whole };

class LayoutSpace {
 public:
  /// `model`, `cluster` must outlive this; of `offered` a copy is kept. Degrees and sizes of the request are at
  /// least 1.
  LayoutSpace(const Model& model, std::int64_t sequence_length, std::int64_t global_batch, const Cluster& cluster,
              const LayoutRequest& request, Breadth breadth, const OfferedLayouts& offered = {});

  /// True if `layout` is of a kind that `whole` alone has, and not asked for.
  bool is_unproven(const Layout& layout) const;

  /// One layout of each family: its pp, dp, vpp, ZeRO and recompute are not yet chosen.
  std::vector<Layout> families() const;

  /// Calls `visit` with each legal layout of `family` whose recompute, pp, vpp and schedule are `worth` it: those are
  /// asked about once, before ZeRO stages and layers recomputed together.
  template <typename Worth, typename Visit>
  void each_of(const Layout& family, Worth worth, Visit visit) const {
    Layout layout = family;
    for (const Recompute recompute : recomputes_) {
      layout.recompute = recompute;
      each_split(layout, [&](const Layout& split) {
        if (worth(split)) each_detail(split, visit);
      });
    }
  }

 private:
  using Degrees = std::vector<std::int64_t>;
  /// Division of the layers into chunks and stages.
  struct StageDivision {
    std::int64_t vpp = 1;
    StageEnds ends;
    std::vector<Schedule> schedules;
  };
  bool tries_context() const;
  Degrees tensor_degrees() const;
  Degrees context_degrees(std::int64_t tp) const;
  Degrees micro_batches() const;
  Degrees chunk_counts(std::int64_t pp) const;
  std::vector<StageDivision> divisions(std::int64_t pp) const;
  Degrees overlaps(std::int64_t tp) const;
  Degrees zero_stages(const Layout& layout) const;
  Degrees offered_zero_stages(const Layout& layout, Degrees all) const;
  Degrees layers_together(const Layout& layout) const;
  std::vector<bool> sequence_parallels(std::int64_t tp) const;
  Degrees expert_degrees(std::int64_t tp) const;
  std::vector<bool> expert_overlaps(std::int64_t ep) const;
  Degrees expert_cuts(const Layout& family) const;
  void add_families(Layout family, std::vector<Layout>& families) const;
  std::vector<ContextParallel> context_kinds(std::int64_t cp) const;
  std::vector<Schedule> schedules(std::int64_t pp, std::int64_t vpp) const;
  bool is_usual_micro_batch(const Layout& layout) const;
  bool is_offered(const Layout& layout) const;

  template <typename Visit>
  void each_split(Layout layout, Visit visit) const {
    for (const std::int64_t pp : stages_) {
      const std::int64_t model_ranks = layout.tp * layout.cp * pp;
      if (cluster_.ranks() % model_ranks != 0) continue;
      layout.pp = pp;
      layout.dp = cluster_.ranks() / model_ranks;
      const bool divides = global_batch_ % layout.dp == 0 && global_batch_ / layout.dp % layout.micro_batch == 0;
      if (layout.dp % layout.dp_replicate != 0) continue;
      if (!divides || layout.expert_places() % layout.ep != 0 || (request_.dp && *request_.dp != layout.dp)) continue;
      if (breadth_ == Breadth::usual && !is_usual_micro_batch(layout)) continue;
      for (const StageDivision& division : divisions_.at(pp)) {
        layout.vpp = division.vpp;
        layout.first_stage_layers = division.ends.first;
        layout.last_stage_layers = division.ends.last;
        for (const Schedule schedule : division.schedules) {
          layout.schedule = schedule;
          visit(layout);
        }
      }
    }
  }

  template <typename Visit>
  void each_detail(Layout layout, Visit visit) const {
    const Degrees together = layers_together(layout);
    for (const std::int64_t zero : zero_stages(layout)) {
      layout.zero = static_cast<int>(zero);
      for (const std::int64_t layers : together) {
        layout.recompute_layers = layers;
        if (!is_offered(layout)) continue;
        const LayoutCase one{layout, model_, sequence_length_, global_batch_, cluster_, offered_.shards_stages};
        if (broken_rule(training_rules(), one) == nullptr) visit(layout);
      }
    }
  }

  const Model& model_;
  std::int64_t sequence_length_, global_batch_;
  const Cluster& cluster_;
  LayoutRequest request_;
  Breadth breadth_;
  OfferedLayouts offered_;
  Degrees stages_;
  double head_layers_ = 0;  ///< how many layers take as long as the head does; where that is asked for
  std::map<std::int64_t, std::vector<StageDivision>> divisions_;  ///< by pp
  std::vector<Recompute> recomputes_;
};

}  // namespace hakaru
