// Split of a model and its batch over a cluster.
//
// ranks = tp × cp × dp × pp. Expert parallelism lives inside the data-parallel ranks: ep divides dp × cp, and an
// expert's gradients are summed over dp × cp / ep ranks (Megatron-Core's "expert data parallel"). With an etp of 1 the
// experts of a stage are whole and go round all its tp × cp × dp ranks, of which ep is a divisor then (Liu et al. 2025,
// arXiv 2504.14960, "MoE parallel folding"). Serving engines also
// spread whole experts over the ranks of a tensor group: an ep beyond dp × cp means that. Ranks are numbered
// tensor fastest, then context, then data, then pipeline (Megatron-LM's order), so that the groups that talk most sit
// closest together.
//
// Its parts stand in job/layout_request.h, and what is made of each in job/layout_fields.h.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>

#include "hakaru/job/layout_request.h"

namespace hakaru {

struct Layout : LayoutValues {
  std::int64_t ranks() const { return tp * cp * dp * pp; }
  /// Micro-batches that one data-parallel rank runs in a step.
  std::int64_t micro_batches(std::int64_t global_batch) const { return global_batch / (dp * micro_batch); }
  /// True if experts are spread over the ranks of tensor groups too, instead of being cut by them.
  bool experts_across_tensor() const { return ep > dp * cp; }
  /// Ranks that cut one expert.
  std::int64_t expert_tp() const { return etp == 0 ? tp : etp; }
  /// Ranks of a stage over which experts, each of them cut so, are spread and repeated; how often they are.
  std::int64_t expert_places() const { return tp / expert_tp() * cp * dp; }
  std::int64_t expert_copies() const { return std::max<std::int64_t>(1, expert_places() / ep); }
  /// Ranks of a stage that ZeRO divides states over: all of dp × cp, or those of one of several groups alike (HSDP).
  std::int64_t shard_ranks() const { return std::max<std::int64_t>(1, dp / dp_replicate) * cp; }
  /// The same of an expert's states, which ep has divided already.
  std::int64_t expert_shard_ranks() const { return std::max<std::int64_t>(1, expert_copies() / dp_replicate); }
  /// The ZeRO stage as which a step is timed and weighed: beside pipeline stages FSDP2 keeps weights that it gathered
  /// and gradients that are not reduced yet from the first micro-batch to the last (PyTorch, pipelining/stage.py).
  int zero_of_step() const { return pp > 1 ? std::min(zero, 1) : zero; }
  /// True if the layers of the first or the last stage are chosen.
  bool chooses_stages() const { return first_stage_layers != 0 || last_stage_layers != 0; }
  auto operator<=>(const Layout&) const = default;
};

/// True if `layout` keeps to each part of the request that applies to it.
bool allows(const LayoutRequest& request, const Layout& layout);

/// The layout that `request` asks for, where each part that it leaves free is 1, none or off.
Layout requested_layout(const LayoutRequest& request);

/// 1F1B, interleaved where a stage has several chunks.
Schedule usual_schedule(std::int64_t vpp);

/// "tp8 pp4 dp32 mb1 zero1 recompute selective"
std::string in_short(const Layout& layout);

}  // namespace hakaru
