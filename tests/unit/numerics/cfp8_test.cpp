#include "hakaru/numerics/cfp8.h"

#include <gtest/gtest.h>

#include "reference.h"

namespace hakaru {
namespace {

std::string complaint(const Result<FloatFormat>& format) { return format ? "" : in_english(format.error().message); }

TEST(Cfp8, HasTheWidthsAndBiasesThatItSays) {
  EXPECT_EQ(*cfp8_format(4, 7), float_formats::fp8_e4m3_ieee);
  EXPECT_EQ(*cfp8_format(5, 15), float_formats::fp8_e5m2);
  EXPECT_EQ(*cfp8_format(3, 3), (FloatFormat{3, 4, 3, Specials::ieee}));
  EXPECT_EQ(complaint(cfp8_format(1, 0)), "cfp8 with 1 exponent bits; accepted: 2 … 5");
  EXPECT_EQ(complaint(cfp8_format(6, 31)), "cfp8 with 6 exponent bits; accepted: 2 … 5");
  EXPECT_EQ(complaint(cfp8_format(4, -114)), "cfp8 with 4 exponent bits and a bias of -114; accepted: -113 … 127");
  EXPECT_EQ(complaint(cfp8_format(4, 128)), "cfp8 with 4 exponent bits and a bias of 128; accepted: -113 … 127");
}

TEST(Cfp8, BiasesTheExampleOfTheHeader) {
  EXPECT_EQ(cfp8_bias_for(0.02F, 4), 20);
  EXPECT_EQ(largest_value(*cfp8_format(4, 20)), 1.875F / 64);
}

TEST(Cfp8, BiasIsTheLargestThatHoldsTheLargestMagnitude) {
  AnyFloat draw(21);
  for (int exponent_bits = fewest_cfp8_exponent_bits; exponent_bits <= most_cfp8_exponent_bits; ++exponent_bits) {
    SCOPED_TRACE(exponent_bits);
    int bound = 0;
    for (int i = 0; i < 20'000; ++i) {
      const float max_abs = draw();
      if (!std::isfinite(max_abs) || max_abs == 0) continue;
      const int bias = cfp8_bias_for(max_abs, exponent_bits);
      const Result<FloatFormat> format = cfp8_format(exponent_bits, bias);
      ASSERT_TRUE(format) << complaint(format);
      // The format at the lowest bias ends a little below fp32.
      if (bias > lowest_cfp8_bias(exponent_bits)) {
        ASSERT_LE(std::fabs(max_abs), largest_value(*format));
      }
      if (bias < highest_cfp8_bias()) {
        ASSERT_GT(std::fabs(max_abs), largest_value(*cfp8_format(exponent_bits, bias + 1)));
        ++bound;
      }
    }
    EXPECT_GT(bound, 10'000);
  }
}

TEST(Cfp8, BiasAtTheEdgeOfAFormatIsStillTheEdge) {
  const float edge = largest_value(*cfp8_format(4, 7));
  EXPECT_EQ(cfp8_bias_for(edge, 4), 7);
  EXPECT_EQ(cfp8_bias_for(-edge, 4), 7);
  EXPECT_EQ(cfp8_bias_for(std::nextafter(edge, 1e9F), 4), 6);
}

TEST(Cfp8, BiasIsTheUsualOneWhenThereIsNothingToFit) {
  for (const float nothing :
       {0.0F, -0.0F, std::numeric_limits<float>::infinity(), std::numeric_limits<float>::quiet_NaN()}) {
    EXPECT_EQ(cfp8_bias_for(nothing, 4), 7);
    EXPECT_EQ(cfp8_bias_for(nothing, 2), 1);
  }
}

TEST(Cfp8, ABiasOfItsOwnHoldsATensorFarMoreExactly) {
  // Weights up to 0.02: most of them are subnormal with the usual bias.
  double usual_error = 0;
  double own_error = 0;
  const FloatFormat own = *cfp8_format(4, cfp8_bias_for(0.02F, 4));
  for (int i = -1000; i <= 1000; ++i) {
    const float weight = static_cast<float>(i) * 2e-5F;
    usual_error += std::fabs(static_cast<double>(rounded(weight, float_formats::fp8_e4m3_ieee) - weight));
    own_error += std::fabs(static_cast<double>(rounded(weight, own) - weight));
  }
  EXPECT_LT(own_error, 0.5 * usual_error);
}

}  // namespace
}  // namespace hakaru
