#include "hakaru/numerics/rounding.h"

#include "hakaru/numerics/float_bits.h"

namespace hakaru {

using namespace float_bits;

float rounded_stochastic(float value, const FloatFormat& format, std::uint32_t random, Overflow overflow) {
  return rounded_value(value, Codes(format, overflow), Stochastic{random});
}

void round_all_stochastic(std::span<float> values, const FloatFormat& format, const RandomBits& random,
                          std::uint64_t first_index, Overflow overflow) {
  const Codes codes(format, overflow);
  for (std::size_t at = 0; at < values.size();) {
    const std::uint64_t index = first_index + at;
    const RandomBits::Block block = random.block(index / RandomBits::block_size);
    for (std::size_t within = index % RandomBits::block_size; within < block.size() && at < values.size(); ++within) {
      values[at] = rounded_value(values[at], codes, Stochastic{block[within]});
      ++at;
    }
  }
}

void round_all(std::span<float> values, const Rounding& rounding, const RandomBits& random, std::uint64_t first_index) {
  switch (rounding.mode) {
    case RoundingMode::nearest_even:
      round_all(values, rounding.format, rounding.overflow);
      return;
    case RoundingMode::stochastic:
      round_all_stochastic(values, rounding.format, random, first_index, rounding.overflow);
      return;
  }
}

}  // namespace hakaru
