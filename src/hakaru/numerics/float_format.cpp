#include "hakaru/numerics/float_format.h"

#include <array>

#include "hakaru/core/bit_cast.h"
#include "hakaru/numerics/float_bits.h"

namespace hakaru {

using namespace float_bits;

namespace {

/// Rounds to nearest without branches and within 32 bits, so that compilers do several values at once. A normal result
/// is cut on the bits of fp32 itself; a subnormal one is rounded by adding and taking away a value whose last bit
/// weighs as much as the format's quantum.
class FastRounding {
 public:
  explicit FastRounding(const FloatFormat& format, Overflow overflow)
      : format_(format),
        codes_(format, overflow),
        kept_(~((1U << codes_.cut_bits) - 1)),
        almost_half_((1U << codes_.cut_bits >> 1U) - 1),
        first_normal_(static_cast<std::uint32_t>(codes_.first_exponent) << fp32_mantissa_bits),
        largest_(bit_cast<std::uint32_t>(value_of(codes_.largest, codes_))),
        overflow_(bit_cast<std::uint32_t>(value_of(codes_.overflow, codes_))),
        aligner_(power_of_two(aligner_power())) {}

  /// True if it gives the values of rounded_value: something must be cut, and the aligner must not be infinite.
  bool works() const { return codes_.cut_bits > 0 && aligner_power() <= fp32_bias; }

  float operator()(float value) const {
    const auto bits = bit_cast<std::uint32_t>(value);
    const std::uint32_t magnitude = bits & ~fp32_sign;
    const std::uint32_t last_kept = magnitude >> codes_.cut_bits & 1U;
    const std::uint32_t normal = (magnitude + almost_half_ + last_kept) & kept_;
    const auto subnormal = bit_cast<std::uint32_t>((bit_cast<float>(magnitude) + aligner_) - aligner_);
    // Masks, since a choice would be a branch: GCC does not compute with floats what may not be wanted.
    const std::uint32_t is_subnormal = 0U - static_cast<std::uint32_t>(magnitude < first_normal_);
    const std::uint32_t finite = (subnormal & is_subnormal) | (normal & ~is_subnormal);
    const std::uint32_t number = finite > largest_ ? overflow_ : finite;
    return bit_cast<float>((magnitude > fp32_infinity ? fp32_quiet_nan : number) | (bits & fp32_sign));
  }

 private:
  int aligner_power() const { return fp32_mantissa_bits + 1 - format_.bias - format_.mantissa_bits; }

  FloatFormat format_;
  Codes codes_;
  std::uint32_t kept_, almost_half_, first_normal_, largest_, overflow_;
  float aligner_;
};

}  // namespace

std::optional<FloatFormat> float_format_of(DataType type) {
  switch (type) {
    case DataType::fp32:
      return float_formats::fp32;
    case DataType::tf32:
      return float_formats::tf32;
    case DataType::bf16:
      return float_formats::bf16;
    case DataType::fp16:
      return float_formats::fp16;
    case DataType::fp8:
      return float_formats::fp8_e4m3;
    case DataType::cfp8:
      return float_formats::fp8_e4m3_ieee;
    case DataType::mxfp8:
    case DataType::int8:
    case DataType::uint8:
    case DataType::int4:
    case DataType::nf4:
    case DataType::mxfp4:
    case DataType::nvfp4:
      break;
  }
  return std::nullopt;
}

bool fits_fp32(const FloatFormat& format) {
  const bool widths = format.exponent_bits >= 2 && format.exponent_bits <= 8 && format.mantissa_bits >= 1 &&
                      format.mantissa_bits <= fp32_mantissa_bits;
  if (!widths) return false;
  const int top_field = (1 << format.exponent_bits) - (format.specials == Specials::ieee ? 2 : 1);
  return format.bias <= fp32_bias && top_field - format.bias <= fp32_bias;
}

float largest_value(const FloatFormat& format) {
  const Codes codes(format);
  return value_of(codes.largest, codes);
}

float smallest_value(const FloatFormat& format) { return Codes(format).quantum; }

std::uint32_t encode(float value, const FloatFormat& format, Overflow overflow) {
  const Codes codes(format, overflow);
  const auto bits = bit_cast<std::uint32_t>(value);
  return code_of(bits & ~fp32_sign, codes, ToNearest()) | ((bits & fp32_sign) != 0 ? codes.sign : 0U);
}

float decode(std::uint32_t bits, const FloatFormat& format) {
  const Codes codes(format);
  const float magnitude = value_of(bits & (codes.sign - 1), codes);
  return (bits & codes.sign) != 0 ? -magnitude : magnitude;
}

float rounded(float value, const FloatFormat& format, Overflow overflow) {
  return rounded_value(value, Codes(format, overflow), ToNearest());
}

void round_all(std::span<float> values, const FloatFormat& format, Overflow overflow) {
  const FastRounding fast(format, overflow);
  if (!fast.works()) {
    const Codes codes(format, overflow);
    for (float& value : values) value = rounded_value(value, codes, ToNearest());
    return;
  }
  // GCC 12 makes vectors at -O2 only of loops whose length it knows.
  constexpr std::size_t at_once = 64;
  std::size_t at = 0;
  for (; at + at_once <= values.size(); at += at_once) {
    float* const part = values.data() + at;
    for (std::size_t i = 0; i < at_once; ++i) part[i] = fast(part[i]);
  }
  for (; at < values.size(); ++at) values[at] = fast(values[at]);
}

}  // namespace hakaru
