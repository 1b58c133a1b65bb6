#include "hakaru/hardware/peaks.h"

#include <gtest/gtest.h>

namespace hakaru {
namespace {

/// Sixteen Trainium chips as at launch: 32 cores of 105 TFLOP/s and 16 GiB.
Cluster trainium() {
  Instance instance;
  instance.name = "trn1.32xlarge-launch";
  instance.accelerators = 32;
  instance.accelerator.ranks_per_chip = 2;
  instance.accelerator.memory_bytes = 16 * 1024.0 * 1024 * 1024;
  instance.accelerator.rates[DataType::bf16] = {105e12, Support::native, DataType::bf16};
  instance.within.bytes_per_s = 192e9;
  instance.between.bytes_per_s = 100e9;
  instance.efa_generation = 2;
  return {instance, 1};
}

/// Eight A100 of 312 TFLOP/s bf16; int8 is faster, and not a floating-point type.
Cluster a100() {
  Instance instance;
  instance.name = "p4d.24xlarge";
  instance.accelerators = 8;
  instance.accelerator.rates[DataType::bf16] = {312e12, Support::native, DataType::bf16};
  instance.accelerator.rates[DataType::int8] = {624e12, Support::native, DataType::int8};
  instance.accelerator.rates[DataType::fp8] = {312e12, Support::emulated, DataType::bf16};
  instance.within.bytes_per_s = 300e9;
  instance.between.bytes_per_s = 50e9;
  instance.efa_generation = 1;
  return {instance, 1};
}

const PeakRow* row_of(const std::vector<PeakRow>& rows, std::string_view figure) {
  for (const PeakRow& row : rows) {
    if (row.figure == figure) return &row;
  }
  return nullptr;
}

TEST(Peaks, AreThoseOfTheWholeInstanceAndTheirRatioIsToTheFirst) {
  const std::vector<PeakRow> rows = compare_peaks({a100(), trainium()}, PriceBook(), "us-east-1", "");
  const PeakRow* bf16 = row_of(rows, "bf16_flops_per_s");
  ASSERT_NE(bf16, nullptr);
  EXPECT_DOUBLE_EQ(*bf16->values[0], 2496e12);
  EXPECT_DOUBLE_EQ(*bf16->values[1], 3360e12);
  EXPECT_NEAR(*bf16->ratio(1), 1.346, 5e-4);
  EXPECT_DOUBLE_EQ(*row_of(rows, "network_bits_per_s")->values[1], 800e9);
  EXPECT_DOUBLE_EQ(*row_of(rows, "link_of_one_chip_bytes_per_s")->values[1], 768e9);
  EXPECT_DOUBLE_EQ(*row_of(rows, "link_of_one_chip_bytes_per_s")->values[0], 600e9);
  EXPECT_DOUBLE_EQ(*row_of(rows, "chips")->values[1], 16);
}

TEST(Peaks, SayWhatIsMissingAndWhatRunsAsAnotherType) {
  Instance own_fp8 = trainium().instance();
  own_fp8.accelerator.rates[DataType::fp8] = {105e12, Support::native, DataType::fp8};
  const Cluster with_fp8(own_fp8, 1);
  const std::vector<PeakRow> rows = compare_peaks({with_fp8, a100()}, PriceBook(), "us-east-1", "");
  const PeakRow* int8 = row_of(rows, "int8_flops_per_s");
  ASSERT_NE(int8, nullptr);
  EXPECT_FALSE(int8->values[0]);
  EXPECT_FALSE(int8->ratio(1));
  const PeakRow* fp8 = row_of(rows, "fp8_flops_per_s");
  ASSERT_NE(fp8, nullptr);
  EXPECT_EQ(fp8->notes[1], "bf16");
  EXPECT_EQ(row_of(rows, "fp32_flops_per_s"), nullptr);
  EXPECT_EQ(row_of(rows, "on_demand_usd_per_h"), nullptr);
}

TEST(Peaks, LeaveOutATypeThatNobodyMultiplies) {
  EXPECT_EQ(row_of(compare_peaks({a100()}, PriceBook(), "us-east-1", ""), "fp8_flops_per_s"), nullptr);
}

TEST(Peaks, TakeTheFastestFloatingPointTypeThatIsNative) {
  const std::vector<PeakRow> rows = compare_peaks({a100()}, PriceBook(), "us-east-1", "");
  const PeakRow* fastest = row_of(rows, "fastest_floating_point_flops_per_s");
  EXPECT_DOUBLE_EQ(*fastest->values[0], 2496e12);
  EXPECT_EQ(fastest->notes[0], "bf16");
}

TEST(Peaks, GrowWithTheNumberOfInstancesExceptThoseOfOneChip) {
  Cluster thirty_thousand_chips = trainium();
  thirty_thousand_chips.instances = 1875;
  const std::vector<PeakRow> rows = compare_peaks({thirty_thousand_chips}, PriceBook(), "us-east-1", "");
  EXPECT_DOUBLE_EQ(*row_of(rows, "chips")->values[0], 30000);
  EXPECT_DOUBLE_EQ(*row_of(rows, "bf16_flops_per_s")->values[0], 6.3e18);
  EXPECT_DOUBLE_EQ(*row_of(rows, "efa_generation")->values[0], 2);
  EXPECT_DOUBLE_EQ(*row_of(rows, "link_of_one_chip_bytes_per_s")->values[0], 768e9);
}

}  // namespace
}  // namespace hakaru
