#include "hakaru/planning/plan/plan.h"

#include <algorithm>

#include "hakaru/core/quantities.h"
#include "hakaru/core/ranges.h"

namespace hakaru {

std::optional<double> CostLedger::usd_per_month() const {
  return usd_per_h ? std::optional(*usd_per_h * hours_per_month) : std::nullopt;
}

std::optional<double> CostLedger::in_all_usd() const {
  std::optional<double> in_all = usd;
  for (const CostComponent& each : components) {
    if (in_all && !each.usd_per_h) *in_all += each.usd;
  }
  return in_all;
}

const CostComponent* CostLedger::find(std::string_view name) const {
  const auto found = ranges::find(components, name, &CostComponent::name);
  return found != components.end() ? &*found : nullptr;
}

const CostComponent* CostLedger::data_set() const {
  const auto found = ranges::find_if(components, [](const CostComponent& each) { return each.data_set.has_value(); });
  return found != components.end() ? &*found : nullptr;
}

void CostLedger::sum_up() {
  usd_per_h = usd = std::nullopt;
  for (const CostComponent& each : components) {
    if (!each.usd_per_h) continue;
    usd_per_h = usd_per_h.value_or(0) + *each.usd_per_h;
    usd = usd.value_or(0) + each.usd;
  }
}

const LotFigures* Plan::lot() const {
  const std::optional<LotFigures>* const lot = inference() != nullptr ? &inference()->lot
                                               : serving() != nullptr ? &serving()->lot
                                                                      : nullptr;
  return lot != nullptr && *lot ? &**lot : nullptr;
}

std::optional<double> Plan::duration_s() const {
  if (training() != nullptr) return training()->duration_s;
  return lot() != nullptr ? std::optional(lot()->duration_s) : std::nullopt;
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

}  // namespace hakaru
