#include "hakaru/numerics/elementary.h"

#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numbers>

namespace hakaru::elementary {
namespace {

// ln 2 and π/2 in parts whose products with a number of up to 20 bits are exact.
constexpr double ln2_high = 0x1.62e42feep-1, ln2_low = 0x1.a39ef35793c76p-33;
constexpr double quarter_high = 0x1.921fb544p+0, quarter_middle = 0x1.0b4611a6p-34, quarter_low = 0x1.3198a2e037073p-69;

/// c[0] + x (c[1] + x (c[2] + …))
template <std::size_t size>
double polynomial(double x, const std::array<double, size>& coefficients) {
  double sum = coefficients.back();
  for (std::size_t at = size - 1; at-- > 0;) sum = sum * x + coefficients[at];
  return sum;
}

/// 1/first!, ±1/(first + step)!, …
template <std::size_t size>
constexpr std::array<double, size> inverse_factorials(int first, int step, double sign) {
  std::array<double, size> result{};
  double factorial = 1, signs = 1;
  for (int n = 2; n <= first; ++n) factorial *= n;
  for (std::size_t at = 0; at < size; ++at) {
    result[at] = signs / factorial;  // up to 18! factorials are exact
    signs *= sign;
    for (int n = 0; n < step; ++n) factorial *= ++first;
  }
  return result;
}

/// 2/3, 2/5, 2/7, …
template <std::size_t size>
constexpr std::array<double, size> twice_inverse_odds() {
  std::array<double, size> result{};
  for (std::size_t at = 0; at < size; ++at) result[at] = 2.0 / static_cast<double>(2 * at + 3);
  return result;
}

/// e^r - 1, |r| ≤ ln 2 / 2
double grown(double rest) {
  static constexpr auto series = inverse_factorials<12>(2, 1, 1);  // of r² … r¹³
  return rest + rest * rest * polynomial(rest, series);
}

struct Halved {
  double part = 1;  ///< √½ … √2
  int twos = 0;
};

Halved halved(double x) {
  Halved result;
  result.part = std::frexp(x, &result.twos);
  if (result.part < std::numbers::sqrt2 / 2) {
    result.part *= 2;
    --result.twos;
  }
  return result;
}

/// `count` of `base`, multiplied.
double product_of(double base, unsigned count) {
  double product = 1;
  for (double square = base; count > 0; count >>= 1U, square *= square) {
    if ((count & 1U) != 0) product *= square;
  }
  return product;
}

double nearest_whole(double x) { return std::floor(x + 0.5); }

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

struct Turned {
  int quarters = 0;  ///< mod 4
  double rest = 0;   ///< |rest| ≤ π/4
};

Turned turned(double x) {
  const double n = nearest_whole(x * (2 / std::numbers::pi));
  const double rest = ((x - n * quarter_high) - n * quarter_middle) - n * quarter_low;
  return {static_cast<int>(n - 4 * std::floor(n / 4)), rest};
}

double sine_of_small(double x) {
  static constexpr auto series = inverse_factorials<8>(3, 2, -1);  // of r³ … r¹⁷
  const double square = x * x;
  return x - x * (square * polynomial(square, series));
}

double cosine_of_small(double x) {
  static constexpr auto series = inverse_factorials<7>(4, 2, -1);  // of r⁴ … r¹⁶
  const double square = x * x, half = square / 2, first = 1 - half;
  return first + (((1 - first) - half) + square * square * polynomial(square, series));
}

double sine_of(Turned angle) {
  const double size = angle.quarters % 2 == 0 ? sine_of_small(angle.rest) : cosine_of_small(angle.rest);
  return angle.quarters < 2 ? size : -size;
}

}  // namespace

double exp(double x) {
  constexpr double largest = 709.782712893384, least = -745.1332191019412;  // beyond them: infinity and 0
  if (std::isnan(x)) return x;
  if (x > largest) return infinity;
  if (x < least) return 0;
  const double n = nearest_whole(x * std::numbers::log2e);
  const double rest = (x - n * ln2_high) - n * ln2_low;
  return std::ldexp(1 + grown(rest), static_cast<int>(n));
}

double log(double x) {
  if (!(x > 0)) return x == 0 ? -infinity : nan;
  if (x == infinity) return x;
  static constexpr auto series = twice_inverse_odds<11>();
  const auto [part, twos] = halved(x);
  const double f = part - 1, s = f / (2 + f), square = s * s;
  return twos * ln2_high - ((s * (f - square * polynomial(square, series)) - twos * ln2_low) - f);
}

double log2(double x) {
  if (!(x > 0) || x == infinity) return log(x);
  const auto [part, twos] = halved(x);
  return twos + log(part) * std::numbers::log2e;
}

double exp_less_one(double x) { return std::abs(x) <= std::numbers::ln2 / 2 ? grown(x) : exp(x) - 1; }

double cube_root(double x) {
  if (!(x > 0) || x == infinity) return x;
  int power = 0;
  const double part = std::frexp(x, &power);
  const int third = power / 3;
  const double rest = std::ldexp(part, power - 3 * third);  // ⅛ … 4
  double root = (2 + rest) / 3;
  for (int step = 0; step < 3; ++step) {
    const double cube = root * root * root;
    root *= (cube + 2 * rest) / (2 * cube + rest);
  }
  root -= (root - rest / (root * root)) / 3;  // of a whole number's cube: that number
  return std::ldexp(root, third);
}

double sin(double x) { return std::isfinite(x) ? sine_of(turned(x)) : nan; }

double cos(double x) {
  if (!std::isfinite(x)) return nan;
  const Turned angle = turned(x);
  return sine_of({(angle.quarters + 1) % 4, angle.rest});
}

double pow(double base, double exponent) {
  constexpr double most = 64;
  if (exponent == std::floor(exponent) && std::abs(exponent) <= most) {
    const double product = product_of(base, static_cast<unsigned>(std::abs(exponent)));
    return exponent < 0 ? 1 / product : product;
  }
  return exp(exponent * log(base));
}

}  // namespace hakaru::elementary
