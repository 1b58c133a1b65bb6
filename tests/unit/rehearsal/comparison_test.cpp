// A rehearsal that went as predicted, and what is told when one thing of it did not.
#include "hakaru/rehearsal/comparison.h"

#include <gtest/gtest.h>

#include "hakaru/hardware/catalog.h"
#include "hakaru/memory/training_stage.h"
#include "hakaru/model/read.h"
#include "hakaru/parallel/stages.h"

namespace hakaru {
namespace {

constexpr std::string_view corpus =
    "In the beginning God created the heaven and the earth. And the earth was without form.";

class Comparing : public ::testing::Test {
 protected:
  Comparing() {
    TrainingJob job;
    job.model = *read_model("llama-3.1-8b", data_);
    job.optimizer = *find_optimizer(data_, "adamw");
    job.sequence_length = 2048;
    job.global_batch = 8;
    miniature_ = *miniature_of(job, Layout{}, 1);
    tracing::DeviceOptions device;
    device.accelerator = *(*Catalog::read(data_)).accelerator("neuroncore-v2");
    reference_ = *run_rank(miniature_, {0, 2, 1, corpus, device});
    RankTask task{0, 2, 1, corpus, device};
    task.reference = [this](std::int64_t step, const std::string& parameter) -> Result<std::vector<float>> {
      return reference_.gradients.at({step, parameter});
    };
    record_ = *run_rank(miniature_, task);
  }

  /// First difference that the comparison of `record` reports, in English; empty: none.
  std::string told(const RankRecord& record) const {
    const Rehearsed all = compared(miniature_, *expected_of_ranks(miniature_), {record}, reference_);
    return all.agrees() ? "" : in_english(all.differences.front());
  }

