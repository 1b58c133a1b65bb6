// Binary floating-point formats no wider than fp32, bit by bit: what a value becomes when it is stored in tf32, bf16,
// fp16 or fp8, rounded to the nearest. Stochastic rounding is in rounding.h, configurable fp8 in cfp8.h.
//
// A format has a sign bit s, an exponent field x of e bits, a mantissa field f of m bits and a bias b:
//
//   x = 0                    (-1)^s · f · 2^(1 - b - m)            zeros and subnormals
//   0 < x                    (-1)^s · (1 + f / 2^m) · 2^(x - b)
//   x all ones               IEEE 754: infinity when f = 0, NaN otherwise
//   x and f all ones         OCP E4M3: NaN, the only one; there is no infinity
//
// Rounding to nearest, ties to even (IEEE 754-2019 §4.3.1). Near v the format holds the multiples of a quantum:
//
//   quantum = 2^(max(⌊log2 |v|⌋, 1 - b) - m)       rounded(v) = sign(v) · quantum · nearest_integer(|v| / quantum)
//
// where an even integer wins a tie. Should that exceed the largest value, it is an overflow; `Overflow` says what is
// made of it. NaN stays NaN, and zeros keep their signs.
//
// Example: 0.3 in E4M3 (m = 3, b = 7). ⌊log2 0.3⌋ = -2, quantum = 2^-5, 0.3 · 32 = 9.6, so 10/32 = 0.3125. As bits:
// 0.3125 = 1.25 · 2^-2, x = -2 + 7 = 5, f = 0.25 · 8 = 2: 0 0101 010, 0x2a.
//
// Arithmetic with such values. A tensor is stored as floats that its format can represent. The tensor engine
// multiplies them and accumulates in fp32 (AWS Neuron, Trainium2 architecture guide for NKI, "Double FP8 Matmul
// Performance": FP32 is the accumulation type of fp8, bf16 and fp16 alike); a product of two such values is exact in
// fp32 as long as it is in its range, since no significand narrower than fp32's has more than 11 bits. So computing is
// ordinary arithmetic on floats, and rounding happens once, when the result is stored.
//
// Limits: every normal value of a format must be a normal value of fp32 (`fits_fp32`). A NaN keeps its sign, not its
// payload. No flags are raised. Needs what C++ starts with: rounding to nearest, gradual underflow, no -ffast-math.
// Subnormals are kept; an accelerator that flushes them to zero is not modelled.
//
// Sources: bf16 and tf32 (1, 8, 10 bits): AWS Neuron, "Data Types", NeuronCore v2. fp8: OCP 8-bit Floating Point
// Specification (OFP8) 1.0, after Micikevicius et al., arXiv 2209.05433, table 1.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "hakaru/numerics/data_type.h"

namespace hakaru {

/// Bit patterns that are no numbers.
enum class Specials {
  ieee,     ///< exponent all ones: infinities and NaNs
  nan_only  ///< exponent and mantissa all ones: NaN
};

/// Result of a value that is too large.
enum class Overflow {
  infinity,  ///< infinity, as in IEEE 754; NaN where the format has none, as in OCP's non-saturating mode
  saturate   ///< the largest value, with its sign; infinity too, as in OCP's saturating mode
};

struct FloatFormat {
  int exponent_bits = 8;
  int mantissa_bits = 23;
  int bias = 127;
  Specials specials = Specials::ieee;

  friend bool operator==(const FloatFormat&, const FloatFormat&) = default;
};

namespace float_formats {
inline constexpr FloatFormat fp32{8, 23, 127, Specials::ieee};
inline constexpr FloatFormat tf32{8, 10, 127, Specials::ieee};
inline constexpr FloatFormat bf16{8, 7, 127, Specials::ieee};
inline constexpr FloatFormat fp16{5, 10, 15, Specials::ieee};
inline constexpr FloatFormat fp8_e5m2{5, 2, 15, Specials::ieee};
inline constexpr FloatFormat fp8_e4m3{4, 3, 7, Specials::nan_only};   ///< OCP's: up to 448
inline constexpr FloatFormat fp8_e4m3_ieee{4, 3, 7, Specials::ieee};  ///< with infinities: up to 240
}  // namespace float_formats

/// The format of a type: of fp8 it is E4M3, the usual one for weights and activations; of cfp8 it is E4M3 with IEEE's
/// specials, as it is before a tensor's bias is chosen (cfp8.h). None for integers and for types whose values share a
/// scale by block: they are not floats by themselves.
std::optional<FloatFormat> float_format_of(DataType type);

/// 1 + exponent_bits + mantissa_bits
constexpr int width_of(const FloatFormat& format) { return 1 + format.exponent_bits + format.mantissa_bits; }

/// True if fp32 holds every value of the format, its normal values as normal ones: the other functions need that.
bool fits_fp32(const FloatFormat& format);

/// The largest finite value: 448 of E4M3, 57344 of E5M2.
float largest_value(const FloatFormat& format);

/// The smallest value above zero, a subnormal: 2^(1 - b - m).
float smallest_value(const FloatFormat& format);

/// The bits that the value is stored in, in the lowest `width_of(format)` bits; tf32 has 19.
std::uint32_t encode(float value, const FloatFormat& format, Overflow overflow = Overflow::infinity);

/// The value of the lowest `width_of(format)` bits.
float decode(std::uint32_t bits, const FloatFormat& format);

/// decode(encode(value)): the value as it is when it has been stored.
float rounded(float value, const FloatFormat& format, Overflow overflow = Overflow::infinity);

/// rounded(), in place, of every value; many at once.
void round_all(std::span<float> values, const FloatFormat& format, Overflow overflow = Overflow::infinity);

}  // namespace hakaru
