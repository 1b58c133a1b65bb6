// A rehearsal that went as predicted, and what is told when one thing of it did not.
#include "hakaru/rehearsal/comparison.h"

#include <gtest/gtest.h>

#include "hakaru/hardware/catalog.h"
#include "hakaru/model/read.h"

namespace hakaru {
namespace {

constexpr std::string_view text =
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
    record_ = *run_rank(miniature_, {0, 2, 1, text, device});
  }

  /// What is told of `record`, the first difference.
  std::string told(const RankRecord& record) const {
    const Rehearsed all = compared(miniature_, {record}, record_);
    return all.agrees() ? "" : in_english(all.differences.front());
  }

  DataFiles data_;
  Miniature miniature_;
  RankRecord record_;
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
  record.compilations = 2;
  EXPECT_NE(told(record).find("compiled 2 times"), std::string::npos);
  record = record_;
  record.compilations = 0;
  record.loaded = 1;
  EXPECT_EQ(told(record), "") << "found in the store";
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
