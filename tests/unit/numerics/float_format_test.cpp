#include "hakaru/numerics/float_format.h"

#include <gtest/gtest.h>

#include <Eigen/Core>
#include <bit>
#include <limits>

#include "reference.h"

namespace hakaru {
namespace {

using namespace float_formats;

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr float not_a_number = std::numeric_limits<float>::quiet_NaN();

std::uint32_t bits_of(float value) { return std::bit_cast<std::uint32_t>(value); }

/// The same value, zeros told apart, or both NaN.
bool same(float one, float other) { return bits_of(one) == bits_of(other) || (std::isnan(one) && std::isnan(other)); }

TEST(FloatFormat, EveryPatternDecodesAndEncodesBackToItself) {
  for (const auto& [name, format] : every_format()) {
    SCOPED_TRACE(name);
    ASSERT_TRUE(fits_fp32(format));
    const Reference reference(format);
    std::uint32_t nans = 0;
    std::uint32_t wrong = 0;
    const std::uint32_t patterns = 1U << width_of(format);
    for (std::uint32_t pattern = 0; pattern < patterns; ++pattern) {
      const float value = decode(pattern, format);
      const std::uint32_t code = pattern % (patterns / 2);
      if (std::isnan(value)) {
        ++nans;
        wrong += std::isnan(decode(encode(value, format), format)) ? 0 : 1;
      } else {
        wrong += encode(value, format) == pattern ? 0 : 1;
        wrong += std::signbit(value) == (pattern >= patterns / 2) ? 0 : 1;
        const bool right = code > reference.largest() ? std::isinf(value)
                                                      : std::fabs(static_cast<double>(value)) == reference.value(code);
        wrong += right ? 0 : 1;
      }
    }
    EXPECT_EQ(wrong, 0U);
    EXPECT_EQ(nans, format.specials == Specials::nan_only ? 2U : 2 * ((1U << format.mantissa_bits) - 1));
  }
}

TEST(FloatFormat, HasTheRangesThatAreKnown) {
  EXPECT_EQ(largest_value(fp32), std::numeric_limits<float>::max());
  EXPECT_EQ(largest_value(bf16), 0x1.fep127F);
  EXPECT_EQ(largest_value(tf32), 0x1.ffcp127F);
  EXPECT_EQ(largest_value(fp16), 65504);
  EXPECT_EQ(largest_value(fp8_e5m2), 57344);
  EXPECT_EQ(largest_value(fp8_e4m3), 448);
  EXPECT_EQ(largest_value(fp8_e4m3_ieee), 240);
  EXPECT_EQ(smallest_value(fp32), std::numeric_limits<float>::denorm_min());
  EXPECT_EQ(smallest_value(fp16), 0x1p-24F);
  EXPECT_EQ(smallest_value(fp8_e4m3), 0x1p-9F);
  EXPECT_EQ(smallest_value(fp8_e5m2), 0x1p-16F);
}

TEST(FloatFormat, RoundsTheExampleOfTheHeader) {
  EXPECT_EQ(encode(0.3F, fp8_e4m3), 0x2aU);
  EXPECT_EQ(rounded(0.3F, fp8_e4m3), 0.3125F);
  EXPECT_EQ(encode(-0.3F, fp8_e4m3), 0xaaU);
}

TEST(FloatFormat, TiesGoToTheEvenMantissaAndAHairDecidesOtherwise) {
  for (const auto& [name, format] : every_format()) {
    SCOPED_TRACE(name);
    const Reference reference(format);
    std::uint32_t wrong = 0;
    for (std::uint32_t code = 0; code <= reference.largest(); ++code) {
      // Exact in double; in float too, except half the smallest value of a format that goes as low as fp32.
      const double middle = (reference.value(code) + reference.value(code + 1)) / 2;
      const auto tie = static_cast<float>(middle);
      if (static_cast<double>(tie) != middle) continue;
      const std::uint32_t even = code % 2 == 0 ? code : code + 1;
      wrong += encode(tie, format) == even ? 0 : 1;
      wrong += encode(std::nextafter(tie, 0.0F), format) == code ? 0 : 1;
      wrong += encode(std::nextafter(tie, infinity), format) == code + 1 ? 0 : 1;
    }
    EXPECT_EQ(wrong, 0U);
  }
}

TEST(FloatFormat, AgreesWithEigenAndTheCompilerOnRandomFloats) {
  AnyFloat draw(1);
  std::uint64_t wrong = 0;
  for (std::uint64_t i = 0; i < random_floats(); ++i) {
    const float value = draw();
    wrong += same(rounded(value, bf16), static_cast<float>(Eigen::bfloat16(value))) ? 0 : 1;
    wrong += same(rounded(value, fp16), static_cast<float>(Eigen::half(value))) ? 0 : 1;
    wrong += same(rounded(value, fp32), value) ? 0 : 1;
#ifdef __FLT16_MANT_DIG__  // GCC 12 has _Float16 on x86-64; clang 14 does not
    wrong += same(rounded(value, fp16), static_cast<float>(static_cast<_Float16>(value))) ? 0 : 1;
#endif
    if (!std::isnan(value)) {
      wrong += encode(value, bf16) == std::bit_cast<std::uint16_t>(Eigen::bfloat16(value)) ? 0 : 1;
      wrong += encode(value, fp16) == std::bit_cast<std::uint16_t>(Eigen::half(value)) ? 0 : 1;
    }
  }
  EXPECT_EQ(wrong, 0U);
}

TEST(FloatFormat, AgreesWithASearchOfAllValuesOnRandomFloats) {
  for (const auto& [name, format] : every_format()) {
    SCOPED_TRACE(name);
    const Reference reference(format);
    AnyFloat any(2);
    FloatAround around(3, format);
    std::uint64_t wrong = 0;
    for (std::uint64_t i = 0; i < random_floats(); ++i) {
      // Most bit patterns are beyond an 8-bit format, so half of the values are drawn from its range.
      const float value = i % 2 == 0 ? any() : around();
      const bool right =
          std::isnan(value) ? std::isnan(rounded(value, format)) : encode(value, format) == reference.encoded(value);
      wrong += right ? 0 : 1;
    }
    EXPECT_EQ(wrong, 0U);
  }
}

TEST(FloatFormat, ManyAtOnceAreRoundedAsOneByOne) {
  for (const auto& [name, format] : every_format()) {
    for (const Overflow overflow : {Overflow::infinity, Overflow::saturate}) {
      SCOPED_TRACE(name);
      AnyFloat any(4);
      FloatAround around(5, format);
      std::vector<float> values;
      for (int i = 0; i < 50'001; ++i) values.push_back(i % 2 == 0 ? any() : around());
      std::vector<float> together = values;
      round_all(together, format, overflow);
      int wrong = 0;
      for (std::size_t i = 0; i < values.size(); ++i) {
        wrong += same(together[i], rounded(values[i], format, overflow)) ? 0 : 1;
      }
      EXPECT_EQ(wrong, 0);
    }
  }
  std::vector<float> untouched{0.1F, -infinity, 0x1p-149F};
  round_all(untouched, fp32);
  EXPECT_EQ(untouched, (std::vector<float>{0.1F, -infinity, 0x1p-149F}));
  round_all({}, bf16);
}

TEST(FloatFormat, OverflowIsAsTheFormatHasItOrSaturates) {
  // Half a quantum above the largest value is where IEEE 754 begins to overflow; 464 is that of E4M3, and ties to 448.
  EXPECT_EQ(rounded(65519.9F, fp16), 65504);
  EXPECT_EQ(rounded(65520, fp16), infinity);
  EXPECT_EQ(rounded(-61440, fp8_e5m2), -infinity);
  EXPECT_EQ(rounded(std::numeric_limits<float>::max(), bf16), infinity);
  EXPECT_EQ(rounded(464, fp8_e4m3), 448);
  EXPECT_TRUE(std::isnan(rounded(464.1F, fp8_e4m3)));
  EXPECT_TRUE(std::isnan(rounded(-infinity, fp8_e4m3)));
  EXPECT_EQ(encode(-infinity, fp8_e4m3), 0xffU);

  EXPECT_EQ(rounded(1e9F, fp8_e4m3, Overflow::saturate), 448);
  EXPECT_EQ(rounded(-infinity, fp8_e4m3, Overflow::saturate), -448);
  EXPECT_EQ(rounded(infinity, fp8_e5m2, Overflow::saturate), 57344);
  EXPECT_EQ(rounded(-70000, fp16, Overflow::saturate), -65504);
  EXPECT_TRUE(std::isnan(rounded(not_a_number, fp8_e5m2, Overflow::saturate)));
}

TEST(FloatFormat, KeepsNanAndTheSignsOfZeros) {
  for (const auto& [name, format] : every_format()) {
    SCOPED_TRACE(name);
    EXPECT_TRUE(std::isnan(rounded(not_a_number, format)));
    EXPECT_TRUE(std::isnan(rounded(std::bit_cast<float>(0x7f80'0001U), format)));
    EXPECT_TRUE(same(rounded(-0.0F, format), -0.0F));
    EXPECT_TRUE(same(rounded(0.0F, format), 0.0F));
    // Too small to be anything but zero; a format that goes as low as fp32 holds it.
    const float tiny = std::nextafter(smallest_value(format) / 2, 0.0F);
    EXPECT_TRUE(same(rounded(-tiny, format), -0.0F));
  }
}

TEST(FloatFormat, RoundingIsIdempotentAndKeepsTheOrder) {
  for (const auto& [name, format] : every_format()) {
    SCOPED_TRACE(name);
    AnyFloat any(6);
    FloatAround around(7, format);
    std::vector<float> values;
    for (int i = 0; i < 100'000; ++i) values.push_back(i % 4 == 0 ? any() : around());
    std::erase_if(values, [](float value) { return std::isnan(value); });
    std::sort(values.begin(), values.end());
    // NaN, which E4M3 has for infinity, is in no order.
    const Overflow overflow = format.specials == Specials::nan_only ? Overflow::saturate : Overflow::infinity;
    float before = -infinity;
    int wrong = 0;
    for (const float value : values) {
      const float once = rounded(value, format, overflow);
      wrong += before <= once ? 0 : 1;
      wrong += same(rounded(once, format, overflow), once) ? 0 : 1;
      before = once;
    }
    EXPECT_EQ(wrong, 0);
  }
}

TEST(FloatFormat, IsKnownOfEveryTypeThatIsAFloat) {
  EXPECT_EQ(float_format_of(DataType::fp32), fp32);
  EXPECT_EQ(float_format_of(DataType::tf32), tf32);
  EXPECT_EQ(float_format_of(DataType::bf16), bf16);
  EXPECT_EQ(float_format_of(DataType::fp16), fp16);
  EXPECT_EQ(float_format_of(DataType::fp8), fp8_e4m3);
  EXPECT_EQ(float_format_of(DataType::cfp8), fp8_e4m3_ieee);
  for (const DataType type : {DataType::mxfp8, DataType::int8, DataType::uint8, DataType::int4, DataType::nf4,
                              DataType::mxfp4, DataType::nvfp4}) {
    EXPECT_FALSE(float_format_of(type)) << name_of(type);
  }
}

TEST(FloatFormat, MustBeHeldByFp32) {
  EXPECT_TRUE(fits_fp32(fp32));
  EXPECT_FALSE(fits_fp32({11, 52, 1023, Specials::ieee}));
  EXPECT_FALSE(fits_fp32({8, 7, 128, Specials::ieee}));
  EXPECT_FALSE(fits_fp32({8, 7, 126, Specials::ieee}));
  EXPECT_FALSE(fits_fp32({8, 7, 127, Specials::nan_only}));
  EXPECT_FALSE(fits_fp32({8, 0, 127, Specials::ieee}));
  EXPECT_FALSE(fits_fp32({8, 24, 127, Specials::ieee}));
}

}  // namespace
}  // namespace hakaru
