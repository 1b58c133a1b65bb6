// Against the header's worked example and others counted by hand.
#include "hakaru/serving/iteration/expert_blocks.h"

#include <gtest/gtest.h>

namespace hakaru {
namespace {

TEST(ExpertBlocks, PromptsWalkOverBlocksThatAreEnoughHoweverChoicesFall) {
  const ExpertWork many = compiled_experts(4096, 128, 8, 1, true);  // ⌈(32,768 − 127)/512⌉ + 127
  EXPECT_EQ(many.groups, 191);
  EXPECT_EQ(many.rows, 512);
  EXPECT_TRUE(many.gathered);
  EXPECT_EQ(compiled_experts(1500, 16, 1, 1, true).groups, 18);   // ⌈1,485/512⌉ + 15
  EXPECT_EQ(compiled_experts(1000, 8, 2, 1, true).groups, 11);    // ⌈1,993/512⌉ + 7
  EXPECT_EQ(compiled_experts(513, 512, 1, 1, true).groups, 512);  // ⌈2/512⌉ + 511
}

/// 64 of 128 experts on each of two ranks, which all 4,096 tokens reach: ⌈(32,768 − 63)/512⌉ + 63.
TEST(ExpertBlocks, ARankCountsItsOwnExperts) { EXPECT_EQ(compiled_experts(4096, 128, 8, 2, true).groups, 64 + 63); }

TEST(ExpertBlocks, ShortPromptsGoThroughAllExperts) {
  const ExpertWork work = compiled_experts(50, 128, 8, 1, true);  // 400 choices fill no block
  EXPECT_EQ(work.groups, 128);
  EXPECT_EQ(work.rows, 50);
  EXPECT_FALSE(work.gathered);
}

TEST(ExpertBlocks, DecodingReadsTheChosenExpertsUntilTheyAreAsManyAsThereAre) {
  EXPECT_EQ(compiled_experts(8, 128, 8, 1, false).groups, 64);
  EXPECT_EQ(compiled_experts(8, 128, 8, 1, false).rows, 1);
  EXPECT_EQ(compiled_experts(16, 128, 8, 1, false).groups, 128);
  EXPECT_EQ(compiled_experts(16, 128, 8, 1, false).rows, 16);
  EXPECT_EQ(compiled_experts(32, 16, 1, 1, false).groups, 16);
  EXPECT_EQ(compiled_experts(8, 128, 8, 4, false).groups, 32);  // spread: never chosen ones alone
}

}  // namespace
}  // namespace hakaru
