// Growth of a queue: the waiting settles, or grows for as long as requests come.
//
// Requests are cut by their order of arrival into four quarters; w is the mean wait for the first token (TTFT) of one,
// a its mean arrival.
//   growth = (w₄ − w₂) / (a₄ − a₂)      seconds of waiting that each second of arrivals adds
// A queue that is fed λ requests a second and serves μ < λ grows by (λ − μ)/μ, and then w₄ : w₂ = 7 : 3.
// It settles where growth is at most 1 %, or w₄ at most √(7/3) w₂ (half way to 7 : 3, for what the lengths of a few
// requests and the bursts of a trace do to their means).
// Example: 10 requests/s where 8 are served: growth 25 %; of 1,000 s, the last quarter waits 219 s, the second 94 s.
// Limits: the first quarter must be long enough to fill the batches of an idle server (planning/fleet/fleet_trials.h);
// requests that come at one instant have no rate, and settle.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>

#include "hakaru/traffic/request.h"

namespace hakaru {

class QueueGrowth {
 public:
  static constexpr double most_growth = 0.01;

  QueueGrowth() = default;
  /// Growth over `requests` in all; 0: growth is not looked at.
  explicit QueueGrowth(std::int64_t requests) : requests_(requests) {}

  /// The request that arrived as the `number`-th, from 0.
  void add(std::int64_t number, Picoseconds arrival, Picoseconds wait) {
    if (number >= requests_) return;
    Quarter& quarter = quarters_[static_cast<std::size_t>(4 * number / requests_)];
    quarter.arrivals_s += seconds(arrival);
    quarter.waits_s += seconds(wait);
    quarter.count += 1;
  }
  /// Seconds of waiting that each second of arrivals adds; 0 where they have no rate.
  double growth() const {
    const double span_s = quarters_[3].mean(quarters_[3].arrivals_s) - quarters_[1].mean(quarters_[1].arrivals_s);
    return quarters_[1].count > 0 && quarters_[3].count > 0 && span_s > 0 ? (last_s() - second_s()) / span_s : 0;
  }
  bool settles() const { return growth() <= most_growth || last_s() <= std::sqrt(7.0 / 3) * second_s(); }

 private:
  struct Quarter {
    double arrivals_s = 0, waits_s = 0, count = 0;
    double mean(double sum) const { return count > 0 ? sum / count : 0; }
  };
  double second_s() const { return quarters_[1].mean(quarters_[1].waits_s); }
  double last_s() const { return quarters_[3].mean(quarters_[3].waits_s); }

  std::int64_t requests_ = 0;
  std::array<Quarter, 4> quarters_;
};

}  // namespace hakaru
