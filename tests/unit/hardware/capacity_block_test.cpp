#include "hakaru/hardware/capacity_block.h"

#include <gtest/gtest.h>

namespace hakaru {
namespace {

TEST(CapacityBlock, IsBilledByWholeDaysAndBeyondAFortnightByWeeks) {
  // Amazon EC2 User Guide: 1 to 14 days, then multiples of 7 days.
  for (const auto& [hours, days] :
       {std::pair(0.01, 1.0), {24.0, 1.0}, {24.1, 2.0}, {14 * 24.0, 14.0}, {14 * 24.0 + 1, 21.0}, {182 * 24.0, 182.0}})
    EXPECT_EQ(billed_hours(PriceKind::capacity_block, hours), 24 * days) << hours;
}

TEST(CapacityBlock, MoneyHoldsTheLongestTimeThatCostsNoMore) {
  for (const auto& [paid_days, days] : {std::pair(0.9, 0.0), {1.0, 1.0}, {13.9, 13.0}, {20.0, 14.0}, {21.0, 21.0}}) {
    const double hours = hours_within(PriceKind::capacity_block, 24 * paid_days);
    EXPECT_EQ(hours, 24 * days) << paid_days;
    if (hours > 0) {
      EXPECT_LE(billed_hours(PriceKind::capacity_block, hours), 24 * paid_days);
    }
  }
  EXPECT_EQ(hours_within(PriceKind::on_demand, 0.37), 0.37);
}

TEST(CapacityBlock, OtherKindsAreBilledAsTheyAreUsed) {
  EXPECT_EQ(billed_hours(PriceKind::on_demand, 0.37), 0.37);
  EXPECT_EQ(billed_hours(PriceKind::spot, 400), 400);
}

}  // namespace
}  // namespace hakaru
