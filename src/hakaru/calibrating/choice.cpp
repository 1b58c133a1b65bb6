#include "hakaru/calibrating/choice.h"

#include <cmath>

namespace hakaru {
namespace {

/// The value of `constant`, of a few across its range, with which the rows fit best, and how far they are then off.
std::pair<double, double> best_value(const Misfit& misfit, const Calibration& before, const TunedConstant& constant) {
  Calibration calibration = before;
  constexpr int values = 9;
  const double start = calibration.*constant.member;
  std::pair<double, double> best{misfit(calibration), start};
  for (int at = 0; at < values; ++at) {
    const double share = (at + 0.5) / values;
    const double value = constant.lower > 0 ? constant.lower * std::pow(constant.upper / constant.lower, share)
                                            : constant.lower + share * (constant.upper - constant.lower);
    calibration.*constant.member = value;
    best = std::min(best, {misfit(calibration), value});
  }
  return best;
}

}  // namespace

std::vector<ChosenConstant> most_helpful(const Misfit& misfit, const Calibration& start,
                                         std::vector<const TunedConstant*> candidates, std::size_t most) {
  Calibration calibration = start;
  std::vector<ChosenConstant> chosen;
  while (chosen.size() < most && !candidates.empty()) {
    std::pair<std::pair<double, double>, std::size_t> best{best_value(misfit, calibration, *candidates.front()), 0};
    for (std::size_t at = 1; at < candidates.size(); ++at)
      best = std::min(best, {best_value(misfit, calibration, *candidates[at]), at});
    const TunedConstant* constant = candidates[best.second];
    calibration.*constant->member = best.first.second;
    chosen.emplace_back(constant, best.first.second);
    candidates.erase(candidates.begin() + static_cast<std::ptrdiff_t>(best.second));
  }
  return chosen;
}

}  // namespace hakaru
