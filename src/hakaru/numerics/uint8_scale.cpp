#include "hakaru/numerics/uint8_scale.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace hakaru {
namespace {

constexpr double top = std::numeric_limits<std::uint8_t>::max();
constexpr float most = std::numeric_limits<float>::max();

/// A whole number between 0 and 255, ties to even.
std::uint8_t nearest(double value) { return static_cast<std::uint8_t>(std::clamp(std::nearbyint(value), 0.0, top)); }

}  // namespace

Uint8Scale uint8_scale_for(float smallest, float largest) {
  // std::fmin and std::fmax leave NaN out.
  const double low = std::max(std::fmin(0.0F, std::fmin(smallest, largest)), -most);
  const double high = std::min(std::fmax(0.0F, std::fmax(smallest, largest)), most);
  if (low == high) return {};
  // The least normal float keeps a tensor of tiny values from a scale of zero.
  const auto scale = std::max(static_cast<float>((high - low) / top), std::numeric_limits<float>::min());
  return {scale, nearest(-low / static_cast<double>(scale))};
}

std::uint8_t quantised(float value, const Uint8Scale& scale) {
  if (std::isnan(value)) return scale.zero_point;
  return nearest(std::nearbyint(static_cast<double>(value) / static_cast<double>(scale.scale)) + scale.zero_point);
}

float dequantised(std::uint8_t stored, const Uint8Scale& scale) {
  const double real =
      static_cast<double>(scale.scale) * (static_cast<int>(stored) - static_cast<int>(scale.zero_point));
  return static_cast<float>(std::clamp(real, -static_cast<double>(most), static_cast<double>(most)));
}

}  // namespace hakaru
