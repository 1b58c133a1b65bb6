#include "hakaru/output/plan_cells.h"

#include <cmath>

#include "hakaru/core/text.h"

namespace hakaru {

std::string per_second(double rate) {
  return rate >= 100 ? with_separators(std::llround(rate)) : fmt::format("{:.3g}", rate);
}

std::string money_or_dash(const std::optional<double>& usd) { return usd ? in_usd(*usd) : "–"; }

std::string energy_or_dash(const std::optional<double>& kwh) {
  if (!kwh) return "–";
  if (*kwh >= mega) return fmt::format("{:.3g} GWh", *kwh / mega);
  return *kwh >= kilo ? fmt::format("{:.3g} MWh", *kwh / kilo) : fmt::format("{:.3g} kWh", *kwh);
}

std::string machines_of(const Plan& plan) {
  return fmt::format("{} × {}", plan.cluster.instances, plan.cluster.instance().name);
}

std::string accelerators_of(const Plan& plan) {
  return fmt::format("{} × {}", with_separators(plan.cluster.ranks()), plan.cluster.instance().accelerator.name);
}

std::string split_of(const Plan& plan) {
  std::string text = in_short(plan.layout);
  const std::size_t at = plan.training() == nullptr ? text.find(" mb1") : std::string::npos;
  if (at != std::string::npos) text.erase(at, std::string_view(" mb1").size());
  const std::int64_t prefilling = plan.serving() != nullptr ? plan.serving()->prefill_replicas : 0;
  return prefilling == 0 ? text : fmt::format("{} {}P:{}D", text, prefilling, plan.layout.dp - prefilling);
}

std::string choices_of(const Plan& plan) {
  return plan.precision.empty() ? split_of(plan) : split_of(plan) + ", " + plan.precision;
}

}  // namespace hakaru
