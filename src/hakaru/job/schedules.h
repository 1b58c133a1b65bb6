// The pipeline schedules, a row each. What one is stands in its own file, in parallel/schedules/.
#pragma once

#include <array>

#include "hakaru/core/choice.h"

namespace hakaru {

/// In which order a pipeline stage runs its passes (parallel/schedule.h).
enum class Schedule { one_forward_one_backward, interleaved, gpipe, zero_bubble, dualpipe };

struct PipelineSchedule;
PipelineSchedule one_forward_one_backward_schedule();
PipelineSchedule interleaved_schedule();
PipelineSchedule gpipe_schedule();
PipelineSchedule zero_bubble_schedule();
PipelineSchedule dualpipe_schedule();

inline constexpr auto named_schedules = std::to_array<NamedChoice<Schedule, PipelineSchedule>>({
    {Schedule::one_forward_one_backward, "1f1b", one_forward_one_backward_schedule},
    {Schedule::interleaved, "interleaved-1f1b", interleaved_schedule},
    {Schedule::gpipe, "gpipe", gpipe_schedule},
    {Schedule::zero_bubble, "zb-h1", zero_bubble_schedule},
    {Schedule::dualpipe, "dualpipe", dualpipe_schedule},
});

template <>
inline constexpr auto choice_names<Schedule> = names_by_number(named_schedules);

}  // namespace hakaru
