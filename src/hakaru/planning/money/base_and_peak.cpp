#include "hakaru/planning/money/base_and_peak.h"

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

std::optional<BaseAndPeak> peak_on_spot(const ScalingFigures& scaling, const Plan& plan, const HardwareRequest& request,
                                        const PriceBook& prices) {
  if (!plan.price || plan.price->kind != PriceKind::on_demand || plan.price->region.empty()) return std::nullopt;
  const auto price_of = [&](PriceKind kind) {
    return prices.find(plan.price->instance, plan.price->region, kind, request.prices_as_of);
  };
  const std::optional<Price> spot = price_of(PriceKind::spot);
  if (!spot) return std::nullopt;
  const std::int64_t ranks = scaling.least * plan.layout.tp * plan.layout.pp;
  const std::int64_t each = plan.cluster.instance().accelerators;
  const std::int64_t always_there = (ranks + each - 1) / each;
  BaseAndPeak split{plan.price->kind, always_there, PriceKind::spot};
  double base_usd_per_h = plan.price->usd_per_h;
  if (scaling.bought) {
    split.base = scaling.bought->base;
    split.base_instances = scaling.bought->base_instances;
    base_usd_per_h = price_of(split.base)->usd_per_h;
  }
  split.usd_per_h = static_cast<double>(split.base_instances) * base_usd_per_h;
  for (auto at = static_cast<std::size_t>(split.base_instances); at < scaling.hours_of_instances.size(); ++at) {
    split.usd_per_h += scaling.hours_of_instances[at] / scaling.hours * spot->usd_per_h;
    ++split.peak_instances;
  }
  const std::optional<double> otherwise = scaling.best_usd_per_h();
  return split.peak_instances > 0 && otherwise && split.usd_per_h < *otherwise ? std::optional(split) : std::nullopt;
}

}  // namespace hakaru
