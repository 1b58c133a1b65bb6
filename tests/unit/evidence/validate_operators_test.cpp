#include "hakaru/evidence/validate_operators.h"

#include <gtest/gtest.h>

#include "../timing/machines.h"
#include "hakaru/evidence/operator_prediction.h"

namespace hakaru {
namespace {

Validation validated(std::string_view text) {
  const DataFiles data;
  return *validate_operators(*parse_csv(text, "t.csv"), {}, data, *Catalog::read(data));
}

TEST(OperatorPrediction, IsThatOfTheTimers) {
  OperatorPredictor predictor(testing::a100(), testing::dgx_a100(), testing::ideal());
  // 2 · 4096³ FLOPs / 312 TFLOP/s.
  EXPECT_NEAR(*predictor.predict_s(GemmKernel{DataType::bf16, 4096, 4096, 4096}), 440.5e-6, 0.1e-6);
  // 8192 + 1 tokens × 8 kv heads × 2 · 128 values × 2 bytes, over 2039 GB/s; queries add 0.05 %.
  const AttentionShape shape{DataType::bf16, DataType::bf16, 1, 32, 8, 128};
  EXPECT_NEAR(*predictor.predict_s(DecodeKernel{shape, 8192}), 16.46e-6, 0.03e-6);
  // The header of collective_timer.h: 14 µs + 1.75 · 2 ms.
  EXPECT_NEAR(*predictor.predict_s(CollectiveKernel{Operation::all_reduce, 8, 600e6}), 3.514e-3, 1e-6);
  EXPECT_FALSE(predictor.predict_s(GemmKernel{DataType::fp8, 8, 8, 8}));
  EXPECT_FALSE(OperatorPredictor(testing::a100(), std::nullopt, testing::ideal())
                   .predict_s(CollectiveKernel{Operation::all_reduce, 8, 600e6}));
}

TEST(ValidateOperators, KnowsAliasesAndSkipsWhatIsNotKnown) {
  const Validation validation = validated(
      "accelerator,dtype,m,n,k,latency_us\n"
      "h100-sxm,bf16,4096,4096,4096,200\n"
      "H100,bf16,4096,4096,4096,200\n"
      "h1000,bf16,4096,4096,4096,200\n"
      "h100-sxm,int3,4096,4096,4096,200\n");
  EXPECT_EQ(validation.summary.predicted, 2U);
  EXPECT_EQ(validation.summary.skipped, 2U);
  EXPECT_EQ(validation.rows[0].predictions[0].predicted, validation.rows[1].predictions[0].predicted);
  EXPECT_NE(in_english(validation.rows[2].skipped_because).find("h1000"), std::string::npos);
  EXPECT_NE(in_english(validation.rows[3].skipped_because).find("int3"), std::string::npos);
  EXPECT_EQ(validation.groups[0].key, "accelerator=H100,dtype=bf16");
}

TEST(ValidateOperators, SkipsWhatCannotBeReadUnlessStrict) {
  const DataFiles data;
  const Catalog catalog = *Catalog::read(data);
  const std::string text =
      "accelerator,dtype,m,n,k,latency_us\nh100-sxm,bf16,8,8,8.5,3\nh100-sxm,bf16,8,8,8,3\nh100-sxm,bf16,8\n";
  const Validation validation = *validate_operators(*parse_csv(text, "t.csv", MalformedRows::kept), {}, data, catalog);
  EXPECT_EQ(validation.summary.count, 3U);
  EXPECT_EQ(validation.summary.skipped, 2U);
  EXPECT_EQ(in_english(validation.rows[0].skipped_because),
            "line 2, column 'k': found '8.5'; accepted: a whole number, 1 … 1000000000");
  ValidationOptions strict;
  strict.strict = true;
  const Result<Validation> refused =
      validate_operators(*parse_csv(text, "t.csv", MalformedRows::kept), strict, data, catalog);
  ASSERT_FALSE(refused);
  EXPECT_EQ(in_english(refused.error().message),
            "t.csv: line 2: 'k' is '8.5'; accepted: a whole number, 1 … 1000000000");
}

TEST(ValidateOperators, NeverSkipsForABadFit) {
  const Validation validation = validated(
      "accelerator,operation,ranks,message_bytes,latency_us\n"
      "h100-sxm,all_reduce,8,1024,1e9\n"
      "h100-sxm,all_reduce,8,1024,0.0001\n");
  EXPECT_EQ(validation.summary.predicted, 2U);
}

}  // namespace
}  // namespace hakaru
