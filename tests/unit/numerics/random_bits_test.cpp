#include "hakaru/numerics/random_bits.h"

#include <gtest/gtest.h>

#include <set>

namespace hakaru {
namespace {

TEST(RandomBits, ArePhilox4x32With10RoundsAsPublished) {
  // kat_vectors of Random123, the authors' library: counter, key and result of zeros, of ones, and of digits of pi.
  EXPECT_EQ(RandomBits(0, 0).block(0), (RandomBits::Block{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  constexpr std::uint64_t ones = ~std::uint64_t{0};
  EXPECT_EQ(RandomBits(ones, ones).block(ones), (RandomBits::Block{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
  EXPECT_EQ(RandomBits(0x299f31d0a4093822, 0x0370734413198a2e).block(0x85a308d3243f6a88),
            (RandomBits::Block{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

TEST(RandomBits, OfAnIndexAreThoseOfItsPlaceInItsBlock) {
  const RandomBits bits(7, 3);
  for (std::uint64_t index = 0; index < 20; ++index) EXPECT_EQ(bits(index), bits.block(index / 4)[index % 4]);
}

TEST(RandomBits, DifferFromIndexToIndexStreamToStreamAndSeedToSeed) {
  std::set<RandomBits::Block> blocks;
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    for (std::uint64_t stream = 0; stream < 10; ++stream) {
      for (std::uint64_t number = 0; number < 10; ++number) blocks.insert(RandomBits(seed, stream).block(number));
    }
  }
  EXPECT_EQ(blocks.size(), 1000U);
}

TEST(RandomBits, AreOneAsOftenAsZeroInEveryPlace) {
  const RandomBits bits(2024, 1);
  constexpr int count = 100'000;
  std::array<int, 32> ones{};
  for (std::uint64_t index = 0; index < count; ++index) {
    for (std::size_t place = 0; place < ones.size(); ++place)
      ones.at(place) += static_cast<int>(bits(index) >> place & 1U);
  }
  // A standard deviation is half the root of the count, 158; 32 places leave the largest of them at 3 or so.
  for (const int one : ones) EXPECT_NEAR(one, count / 2, 4 * 158);
}

}  // namespace
}  // namespace hakaru