  DataFiles data_;
  Miniature miniature_;
  RankRecord reference_, record_;
};

TEST_F(Comparing, OneRankIsAsPredicted) { EXPECT_EQ(told(record_), ""); }

TEST_F(Comparing, EachKindOfDifferenceIsTold) {
  RankRecord record = record_;
  record.weights_bytes += 4;
  EXPECT_NE(told(record).find("rank 0: weights hold"), std::string::npos);
  record = record_;
  record.optimizer_bytes -= 4;
  EXPECT_NE(told(record).find("rank 0: optimizer states hold"), std::string::npos);
  record = record_;
  record.activations_bytes += 4;
  EXPECT_NE(told(record).find("rank 0: activations hold"), std::string::npos);
  std::vector<Expected> expected = *expected_of_ranks(miniature_);
  expected.front().only_bounded = true;
  expected.front().activations_bound_bytes -= 4;
  EXPECT_NE(in_english(compared(miniature_, expected, {record_}, reference_).differences.at(0)).find("bounds them by"),
            std::string::npos);
  record = record_;
  record.peak_bytes += 4;
  EXPECT_NE(told(record).find("rank 0: all tensors at once hold"), std::string::npos);
  record = record_;
  record.traffic[{RankGroup::data, "all-reduce"}] = {1, 4};
  EXPECT_NE(told(record).find("all-reduce of group data: 1 messages, 4 bytes; predicted: 0, 0"), std::string::npos);
  record = record_;
  record.messages = "f";
  EXPECT_NE(told(record).find("not in the order of 1f1b"), std::string::npos);
  record = record_;
  record.loss.back() *= 1.0001;
  EXPECT_NE(told(record).find("step 2: the loss is"), std::string::npos);
  record = record_;
  record.loss.pop_back();
  EXPECT_NE(told(record).find("step 2: the loss is nan"), std::string::npos) << "a step without a loss";
  record = record_;
  record.gradient_squares.front() *= 4;
  EXPECT_NE(told(record).find("step 1: the norm of the gradients"), std::string::npos);
  record = record_;
  record.gradient_differences.front().difference_squares =
      record.gradient_differences.front().reference_squares * 4e-10;
  EXPECT_NE(told(record).find("step 1: the gradient of " + record.gradient_differences.front().parameter),
            std::string::npos);
  record = record_;
  record.gradient_differences.back().difference_squares = record.gradient_differences.back().reference_squares * 4e-10;
  EXPECT_NE(told(record).find("step 2: the gradient of"), std::string::npos) << "in the last step as well";
  record = record_;
  record.gradient_differences.pop_back();
  record.gradient_differences.erase(record.gradient_differences.begin());
  EXPECT_NE(told(record).find("differs by nan"), std::string::npos) << "a gradient that no rank has";
  record = record_;
  record.gradient_differences.back().reference_squares *= 1.5;
  EXPECT_NE(told(record).find("differs by nan"), std::string::npos) << "a rank has it in part";
  record = record_;
  record.compilations = 2;
  EXPECT_NE(told(record).find("compiled 2 times"), std::string::npos);
  record = record_;
  record.compilations = 0;
  record.loaded = 1;
  EXPECT_EQ(told(record), "") << "found in the store";
}

TEST_F(Comparing, DeepNetworksRoundMoreAndErrorsAreStillFound) {
  const auto is_told = [this](std::int64_t layers, double relative_difference) {
    Miniature deep = miniature_;
    deep.sizes.layers = layers;
    RankRecord record = record_;
    GradientDifference& first = record.gradient_differences.front();
    first.difference_squares = first.reference_squares * relative_difference * relative_difference;
    return !compared(deep, *expected_of_ranks(miniature_), {record}, reference_).agrees();
  };
  constexpr double of_24_layers = 36 * 25 * 0x1p-24;
  EXPECT_FALSE(is_told(24, 0.9 * of_24_layers));
  EXPECT_TRUE(is_told(2, 0.9 * of_24_layers));
  EXPECT_TRUE(is_told(24, 2 * of_24_layers));
  EXPECT_TRUE(is_told(24, 1.0 / 8)) << "one of eight ranks left its gradient out";
}

/// Expected bytes of a rank are those of memory/ for the device, where shards need no padding.
TEST(Expected, HoldsWhatMemorySays) {
  const DataFiles data;
  TrainingJob job;
  job.optimizer = *find_optimizer(data, "adamw");
  job.sequence_length = 2048;
  job.global_batch = 16;
  for (const char* model : {"llama-3.1-8b", "gpt3-6.7b"}) {
    job.model = *read_model(model, data);
    for (const int zero : {0, 1, 2, 3}) {
      Layout layout;
      layout.dp = 4;
      layout.tp = 2;
      layout.zero = zero;
      const Miniature small = *miniature_of(job, layout, 8);
      const Expected expected = expected_of(small, RankPlace{1, 2, 0});
      const double parameters = static_cast<double>(expected_of(small, RankPlace{}).optimizer_bytes) / 8;
      const TrainingShares shares = shares_of(small.job, small.layout, true);
      const StateBytes states = state_bytes_of(small.job, small.layout);
      const StageMemory memory = memory_of_stage(small.job, small.layout, shares, states,
                                                 stages_of(small.job.model, small.layout)[0], 0, MemoryReserve{});
      EXPECT_EQ(static_cast<double>(expected.weights_bytes), memory.memory.weights_bytes) << model << zero;
      EXPECT_EQ(static_cast<double>(expected.gradients_bytes), memory.memory.gradients_bytes) << model << zero;
      EXPECT_EQ(static_cast<double>(expected.optimizer_bytes), memory.memory.optimizer_bytes) << model << zero;
      EXPECT_EQ(static_cast<double>(expected.gradients_bytes), parameters * (zero == 1 ? 16 : 4)) << model << zero;
      EXPECT_EQ(static_cast<double>(expected.weights_bytes), parameters * (zero == 1 || zero == 2 ? 16 : 4));
    }
  }
}

TEST(Expected, PutsOffWhatTheZeroBubbleScheduleDoes) {
  const DataFiles data;
  TrainingJob job;
  job.model = *read_model("gpt3-6.7b", data);
  job.optimizer = *find_optimizer(data, "adamw");
  job.sequence_length = 2048;
  job.global_batch = 3;
  Layout layout;
  layout.pp = 2;
  layout.schedule = Schedule::zero_bubble;
  const Miniature small = *miniature_of(job, layout, 2);
  EXPECT_EQ(expected_of(small, RankPlace{0, 0, 0}).messages, "FFbw1Fbw2bw3") << "F0 F1 B0 W0 F2 B1 W1 B2 W2";
  EXPECT_EQ(expected_of(small, RankPlace{0, 0, 1}).messages, "fBfBw1fBw2w3") << "F0 B0 F1 B1 W0 F2 B2 W1 W2";
}

TEST(Miniature, KeepsWhatTheLayoutDivides) {
  const DataFiles data;
  TrainingJob job;
  job.model = *read_model("llama-3.1-8b", data);
  job.optimizer = *find_optimizer(data, "adamw");
  job.sequence_length = 4096;
  job.global_batch = 256;
  for (const std::int64_t tp : {1, 2, 4, 8}) {
    for (const std::int64_t pp : {1, 2, 4, 8}) {
      for (const std::int64_t vpp : {1, 2}) {
        if (pp == 1 && vpp > 1) continue;
        Layout layout;
        layout.tp = tp;
        layout.pp = pp;
        layout.vpp = vpp;
        layout.dp = 4;
        if (vpp > 1) layout.schedule = Schedule::interleaved;
        const Miniature small = *miniature_of(job, layout, 8);
        EXPECT_LE(small.layout.ranks(), 8) << in_short(layout);
        EXPECT_EQ(small.sizes.heads % small.layout.tp, 0);
        EXPECT_EQ(small.sizes.kv_heads % small.layout.tp, 0);
        EXPECT_EQ(small.sizes.feed_forward % small.layout.tp, 0);
        EXPECT_GE(small.sizes.layers, small.layout.pp * small.layout.vpp);
        EXPECT_EQ(pp > 1, small.layout.pp > 1) << in_short(layout);
        EXPECT_EQ(small.layout.micro_batches(small.job.global_batch) % (vpp > 1 ? small.layout.pp : 1), 0);
      }
    }
  }
}

}  // namespace
}  // namespace hakaru
