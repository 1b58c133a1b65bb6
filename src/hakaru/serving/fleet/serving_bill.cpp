#include "hakaru/serving/fleet/serving_bill.h"

#include "hakaru/core/quantities.h"

namespace hakaru {

FleetRates fleet_rates(const ServingSimulation& simulation, std::optional<double> usd_per_h,
                       std::optional<double> power_w) {
  const double hours = simulation.simulated_s() / seconds_per_hour;
  return {usd_per_h, power_w, hours, hours};
}

ServingBill bill_of(const ServingSimulation& simulation, const FleetRates& rates) {
  const ServingMetrics& metrics = simulation.metrics;
  ServingBill bill;
  if (rates.power_w) bill.energy_kwh = *rates.power_w / kilo * rates.powered_h;
  if (!rates.usd_per_h) return bill;
  bill.cost_usd = *rates.usd_per_h * rates.priced_h;
  const auto per_million = [&](std::int64_t tokens) -> std::optional<double> {
    if (tokens == 0) return std::nullopt;
    return *bill.cost_usd / static_cast<double>(tokens) * mega;
  };
  bill.cost_per_million_tokens_usd = per_million(metrics.output_tokens);
  bill.cost_per_million_input_tokens_usd = per_million(metrics.input_tokens);
  bill.cost_per_million_total_tokens_usd = per_million(metrics.input_tokens + metrics.output_tokens);
  return bill;
}

}  // namespace hakaru
