#include "hakaru/training/simulation.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "hakaru/training/closed_form.h"

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

class Layouts {
 public:
  explicit Layouts(Schedule schedule) : schedule_(schedule), numbers_(20240601) {}

  /// Stages of 1 to 64; passes that differ by up to 5 % (3 % interleaved) between stages, a first chunk up to 10 % and
  /// a last one up to 40 % longer; sends to 0.3 of a forward pass; a reduction to one forward pass; slowdown to 0.5.
  StepWork next() {
    const bool chunked = schedule_ == Schedule::interleaved;
    StepWork work;
    work.schedule = schedule_;
    const int stages = whole(chunked ? 2 : 1, 64);
    const int chunks = chunked ? whole(2, 6) : 1;
    const int few = whole(1, 3 * stages + 5), doubled = 1 << whole(0, 8);
    const int micro_batches = chunked ? stages * whole(1, 6) : maybe(0.5) ? few : doubled;
    work.shape = {stages, chunks, micro_batches};
    work.buckets = whole(1, 8);
    work.slowdown = maybe(0.3) ? 0 : real(0, 0.5);
    work.send_s = maybe(0.3) ? 0 : real(0, 0.3);
    const double backward = real(1.5, 3), weights = real(0.3, 0.5), differ = maybe(0.5) ? 0 : chunked ? 0.03 : 0.05;
    const double reduce_s = maybe(0.3) ? 0 : real(0, 1), gather_s = maybe(0.5) ? 0 : reduce_s * real(0.3, 1);
    const double first = real(1, 1.1), last = real(1, 1.4);
    for (int stage = 0; stage < stages; ++stage) {
      const double each = 1 + real(-differ, differ);
      for (int chunk = 0; chunk < chunks; ++chunk) {
        double pass = each;
        if (stage == 0 && chunk == 0) pass *= first;
        if (stage == stages - 1 && chunk == chunks - 1) pass *= last;
        work.chunks.push_back({pass, pass * backward * (1 - weights), pass * backward * weights,
                               each * gather_s / chunks, each * reduce_s / chunks});
      }
      work.optimizer_s.push_back(real(0, 1));
    }
    return work;
  }

 private:
  double real(double from, double to) { return from + (to - from) * static_cast<double>(numbers_() >> 11) * 0x1p-53; }
  int whole(int from, int to) { return from + static_cast<int>(numbers_() % static_cast<unsigned>(to - from + 1)); }
  bool maybe(double share) { return real(0, 1) < share; }

  Schedule schedule_;
  std::mt19937_64 numbers_;
};

class ClosedFormOf : public ::testing::TestWithParam<Schedule> {};

TEST_P(ClosedFormOf, AgreesWithTheSimulationWithinTwoPercent) {
  Layouts layouts(GetParam());
  double worst = 0;
  for (int i = 0; i < 2500; ++i) {
    const StepWork work = layouts.next();
    const double simulated_s = simulate(tasks_of(work).graph).total_s;
    const double error = std::abs(closed_form(work).step_time_s / simulated_s - 1);
    worst = std::max(worst, error);
    EXPECT_LT(error, 0.02) << "layout " << i << ": pp " << work.shape.stages << ", vpp " << work.shape.chunks << ", "
                           << work.shape.micro_batches << " micro-batches";
  }
  RecordProperty("worst_percent", fmt::format("{:.2f}", 100 * worst));
}

INSTANTIATE_TEST_SUITE_P(Schedules, ClosedFormOf,
                         ::testing::Values(Schedule::gpipe, Schedule::one_forward_one_backward, Schedule::interleaved,
                                           Schedule::zero_bubble));

TEST(ClosedForm, PartsOfASimulatedStepAddUp) {
  for (const PipelineSchedule& schedule : pipeline_schedules()) {
    Layouts layouts(schedule.schedule);
    for (int i = 0; i < 50; ++i) {
      const SimulatedStep step = simulate_step(layouts.next());
      EXPECT_NEAR(step.compute_s + step.exposed.total_s() + step.bubble_s, step.step_time_s, 1e-9 * step.step_time_s);
      EXPECT_GE(step.bubble_s, -1e-9);
    }
  }
}

TEST(ClosedForm, FullyShardedIsExact) {
  StepWork work = equal_stages(Schedule::one_forward_one_backward, {1, 24, 5});
  work.sharding = Sharding::gather_each_pass;
  work.slowdown = 0.3;
  for (std::size_t unit = 0; unit < work.chunks.size(); ++unit) {
    work.chunks[unit].gather_s = 0.2 + 0.1 * static_cast<double>(unit % 7);
    work.chunks[unit].reduce_s = 0.4 + 0.2 * static_cast<double>(unit % 5);
  }
  EXPECT_NEAR(closed_form(work).step_time_s, simulate_step(work).step_time_s, 1e-9);
  work.sharding = Sharding::reduce_each_pass;
  EXPECT_NEAR(closed_form(work).step_time_s, simulate_step(work).step_time_s, 0.02 * 24 * 5 * 3);
}

}  // namespace
}  // namespace hakaru
