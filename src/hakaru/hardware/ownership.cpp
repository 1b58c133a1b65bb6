#include "hakaru/hardware/ownership.h"

#include "hakaru/core/quantities.h"

namespace hakaru {
namespace {

constexpr double hours_of_year = 12 * hours_per_month;

/// Power of all accelerators of `instance`, the idle ones too, in kW; 0: not known.
double power_kw_of(const Instance& instance) {
  return instance.accelerator.power_w.value_or(0) * (instance.accelerators + instance.idle_accelerators) / kilo;
}

}  // namespace

Result<double> parse_usd_per_kwh(std::string_view text, std::string_view name) {
  constexpr std::string_view unit = "/kWh";
  if (!text.ends_with(unit)) return bad_input("{} is '{}'; accepted: a price of power such as 0.12/kWh", name, text);
  return parse_money_usd(text.substr(0, text.size() - unit.size()), name);
}

double power_usd_per_h(const Instance& instance, const std::optional<double>& usd_per_kwh) {
  return power_kw_of(instance) * usd_per_kwh.value_or(0);
}

double owned_usd_per_h(const Instance& instance, const Purchase& purchase) {
  return purchase.usd / (purchase.years * hours_of_year) + power_usd_per_h(instance, purchase.usd_per_kwh);
}

Message purchase_told(const Instance& instance, const Purchase& purchase) {
  const std::string years = fmt::format("{:g}", purchase.years);
  if (!purchase.usd_per_kwh) return {"--purchase {} --years {}", {in_usd(purchase.usd), years}};
  return {"--purchase {} --years {} --power {}/kWh ({} kW)",
          {in_usd(purchase.usd), years, in_usd(*purchase.usd_per_kwh), three(power_kw_of(instance))}};
}

}  // namespace hakaru
