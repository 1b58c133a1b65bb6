#include "hakaru/measuring/serving_loads.h"

#include <algorithm>
#include <cmath>

#include "hakaru/core/real.h"
#include "hakaru/core/text.h"

namespace hakaru {
namespace {

constexpr double knee_over_alone = 2, nearly_the_same = 1.5, wide_gap = 4;
constexpr std::size_t enough_loads = 5, fewest_loads = 3;
constexpr double shortest_run_s = 60;
constexpr std::int64_t fewest_generations = 5;

/// The first from 1 to `most` at which a token takes so much longer than alone; 0: none.
std::int64_t knee_of(std::int64_t most, const std::function<double(std::int64_t)>& tpot_s) {
  const double limit_s = knee_over_alone * tpot_s(1);
  if (tpot_s(most) < limit_s) return 0;
  std::int64_t below = 1, reached = most;
  while (reached - below > 1) {
    const std::int64_t middle = below + (reached - below) / 2;
    (tpot_s(middle) < limit_s ? below : reached) = middle;
  }
  return reached;
}

bool is_apart(const std::vector<LoadOfRun>& loads, std::int64_t concurrency, double ratio) {
  return std::all_of(loads.begin(), loads.end(), [&](const LoadOfRun& load) {
    const auto [less, more] = std::minmax(load.concurrency, concurrency);
    return real(more) >= ratio * real(less) && more > less;
  });
}

/// The widest gap, as the place of its upper end.
std::size_t widest(const std::vector<LoadOfRun>& loads) {
  std::size_t found = 1;
  const auto ratio = [&](std::size_t i) { return real(loads[i].concurrency) / real(loads[i - 1].concurrency); };
  for (std::size_t i = 2; i < loads.size(); ++i) {
    if (ratio(i) > ratio(found)) found = i;
  }
  return found;
}

}  // namespace

std::vector<LoadOfRun> loads_that_tell_most(std::int64_t planned, std::int64_t most,
                                            const std::function<double(std::int64_t)>& tpot_s) {
  most = std::max<std::int64_t>(1, most);
  std::vector<LoadOfRun> loads{{1, LoadReason::alone}};
  const auto join = [&](std::int64_t concurrency, LoadReason reason, double ratio) {
    if (!is_apart(loads, concurrency, ratio)) return;
    loads.push_back({concurrency, reason});
    std::sort(loads.begin(), loads.end(),
              [](const LoadOfRun& one, const LoadOfRun& other) { return one.concurrency < other.concurrency; });
  };
  join(std::clamp<std::int64_t>(planned, 1, most), LoadReason::planned, 1);
  const std::int64_t knee = knee_of(most, tpot_s);
  if (knee > 0) join(knee, LoadReason::knee, nearly_the_same);
  if (knee == 0) join(most, LoadReason::full, nearly_the_same);
  if (loads.size() == 1) join(most, LoadReason::full, 1);
  while (loads.size() > 1 && loads.size() < enough_loads) {
    const std::size_t at = widest(loads);
    const double low = real(loads[at - 1].concurrency), high = real(loads[at].concurrency);
    const std::size_t before = loads.size();
    if (high > wide_gap * low || loads.size() < fewest_loads)
      join(std::llround(std::sqrt(low * high)), LoadReason::between, 1);
    if (loads.size() == before) break;
  }
  if (loads.front().concurrency == planned) loads.front().reason = LoadReason::planned;
  return loads;
}

std::int64_t generations_of_a_run(double request_s) {
  return std::max<std::int64_t>(fewest_generations,
                                std::llround(std::ceil(shortest_run_s / std::max(request_s, 1e-3))));
}

}  // namespace hakaru
