// Cost of serving a piece of traffic: the fleet's price and power over the time that was simulated.
//
//   cost = USD/h · simulated time;  per million tokens: the full cost over the prompts' tokens alone, the answers'
//          alone, and both together
//   energy = power of all accelerators · simulated time, busy or not
// Of a fleet that is scaled, machine-hours and replica-hours count instead, warming up and draining too.
#pragma once

#include <optional>

#include "hakaru/serving/fleet/fleet.h"

namespace hakaru {

struct ServingBill {
  std::optional<double> cost_usd;
  std::optional<double> cost_per_million_tokens_usd;  ///< of answers, as in plans
  std::optional<double> cost_per_million_input_tokens_usd, cost_per_million_total_tokens_usd;
  std::optional<double> energy_kwh;
};

template <>
inline constexpr auto record<ServingBill> = described(
    "bill", "what a simulated service takes", field("cost_usd", &ServingBill::cost_usd, "of the simulated time"),
    field("cost_per_million_tokens_usd", &ServingBill::cost_per_million_tokens_usd, "cost of a million output tokens"),
    field("cost_per_million_input_tokens_usd", &ServingBill::cost_per_million_input_tokens_usd,
          "cost of a million input tokens"),
    field("cost_per_million_total_tokens_usd", &ServingBill::cost_per_million_total_tokens_usd,
          "cost of a million tokens, in and out"),
    field("energy_kwh", &ServingBill::energy_kwh, "of the simulated time"));

/// Cost per hour and power of a fleet, with the hours of each.
struct FleetRates {
  std::optional<double> usd_per_h, power_w;
  double priced_h = 0, powered_h = 0;  ///< how many such hours
};

/// All of what is simulated, for as long as it is.
FleetRates fleet_rates(const ServingSimulation& simulation, std::optional<double> usd_per_h,
                       std::optional<double> power_w);
/// Empty where price or power is.
ServingBill bill_of(const ServingSimulation& simulation, const FleetRates& rates);

}  // namespace hakaru
