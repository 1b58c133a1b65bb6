// The pipeline schedules, a row each. What one is stands in its own file, in parallel/schedules/.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

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

struct NamedSchedule {
  Schedule schedule;
  std::string_view name;
  PipelineSchedule (*what_it_is)();
};

inline constexpr auto named_schedules = std::to_array<NamedSchedule>({
    {Schedule::one_forward_one_backward, "1f1b", one_forward_one_backward_schedule},
    {Schedule::interleaved, "interleaved-1f1b", interleaved_schedule},
    {Schedule::gpipe, "gpipe", gpipe_schedule},
    {Schedule::zero_bubble, "zb-h1", zero_bubble_schedule},
    {Schedule::dualpipe, "dualpipe", dualpipe_schedule},
});

/// Whether each stands where its number is looked up.
consteval bool stand_by_number() {
  for (std::size_t at = 0; at < named_schedules.size(); ++at) {
    if (static_cast<std::size_t>(named_schedules[at].schedule) != at) return false;
  }
  return true;
}
static_assert(stand_by_number());

template <>
inline constexpr auto choice_names<Schedule> = [] {
  std::array<std::string_view, named_schedules.size()> names{};
  for (std::size_t at = 0; at < names.size(); ++at) names[at] = named_schedules[at].name;
  return names;
}();

}  // namespace hakaru
