#include "hakaru/calibrating/logs/pair_update.h"

#include <cmath>

#include "hakaru/calibrating/fitted_calibration.h"
#include "hakaru/core/quantities.h"

namespace hakaru {
namespace {

template <typename Predicted>
std::vector<double> errors_in(const PairUpdate& update, Predicted predicted) {
  std::vector<double> errors;
  for (const UpdatedFigure& figure : update.figures) errors.push_back(error_pct(predicted(figure), figure.measured));
  return errors;
}

}  // namespace

double PairUpdate::before_pct() const {
  return errors_of(errors_in(*this, [](const UpdatedFigure& figure) { return figure.before; })).median_pct.value_or(0);
}

double PairUpdate::after_pct() const {
  return errors_of(errors_in(*this, [](const UpdatedFigure& figure) { return figure.after; })).median_pct.value_or(0);
}

std::optional<double> PairUpdate::held_back_pct() const {
  std::vector<double> errors;
  for (const UpdatedFigure& figure : figures) {
    if (figure.held_back) errors.push_back(error_pct(*figure.held_back, figure.measured));
  }
  return errors_of(errors).median_pct;
}

std::pair<double, double> PairUpdate::mean_of_held_back_pct() const {
  constexpr double percent = 100;
  double before = 0, held_back = 0, count = 0;
  for (const UpdatedFigure& figure : figures) {
    if (!figure.held_back) continue;
    before += std::abs(std::log(figure.before / figure.measured));
    held_back += std::abs(std::log(*figure.held_back / figure.measured));
    ++count;
  }
  if (count == 0) return {};
  return {percent * before / count, percent * held_back / count};
}

bool PairUpdate::is_worse() const {
  const auto [before, held_back] = mean_of_held_back_pct();
  return held_back > before;
}

std::optional<Message> why_not_written(const PairUpdate& update) {
  if (!update.is_worse()) return std::nullopt;
  const auto [before, held_back] = update.mean_of_held_back_pct();
  return message(
      "{} on {}: runs held back are further off, in the mean, with what the others say ({}) than before ({})",
      update.software, update.accelerator, in_percent(held_back), in_percent(before));
}

}  // namespace hakaru
