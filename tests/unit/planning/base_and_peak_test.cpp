#include "hakaru/planning/base_and_peak.h"

#include <gtest/gtest.h>

namespace hakaru {
namespace {

ScalingFigures fleet_of_ten_hours(std::vector<double> hours_of_instances) {
  ScalingFigures scaling;
  scaling.hours = 10;
  scaling.hours_of_instances = std::move(hours_of_instances);
  return scaling;
}

TEST(BaseAndPeak, CommitsThoseThatAreThereLongEnough) {
  const BaseAndPeak split = split_of_base(fleet_of_ten_hours({10, 8, 5, 1}), 10, 6);
  EXPECT_EQ(split.base_instances, 2);
  EXPECT_EQ(split.peak_instances, 2);
  EXPECT_DOUBLE_EQ(split.usd_per_h, 2 * 6 + 5 + 1);
}

TEST(BaseAndPeak, CommitsNoneWhereAllAreSeldomThereAndAllWhereItIsNearlyFree) {
  const ScalingFigures scaling = fleet_of_ten_hours({6, 5, 1});
  EXPECT_EQ(split_of_base(scaling, 10, 6).base_instances, 0);
  EXPECT_EQ(split_of_base(scaling, 10, 0.5).base_instances, 3);
}

TEST(BaseAndPeak, IsNoDearerThanAnyOtherSplit) {
  const std::vector<double> hours{10, 9.5, 9, 7, 6.4, 6, 3, 2, 0.5};
  const ScalingFigures scaling = fleet_of_ten_hours(hours);
  const double hourly = 55.04, committed = 23.78;
  const double best = split_of_base(scaling, hourly, committed).usd_per_h;
  for (std::size_t base = 0; base <= hours.size(); ++base) {
    double usd_per_h = static_cast<double>(base) * committed;
    for (std::size_t at = base; at < hours.size(); ++at) usd_per_h += hours[at] / 10 * hourly;
    EXPECT_LE(best, usd_per_h + 1e-9) << base;
  }
}

}  // namespace
}  // namespace hakaru
