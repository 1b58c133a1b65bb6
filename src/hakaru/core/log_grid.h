// Whole numbers in classes whose width grows with them: 2^bits classes to an octave, found by shifts alone.
//
//   classes of bits = 2:   0 1 2 3 4 5 6 7 | 8–9 10–11 12–13 14–15 | 16–19 20–23 …
//   class of c ≥ 2^bits, with e = ⌊log2 c⌋:   (e − bits) · 2^bits + ⌊c / 2^(e − bits)⌋
//   a class is at most 2^−bits of its first number wide, so its middle is off by 2^−(bits+1) of any number in it
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

namespace hakaru {

struct LogGrid {
  int bits = 2;

  std::size_t index(std::int64_t number) const {
    const auto value = static_cast<std::uint64_t>(number);
    const int octave = std::bit_width(value) - 1;
    if (octave <= bits) return static_cast<std::size_t>(value);
    const int shift = octave - bits;
    return (static_cast<std::size_t>(shift) << bits) + static_cast<std::size_t>(value >> shift);
  }
  /// The least number of a class.
  std::int64_t knot(std::size_t index) const {
    if ((index >> bits) < 2) return static_cast<std::int64_t>(index);
    const std::uint64_t shift = (index >> bits) - 1,
                        per_octave = std::uint64_t{1} << bits;  // a browser's sizes have 32
    return static_cast<std::int64_t>((per_octave + (index & (per_octave - 1))) << shift);
  }
};

}  // namespace hakaru
