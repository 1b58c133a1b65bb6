// Eight-bit integers that stand for real numbers by a scale S and a zero point Z, one pair for a tensor:
//
//   real = S · (q - Z)          q = clamp(nearest_even(real / S) + Z, 0, 255)
//
// S and Z come from the tensor's smallest and largest value, stretched to take in zero, so that zero (padding, ReLU,
// dropout) is exact:
//
//   low = min(0, smallest)    high = max(0, largest)    S = (high - low) / 255    Z = nearest_even(-low / S)
//
// Example: values from -1 to 3. S = 4/255 = 0.015686, Z = 63.75 → 64. 0.5 becomes 32 + 64 = 96 (0.5/S = 31.875) and
// comes back as 0.50196, 0.00196 off; the error is at most S/2 inside the range.
//
// Limits: values outside the range are clamped; rounding Z shifts the ends by up to S/2. There is no NaN: it becomes Z,
// zero.
//
// Source: Jacob et al., "Quantization and Training of Neural Networks for Efficient Integer-Arithmetic-Only Inference",
// arXiv 1712.05877 §2.1 and §3. That Neuron's UINT8 is used so is an assumption: its documentation names the type only.
#pragma once

#include <cstdint>

namespace hakaru {

struct Uint8Scale {
  float scale = 1;
  std::uint8_t zero_point = 0;

  friend bool operator==(const Uint8Scale&, const Uint8Scale&) = default;
};

/// Scale and zero point for values between the two, in either order; 1 and 0 when both are zero. Infinities count as
/// the largest float, NaN as zero.
Uint8Scale uint8_scale_for(float smallest, float largest);

std::uint8_t quantised(float value, const Uint8Scale& scale);

float dequantised(std::uint8_t stored, const Uint8Scale& scale);

}  // namespace hakaru
