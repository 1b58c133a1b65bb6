#include "hakaru/numerics/elementary.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

#include "hakaru/numerics/random_bits.h"

namespace hakaru {
namespace {

constexpr std::uint64_t draws = 200'000;

/// The largest error of `function` over values between, in units in the last place of what is true in long double.
template <typename Function, typename Truth>
double largest_error(double from, double to, Function function, Truth truth) {
  const RandomBits bits(1, 0);
  double largest = 0;
  for (std::uint64_t at = 0; at < draws; ++at) {
    const double x = from + (to - from) * (bits(at) / 4294967296.0);
    const long double exact = truth(static_cast<long double>(x));
    const auto rounded = static_cast<double>(exact);
    const double unit = std::nextafter(std::fabs(rounded), INFINITY) - std::fabs(rounded);
    largest = std::max(largest, static_cast<double>(std::fabs(function(x) - exact)) / unit);
  }
  return largest;
}

TEST(Elementary, IsWithinAFewUnitsInTheLastPlace) {
  const auto exp_exactly = [](long double x) { return std::exp(x); };
  const auto log_exactly = [](long double x) { return std::log(x); };
  const auto sin_exactly = [](long double x) { return std::sin(x); };
  const auto cos_exactly = [](long double x) { return std::cos(x); };
  for (const auto& [from, to] : {std::pair(-1.0, 1.0), {-87.0, 87.0}, {-740.0, 709.7}})
    EXPECT_LE(largest_error(from, to, elementary::exp, exp_exactly), 1) << from << " … " << to;
  for (const auto& [from, to] : {std::pair(0.0, 1.0), {0.9, 1.1}, {1e-300, 1e-290}, {1.0, 1e6}, {1e300, 1e308}})
    EXPECT_LE(largest_error(from, to, elementary::log, log_exactly), 1) << from << " … " << to;
  for (const auto& [from, to] : {std::pair(-1.0, 1.0), {-7.0, 7.0}, {0.0, 8192.0}, {-1048576.0, 1048576.0}}) {
    EXPECT_LE(largest_error(from, to, elementary::sin, sin_exactly), 2.5) << from << " … " << to;
    EXPECT_LE(largest_error(from, to, elementary::cos, cos_exactly), 2.5) << from << " … " << to;
  }
}

TEST(Elementary, IsWithinAFewMoreWhereItRestsOnThose) {
  const auto log2_exactly = [](long double x) { return std::log2(x); };
  const auto less_one_exactly = [](long double x) { return std::expm1(x); };
  const auto root_exactly = [](long double x) { return std::cbrt(x); };
  for (const auto& [from, to] : {std::pair(0.0, 1.0), {0.9, 1.1}, {1.0, 1e6}, {1e300, 1e308}}) {
    EXPECT_LE(largest_error(from, to, elementary::log2, log2_exactly), 2) << from << " … " << to;
    EXPECT_LE(largest_error(from, to, elementary::cube_root, root_exactly), 2) << from << " … " << to;
  }
  for (const auto& [from, to] : {std::pair(-1e-9, 1e-9), {-0.5, 0.5}, {-40.0, 40.0}, {-740.0, 709.7}})
    EXPECT_LE(largest_error(from, to, elementary::exp_less_one, less_one_exactly), 4) << from << " … " << to;
}

TEST(Elementary, IsExactWhereWholeNumbersAre) {
  for (int power = -1074; power < 1024; ++power) EXPECT_EQ(elementary::log2(std::ldexp(1.0, power)), power);
  for (double whole = 1; whole <= 200'000; ++whole) EXPECT_EQ(elementary::cube_root(whole * whole * whole), whole);
  EXPECT_EQ(elementary::pow(3, 0), 1);
  EXPECT_EQ(elementary::pow(5, 2), 25);
  EXPECT_EQ(elementary::pow(3, 33), 5559060566555523);
  EXPECT_EQ(elementary::pow(2, -64), 0x1p-64);
  EXPECT_EQ(elementary::pow(0, 3), 0);
  EXPECT_EQ(elementary::pow(0, 0.5), 0);
  EXPECT_EQ(elementary::pow(0, 8192), 0);
  EXPECT_EQ(elementary::pow(1, 0.3), 1);
}

TEST(Elementary, RaisesToPowersAsFarAsLogarithmsGo) {
  for (const double base : {0.5, 0.999, 10'000.0, 500'000.0}) {
    for (double x = -8; x <= 8; x += 0.37) {
      const double truth = static_cast<double>(std::pow(static_cast<long double>(base), static_cast<long double>(x)));
      EXPECT_NEAR(elementary::pow(base, x) / truth, 1, 0x1p-52 * (1 + std::fabs(x * std::log(base))))
          << base << "^" << x;
    }
  }
}

TEST(Elementary, EndsWhereNumbersEnd) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(elementary::exp(0), 1);
  EXPECT_EQ(elementary::exp(710), infinity);
  EXPECT_EQ(elementary::exp(-746), 0);
  EXPECT_EQ(elementary::exp(-infinity), 0);
  EXPECT_EQ(elementary::exp(-745), std::exp(-745.0));  // the smallest subnormal
  EXPECT_EQ(elementary::log(1), 0);
  EXPECT_EQ(elementary::log(0), -infinity);
  EXPECT_EQ(elementary::log(infinity), infinity);
  EXPECT_EQ(elementary::sin(0), 0);
  EXPECT_EQ(elementary::cos(0), 1);
  for (const double none : {elementary::exp(NAN), elementary::log(NAN), elementary::log(-1), elementary::sin(infinity),
                            elementary::cos(NAN)})
    EXPECT_TRUE(std::isnan(none));
}

TEST(Elementary, HasTheSameBitsEverywhere) {
  const RandomBits bits(2, 0);
  std::uint64_t digest = 0;
  for (std::uint64_t at = 0; at < draws; ++at) {
    const double x = bits(at) / 4294967296.0 * 20;
    for (const double result :
         {elementary::exp(x), elementary::log(x), elementary::sin(x), elementary::cos(x), elementary::pow(10'000, -x)})
      digest = digest * 31 + std::bit_cast<std::uint64_t>(result);
  }
  EXPECT_EQ(digest, 12930816183189345656U);
}

}  // namespace
}  // namespace hakaru
