// The arithmetic on bits that float_format.cpp and rounding.cpp share.
//
// The magnitude of a value, as bits of fp32, is cut after the format's mantissa, or higher for what becomes a
// subnormal. What is kept and what is cut form a number in fixed point, 32 bits before and 32 behind the point; an
// increment below 1 is added, and what then stands before the point is kept. The increment decides the rounding: almost
// a half, or a half when what is kept is odd, for the nearest with ties to even; 32 random bits for stochastic
// rounding. A carry runs on into the exponent by itself, because bit patterns of one sign are in the order of their
// values.
#pragma once

#include <algorithm>
#include <cstdint>

#include "hakaru/core/bit_cast.h"
#include "hakaru/numerics/float_format.h"

namespace hakaru::float_bits {

inline constexpr int fp32_mantissa_bits = 23;
inline constexpr int fp32_bias = 127;
inline constexpr std::uint32_t fp32_sign = 0x8000'0000;
inline constexpr std::uint32_t fp32_infinity = 0x7f80'0000;
inline constexpr std::uint32_t fp32_quiet_nan = 0x7fc0'0000;
inline constexpr std::uint32_t fp32_implicit_one = 1U << fp32_mantissa_bits;

/// 2 to the power, at least the smallest subnormal of fp32.
constexpr float power_of_two(int power) {
  constexpr int smallest_normal_power = 1 - fp32_bias;
  return bit_cast<float>(power >= smallest_normal_power
                             ? static_cast<std::uint32_t>(power + fp32_bias) << fp32_mantissa_bits
                             : fp32_implicit_one >> (smallest_normal_power - power));
}

/// Constants of a format, worked out once for many values. "Code": a bit pattern without its sign.
struct Codes {
  explicit constexpr Codes(const FloatFormat& format, Overflow on_overflow = Overflow::infinity)
      : mantissa_bits(format.mantissa_bits),
        cut_bits(fp32_mantissa_bits - format.mantissa_bits),
        first_exponent(fp32_bias + 1 - format.bias),
        sign(1U << (format.exponent_bits + format.mantissa_bits)),
        quantum(power_of_two(1 - format.bias - format.mantissa_bits)) {
    const std::uint32_t all_ones = sign - 1;
    const std::uint32_t top_exponent = all_ones >> mantissa_bits << mantissa_bits;
    const bool ieee = format.specials == Specials::ieee;
    largest = ieee ? top_exponent - 1 : all_ones - 1;
    nan = ieee ? top_exponent | (1U << (mantissa_bits - 1)) : all_ones;
    infinity = ieee ? top_exponent : nan;
    overflow = on_overflow == Overflow::saturate ? largest : infinity;
  }

  int mantissa_bits;
  int cut_bits;        ///< how many bits of fp32's mantissa are left out
  int first_exponent;  ///< the exponent field, in fp32, of the smallest normal value
  std::uint32_t sign;  ///< the bit of the sign
  float quantum;       ///< the smallest subnormal
  std::uint32_t largest = 0, infinity = 0, nan = 0;
  std::uint32_t overflow = 0;  ///< what too large a value becomes
};

/// The increment that rounds to nearest, ties to even.
struct ToNearest {
  static constexpr std::uint64_t just_below_half = 0x7fff'ffff;
  constexpr std::uint64_t operator()(std::uint64_t kept) const { return just_below_half + (kept & 1); }
};

/// Rounds up for as many of 2^32 equally likely `random` as is the discarded fraction of them.
struct Stochastic {
  std::uint32_t random;
  constexpr std::uint64_t operator()(std::uint64_t) const { return random; }
};

/// The code of a magnitude, given as bits of fp32. Infinity needs no care: it is more than the largest.
template <typename Increment>
constexpr std::uint32_t code_of(std::uint32_t magnitude, const Codes& codes, Increment increment) {
  constexpr int point = 32;
  constexpr int longest_shift = 63;  // of 64 bits; from 56 on nothing is left
  if (magnitude > fp32_infinity) return codes.nan;
  const int exponent = static_cast<int>(magnitude >> fp32_mantissa_bits);
  const std::uint64_t significand = (magnitude & (fp32_implicit_one - 1)) | (exponent > 0 ? fp32_implicit_one : 0U);
  const int below = std::max(codes.first_exponent - std::max(exponent, 1), 0);
  const std::uint64_t fixed = (significand << point) >> std::min(codes.cut_bits + below, longest_shift);
  const auto kept = static_cast<std::uint32_t>((fixed + increment(fixed >> point)) >> point);
  const int above = std::max(exponent - codes.first_exponent, 0);
  const std::uint32_t code = kept + (static_cast<std::uint32_t>(above) << codes.mantissa_bits);
  return code > codes.largest ? codes.overflow : code;
}

/// The magnitude that a code stands for.
constexpr float value_of(std::uint32_t code, const Codes& codes) {
  if (code > codes.largest) {
    const bool infinite = code == codes.infinity && codes.infinity != codes.nan;
    return bit_cast<float>(infinite ? fp32_infinity : fp32_quiet_nan);
  }
  if (code < (1U << codes.mantissa_bits)) return static_cast<float>(code) * codes.quantum;
  const std::uint32_t rebiased = code + (static_cast<std::uint32_t>(codes.first_exponent - 1) << codes.mantissa_bits);
  return bit_cast<float>(rebiased << codes.cut_bits);
}

/// The value as the format holds it.
template <typename Increment>
constexpr float rounded_value(float value, const Codes& codes, Increment increment) {
  const auto bits = bit_cast<std::uint32_t>(value);
  const float magnitude = value_of(code_of(bits & ~fp32_sign, codes, increment), codes);
  return bit_cast<float>(bit_cast<std::uint32_t>(magnitude) | (bits & fp32_sign));
}

}  // namespace hakaru::float_bits
