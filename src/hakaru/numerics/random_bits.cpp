#include "hakaru/numerics/random_bits.h"

namespace hakaru {
namespace {

// The constants of Philox 4x32: two multipliers, and what the halves of the key grow by (the golden ratio and √3 - 1).
constexpr std::uint64_t multiplier_0 = 0xD251'1F53;
constexpr std::uint64_t multiplier_1 = 0xCD9E'8D57;
constexpr std::uint32_t growth_0 = 0x9E37'79B9;
constexpr std::uint32_t growth_1 = 0xBB67'AE85;
constexpr int rounds = 10;

constexpr std::uint32_t low(std::uint64_t both) { return static_cast<std::uint32_t>(both); }
constexpr std::uint32_t high(std::uint64_t both) { return static_cast<std::uint32_t>(both >> 32); }

}  // namespace

RandomBits::Block RandomBits::block(std::uint64_t number) const {
  Block counter{low(number), high(number), low(stream_), high(stream_)};
  std::uint32_t key_0 = low(seed_);
  std::uint32_t key_1 = high(seed_);
  for (int round = 0; round < rounds; ++round) {
    const std::uint64_t product_0 = multiplier_0 * counter[0];
    const std::uint64_t product_1 = multiplier_1 * counter[2];
    counter = {high(product_1) ^ counter[1] ^ key_0, low(product_1), high(product_0) ^ counter[3] ^ key_1,
               low(product_0)};
    key_0 += growth_0;
    key_1 += growth_1;
  }
  return counter;
}

}  // namespace hakaru
