// Rounds the values of a tensor when they are stored: to the nearest, or stochastically.
//
// Stochastic rounding goes to one of the two neighbours a ≤ v ≤ b of the format, nearer ones more often, so that the
// mean of what it gives is v:
//
//   P(b) = (v - a) / (b - a)          E[rounded(v)] = v
//
// It is done on the bits: random ones are added below the last kept bit of the magnitude, and what is below is cut off.
// A value that the format holds is never changed.
//
// Example: 1 + 2^-12 in bf16, whose neighbours are 1 and 1 + 2^-7. P(up) = 2^-12 / 2^-7 = 1/32. Adding 2^-12 to 1, each
// sum stored in bf16, stays at 1 for ever when rounded to nearest; stochastically it arrives at 1 + 10,000 · 2^-12
// after 10,000 additions, on average.
//
// Limits: probabilities are multiples of 2^-32, exact for all values but those below 2^-9 of the smallest subnormal,
// where they are cut to such a multiple. Values above the largest one go to where the next one would be, an overflow,
// with the probability of their discarded fraction. The random generator of the real accelerators is not public: runs
// agree with them in distribution, not in bits.
//
// Sources: Gupta, Agrawal, Gopalakrishnan, Narayanan, arXiv 1502.02551 §3.1. AWS Neuron, "Neuron Rounding Modes": from
// NeuronCore-v2 on, NEURON_RT_STOCHASTIC_ROUNDING_EN=1.
#pragma once

#include <cstdint>
#include <span>

#include "hakaru/numerics/float_format.h"
#include "hakaru/numerics/random_bits.h"

namespace hakaru {

enum class RoundingMode { nearest_even, stochastic };

/// Format and manner in one: what storing does to values.
struct Rounding {
  FloatFormat format = float_formats::fp32;
  RoundingMode mode = RoundingMode::nearest_even;
  Overflow overflow = Overflow::infinity;

  friend bool operator==(const Rounding&, const Rounding&) = default;
};

/// One of the value's neighbours, by 32 random bits.
float rounded_stochastic(float value, const FloatFormat& format, std::uint32_t random,
                         Overflow overflow = Overflow::infinity);

/// rounded_stochastic(), in place: values[i] by random(first_index + i). `first_index` is where these values begin in
/// the whole tensor, so that shards are rounded as the whole is.
void round_all_stochastic(std::span<float> values, const FloatFormat& format, const RandomBits& random,
                          std::uint64_t first_index = 0, Overflow overflow = Overflow::infinity);

/// Stores the values: rounds them as `rounding` says. `random` counts for stochastic rounding only.
void round_all(std::span<float> values, const Rounding& rounding, const RandomBits& random,
               std::uint64_t first_index = 0);

}  // namespace hakaru
