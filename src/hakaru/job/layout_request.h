// The parts of a layout that a scenario fixes, to ask about one that is already run. parallel/ fills in the rest.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "hakaru/core/result.h"

namespace hakaru {

/// Which activations are computed again in the backward pass instead of kept.
enum class Recompute { none, selective, full };
inline constexpr std::size_t recompute_kinds = 3;

std::string_view name_of(Recompute recompute);
Result<Recompute> parse_recompute(std::string_view text);

/// As plans print it: "full/3" runs three layers again from one kept input, "full" each from its own.
struct RecomputeRequest {
  Recompute recompute = Recompute::none;
  std::optional<std::int64_t> layers;  ///< empty: not said
};
Result<RecomputeRequest> parse_recompute_request(std::string_view text);

/// In which order a pipeline stage runs its passes (parallel/schedule.h).
enum class Schedule { one_forward_one_backward, interleaved, gpipe, zero_bubble };

std::string_view name_of(Schedule schedule);  ///< "1f1b", "interleaved-1f1b", "gpipe", "zb-h1"
Result<Schedule> parse_schedule(std::string_view text);
/// All of them, "1f1b, interleaved-1f1b, …".
std::string schedule_names();

/// How the ranks of a context-parallel group share attention: each holds some tokens of a sequence.
enum class ContextParallel {
  ring,       ///< keys and values go round (Liu et al. 2023, arXiv 2310.01889)
  all_to_all  ///< whole sequences for some of the heads (Jacobs et al. 2023, DeepSpeed-Ulysses, arXiv 2309.14509)
};

std::string_view name_of(ContextParallel context);  ///< "ring", "all-to-all"
Result<ContextParallel> parse_context_parallel(std::string_view text);

/// An empty part is free.
struct LayoutRequest {
  std::optional<std::int64_t> tp, pp, vpp, cp, ep, dp, micro_batch;
  std::optional<int> zero;
  std::optional<bool> sequence_parallel;
  std::optional<Recompute> recompute;
  std::optional<Schedule> schedule;
  std::optional<ContextParallel> context_parallel;  ///< free: ring
  std::optional<std::int64_t> recompute_layers;     ///< free: 1
  std::optional<std::int64_t> tensor_chunks;        ///< free: as the software was measured
  std::optional<std::int64_t> first_stage_layers;   ///< free: even with the other stages
  std::optional<std::int64_t> last_stage_layers;    ///< the same
};

}  // namespace hakaru
