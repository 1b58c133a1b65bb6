#include "hakaru/evidence/conformal.h"

#include <algorithm>
#include <cmath>

namespace hakaru {

std::optional<std::size_t> conformal_rank(std::size_t count, double coverage) {
  constexpr double rounding = 1e-9;  // (9 + 1) · 0.9 is 9, whatever 0.9 is in binary
  const double rank = std::ceil(static_cast<double>(count + 1) * coverage - rounding);
  if (rank > static_cast<double>(count)) return std::nullopt;
  return std::max<std::size_t>(1, static_cast<std::size_t>(rank));
}

double probability_kept(std::size_t kept, std::size_t count) {
  constexpr double half = 0.5;
  return (static_cast<double>(kept) + half) / (static_cast<double>(count) + 1);
}

std::size_t fewest_kept(double probability, std::size_t count) {
  std::size_t kept = 0;
  while (kept <= count && probability_kept(kept, count) < probability) ++kept;
  return kept;
}

std::optional<double> conformal_radius(std::vector<double> scores, double coverage) {
  const std::optional<std::size_t> rank = conformal_rank(scores.size(), coverage);
  if (!rank) return std::nullopt;
  const auto at = scores.begin() + static_cast<std::ptrdiff_t>(*rank - 1);
  std::nth_element(scores.begin(), at, scores.end());
  return *at;
}

}  // namespace hakaru
