#include "hakaru/numerics/cfp8.h"

#include <algorithm>
#include <cmath>

namespace hakaru {
namespace {

constexpr int bits_beside_the_sign = 7;

constexpr FloatFormat cfp8_layout(int exponent_bits, int bias) {
  return {exponent_bits, bits_beside_the_sign - exponent_bits, bias, Specials::ieee};
}

}  // namespace

Result<FloatFormat> cfp8_format(int exponent_bits, int bias) {
  if (exponent_bits < fewest_cfp8_exponent_bits || exponent_bits > most_cfp8_exponent_bits) {
    return bad_input("cfp8 with {} exponent bits; accepted: {} … {}", exponent_bits, fewest_cfp8_exponent_bits,
                     most_cfp8_exponent_bits);
  }
  if (bias < lowest_cfp8_bias(exponent_bits) || bias > highest_cfp8_bias()) {
    return bad_input("cfp8 with {} exponent bits and a bias of {}; accepted: {} … {}", exponent_bits, bias,
                     lowest_cfp8_bias(exponent_bits), highest_cfp8_bias());
  }
  return cfp8_layout(exponent_bits, bias);
}

int cfp8_bias_for(float max_abs, int exponent_bits) {
  const float magnitude = std::fabs(max_abs);
  if (!std::isfinite(magnitude) || magnitude == 0) return usual_bias(exponent_bits);
  const int mantissa_bits = bits_beside_the_sign - exponent_bits;
  const int power = std::ilogb(magnitude);
  const bool needs_next = std::scalbn(magnitude, -power) > 2 - std::scalbn(1.0F, -mantissa_bits);
  const int top_field = (1 << exponent_bits) - 2;
  return std::clamp(top_field - power - (needs_next ? 1 : 0), lowest_cfp8_bias(exponent_bits), highest_cfp8_bias());
}

}  // namespace hakaru
