#include "hakaru/timing/flow_simulation.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace hakaru {
namespace {

constexpr double together = 1e-9;

class FlowSimulation {
 public:
  FlowSimulation(const std::vector<double>& capacities, const std::vector<Transfer>& transfers)
      : transfers_(transfers),
        fair_(capacities, routes_of(transfers)),
        left_bytes_(transfers.size()),
        active_(transfers.size(), false),
        starts_(transfers.size()) {
    times_.end_s.assign(transfers.size(), 0);
    times_.peak_use.assign(capacities.size(), 0);
    for (std::size_t at = 0; at < transfers.size(); ++at) left_bytes_[at] = transfers[at].bytes;
    std::iota(starts_.begin(), starts_.end(), std::size_t{0});
    std::stable_sort(starts_.begin(), starts_.end(), [&](std::size_t left, std::size_t right) {
      return transfers_[left].start_s < transfers_[right].start_s;
    });
  }

  FlowTimes run() {
    while (start_what_is_due()) {
      rates_ = fair_.rates(active_);
      note_use();
      const double end_s = next_end_s();
      const double next_s = std::min(end_s, next_start_s());
      advance_to(next_s, end_s <= next_s);
      ++times_.events;
    }
    return std::move(times_);
  }

 private:
  static std::vector<Route> routes_of(const std::vector<Transfer>& transfers) {
    std::vector<Route> routes;
    routes.reserve(transfers.size());
    for (const Transfer& transfer : transfers) routes.push_back(transfer.route);
    return routes;
  }

  double next_start_s() const {
    return started_ < starts_.size() ? transfers_[starts_[started_]].start_s : std::numeric_limits<double>::infinity();
  }

  /// False when nothing is under way and nothing will be.
  bool start_what_is_due() {
    if (under_way_ == 0 && started_ < starts_.size()) now_s_ = std::max(now_s_, next_start_s());
    while (next_start_s() <= now_s_) {
      active_[starts_[started_++]] = true;
      ++under_way_;
    }
    return under_way_ > 0;
  }

  double next_end_s() const {
    double end_s = std::numeric_limits<double>::infinity();
    for (std::size_t at = 0; at < rates_.size(); ++at) {
      if (active_[at]) end_s = std::min(end_s, now_s_ + left_bytes_[at] / rates_[at]);
    }
    return end_s;
  }

  void note_use() {
    const std::vector<double> use = fair_.link_use(rates_);
    for (std::size_t link = 0; link < use.size(); ++link)
      times_.peak_use[link] = std::max(times_.peak_use[link], use[link]);
  }

  /// `ending`: the first to end does so at `next_s`, and with it those that would within rounding.
  void advance_to(double next_s, bool ending) {
    const double latest_s = ending ? next_s * (1 + together) : -1;
    for (std::size_t at = 0; at < rates_.size(); ++at) {
      if (!active_[at]) continue;
      const bool ends = now_s_ + left_bytes_[at] / rates_[at] <= latest_s;
      left_bytes_[at] -= rates_[at] * (next_s - now_s_);
      if (!ends) continue;
      active_[at] = false;
      times_.end_s[at] = next_s;
      --under_way_;
    }
    now_s_ = next_s;
  }

  const std::vector<Transfer>& transfers_;
  MaxMin fair_;
  std::vector<double> left_bytes_;
  std::vector<bool> active_;
  std::vector<std::size_t> starts_;  ///< transfers in the order of their starts
  std::vector<double> rates_;
  std::size_t started_ = 0;
  std::size_t under_way_ = 0;
  double now_s_ = 0;
  FlowTimes times_;
};

}  // namespace

FlowTimes simulate_flows(const std::vector<double>& capacities, const std::vector<Transfer>& transfers) {
  return FlowSimulation(capacities, transfers).run();
}

}  // namespace hakaru
