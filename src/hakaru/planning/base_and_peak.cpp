#include "hakaru/planning/base_and_peak.h"

#include <algorithm>

namespace hakaru {

BaseAndPeak split_of_base(const ScalingFigures& scaling, double hourly_usd, double committed_usd) {
  BaseAndPeak split;
  for (const double hours : scaling.hours_of_instances) {
    const double as_it_is_usd = hours / scaling.hours * hourly_usd;
    const bool committed = committed_usd < as_it_is_usd;
    ++(committed ? split.base_instances : split.peak_instances);
    split.usd_per_h += committed ? committed_usd : as_it_is_usd;
  }
  return split;
}

std::optional<BaseAndPeak> base_and_peak(const ScalingFigures& scaling, const Plan& plan,
                                         const HardwareRequest& request, const PriceBook& prices) {
  if (!plan.price || plan.price->region.empty() || scaling.hours_of_instances.empty()) return std::nullopt;
  std::optional<BaseAndPeak> best;
  for (const PriceKind kind : {PriceKind::savings_1y, PriceKind::savings_3y}) {
    const std::optional<Price> committed =
        prices.find(plan.price->instance, plan.price->region, kind, request.prices_as_of);
    if (!committed) continue;
    BaseAndPeak split = split_of_base(scaling, plan.price->usd_per_h, committed->usd_per_h);
    split.base = kind;
    split.peak = plan.price->kind;
    if (split.base_instances > 0 && (!best || split.usd_per_h < best->usd_per_h)) best = split;
  }
  return best;
}

}  // namespace hakaru
