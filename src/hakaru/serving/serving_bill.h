// What serving a piece of traffic cost: the fleet's price and power over the time that was simulated.
//
//   cost = USD/h · simulated time;  per million tokens: the whole cost over the prompts' tokens alone, the answers'
//   alone, and both together
//   energy = power of all accelerators · simulated time, busy or not
#pragma once

#include <optional>

#include "hakaru/serving/fleet.h"

namespace hakaru {

struct ServingBill {
  std::optional<double> cost_usd;
  std::optional<double> cost_per_million_tokens_usd;  ///< of answers, as in plans
  std::optional<double> cost_per_million_input_tokens_usd, cost_per_million_total_tokens_usd;
  std::optional<double> energy_kwh;
};

/// Empty where price or power is.
ServingBill bill_of(const ServingSimulation& simulation, std::optional<double> usd_per_h,
                    std::optional<double> power_w);

}  // namespace hakaru
