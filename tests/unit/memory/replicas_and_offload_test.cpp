#include <gtest/gtest.h>

#include "gpt.h"
#include "hakaru/model/model.h"

namespace hakaru {
namespace {

using testing::layout_of;
using testing::memory_of;
using testing::named;
using testing::training_job;

TEST(TrainingMemory, ReplicatedShardsAreThoseOfOneReplica) {
  const TrainingJob job = training_job(named("qwen2.5-7b-instruct"), 2048, 16);
  const double parameters = 7'615'616'512;
  Layout layout = layout_of(1, 1, 16);
  layout.dp_replicate = 4;
  for (int zero = 1; zero <= 3; ++zero) {
    layout.zero = zero;
    const MemoryBreakdown memory = memory_of(job, layout);
    EXPECT_DOUBLE_EQ(memory.optimizer_bytes, 12 * parameters / 4);
    EXPECT_DOUBLE_EQ(memory.gradients_bytes, 4 * parameters / (zero >= 2 ? 4 : 1));
    EXPECT_DOUBLE_EQ(memory.weights_bytes, 2 * parameters / (zero >= 3 ? 4 : 1));
    // As one replica on its own, which has a quarter of the batch.
    Layout alone = layout_of(1, 1, 4);
    alone.zero = zero;
    EXPECT_DOUBLE_EQ(memory.total_bytes(), memory_of(training_job(job.model, 2048, 4), alone).total_bytes());
  }
}

TEST(TrainingMemory, ReplicatedExpertsAreShardedOverFewer) {
  const TrainingJob job = training_job(named("mixtral-8x7b"), 4096, 16);
  Layout layout = layout_of(1, 1, 16);
  layout.zero = 1;
  layout.ep = 4;
  layout.dp_replicate = 2;  // of four copies of an expert two shard its states
  const double all = static_cast<double>(count_parameters(job.model).total);
  const double experts = 32.0 * 8 * 3 * 4096 * 14336;
  EXPECT_NEAR(memory_of(job, layout).optimizer_bytes, 12 * ((all - experts) / 8 + experts / 4 / 2), 1);
}

TEST(TrainingMemory, OffloadedWeightsLieInTheMemoryOfTheInstance) {
  const TrainingJob job = training_job(named("qwen2.5-7b-instruct"), 2048, 8);
  const double parameters = 7'615'616'512;
  for (const std::int64_t dp : {1, 8}) {
    Layout layout = layout_of(1, 1, dp);
    layout.zero = 3;
    const MemoryBreakdown kept = memory_of(job, layout);
    layout.offload_weights = true;
    const MemoryBreakdown offloaded = memory_of(job, layout);
    EXPECT_EQ(offloaded.weights_bytes, 0);
    EXPECT_DOUBLE_EQ(offloaded.host_bytes, 2 * parameters / static_cast<double>(dp));
    EXPECT_EQ(offloaded.optimizer_bytes, kept.optimizer_bytes);
    if (dp > 1)
      EXPECT_EQ(offloaded.buffers_bytes, kept.buffers_bytes);
    else
      EXPECT_GT(offloaded.buffers_bytes, kept.buffers_bytes) << "a rank alone gathers nothing, but fetches";
    layout.offload_optimizer = true;
    EXPECT_DOUBLE_EQ(memory_of(job, layout).host_bytes, (2 + 4 + 12) * parameters / static_cast<double>(dp));
  }
  // Weights that CPUs update where there is no master copy are the same ones.
  TrainingJob rounded = job;
  rounded.recipe = *find_recipe(DataFiles(), "bf16-sr");
  Layout layout = layout_of(1, 1, 8);
  layout.zero = 3;
  layout.offload_optimizer = true;
  const double states_bytes = memory_of(rounded, layout).host_bytes;
  layout.offload_weights = true;
  EXPECT_DOUBLE_EQ(memory_of(rounded, layout).host_bytes, states_bytes);
}

}  // namespace
}  // namespace hakaru
