// Configurable fp8 (cFP8) of Trainium and Inferentia2: eight bits, of which the width of the exponent and its bias can
// be chosen; here for each tensor anew.
//
//   mantissa_bits = 7 - exponent_bits
//   largest = (2 - 2^-m) · 2^(2^e - 2 - b)
//
// `cfp8_bias_for` chooses the largest bias, and thereby the finest quantum, with which the largest magnitude of a
// tensor still fits:
//
//   k = ⌊log2 max_abs⌋, one more when max_abs > (2 - 2^-m) · 2^k        b = 2^e - 2 - k
//
// Example: a tensor of weights up to 0.02, four exponent bits. 0.02 = 1.28 · 2^-6, k = -6, b = 14 + 6 = 20: the format
// reaches 1.875 · 2^-6 = 0.0293. With the usual bias of 7 it would reach 240 and use 2 of its 15 exponents.
//
// Documented facts. AWS Neuron, "Data Types" (NeuronCore v2): cFP8 is an "8-bit floating point with configurable
// range and precision", laid out as FP8_e5m2, FP8_e4m3 or FP8_e3m4. "NeuronCore-v3 Architecture": it "also supports
// adjustable exponent biasing for the cFP8 data type". Compiler error NCC_EVRF051: F8E4M3FN (OCP's E4M3) is not
// supported on Trn1 and Trn2, other than by conversion to F8E4M3.
//
// Assumptions, for want of a public description:
// - Exponents of 2 bits: not among those layouts; allowed here, to see what they would do.
// - Exponent all ones means infinity and NaN, as in IEEE 754, so that E4M3 ends at 240 and not at 448. OpenXLA, whose
//   names these are, means that by F8E4M3 (pull request openxla/xla#16585); Trn1 and Trn2 lack OCP's other reading.
// - Any bias that keeps the format within fp32. The hardware's own range is not published, nor whether the bias belongs
//   to a tensor, an instruction or an engine.
// - Subnormals are kept.
#pragma once

#include "hakaru/core/result.h"
#include "hakaru/numerics/float_format.h"

namespace hakaru {

inline constexpr int fewest_cfp8_exponent_bits = 2;
inline constexpr int most_cfp8_exponent_bits = 5;

/// IEEE's bias, 2^(e-1) - 1: 7 of four bits.
constexpr int usual_bias(int exponent_bits) { return (1 << (exponent_bits - 1)) - 1; }

/// cFP8 with 2 … 5 exponent bits and a bias that `lowest_cfp8_bias` and `highest_cfp8_bias` bound.
Result<FloatFormat> cfp8_format(int exponent_bits, int bias);

/// Lower would reach beyond fp32.
constexpr int lowest_cfp8_bias(int exponent_bits) { return (1 << exponent_bits) - 2 - float_formats::fp32.bias; }
/// Higher would make subnormal values of fp32 normal ones.
constexpr int highest_cfp8_bias() { return float_formats::fp32.bias; }

/// The bias with which the largest magnitude of a tensor just fits, within the bounds above; `exponent_bits` is 2 … 5.
/// The usual bias for a tensor of zeros, and for a largest magnitude that is infinite or NaN, which fits no bias.
int cfp8_bias_for(float max_abs, int exponent_bits);

}  // namespace hakaru
