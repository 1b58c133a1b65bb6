#include "hakaru/timing/max_min.h"

#include <algorithm>
#include <functional>
#include <queue>
#include <utility>

namespace hakaru {

MaxMin::MaxMin(std::vector<double> capacities, const std::vector<Route>& routes)
    : capacities_(std::move(capacities)), routes_(routes), flows_of_(capacities_.size()) {
  for (std::size_t flow = 0; flow < routes_.size(); ++flow) {
    for (const LinkUse& use : routes_[flow]) flows_of_[use.link].push_back({flow, use.share});
  }
}

void MaxMin::fill(const std::vector<bool>& active) {
  rising_ = active;
  left_ = capacities_;
  weight_.assign(capacities_.size(), 0);
  count_.assign(capacities_.size(), 0);
  for (std::size_t flow = 0; flow < routes_.size(); ++flow) {
    if (!active[flow]) continue;
    for (const LinkUse& use : routes_[flow]) {
      weight_[use.link] += use.share;
      ++count_[use.link];
    }
  }
}

void MaxMin::stop_flows_on(std::size_t link, double level, std::vector<double>& rates) {
  for (const FlowUse& here : flows_of_[link]) {
    if (!rising_[here.flow]) continue;
    rising_[here.flow] = false;
    rates[here.flow] = level;
    for (const LinkUse& use : routes_[here.flow]) {
      left_[use.link] -= use.share * level;
      weight_[use.link] -= use.share;
      --count_[use.link];
    }
  }
}

std::vector<double> MaxMin::rates(const std::vector<bool>& active) {
  fill(active);
  std::vector<double> rates(routes_.size(), 0);
  const auto level_of = [&](std::size_t link) { return std::max(0.0, left_[link]) / weight_[link]; };
  using Level = std::pair<double, std::size_t>;
  std::priority_queue<Level, std::vector<Level>, std::greater<>> levels;
  for (std::size_t link = 0; link < capacities_.size(); ++link) {
    if (count_[link] > 0) levels.emplace(level_of(link), link);
  }
  while (!levels.empty()) {
    const auto [known, link] = levels.top();
    levels.pop();
    if (count_[link] == 0) continue;
    // Flows stopped elsewhere leave a link more for the others: its level only rises, and is looked at again.
    if (const double now = level_of(link); now > known && !levels.empty() && now > levels.top().first) {
      levels.emplace(now, link);
    } else {
      stop_flows_on(link, now, rates);
    }
  }
  return rates;
}

std::vector<double> MaxMin::link_use(const std::vector<double>& rates) const {
  std::vector<double> use(capacities_.size(), 0);
  for (std::size_t link = 0; link < capacities_.size(); ++link) {
    for (const FlowUse& here : flows_of_[link]) use[link] += here.share * rates[here.flow] / capacities_[link];
  }
  return use;
}

}  // namespace hakaru
