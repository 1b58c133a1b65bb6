#include "hakaru/planning/fleet/replica_shapes.h"

#include <gtest/gtest.h>

#include <random>

#include "../serving/made_up.h"
#include "hakaru/planning/fleet/fleet_candidates.h"

namespace hakaru {
namespace {

constexpr double shape_ms = 1e-3;

PassTimes passes(double fixed_s, double per_token_s) {
  PassTimes times;
  times.body_s = [=](double tokens) { return fixed_s + per_token_s * tokens; };
  times.decode_s = [=](double sequences, double) { return fixed_s + per_token_s * sequences; };
  times.prompt_s = [](double, double) { return 0.0; };
  return times;
}

TEST(ReplicaShapes, PromptsThatRunAloneTakeTheirOwnPass) {
  ServingJob job;
  job.input_length = 100;
  job.output_length = 11;
  // A prompt: 10 + 100 shape_ms. Ten more tokens, four at a time: 10 · (10 + 4) / 4 = 35 shape_ms.
  EXPECT_NEAR(least_work_apart_s(passes(10 * shape_ms, 1 * shape_ms), job, 4), 145 * shape_ms, 1e-12);
  EXPECT_GT(least_work_apart_s(passes(10 * shape_ms, 1 * shape_ms), job, 2), 145 * shape_ms);
}

TEST(ReplicaShapes, NoReplicaOfCompiledShapesDoesWithLess) {
  std::mt19937 random(7);
  const auto pick = [&](int least, int most) { return std::uniform_int_distribution(least, most)(random); };
  for (int round = 0; round < 40; ++round) {
    ServingJob job;
    job.context = 1024;
    job.input_length = pick(1, 600);
    job.output_length = pick(1, 400);
    SchedulerOptions options;
    options.policy = Policy::buckets;
    options.context = job.context;
    options.max_num_seqs = pick(1, 16);
    const double fixed_s = pick(1, 20) * shape_ms, per_token_s = pick(0, 100) * 0.01 * shape_ms;
    TrafficPlan plan;
    plan.arrivals = Arrivals::closed_loop;
    plan.concurrency = 2 * options.max_num_seqs;
    plan.count = 200;
    plan.input = {static_cast<double>(job.input_length), 0, job.input_length};
    plan.output = {static_cast<double>(job.output_length), 0, job.output_length};
    const std::unique_ptr<Traffic> traffic = make_traffic(plan, nullptr);
    const ServingSimulation served = simulate_serving(
        *traffic, testing::made_up_cost(fixed_s, per_token_s, 0, {16, 1024, 1024}), options, KvBlocks(16 * 64, 16));
    const double least_s = least_work_apart_s(passes(fixed_s, per_token_s), job, options.max_num_seqs);
    EXPECT_GE(served.busy_s / 200, least_s * (1 - 1e-9)) << "round " << round;
  }
}

TEST(ReplicaShapes, CompiledBatchesArePowersOfTwoFromTheLargest) {
  EXPECT_EQ(compiled_batches(20), (std::vector<std::int64_t>{16, 8, 4, 2, 1}));
  EXPECT_EQ(compiled_batches(1), std::vector<std::int64_t>{1});
  EXPECT_TRUE(compiled_batches(0).empty());
}

}  // namespace
}  // namespace hakaru
