#include "hakaru/serving/metrics/percentiles.h"

#include <fmt/format.h>

#include <algorithm>

namespace hakaru {

std::string percentile_name(double share) {
  constexpr double as_written = 1e9;
  return fmt::format("p{}", std::round(100 * share * as_written) / as_written);
}

void Percentiles::add_series(Picoseconds first, Picoseconds step, std::int64_t count, std::int64_t times) {
  while (count > 0) {
    const Picoseconds end = grid_.knot(grid_.index(first) + 1);  // of the class
    const std::int64_t here = step == 0 ? count : std::min(count, (end - 1 - first) / step + 1);
    add(first, here * times);
    first += here * step;
    count -= here;
  }
}

double Percentiles::value_s(double share) const {
  if (count_ == 0) return 0;
  const std::int64_t rank = nearest_rank(share, count_);
  std::int64_t seen = 0;
  std::size_t at = 0;
  while (at + 1 < counts_.size() && seen + counts_[at] < rank) seen += counts_[at++];
  return middle_s(at);
}

double Percentiles::mean_s() const {
  double sum_s = 0;
  for (std::size_t at = 0; at < counts_.size(); ++at) sum_s += static_cast<double>(counts_[at]) * middle_s(at);
  return count_ > 0 ? sum_s / static_cast<double>(count_) : 0;
}

/// Middle of the durations of class `at`.
double Percentiles::middle_s(std::size_t at) const {
  return (seconds(grid_.knot(at)) + seconds(grid_.knot(at + 1) - 1)) / 2;
}

}  // namespace hakaru
