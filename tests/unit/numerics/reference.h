// A slow reference for floating-point formats: every value by the formula of float_format.h, searched for the nearest.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include "hakaru/numerics/cfp8.h"
#include "hakaru/numerics/float_format.h"

namespace hakaru {

struct NamedFormat {
  std::string name;
  FloatFormat format;
};

/// Every format with a name, and cFP8 of every width with its usual, its lowest and its highest bias.
inline std::vector<NamedFormat> every_format() {
  using namespace float_formats;
  std::vector<NamedFormat> all{{"tf32", tf32},     {"bf16", bf16},     {"fp16", fp16},
                               {"E5M2", fp8_e5m2}, {"E4M3", fp8_e4m3}, {"E4M3 with infinities", fp8_e4m3_ieee}};
  for (int bits = fewest_cfp8_exponent_bits; bits <= most_cfp8_exponent_bits; ++bits) {
    for (const int bias : {usual_bias(bits), lowest_cfp8_bias(bits), highest_cfp8_bias()}) {
      all.push_back({"cFP8 e=" + std::to_string(bits) + " b=" + std::to_string(bias), *cfp8_format(bits, bias)});
    }
  }
  return all;
}

/// The values of a format by code, the bit pattern without its sign.
class Reference {
 public:
  explicit Reference(const FloatFormat& format) : format_(format) {
    const std::uint32_t codes = 1U << (format.exponent_bits + format.mantissa_bits);
    const std::uint32_t mantissas = 1U << format.mantissa_bits;
    const std::uint32_t finite = format.specials == Specials::ieee ? codes - mantissas : codes - 1;
    // One more than is finite: where the next value would be, were the exponents unlimited.
    for (std::uint32_t code = 0; code <= finite; ++code) {
      const std::uint32_t exponent = code / mantissas;
      const double fraction = static_cast<double>(code % mantissas) / mantissas;
      values_.push_back(exponent == 0 ? std::ldexp(fraction, 1 - format.bias)
                                      : std::ldexp(1 + fraction, static_cast<int>(exponent) - format.bias));
    }
  }

  std::uint32_t largest() const { return static_cast<std::uint32_t>(values_.size() - 2); }
  double value(std::uint32_t code) const { return values_.at(code); }

  /// The code of the largest value that is not above, at most `largest()`.
  std::uint32_t below(double magnitude) const {
    const auto above = std::upper_bound(values_.begin(), values_.end() - 1, magnitude);
    return static_cast<std::uint32_t>(above - values_.begin() - 1);
  }

  /// The code of the nearest value, the even one of two; `largest() + 1` on overflow, which is the code of infinity, or
  /// of NaN where there is none.
  std::uint32_t nearest(double magnitude) const {
    const std::uint32_t code = below(magnitude);
    const double down = magnitude - values_[code];
    const double up = values_[code + 1] - magnitude;
    return down < up || (down == up && code % 2 == 0) ? code : code + 1;
  }

  /// Expected result of encode() for `value`, sign included.
  std::uint32_t encoded(float value) const {
    const std::uint32_t sign = std::signbit(value) ? 1U << (format_.exponent_bits + format_.mantissa_bits) : 0U;
    return sign | nearest(std::fabs(static_cast<double>(value)));
  }

 private:
  FloatFormat format_;
  std::vector<double> values_;
};

/// Count of random floats to try: a million, or a hundred million with HAKARU_EXHAUSTIVE=1 in the environment.
inline std::uint64_t random_floats() {
  const char* const exhaustive = std::getenv("HAKARU_EXHAUSTIVE");
  return exhaustive != nullptr && std::string(exhaustive) == "1" ? 100'000'000 : 1'000'000;
}

/// Floats of which every bit pattern is equally likely: NaNs, infinities and subnormals too.
class AnyFloat {
 public:
  explicit AnyFloat(std::uint32_t seed) : generator_(seed) {}
  float operator()() { return std::bit_cast<float>(static_cast<std::uint32_t>(generator_())); }

 private:
  std::mt19937 generator_;
};

/// Floats whose magnitudes run, evenly in their logarithm, from 2^-9 of the smallest value of a format to beyond its
/// largest.
class FloatAround {
 public:
  FloatAround(std::uint32_t seed, const FloatFormat& format)
      : generator_(seed),
        power_(std::log2(static_cast<double>(smallest_value(format))) - 9,
               std::min(std::log2(static_cast<double>(largest_value(format))) + 0.2, 127.9)) {}
  float operator()() {
    const double magnitude = std::exp2(power_(generator_));
    return static_cast<float>((generator_() & 1) != 0 ? -magnitude : magnitude);
  }

 private:
  std::mt19937 generator_;
  std::uniform_real_distribution<double> power_;
};

}  // namespace hakaru
