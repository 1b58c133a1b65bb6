#include "hakaru/numerics/uint8_scale.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

namespace hakaru {
namespace {

constexpr float infinite = std::numeric_limits<float>::infinity();
constexpr float no_number = std::numeric_limits<float>::quiet_NaN();

TEST(Uint8Scale, StoresTheExampleOfTheHeader) {
  const Uint8Scale scale = uint8_scale_for(-1, 3);
  EXPECT_FLOAT_EQ(scale.scale, 4.0F / 255);
  EXPECT_EQ(scale.zero_point, 64);
  EXPECT_EQ(quantised(0.5F, scale), 96);
  EXPECT_NEAR(dequantised(96, scale), 0.50196, 1e-5);
}

TEST(Uint8Scale, HoldsZeroExactlyAndEverythingElseWithinHalfAStep) {
  std::mt19937 generator(31);
  std::uniform_real_distribution<float> end(-10, 10);
  for (int i = 0; i < 1000; ++i) {
    const float one = end(generator);
    const float other = end(generator);
    const Uint8Scale scale = uint8_scale_for(one, other);
    EXPECT_EQ(scale, uint8_scale_for(other, one));
    EXPECT_EQ(dequantised(quantised(0, scale), scale), 0);
    std::uniform_real_distribution<float> within(std::min(one, other), std::max(one, other));
    const float value = within(generator);
    const float error = std::fabs(dequantised(quantised(value, scale), scale) - value);
    // A whole step at the ends, where the zero point's own rounding may have cut half a step off.
    EXPECT_LE(error, scale.scale * 1.001F);
    if (dequantised(0, scale) <= value && value <= dequantised(255, scale)) {
      EXPECT_LE(error, scale.scale * 0.501F);
    }
  }
}

TEST(Uint8Scale, EveryStoredValueComesBackAsItself) {
  for (const Uint8Scale& scale : {uint8_scale_for(-1, 3), uint8_scale_for(0, 255), uint8_scale_for(-7e-40F, 1e-40F),
                                  uint8_scale_for(-3e38F, 2e38F)}) {
    for (int stored = 1; stored < 255; ++stored) {
      const auto byte = static_cast<std::uint8_t>(stored);
      EXPECT_EQ(quantised(dequantised(byte, scale), scale), byte);
    }
  }
}

TEST(Uint8Scale, TiesGoToEven) {
  const Uint8Scale one = uint8_scale_for(0, 255);
  EXPECT_EQ(one, (Uint8Scale{1, 0}));
  EXPECT_EQ(quantised(2.5F, one), 2);
  EXPECT_EQ(quantised(3.5F, one), 4);
}

TEST(Uint8Scale, ClampsWhatIsOutsideAndMakesNanZero) {
  const Uint8Scale scale = uint8_scale_for(-1, 3);
  EXPECT_EQ(quantised(100, scale), 255);
  EXPECT_EQ(quantised(-100, scale), 0);
  EXPECT_EQ(quantised(infinite, scale), 255);
  EXPECT_EQ(quantised(-infinite, scale), 0);
  EXPECT_EQ(dequantised(quantised(no_number, scale), scale), 0);
}

TEST(Uint8Scale, IsFiniteForAnyTwoFloats) {
  EXPECT_EQ(uint8_scale_for(0, 0), Uint8Scale{});
  EXPECT_EQ(uint8_scale_for(no_number, no_number), Uint8Scale{});
  EXPECT_EQ(uint8_scale_for(5, 5).zero_point, 0);
  EXPECT_EQ(uint8_scale_for(-5, -5).zero_point, 255);
  for (const float low : {-infinite, -3e38F, -1.0F, -1e-45F, no_number}) {
    for (const float high : {infinite, 3e38F, 1e-45F}) {
      const Uint8Scale scale = uint8_scale_for(low, high);
      EXPECT_TRUE(std::isnormal(scale.scale));
      EXPECT_TRUE(std::isfinite(dequantised(0, scale)));
      EXPECT_TRUE(std::isfinite(dequantised(255, scale)));
    }
  }
}

}  // namespace
}  // namespace hakaru
