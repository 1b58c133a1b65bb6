#include "hakaru/memory/rule_of_thumb.h"

#include <gtest/gtest.h>

#include "gpt.h"
#include "hakaru/core/quantities.h"

namespace hakaru {
namespace {

using testing::named;
using testing::sum_of;

const Machine trn1_2xlarge{"trn1.2xlarge", 2, 16 * gibi};
const Machine trn1_32xlarge{"trn1.32xlarge", 32, 16 * gibi};

TEST(RuleOfThumb, SeventeenGigabytesToServe) {
  const RuleOfThumb rule = rule_of_thumb_to_serve(named("qwen2.5-7b-instruct"), 1, 8192);
  EXPECT_DOUBLE_EQ(rule.total_bytes, 7e9 * 2 + (152064.0 + 2 * 128 * 4 * 28) * 8192 * 2);
  EXPECT_NEAR(rule.total_bytes, 16.96e9, 0.01e9);
  EXPECT_DOUBLE_EQ(sum_of(rule.lines), rule.total_bytes);
  EXPECT_EQ(rule.lines.back().formula, "(152064 + 2 × 128 × 4 × 28) × 1 × 8192 × 2 bytes");
  EXPECT_NE(rule.lines.front().formula.find("7,615,616,512 exactly"), std::string::npos);
}

TEST(RuleOfThumb, SeventyFourToSeventyFiveToTrain) {
  const Model model = named("qwen2.5-7b-instruct");
  EXPECT_NEAR(rule_of_thumb_to_train(model, 1, 8192).total_bytes, 74.88e9, 0.01e9);
  EXPECT_NEAR(rule_of_thumb_to_train(model, 1, 8000).total_bytes, 74.11e9, 0.01e9);
  EXPECT_DOUBLE_EQ(sum_of(rule_of_thumb_to_train(model, 1, 8192).lines),
                   rule_of_thumb_to_train(model, 1, 8192).total_bytes);
}

TEST(RuleOfThumb, CountsAsStatedOrExactly) {
  const Model model = named("qwen2.5-7b-instruct");
  EXPECT_NEAR(rule_of_thumb_to_serve(model, 1, 8192, 7'615'616'512.0).total_bytes, 18.19e9, 0.01e9);
  Model nameless = model;
  nameless.name = "mine";
  EXPECT_NEAR(rule_of_thumb_to_serve(nameless, 1, 8192).total_bytes, 18.19e9, 0.01e9);
}

TEST(RuleOfThumb, ReadsSizesInNames) {
  EXPECT_EQ(parameters_in_name("qwen2.5-7b-instruct"), 7e9);
  EXPECT_EQ(parameters_in_name("qwen3-0.6b"), 0.6e9);
  EXPECT_EQ(parameters_in_name("smollm2-135m"), 135e6);
  EXPECT_EQ(parameters_in_name("gpt3-175b"), 175e9);
  EXPECT_EQ(parameters_in_name("qwen3-30b-a3b"), 30e9);
  EXPECT_FALSE(parameters_in_name("mixtral-8x7b"));
  EXPECT_FALSE(parameters_in_name("bert-base"));
}

std::vector<std::string> sentences_of(const RuleVerdict& verdict) {
  std::vector<std::string> sentences;
  for (const Message& sentence : verdict.sentences) sentences.push_back(in_english(sentence));
  return sentences;
}

TEST(Verdict, SixteenGigabytesAreReadBothWaysAndItSaysWhyTheEstimateDiffers) {
  const RuleOfThumb rule = rule_of_thumb_to_serve(named("qwen2.5-7b-instruct"), 1, 8192);
  MemoryBreakdown detailed;
  detailed.weights_bytes = 17.8e9;
  const RuleVerdict verdict = judge(rule, trn1_2xlarge, detailed);
  EXPECT_EQ(verdict.accelerators_decimal, 2);  // 16.96 > 16: one core does not do
  EXPECT_EQ(verdict.accelerators_binary, 1);   // 16.96 < 17.18: one core would
  EXPECT_TRUE(verdict.fits_decimal);
  // 2 bytes of 615,616,512 parameters more; 152,064 logits of 8,191 tokens less, 2 bytes each
  const std::vector<std::string> expected{
      "trn1.2xlarge: the rule's 17.0 GB fit on the machine but not on one accelerator of 16 GB (16·10⁹ bytes): the "
      "model must be split over 2",
      "trn1.2xlarge: the rule's 17.0 GB fit on one accelerator of 16 GiB (17.18·10⁹ bytes)",
      "with the model's 7,615,616,512 parameters instead of 7,000,000,000, the rule would ask for 18.2 GB",
      "with logits of each sequence's last token only, as engines keep them (0.00 GB, not 2.49 GB), it would ask for "
      "15.7 GB",
      "trn1.2xlarge: the detailed estimate below, 17.8 GB, does not fit on one accelerator of 16 GiB (17.18·10⁹ "
      "bytes)"};
  EXPECT_EQ(sentences_of(verdict), expected);
}

TEST(Verdict, BothReadingsAreToldWhereTheyAgree) {
  const RuleOfThumb rule = rule_of_thumb_to_serve(named("smollm2-135m"), 1, 128);
  const std::vector<std::string> sentences = sentences_of(judge(rule, trn1_2xlarge, {}));
  EXPECT_EQ(sentences.at(0),
            "trn1.2xlarge: the rule's " + in_gb(rule.total_bytes) + " fit on one accelerator of 16 GB (16·10⁹ bytes)");
  EXPECT_EQ(sentences.at(1), "trn1.2xlarge: the rule's " + in_gb(rule.total_bytes) +
                                 " fit on one accelerator of 16 GiB (17.18·10⁹ bytes)");
}

TEST(Verdict, TrainingNeedsTheLargeMachine) {
  const RuleOfThumb rule = rule_of_thumb_to_train(named("qwen2.5-7b-instruct"), 1, 8192);
  EXPECT_FALSE(judge(rule, trn1_2xlarge, {}).fits_decimal);
  const RuleVerdict large = judge(rule, trn1_32xlarge, {});
  EXPECT_TRUE(large.fits_decimal);
  EXPECT_EQ(large.accelerators_decimal, 5);
}

}  // namespace
}  // namespace hakaru
