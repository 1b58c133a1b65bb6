#include "hakaru/hardware/capacity_block.h"

#include <algorithm>
#include <cmath>

namespace hakaru {

double billed_hours(PriceKind kind, double hours) {
  if (kind != PriceKind::capacity_block) return hours;
  constexpr double hours_of_day = 24, longest_in_days = 14, days_of_week = 7;
  const double days = std::max(1.0, std::ceil(hours / hours_of_day));
  return hours_of_day * (days <= longest_in_days ? days : days_of_week * std::ceil(days / days_of_week));
}

}  // namespace hakaru
