#include "hakaru/hardware/capacity_block.h"

#include <algorithm>
#include <cmath>

namespace hakaru {

namespace {

constexpr double hours_of_day = 24, longest_in_days = 14, days_of_week = 7;

}  // namespace

double billed_hours(PriceKind kind, double hours) {
  if (kind != PriceKind::capacity_block) return hours;
  const double days = std::max(1.0, std::ceil(hours / hours_of_day));
  return hours_of_day * (days <= longest_in_days ? days : days_of_week * std::ceil(days / days_of_week));
}

double hours_within(PriceKind kind, double paid) {
  if (kind != PriceKind::capacity_block) return paid;
  constexpr double as_rounded = 1e-9;  // what was computed of whole days holds them
  const double days = std::floor(paid / hours_of_day * (1 + as_rounded));
  return hours_of_day * (days <= longest_in_days ? days : days_of_week * std::floor(days / days_of_week));
}

}  // namespace hakaru
