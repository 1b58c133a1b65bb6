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

std::int64_t counted_weight_in_flight(const std::vector<PipelinePass>& order, std::span<const std::int64_t> weights) {
  const bool split = std::ranges::any_of(order, [](const PipelinePass& pass) { return pass.kind == PassKind::weight; });
  const PassKind frees = split ? PassKind::weight : PassKind::backward;
  std::int64_t kept = 0, most = 0;
  for (const PipelinePass& pass : order) {
    const std::int64_t weight = weights[static_cast<std::size_t>(pass.chunk)];
    if (pass.kind == PassKind::forward) most = std::max(most, kept += weight);
    if (pass.kind == frees) kept -= weight;
  }
  return most;
}

std::int64_t counted_put_off(const std::vector<PipelinePass>& order) {
  std::int64_t weight_passes = 0, waiting = 0, most = 0;
  for (const PipelinePass& pass : order) {
    if (pass.kind == PassKind::backward) most = std::max(most, ++waiting);
    if (pass.kind != PassKind::weight) continue;
    --waiting;
    ++weight_passes;
  }
  return weight_passes > 0 ? most : 0;
}

double counted_in_flight(const std::vector<PipelinePass>& order, int chunks) {
  const std::vector<std::int64_t> even(static_cast<std::size_t>(chunks), 1);
  return static_cast<double>(counted_weight_in_flight(order, even)) / chunks;
}

}  // namespace hakaru
