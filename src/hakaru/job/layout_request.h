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

std::string_view name_of(Recompute recompute);
Result<Recompute> parse_recompute(std::string_view text);

/// In which order a pipeline stage runs its passes (parallel/schedule.h).
enum class Schedule { one_forward_one_backward, interleaved, gpipe, zero_bubble };

std::string_view name_of(Schedule schedule);  ///< "1f1b", "interleaved-1f1b", "gpipe", "zb-h1"
Result<Schedule> parse_schedule(std::string_view text);
/// All of them, "1f1b, interleaved-1f1b, …".
std::string schedule_names();

/// An empty part is free.
struct LayoutRequest {
  std::optional<std::int64_t> tp, pp, vpp, cp, ep, dp, micro_batch;
  std::optional<int> zero;
  std::optional<bool> sequence_parallel;
  std::optional<Recompute> recompute;
  std::optional<Schedule> schedule;
};

}  // namespace hakaru
