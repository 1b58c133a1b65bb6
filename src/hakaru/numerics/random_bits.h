// Random bits that can be asked for in any order: the bits of element `index` depend on (seed, stream, index) and on
// nothing else, so a tensor is rounded alike whether one process holds it or eight hold a shard each.
//
// The generator is Philox 4x32-10 (Salmon, Moraes, Dror, Shaw: "Parallel Random Numbers: As Easy as 1, 2, 3", SC 2011):
// a bijection of 128-bit counters under a 64-bit key, ten rounds of
//
//   (c0, c1, c2, c3) → (high(M1·c2) ⊕ c1 ⊕ k0,  low(M1·c2),  high(M0·c0) ⊕ c3 ⊕ k1,  low(M0·c0)),   k += W
//
// It keeps no state, passes the BigCrush battery, and gives four words at once. The key is the seed and the counter
// holds the stream and the block, index / 4; therefore two streams of one seed never share a block, which hashing of a
// sum (SplitMix64) would only make unlikely.
//
//   const RandomBits bits(seed, step);
//   bits(index)                             // 32 bits, the same each time
//
// Limits: 2^64 indices in each of 2^64 streams. Not for cryptography.
#pragma once

#include <array>
#include <cstdint>

namespace hakaru {

class RandomBits {
 public:
  static constexpr std::uint64_t block_size = 4;
  using Block = std::array<std::uint32_t, block_size>;

  RandomBits(std::uint64_t seed, std::uint64_t stream) : seed_(seed), stream_(stream) {}

  /// The bits of element `index`, all 32 uniformly distributed.
  std::uint32_t operator()(std::uint64_t index) const { return block(index / block_size)[index % block_size]; }

  /// The bits of the elements 4·number … 4·number + 3, for the price of one.
  Block block(std::uint64_t number) const;

 private:
  std::uint64_t seed_;
  std::uint64_t stream_;
};

}  // namespace hakaru
