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
  EXPECT_EQ(written(Schedule::dualpipe, {2, 2, 4, true}, 0), "F0.0 F1.1 F0.2 B1.1 F1.3 B0.0 B1.3 B0.2 W0.2");
}

TEST(Schedule, StageSOfZeroBubblePutsSAndOneWeightPassesOff) {
  const PipelineSchedule& schedule = pipeline_schedule(Schedule::zero_bubble);
  for (int stage = 0; stage < 4; ++stage) {
    EXPECT_EQ(counted_put_off(schedule.order({4, 1, 8}, stage)), stage + 1);
    EXPECT_EQ(counted_put_off(schedule.order({4, 1, 2}, stage)), std::min(stage + 1, 2));
  }
  EXPECT_EQ(counted_put_off(pipeline_schedule(Schedule::gpipe).order({4, 1, 8}, 1)), 0);
}

/// Every pass once, in an order in which it may run; `passes`: of each kind.
void expect_valid(const std::vector<PipelinePass>& order, std::size_t passes, bool splits_backward) {
  std::map<std::tuple<PassKind, int, int>, std::size_t> at;
  for (std::size_t i = 0; i < order.size(); ++i) at[{order[i].kind, order[i].chunk, order[i].micro_batch}] = i;
  EXPECT_EQ(at.size(), order.size());
  std::map<PassKind, std::size_t> times;
  for (const auto& [pass, i] : at) {
    const auto& [kind, chunk, micro_batch] = pass;
    ++times[kind];
    if (kind == PassKind::forward) continue;
    const PassKind before = kind == PassKind::weight ? PassKind::backward : PassKind::forward;
    const auto waited_for = at.find({before, chunk, micro_batch});
    ASSERT_NE(waited_for, at.end());
    EXPECT_LT(waited_for->second, i);
  }
  EXPECT_EQ(times[PassKind::forward], passes);
  EXPECT_EQ(times[PassKind::backward], passes);
  EXPECT_EQ(times[PassKind::weight] > 0, splits_backward);
}

TEST(Schedule, EveryPassRunsOnceAndInFlightIsAsCounted) {
  for (const PipelineSchedule& each : pipeline_schedules()) {
    int met = 0;
    for (const int stages : {2, 3, 4, 5, 8}) {
      for (const int rounds : {1, 2, 5}) {
        const int chunks = each.both_ways ? 2 : each.takes_chunks ? 3 : 1;
        const PipelineShape shape{stages, chunks, chunks > 1 ? stages * rounds : 2 * rounds, each.both_ways};
        if (!each.runs(shape)) continue;
        ++met;
        const int passes = each.both_ways ? shape.micro_batches : chunks * shape.micro_batches;
        for (int stage = 0; stage < stages; ++stage) {
          const auto order = each.order(shape, stage);
          expect_valid(order, static_cast<std::size_t>(passes), each.splits_backward);
          EXPECT_NEAR(counted_in_flight(order, shape.chunks), each.in_flight(shape, stage), 1e-12)
              << name_of(each.schedule) << " stage " << stage << " of " << stages << ", " << shape.micro_batches;
        }
      }
    }
    EXPECT_GT(met, 3) << name_of(each.schedule);
  }
}

TEST(Schedule, MicroBatchesGoDownTheChunksOrFromBothEnds) {
  const PipelineShape chunked{4, 2, 8}, both_ways{4, 2, 8, true};
  const auto next = [](const PipelineShape& shape, const PipelinePlace& place, bool forward) {
    const auto found = next_place(shape, place, forward);
    return found ? std::pair(found->stage, found->chunk) : std::pair(-1, -1);
  };
  EXPECT_EQ(next(chunked, {3, 0}, true), std::pair(0, 1));
  EXPECT_EQ(next(chunked, {3, 1}, true), std::pair(-1, -1));
  EXPECT_EQ(next(both_ways, {3, 0}, true), std::pair(-1, -1));
  EXPECT_EQ(next(both_ways, {3, 1}, true), std::pair(2, 1));
  EXPECT_EQ(next(both_ways, {3, 1}, false), std::pair(-1, -1));
}

}  // namespace
}  // namespace hakaru
