#include "hakaru/job/eager_memory.h"

#include <gtest/gtest.h>

#include "gpt.h"
#include "hakaru/memory/training_memory.h"

namespace hakaru {
namespace {

using testing::device;
using testing::gpt;
using testing::memory_of;
using testing::no_reserve;
using testing::sum_of;
using testing::training_job;

TEST(EagerMemory, OperationsOneByOneKeepWhatTheyRead) {
  const double s = 2048, b = 4, h = 1024;
  TrainingJob job = training_job(gpt(1024, 1, 16), 2048, 4);
  job.flash_attention = true;
  Layout layout;
  layout.micro_batch = 4;
  const auto of_a_layer = [&] {
    job.model = gpt(1024, 1, 16);
    const double one = memory_of(job, layout).activations_bytes;
    job.model = gpt(1024, 2, 16);
    return memory_of(job, layout).activations_bytes - one;
  };
  const double fused = of_a_layer();
  job.recipe.master = DataType::fp32;
  job.eager = EagerMemory{};
  job.eager->autocast = true;
  job.eager->wide.of_work[static_cast<std::size_t>(MemoryWork::layer_norm)] = 2;
  job.eager->wide.attention = job.eager->wide.same_rows = 2;
  // two norms, attention's result, rows of k and v beside those of q
  EXPECT_DOUBLE_EQ(of_a_layer() - fused, s * b * h * (2 * 2 + 2 + 2 * 2));
  job.lora = Lora{};  // 16 bits throughout
  job.eager->narrow.attention = 2;
  EXPECT_DOUBLE_EQ(of_a_layer() - fused, s * b * h * 2);
}

TEST(EagerMemory, GradientsComeAsActivationsGo) {
  TrainingJob job = training_job(gpt(1024, 4, 16), 2048, 4);
  Layout layout;
  layout.micro_batch = 4;
  const MemoryBreakdown stands = memory_of(job, layout);
  job.eager = EagerMemory{};
  job.eager->late_copies = job.eager->bucket_copies = 1;
  const MemoryBreakdown late = memory_of(job, layout);
  EXPECT_GT(stands.gradients_bytes, 0);
  EXPECT_EQ(late.gradients_bytes, 0) << "activations and logits take more";
  layout.micro_batch = 2;  // two micro-batches: those of the first stand while the second runs
  EXPECT_DOUBLE_EQ(memory_of(job, layout).gradients_bytes, stands.gradients_bytes);
  layout.micro_batch = 4;
  job.global_batch = 8;
  layout.dp = 2;
  EXPECT_DOUBLE_EQ(memory_of(job, layout).gradients_bytes, stands.gradients_bytes) << "buckets of replicas";
}

TEST(EagerMemory, TermsAddUpWhereGradientsStandAndWhereTheyComeLate) {
  TrainingJob job = training_job(gpt(1024, 4, 16), 2048, 8);
  job.eager = EagerMemory{};
  job.eager->late_copies = 2;
  job.eager->bucket_copies = 1;
  for (const int zero : {0, 1, 2, 3}) {
    Layout layout;
    layout.dp = 2;
    layout.zero = zero;
    layout.micro_batch = 4;
    const TrainingMemory memory = explain_training_memory(job, layout, device, no_reserve);
    EXPECT_NEAR(sum_of(memory.terms), memory.device.total_bytes(), 1) << "zero " << zero;
  }
}

}  // namespace
}  // namespace hakaru
