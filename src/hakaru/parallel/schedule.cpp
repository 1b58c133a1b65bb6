#include "hakaru/parallel/schedule.h"

#include <algorithm>
#include <array>

#include "hakaru/core/text.h"

namespace hakaru {

std::span<const PipelineSchedule> pipeline_schedules() {
  static const std::array all{one_forward_one_backward(), interleaved(), gpipe(), zero_bubble()};
  return all;
}

const PipelineSchedule& pipeline_schedule(Schedule schedule) {
  const auto all = pipeline_schedules();
  return *std::ranges::find(all, schedule, &PipelineSchedule::schedule);
}

std::string_view name_of(Schedule schedule) { return pipeline_schedule(schedule).name; }

std::string schedule_names() {
  std::vector<std::string> names;
  for (const PipelineSchedule& each : pipeline_schedules()) names.emplace_back(each.name);
  return join(names);
}

Result<Schedule> parse_schedule(std::string_view text) {
  const auto all = pipeline_schedules();
  const auto found = std::ranges::find(all, text, &PipelineSchedule::name);
  if (found != all.end()) return found->schedule;
  return bad_input("schedule is '{}'; accepted: {}", text, schedule_names());
}

double counted_in_flight(const std::vector<Pass>& order, int chunks) {
  const bool split = std::ranges::any_of(order, [](const Pass& pass) { return pass.kind == PassKind::weight; });
  const PassKind frees = split ? PassKind::weight : PassKind::backward;
  int kept = 0, most = 0;
  for (const Pass& pass : order) {
    if (pass.kind == PassKind::forward) most = std::max(most, ++kept);
    if (pass.kind == frees) --kept;
  }
  return static_cast<double>(most) / chunks;
}

}  // namespace hakaru
