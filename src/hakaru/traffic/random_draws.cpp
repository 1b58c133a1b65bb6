#include "hakaru/traffic/random_draws.h"

#include <cmath>
#include <numbers>

#include "hakaru/numerics/elementary.h"

namespace hakaru {

double RandomDraws::uniform() {
  constexpr double two_to_32 = 4294967296.0;
  return (static_cast<double>(bits_(next_++)) + 0.5) / two_to_32;
}

double RandomDraws::exponential() { return -elementary::log(uniform()); }

double RandomDraws::normal() {
  const double radius = std::sqrt(-2 * elementary::log(uniform()));
  return radius * elementary::cos(2 * std::numbers::pi * uniform());
}

double RandomDraws::gamma(double shape) {
  if (shape < 1) return gamma(shape + 1) * elementary::pow(uniform(), 1 / shape);
  const double d = shape - 1.0 / 3, c = 1 / std::sqrt(9 * d);
  for (;;) {
    const double x = normal(), root = 1 + c * x;
    if (root <= 0) continue;
    const double v = root * root * root;
    if (elementary::log(uniform()) < x * x / 2 + d - d * v + d * elementary::log(v)) return d * v;
  }
}

}  // namespace hakaru
