// Every legal training layout of a model on a cluster, family by family, in a fixed order, none of them kept.
//
// A family is what a block's time and size depend on but for recompute: tp, cp and how it shares attention, ep,
// sequence parallelism, chunks of collectives, micro-batch. Within it go recompute, pp (and with it dp = ranks /
// (tp·cp·pp)), vpp, schedule, ZeRO stage, and the layers that are recomputed together. Each loop takes only what its
// part may be, given those outside it; the rules of rules.h have the last word on each layout.
//
//   usual     what people run unasked: cp from 32k tokens on, micro-batches that are powers of two up to 64, up to 8
//             chunks, sequence parallelism wherever there is tp
//   offered   all that Megatron-LM and its like take as flags: any cp, divisors of the batch as micro-batches, as many
//             chunks as layers, sequence parallelism or not, full recompute of several layers together
//   whole     also what only some software has: GPipe and zero-bubble schedules, context parallelism by all-to-all,
//             tensor-parallel collectives not hidden at all or in 2, 4 or 8 chunks
// What a request fixes is fixed in each.
//
// Example: GPT-3 175B, 1,024 A100 in machines of 8, batch 1,536: see layout_space_test.cpp for their numbers
// (tests/unit/parallel/layout_space_test.cpp).
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "hakaru/parallel/rules.h"

namespace hakaru {

enum class Breadth : std::uint8_t { usual, offered, whole };

/// Whether Megatron-LM and its like take `layout`: not one that `whole` alone has.
bool is_offered(const Layout& layout, const LayoutRequest& request);

class LayoutSpace {
 public:
  /// All must outlive this.
  LayoutSpace(const Model& model, std::int64_t sequence_length, std::int64_t global_batch, const Cluster& cluster,
              const LayoutRequest& request, Breadth breadth);

  /// One layout of each family: its pp, dp, vpp, ZeRO and recompute are not yet chosen.
  std::vector<Layout> families() const;

  /// Calls `visit` with each legal layout of `family`.
  template <typename Visit>
  void each_of(const Layout& family, Visit visit) const {
    each_split(family, [&](const Layout& layout) {
      if (broken_rule(training_rules(), {layout, model_, sequence_length_, global_batch_, cluster_}) == nullptr)
        visit(layout);
    });
  }

 private:
  using Degrees = std::vector<std::int64_t>;
  Degrees tensor_degrees() const;
  Degrees context_degrees(std::int64_t tp) const;
  Degrees micro_batches() const;
  Degrees chunk_counts(std::int64_t pp) const;
  Degrees overlaps(std::int64_t tp) const;
  Degrees zero_stages(const Layout& layout) const;
  Degrees layers_together(const Layout& layout) const;
  std::vector<bool> sequence_parallels(std::int64_t tp) const;
  std::vector<ContextParallel> context_kinds(std::int64_t cp) const;
  std::vector<Schedule> schedules(const Layout& layout) const;
  bool is_usual_micro_batch(const Layout& layout) const;

  template <typename Visit>
  void each_split(Layout layout, Visit visit) const {
    for (const std::int64_t pp : stages_) {
      const std::int64_t model_ranks = layout.tp * layout.cp * pp;
      if (cluster_.ranks() % model_ranks != 0) continue;
      layout.pp = pp;
      layout.dp = cluster_.ranks() / model_ranks;
      const bool divides = global_batch_ % layout.dp == 0 && global_batch_ / layout.dp % layout.micro_batch == 0;
      if (!divides || layout.dp * layout.cp % layout.ep != 0 || (request_.dp && *request_.dp != layout.dp)) continue;
      if (breadth_ == Breadth::usual && !is_usual_micro_batch(layout)) continue;
      for (const std::int64_t vpp : chunk_counts_.at(pp)) {
        layout.vpp = vpp;
        each_detail(layout, visit);
      }
    }
  }

  template <typename Visit>
  void each_detail(Layout layout, Visit visit) const {
    const Degrees zeros = zero_stages(layout);
    for (const Recompute recompute : recomputes_) {
      layout.recompute = recompute;
      const Degrees together = layers_together(layout);
      for (const Schedule schedule : schedules(layout)) {
        layout.schedule = schedule;
        for (const std::int64_t zero : zeros) {
          layout.zero = static_cast<int>(zero);
          for (const std::int64_t layers : together) {
            layout.recompute_layers = layers;
            visit(layout);
          }
        }
      }
    }
  }

  const Model& model_;
  std::int64_t sequence_length_, global_batch_;
  const Cluster& cluster_;
  const LayoutRequest& request_;
  Breadth breadth_;
  Degrees stages_;
  std::map<std::int64_t, Degrees> chunk_counts_;  ///< by pp
  std::vector<Recompute> recomputes_;
};

}  // namespace hakaru
