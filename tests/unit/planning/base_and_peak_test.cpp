#include "hakaru/planning/money/base_and_peak.h"

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

/// A machine at $10/h on demand, $6/h committed, and $3/h as spot.
PriceBook prices_of_one(const std::string& more) {
  const std::string columns = "instance,region,kind,usd_per_h,as_of,source,note\n";
  const Result<DataFiles> data = DataFiles().with_texts(
      {{"prices/one.csv", columns + "one,here,on_demand,10,2026-11-01,test,\n" + more}}, {"prices/"}, "test");
  return *PriceBook::read(*data);
}

Plan plan_at(const PriceBook& prices) {
  Plan plan;
  Instance machine;
  machine.name = "one";
  machine.accelerators = 1;
  plan.cluster = Cluster(machine, 4);
  plan.price = prices.find("one", "here", PriceKind::on_demand);
  return plan;
}

constexpr const char* spot_row = "one,here,spot,3,2026-11-01,test,\n";

TEST(PeakOnSpot, KeepsTheBaseCommitted) {
  const PriceBook prices = prices_of_one(std::string("one,here,savings_1y,6,2026-11-01,test,\n") + spot_row);
  const Plan plan = plan_at(prices);
  ScalingFigures scaling = fleet_of_ten_hours({10, 8, 5, 1});
  scaling.bought = base_and_peak(scaling, plan, {}, prices);
  const std::optional<BaseAndPeak> split = peak_on_spot(scaling, plan, {}, prices);
  ASSERT_TRUE(split);
  EXPECT_EQ(split->base, PriceKind::savings_1y);
  EXPECT_EQ(split->base_instances, 2);
  EXPECT_EQ(split->peak_instances, 2);
  EXPECT_DOUBLE_EQ(split->usd_per_h, 2 * 6 + 0.6 * 3);
}

TEST(PeakOnSpot, LeavesOnDemandWhatIsAlwaysThere) {
  const PriceBook prices = prices_of_one(spot_row);
  ScalingFigures scaling = fleet_of_ten_hours({10, 8, 5, 1});
  scaling.usd_per_h = 24;
  const std::optional<BaseAndPeak> split = peak_on_spot(scaling, plan_at(prices), {}, prices);
  ASSERT_TRUE(split);
  EXPECT_EQ(split->base, PriceKind::on_demand);
  EXPECT_EQ(split->base_instances, 1);
  EXPECT_DOUBLE_EQ(split->usd_per_h, 10 + 1.4 * 3);
}

TEST(PeakOnSpot, IsNotToldWhereItIsNoCheaper) {
  const PriceBook prices = prices_of_one("one,here,spot,11,2026-11-01,test,\n"), none = prices_of_one("");
  ScalingFigures scaling = fleet_of_ten_hours({10, 8, 5, 1});
  scaling.usd_per_h = 24;
  EXPECT_FALSE(peak_on_spot(scaling, plan_at(prices), {}, prices));
  EXPECT_FALSE(peak_on_spot(scaling, plan_at(none), {}, none));
}

}  // namespace
}  // namespace hakaru
