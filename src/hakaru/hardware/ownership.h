// Machines of one's own. One that is bought comes to an hour by its price, spread over the years that it is used, and
// by its power:
//
//   USD/h = purchase / (years · 8,760 h) + accelerators · W / 1000 · USD/kWh
//
// Worked example: $250,000 over 3 years, 8 × 700 W at $0.12/kWh: 9.51 + 0.67 = $10.18/h.
// Limits: of the power only what the accelerators draw at most (their board power), without host, cooling, room and
// people; what it is worth afterwards is not counted.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "hakaru/core/result.h"
#include "hakaru/hardware/instance.h"

namespace hakaru {

/// The region of prices of owned machines, which apply everywhere.
inline constexpr std::string_view own_region = "own";

/// The cost of buying one machine.
struct Purchase {
  double usd = 0;
  double years = 0;                        ///< that it is used
  std::optional<double> usd_per_kwh = {};  ///< of the power that its accelerators draw; empty: not counted
};

inline constexpr double fewest_years_owned = 0.1, most_years_owned = 20;

/// "0.12/kWh"
Result<double> parse_usd_per_kwh(std::string_view text, std::string_view name);

/// Cost of power alone, in USD per hour; 0 where the power drawn, or its price, is not known.
double power_usd_per_h(const Instance& instance, const std::optional<double>& usd_per_kwh);
double owned_usd_per_h(const Instance& instance, const Purchase& purchase);
/// "--purchase $250,000 --years 3 --power $0.12/kWh (5.6 kW)"
Message purchase_told(const Instance& instance, const Purchase& purchase);

}  // namespace hakaru
