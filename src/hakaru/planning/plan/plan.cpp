#include "hakaru/planning/plan/plan.h"

#include <algorithm>

#include "hakaru/core/ranges.h"

namespace hakaru {
namespace {

/// What `of_training` and `of_lot` have, where the plan is of what ends; of a rate what `of_hour` has.
std::optional<double> of_what_ends(const Plan& plan, std::optional<double> TrainingFigures::*of_training,
                                   std::optional<double> LotFigures::*of_lot, std::optional<double> of_hour) {
  if (const TrainingFigures* training = plan.training()) return training->*of_training;
  const LotFigures* const lot = plan.lot();
  return lot != nullptr ? lot->*of_lot : of_hour;
}

}  // namespace

std::optional<double> Plan::duration_s() const {
  if (training() != nullptr) return training()->duration_s;
  return lot() != nullptr ? std::optional(lot()->duration_s) : std::nullopt;
}

std::optional<double> Plan::cost_usd() const {
  return of_what_ends(*this, &TrainingFigures::cost_usd, &LotFigures::cost_usd, usd_per_h);
}

std::optional<double> Plan::energy_kwh() const {
  const std::optional<double> of_hour = serving() != nullptr     ? serving()->energy_kwh_per_h
                                        : inference() != nullptr ? inference()->energy_kwh_per_h
                                                                 : std::nullopt;
  return of_what_ends(*this, &TrainingFigures::energy_kwh, &LotFigures::energy_kwh, of_hour);
}

std::optional<double> Plan::usd_per_month() const {
  return usd_per_h ? std::optional(*usd_per_h * hours_per_month) : std::nullopt;
}

double Plan::made_per_s() const {
  if (serving() != nullptr) return serving()->output_tokens_per_s;
  return inference() != nullptr ? inference()->items_per_s : std::get<TrainingFigures>(figures).step.tokens_per_s;
}

double Plan::mfu() const {
  if (serving() != nullptr) return serving()->mfu;
  return inference() != nullptr ? inference()->mfu : std::get<TrainingFigures>(figures).step.mfu;
}

double Plan::step_time_s() const { return training() != nullptr ? training()->step.step_time_s : 0; }

const Plan& recommended(const std::vector<Plan>& plans) {
  const auto found = ranges::find_if(plans, [&](const Plan& plan) {
    const bool live = plan.serving() != nullptr && plan.serving()->live;
    const bool ends = live && plan.price && plan.price->kind == PriceKind::capacity_block;
    const bool as_safe = plan.is_safe || !plans.front().is_safe;
    return (plan.evidence.kind != Evidence::none || plan.uncertainty.time != nullptr) && !ends && as_safe;
  });
  return found == plans.end() ? plans.front() : *found;
}

}  // namespace hakaru
