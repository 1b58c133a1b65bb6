#include "hakaru/serving/metrics/percentiles.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "hakaru/numerics/random_bits.h"

namespace hakaru {
namespace {

TEST(Percentiles, AreNamedAsTheyWereWritten) {
  EXPECT_EQ(percentile_name(0.95), "p95");
  EXPECT_EQ(percentile_name(0.999), "p99.9");
  EXPECT_EQ(percentile_name(99.99999 / 100), "p99.99999");
  EXPECT_EQ(percentile_name(1), "p100");
}

TEST(LogGrid, ClassesFollowEachOther) {
  for (const int bits : {0, 1, 2, 4, 7}) {
    const LogGrid grid{bits};
    for (std::size_t at = 1; at < 2000U && grid.knot(at) < (std::int64_t{1} << 60); ++at) {
      EXPECT_LT(grid.knot(at - 1), grid.knot(at));
      EXPECT_EQ(grid.index(grid.knot(at)), at);
      EXPECT_EQ(grid.index(grid.knot(at) - 1), at - 1);
    }
  }
}

TEST(Percentiles, AreWithinTheirStatedError) {
  const RandomBits bits(3, 0);
  Percentiles percentiles;
  std::vector<double> values;
  for (std::uint64_t at = 0; at < 20'000; ++at) {
    const double value_s = std::exp2(static_cast<double>(bits(at)) / 2e8 - 15);  // 30 µs … 88 s
    percentiles.add(picoseconds(value_s));
    values.push_back(value_s);
  }
  std::ranges::sort(values);
  for (const double share : {0.001, 0.1, 0.5, 0.9, 0.95, 0.99, 0.9999, 1.0}) {
    const double exact = values.at(static_cast<std::size_t>(std::ceil(share * 20'000)) - 1);
    EXPECT_NEAR(percentiles.value_s(share), exact, exact * Percentiles::relative_error);
  }
}

TEST(Percentiles, NoneIsZero) { EXPECT_EQ(Percentiles().value_s(0.5), 0); }

TEST(Percentiles, ASeriesIsItsMembers) {
  for (const Picoseconds step : {0, 1, 1000, 7'777'777}) {
    Percentiles at_once, one_by_one;
    at_once.add_series(123'456'789, step, 1000, 3);
    for (int each = 0; each < 1000; ++each) one_by_one.add(123'456'789 + each * step, 3);
    EXPECT_TRUE(at_once == one_by_one);
  }
}

TEST(Percentiles, RanksOfSharesThatAreNotExactInBinary) {
  EXPECT_EQ(nearest_rank(55 / 100.0, 100), 55);  // 0.55 · 100 is 55.00000000000001
  EXPECT_EQ(nearest_rank(0.95, 10'000), 9'500);
  EXPECT_EQ(nearest_rank(0.95, 10'001), 9'501);
  EXPECT_EQ(nearest_rank(0.001, 10), 1);
  EXPECT_EQ(nearest_rank(1, 7), 7);
}

}  // namespace
}  // namespace hakaru
