#include "hakaru/training/simulation.h"

#include <gtest/gtest.h>

namespace hakaru {
namespace {

/// Equal stages: forward 1, backward 2 (half of it weights).
StepWork equal_stages(Schedule schedule, PipelineShape shape) {
  StepWork work;
  work.schedule = schedule;
  work.shape = shape;
  work.chunks.assign(static_cast<std::size_t>(shape.stages * shape.chunks), {1, 1, 1, 0, 0});
  return work;
}

TEST(Simulation, EqualStagesHaveTheBubblesOfTheirPapers) {
  const double p = 4, m = 8, t = 3;
  EXPECT_DOUBLE_EQ(simulate_step(equal_stages(Schedule::gpipe, {4, 1, 8})).step_time_s, (m + p - 1) * t);
  EXPECT_DOUBLE_EQ(simulate_step(equal_stages(Schedule::one_forward_one_backward, {4, 1, 8})).step_time_s,
                   (m + p - 1) * t);
  // Chunks of a half: (p − 1)/v of a whole pass.
  EXPECT_DOUBLE_EQ(simulate_step(equal_stages(Schedule::interleaved, {4, 2, 8})).step_time_s, 2 * m * t + (p - 1) * t);
  // (p − 1)(F + B − W)
  EXPECT_DOUBLE_EQ(simulate_step(equal_stages(Schedule::zero_bubble, {4, 1, 8})).step_time_s, m * t + (p - 1) * 1);
}

TEST(Simulation, DualPipeHasTheBubbleOfItsPaper) {
  // 20 micro-batches of 3 each; (p/2 − 1)(F&B + B − 3W) = 3 · (3 + 2 − 3). 1F1B: (p − 1) · 3.
  const SimulatedStep both = simulate_step(equal_stages(Schedule::dualpipe, {8, 2, 20, true}));
  EXPECT_DOUBLE_EQ(both.step_time_s, 60 + 6);
  EXPECT_DOUBLE_EQ(both.bubble_s, 6);
  EXPECT_DOUBLE_EQ(simulate_step(equal_stages(Schedule::one_forward_one_backward, {8, 1, 20})).step_time_s, 60 + 21);
  EXPECT_DOUBLE_EQ(simulate_step(equal_stages(Schedule::dualpipe, {16, 2, 120, true})).step_time_s, 360 + 7 * 2);
}

TEST(Simulation, DualPipeHidesTokensOnTheirWayBesideAnotherPass) {
  StepWork work = equal_stages(Schedule::dualpipe, {2, 2, 4, true});
  EXPECT_DOUBLE_EQ(simulate_step(work).step_time_s, 12);
  for (ChunkWork& chunk : work.chunks) chunk.forward_exchange_s = chunk.backward_exchange_s = 0.5;
  work.exchange_slowdown = 0.1;
  // F0.0 F1.1 F0.2 B1.1 F1.3&B0.0 B1.3 B0.2 W0.2: the one pair takes max(1, 2 + 0.1 · 1) of 3.
  EXPECT_DOUBLE_EQ(simulate_step(work).step_time_s, 12 - 0.9);
  for (ChunkWork& chunk : work.chunks) chunk.backward_exchange_s = chunk.backward_s = 2.5;
  EXPECT_NEAR(time_share_beside(work.chunks[0], work.chunks[0], 0.1), 3 / 4.5,
              1e-12);  // tokens take longer than all else
}

TEST(Simulation, ReductionsHideBehindTheLastBackwardPass) {
  StepWork work = equal_stages(Schedule::one_forward_one_backward, {1, 1, 2});
  work.chunks[0].reduce_s = 1;
  work.buckets = 4;
  work.slowdown = 0.2;
  const SimulatedStep step = simulate_step(work);
  // Beside the last three quarters of the backward pass run three buckets of 0.25 s, each slowing it by 0.05 s; the
  // fourth is behind it.
  EXPECT_DOUBLE_EQ(step.step_time_s, 6 + 3 * 0.05 + 0.25);
  EXPECT_NEAR(step.exposed.data_s, 3 * 0.05 + 0.25, 1e-12);
  EXPECT_DOUBLE_EQ(step.compute_s, 6);
}

TEST(Simulation, EndsWhereItIsToldTo) {
  const StepWork work = equal_stages(Schedule::one_forward_one_backward, {4, 1, 20'000});
  const SimulatedStep whole = simulate_step(work);
  EXPECT_FALSE(whole.timeline.stopped);
  double share = 0;
  const SimulatedStep stopped = simulate_step(work, {}, [&](double ended) {
    share = ended;
    return ended == 0;
  });
  EXPECT_TRUE(stopped.timeline.stopped);
  EXPECT_LT(stopped.events, whole.events / 10);
  EXPECT_GT(share, 0);
}

TEST(Simulation, FullyShardedUnitsTakeTheLongerOfBoth) {
  StepWork work = equal_stages(Schedule::one_forward_one_backward, {1, 3, 1});
  work.sharding = Sharding::gather_each_pass;
  for (ChunkWork& unit : work.chunks) unit.gather_s = 0.5;
  // The first gather is waited for, all others hide.
  EXPECT_DOUBLE_EQ(simulate_step(work).step_time_s, 0.5 + 9);
  for (ChunkWork& unit : work.chunks) unit.gather_s = 1.5;
  // 1.5 to begin, forward 1.5 each (the third's slot gathers for the backward pass), backward 2 each.
  EXPECT_DOUBLE_EQ(simulate_step(work).step_time_s, 1.5 + 3 * 1.5 + 3 * 2);
}

}  // namespace
}  // namespace hakaru
