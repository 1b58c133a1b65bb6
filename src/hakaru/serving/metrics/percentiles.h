// Percentiles and the mean of a stream of durations in bounded memory, however long the stream.
//
// Durations in picoseconds are counted in classes of 128 to an octave (log_grid.h); a percentile is the middle of the
// class that holds it.
//   value(p) = the ⌈p N⌉-th smallest of N durations (nearest rank), off by at most 1/256 of itself: 0.39 %
//   mean      = Σ count × the middle of its class / N, within the same 0.39 %
// Memory: at most 57 octaves × 128 classes × 8 bytes, 58 kB. Two streams of the same durations give the same
// percentiles, whatever their order: counts are whole numbers.
//
//   Percentiles ttft;
//   ttft.add(picoseconds(0.2));
//   ttft.value_s(0.99)
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "hakaru/core/log_grid.h"
#include "hakaru/core/quantities.h"
#include "hakaru/traffic/request.h"

namespace hakaru {

/// ⌈p N⌉, at least 1. A share such as 0.55 is not exact in binary: what is whole but for that stays whole.
inline std::int64_t nearest_rank(double share, std::int64_t count) {
  constexpr double exact = 1 - 4 * std::numeric_limits<double>::epsilon();
  return std::max<std::int64_t>(1, static_cast<std::int64_t>(std::ceil(share * static_cast<double>(count) * exact)));
}

/// "p99.9"; a share such as 0.999 is not exact in binary, what was written is within 1e-9 of it.
std::string percentile_name(double share);

/// A percentile as it is asked for and written.
struct Percentile {
  double share = 0;
  static constexpr const char* accepted = "p50, p95, p99";
  static std::optional<Percentile> named(std::string_view text) {
    const Result<double> share = parse_percentile(text, text);
    return share ? std::optional(Percentile{*share}) : std::nullopt;
  }
  bool operator==(const Percentile&) const = default;
};
inline std::string name_of(Percentile percentile) { return percentile_name(percentile.share); }

class Percentiles {
 public:
  static constexpr double relative_error = 1.0 / 256;

  void add(Picoseconds duration, std::int64_t times = 1) {
    const std::size_t at = grid_.index(duration);
    if (at >= counts_.size()) counts_.resize(at + 1);
    counts_[at] += times;
    count_ += times;
  }
  /// `count` durations first, first + step, first + 2 step, …, each `times`. `step` is not negative.
  void add_series(Picoseconds first, Picoseconds step, std::int64_t count, std::int64_t times);

  /// 0 < share ≤ 1; 0 where nothing was added.
  double value_s(double share) const;
  double mean_s() const;  ///< 0 where nothing was added
  std::int64_t count() const { return count_; }
  bool operator==(const Percentiles& other) const { return counts_ == other.counts_; }

 private:
  double middle_s(std::size_t at) const;

  static constexpr LogGrid grid_{7};
  std::vector<std::int64_t> counts_;
  std::int64_t count_ = 0;
};

}  // namespace hakaru
