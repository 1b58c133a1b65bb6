#include "hakaru/parallel/schedule.h"

#include <algorithm>
#include <array>

namespace hakaru {

std::span<const PipelineSchedule> pipeline_schedules() {
  static const std::array all{one_forward_one_backward_schedule(), interleaved_schedule(), gpipe_schedule(),
                              zero_bubble_schedule()};
  return all;
}

const PipelineSchedule& pipeline_schedule(Schedule schedule) {
  const auto all = pipeline_schedules();
  return *std::ranges::find(all, schedule, &PipelineSchedule::schedule);
}

double counted_in_flight(const std::vector<PipelinePass>& order, int chunks) {
  const bool split = std::ranges::any_of(order, [](const PipelinePass& pass) { return pass.kind == PassKind::weight; });
  const PassKind frees = split ? PassKind::weight : PassKind::backward;
  int kept = 0, most = 0;
  for (const PipelinePass& pass : order) {
    if (pass.kind == PassKind::forward) most = std::max(most, ++kept);
    if (pass.kind == frees) --kept;
  }
  return static_cast<double>(most) / chunks;
}

}  // namespace hakaru
