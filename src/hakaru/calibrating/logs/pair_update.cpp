#include "hakaru/calibrating/logs/pair_update.h"

#include <cmath>

#include "hakaru/calibrating/fitted_calibration.h"
#include "hakaru/core/text.h"

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

bool PairUpdate::is_worse() const {
  double gained = 0;
  for (const UpdatedFigure& figure : figures) {
    if (!figure.held_back) continue;
    gained += std::abs(std::log(figure.before / figure.measured));
    gained -= std::abs(std::log(*figure.held_back / figure.measured));
  }
  return gained < 0;
}

std::optional<Message> why_not_written(const PairUpdate& update) {
  if (!update.is_worse()) return std::nullopt;
  return message("{} on {}: runs held back are further off with what the others say ({}) than before ({})",
                 update.software, update.accelerator, in_percent(update.held_back_pct()),
                 in_percent(update.before_pct()));
}

}  // namespace hakaru
