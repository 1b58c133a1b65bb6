#include "hakaru/parallel/schedule.h"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <tuple>

namespace hakaru {
namespace {

/// "F0 F1 B0 …", chunks as "F1.0" where there are several.
std::string written(Schedule schedule, const PipelineShape& shape, int stage) {
  std::string text;
  for (const PipelinePass& pass : pipeline_schedule(schedule).order(shape, stage)) {
    text += text.empty() ? "" : " ";
    text += pass.kind == PassKind::forward ? 'F' : pass.kind == PassKind::backward ? 'B' : 'W';
    if (shape.chunks > 1) text += std::to_string(pass.chunk) + ".";
    text += std::to_string(pass.micro_batch);
  }
  return text;
}

TEST(Schedule, OrdersAsTheirHeadersSay) {
  EXPECT_EQ(written(Schedule::gpipe, {2, 1, 3}, 0), "F0 F1 F2 B0 B1 B2");
  EXPECT_EQ(written(Schedule::one_forward_one_backward, {3, 1, 4}, 1), "F0 F1 B0 F2 B1 F3 B2 B3");
  EXPECT_EQ(written(Schedule::interleaved, {2, 2, 2}, 1), "F0.0 F0.1 F1.0 B1.0 F1.1 B1.1 B0.0 B0.1");
  EXPECT_EQ(written(Schedule::zero_bubble, {2, 1, 3}, 1), "F0 B0 F1 B1 W0 F2 B2 W1 W2");
}

TEST(Schedule, StageSOfZeroBubblePutsSAndOneWeightPassesOff) {
  const PipelineSchedule& schedule = pipeline_schedule(Schedule::zero_bubble);
  for (int stage = 0; stage < 4; ++stage) {
    EXPECT_EQ(counted_put_off(schedule.order({4, 1, 8}, stage)), stage + 1);
    EXPECT_EQ(counted_put_off(schedule.order({4, 1, 2}, stage)), std::min(stage + 1, 2));
  }
  EXPECT_EQ(counted_put_off(pipeline_schedule(Schedule::gpipe).order({4, 1, 8}, 1)), 0);
}

TEST(Schedule, EveryPassRunsOnceAndInFlightIsAsCounted) {
  for (const PipelineSchedule& each : pipeline_schedules()) {
    const bool chunked = each.schedule == Schedule::interleaved;
    for (const int stages : {2, 3, 5, 8}) {
      for (const int rounds : {1, 2, 5}) {
        const PipelineShape shape{stages, chunked ? 3 : 1, chunked ? stages * rounds : 2 * rounds};
        for (int stage = 0; stage < stages; ++stage) {
          const auto order = each.order(shape, stage);
          std::map<std::tuple<PassKind, int, int>, int> times;
          for (const PipelinePass& pass : order) ++times[{pass.kind, pass.chunk, pass.micro_batch}];
          const std::size_t kinds = each.splits_backward ? 3 : 2;
          EXPECT_EQ(times.size(), kinds * static_cast<std::size_t>(shape.chunks * shape.micro_batches));
          EXPECT_EQ(order.size(), times.size());
          EXPECT_NEAR(counted_in_flight(order, shape.chunks), each.in_flight(shape, stage), 1e-12)
              << name_of(each.schedule) << " stage " << stage << " of " << stages << ", " << shape.micro_batches;
        }
      }
    }
  }
}

}  // namespace
}  // namespace hakaru
