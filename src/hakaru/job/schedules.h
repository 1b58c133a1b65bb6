// The pipeline schedules by name, one each. What a schedule is stands in parallel/schedules/, in a file each, and a
// name here without a file there does not link.
#pragma once

#include <array>
#include <string_view>

namespace hakaru {

/// In which order a pipeline stage runs its passes (parallel/schedule.h).
enum class Schedule { one_forward_one_backward, interleaved, gpipe, zero_bubble, dualpipe };

inline constexpr auto schedule_names =
    std::to_array<std::string_view>({"1f1b", "interleaved-1f1b", "gpipe", "zb-h1", "dualpipe"});

}  // namespace hakaru
