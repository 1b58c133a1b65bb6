// The parts of a layout: what each is called, what it may be, and which of them a scenario fixes, to ask about one that
// is already run. parallel/ fills in the rest; layout_fields.h says the rest of each part, in one line.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "hakaru/core/choice.h"
#include "hakaru/core/result.h"
#include "hakaru/job/schedules.h"

namespace hakaru {

/// Activations that are computed again in the backward pass instead of kept.
enum class Recompute { none, selective, full };
template <>
inline constexpr auto choice_names<Recompute> = std::to_array<std::string_view>({"none", "selective", "full"});
inline constexpr std::size_t recompute_kinds = 3;

/// Division of attention among the ranks of a context-parallel group, each of which has some tokens of a sequence.
enum class ContextParallel {
  ring,       ///< keys and values go round (Liu et al. 2023, arXiv 2310.01889)
  all_to_all  ///< whole sequences for some of the heads (Jacobs et al. 2023, DeepSpeed-Ulysses, arXiv 2309.14509)
};
template <>
inline constexpr auto choice_names<ContextParallel> = std::to_array<std::string_view>({"ring", "all-to-all"});

Result<Recompute> parse_recompute(std::string_view text);

/// As plans print it: "full/3" runs three layers again from one kept input, "full" each from its own.
struct RecomputeRequest {
  Recompute recompute = Recompute::none;
  std::optional<std::int64_t> layers;  ///< empty: not said
};
Result<RecomputeRequest> parse_recompute_request(std::string_view text);

/// Each part as it is, or, where parts may be `open`, as far as it is said.
template <bool open>
struct LayoutParts {
  template <typename Value>
  using Part = std::conditional_t<open, std::optional<Value>, Value>;
  /// Value of a part that is not stated; empty where parts may be `open`.
  template <typename Value>
  static constexpr Part<Value> usually(Value value) {
    if constexpr (open)
      return std::nullopt;
    else
      return value;
  }
  using Count = Part<std::int64_t>;
  static constexpr Count count(std::int64_t value) { return usually(value); }

  Count tp = count(1);
  Count pp = count(1);
  Count vpp = count(1);  ///< model chunks per stage (interleaved schedule)
  Count cp = count(1);
  Count ep = count(1);
  Count etp = count(0);  ///< ranks that one expert is cut over: 1, or as all else is, 0
  Count dp = count(1);
  /// Groups of data-parallel ranks that hold the same states: ZeRO divides these within each (HSDP).
  Count dp_replicate = count(1);
  Part<int> zero = usually(0);  ///< 0 to 3; 3 is fully sharded (FSDP)
  Part<bool> sequence_parallel = usually(false);
  Part<Recompute> recompute = usually(Recompute::none);
  Count micro_batch = count(1);
  Part<Schedule> schedule = usually(Schedule::one_forward_one_backward);
  Part<ContextParallel> context_parallel = usually(ContextParallel::ring);
  Count recompute_layers = count(1);  ///< full recompute: layers that run again from one kept input
  /// Pieces of a tensor-parallel collective, each beside the products of others; 1: nothing beside it; 0: as the
  /// software was measured.
  Count tensor_chunks = count(0);
  /// Layers of the first and of the last pipeline stage; 0: as many as the others (parallel/stages.h).
  Count first_stage_layers = count(0), last_stage_layers = count(0);
  /// Passes of two micro-batches combined: tokens of one go to experts and back while the other computes.
  Part<bool> expert_overlap = usually(false);
  /// Optimizer states in the memory of the instance, whose CPUs update the weights; gradients too where ZeRO divides
  /// them.
  Part<bool> offload_optimizer = usually(false);
  /// Weights that ZeRO 3 divides in the memory of the instance, each layer's fetched before its passes.
  Part<bool> offload_weights = usually(false);
  /// Activations for backward passes in the memory of the instance, but of layers that run or are on the way.
  Part<bool> offload_activations = usually(false);
  /// All passes of a step, the experts' too, launched by the host at once, as a CUDA graph.
  Part<bool> captured_step = usually(false);

  auto operator<=>(const LayoutParts&) const = default;
};

using LayoutValues = LayoutParts<false>;
/// An empty part is free.
using LayoutRequest = LayoutParts<true>;

}  // namespace hakaru
