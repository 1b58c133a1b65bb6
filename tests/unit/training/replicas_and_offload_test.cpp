#include <gtest/gtest.h>

#include "hakaru/training/step.h"
#include "two_matrices.h"

namespace hakaru {
namespace {

using testing::dgx_a100;
using testing::ideal;
using testing::instances;
using testing::job_of;
using testing::two_matrices;

TEST(DataParallel, ReplicatedShardsAreReducedWithinThenAmongReplicas) {
  TrainingJob job = job_of(two_matrices(4));
  const DataParallel data(job, dgx_a100(), ideal());
  const Held held{.linear = 8e9};
  Layout layout;
  layout.dp = 16;
  layout.zero = 3;
  layout.dp_replicate = 2;
  // Within an instance 7/8 of 16 GB at 300 GB/s; then 2 GB of each of eight ranks, both ways, over 200 GB/s: rings of
  // two send a whole message.
  const double within_s = 7.0 / 8 * 16e9 / 300e9, among_s = 8 * 2e9 / 200e9;
  EXPECT_NEAR(data.reduce_s(held, layout, 1), within_s + among_s, 1e-3 * (within_s + among_s));
  EXPECT_NEAR(data.gather_s(held, layout, 1), within_s, 1e-3 * within_s);
  EXPECT_EQ(data.updated_parameters(held, layout), 1e9);
  layout.dp_replicate = 1;
  EXPECT_GT(data.gather_s(held, layout, 1), within_s);
  EXPECT_EQ(data.updated_parameters(held, layout), 5e8);
}

TEST(DataParallel, ReplicasGatherAsOneAloneDoes) {
  TrainingJob job = job_of(two_matrices(4), 64);
  Layout layout;
  layout.zero = 3;
  layout.dp = 8;
  const StepEstimate alone = estimate_step(job_of(two_matrices(4), 16), layout, instances(1), ideal());
  layout.dp = 32;
  layout.dp_replicate = 4;
  const StepEstimate replicated = estimate_step(job, layout, instances(4), ideal());
  EXPECT_EQ(replicated.compute_s, alone.compute_s);
  EXPECT_EQ(replicated.optimizer_s, alone.optimizer_s);
  EXPECT_GT(replicated.exposed.data_s, alone.exposed.data_s) << "shards are reduced among replicas";
  layout.dp_replicate = 1;
  EXPECT_LT(estimate_step(job, layout, instances(4), ideal()).optimizer_s, alone.optimizer_s);
}

TEST(DataParallel, OffloadedWeightsAreFetchedOverTheLinkOfEachRank) {
  TrainingJob job = job_of(two_matrices(4));
  Instance instance = dgx_a100();
  instance.accelerator.host_link_bytes_per_s = 32e9;
  const DataParallel data(job, instance, ideal());
  const Held held{.linear = 8e9};
  Layout layout;
  layout.dp = 8;
  layout.zero = 3;
  const double gathered_s = data.gather_s(held, layout, 1), updated_s = data.optimizer_s(held, layout);
  layout.offload_weights = true;
  EXPECT_DOUBLE_EQ(data.gather_s(held, layout, 1), gathered_s + 2e9 / 32e9);  // an eighth of 16 GB
  EXPECT_DOUBLE_EQ(data.optimizer_s(held, layout), updated_s + 2e9 / 32e9);   // and back when it is updated
  layout.dp = 1;
  EXPECT_DOUBLE_EQ(data.gather_s(held, layout, 1), 16e9 / 32e9);
  layout.offload_optimizer = true;
  job.host_update.parameters_per_s = 1e18;
  EXPECT_NEAR(data.optimizer_s(held, layout), 16e9 / 32e9, 1e-6) << "gradients go, the weights are there";
}

TEST(Step, FetchedWeightsHideBehindWhatRuns) {
  Instance instance = dgx_a100();
  const TrainingJob job = job_of(two_matrices(16), 8);
  Layout layout;
  layout.dp = 8;
  layout.zero = 3;
  const auto step_s = [&](double link, bool offload) {
    instance.accelerator.host_link_bytes_per_s = link;
    layout.offload_weights = offload;
    const StepEstimate step = estimate_step(job, layout, {instance, 1}, ideal());
    return step.step_time_s - step.optimizer_s;
  };
  const double kept_s = step_s(32e9, false), first_s = 2.0 * 2 * 4096 * 16384 / 8 / 32e9;
  EXPECT_GE(step_s(32e9, true), kept_s);
  EXPECT_LE(step_s(32e9, true), kept_s + 3 * first_s) << "but for what nothing runs beside";
  // A slow link is all that a step waits for: every layer twice.
  const double slow_s = 2 * 16 * 2.0 * 2 * 4096 * 16384 / 8 / 1e8;
  EXPECT_NEAR(step_s(1e8, true), slow_s, 0.1 * slow_s);
}

}  // namespace
}  // namespace hakaru
