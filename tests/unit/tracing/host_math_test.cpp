#include "hakaru/tracing/host_math.h"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

#include "hakaru/numerics/random_bits.h"

namespace hakaru::tracing {
namespace {

struct alignas(64) Values {
  std::array<float, block_size> of{};

  Values(std::uint64_t stream, float from, float to) {
    const RandomBits bits(1, stream);
    for (std::size_t at = 0; at < of.size(); ++at)
      of[at] = from + (to - from) * static_cast<float>(bits(at) / 4294967296.0);
  }
};

template <typename Numbers>
std::uint64_t digest_of(const Numbers& numbers, std::uint64_t digest) {
  for (const auto number : numbers) digest = digest * 31 + std::bit_cast<std::uint64_t>(static_cast<double>(number));
  return digest;
}

TEST(HostMath, RoundsSquareRootsCorrectly) {
  const Values x(0, 0, 100);
  Values result(0, 0, 0);
  MicroStep step;
  step.opcode = Opcode::square_root;
  run_step(step, x.of.data(), x.of.data(), result.of.data());
  for (std::size_t at = 0; at < block_size; ++at)
    EXPECT_EQ(result.of[at], static_cast<float>(std::sqrt(static_cast<long double>(x.of[at])))) << x.of[at];
}

// The digests are the same on an AMD EPYC and, under qemu, on a Nehalem without AVX.
TEST(HostMath, HasTheSameBitsEverywhere) {
  const Values x(1, -5, 5), y(2, 0, 90);
  Values result(0, 0, 0);
  std::uint64_t digest = 0;
  for (int opcode = 0; opcode <= static_cast<int>(Opcode::equal); ++opcode) {
    MicroStep step;
    step.opcode = static_cast<Opcode>(opcode);
    step.number = 0.7F;
    const Values& first = step.opcode == Opcode::square_root || step.opcode == Opcode::logarithm ? y : x;
    run_step(step, first.of.data(), y.of.data(), result.of.data());
    digest = digest_of(result.of, digest);
  }
  EXPECT_EQ(digest, 14601117109304950784U);

  std::vector<float> powers(x.of.begin(), x.of.end());
  std::vector<double> wide(x.of.begin(), x.of.end());
  digest = digest_of(std::array{exponentials(powers.data(), 203, 5.0F)}, digest_of(powers, 0));
  digest = digest_of(std::array{exponentials(wide.data(), 203, 5.0)}, digest_of(wide, digest));
  EXPECT_EQ(digest, 544013305090702957U);

  std::vector<float> product(11 * 17);
  multiply_matrices({1, 11, 17, 13, false, false}, x.of.data(), y.of.data(), product.data());
  digest = digest_of(product, 0);
  multiply_matrices({1, 11, 17, 13, true, true}, x.of.data(), y.of.data(), product.data());
  EXPECT_EQ(digest_of(product, digest), 15728209818223116288U);
}

}  // namespace
}  // namespace hakaru::tracing
