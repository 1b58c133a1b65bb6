// How a model and its batch are split over a cluster.
//
// ranks = tp × cp × dp × pp. Expert parallelism lives inside the data-parallel ranks: ep divides dp × cp, and an
// expert's gradients are summed over dp × cp / ep ranks (Megatron-Core's "expert data parallel"). Serving engines also
// spread whole experts over the ranks of a tensor group: an ep beyond dp × cp means that. Ranks are numbered
// tensor fastest, then context, then data, then pipeline (Megatron-LM's order), so that the groups that talk most sit
// closest together.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "hakaru/job/layout_request.h"

namespace hakaru {

struct Layout {
  std::int64_t tp = 1;
  std::int64_t pp = 1;
  std::int64_t vpp = 1;  ///< model chunks per stage (interleaved schedule)
  std::int64_t cp = 1;
  std::int64_t ep = 1;
  std::int64_t dp = 1;
  int zero = 0;  ///< 0 to 3; 3 is fully sharded (FSDP)
  bool sequence_parallel = false;
  Recompute recompute = Recompute::none;
  std::int64_t micro_batch = 1;
  Schedule schedule = Schedule::one_forward_one_backward;
  ContextParallel context_parallel = ContextParallel::ring;
  std::int64_t recompute_layers = 1;  ///< full recompute: layers that run again from one kept input
  /// Pieces of a tensor-parallel collective, each beside the products of others; 1: nothing beside it; 0: as the
  /// software was measured.
  std::int64_t tensor_chunks = 0;

  /// Layers of the first and of the last pipeline stage; 0: as many as the others (stages.h).
  std::int64_t first_stage_layers = 0, last_stage_layers = 0;

  std::int64_t ranks() const { return tp * cp * dp * pp; }
  /// Micro-batches that one data-parallel rank runs in a step.
  std::int64_t micro_batches(std::int64_t global_batch) const { return global_batch / (dp * micro_batch); }
  /// Whether experts are spread over the ranks of tensor groups too, instead of being cut by them.
  bool experts_across_tensor() const { return ep > dp * cp; }
  /// Whether the layers of an end of the pipeline are chosen.
  bool chooses_stages() const { return first_stage_layers != 0 || last_stage_layers != 0; }
  bool operator==(const Layout&) const = default;
};

/// Whether `layout` keeps to what was asked for.
bool allows(const LayoutRequest& request, const Layout& layout);

/// The layout that `request` asks for, where each part that it leaves free is 1, none or off.
Layout requested_layout(const LayoutRequest& request);

/// Gives `layout`, whose degrees stand, what `request` says of details that few layouts have.
void take_details(const LayoutRequest& request, Layout& layout);

/// The schedule asked for, or else 1F1B, interleaved where a stage has several chunks.
Schedule schedule_of(const LayoutRequest& request, std::int64_t vpp);

/// "tp8 pp4 dp32 mb1 zero1 recompute selective"
std::string in_short(const Layout& layout);

}  // namespace hakaru
