// What an instance costs an hour, by the price book, by what the user pays, or by what it cost to buy:
//
//   bought       USD/h = purchase / (years · 8,760 h) + accelerators · W / 1000 · USD/kWh
//   even with renting   from the share of the hours u = USD/h bought / USD/h rented on it is used, or, of one that is
//                       always used, after purchase / (rented − power) hours
//
// Worked example: $250,000 over 3 years, 8 × 700 W at $0.12/kWh: 9.51 + 0.67 = $10.18/h; rented at $55.04 it pays from
// 19 % of the hours on, or after 4,598 hours, 6.3 months.
//
// Limits: of the power only what the accelerators draw at most (their board power), without host, cooling, room and
// people; what it is worth afterwards is not counted. Rented is the cheapest on-demand price, in any region, of one of
// the same accelerator.
#pragma once

#include "hakaru/planning/plan.h"

namespace hakaru {

/// What a request says an instance costs; empty: no such price is known.
std::optional<Price> price_of(const Instance& instance, const HardwareRequest& request, const PriceBook& prices);

/// Fills the price of `plan` and what it comes to an hour, with what should be known of it.
void add_price(Plan& plan, const HardwareRequest& request, const Catalog& catalog);

/// What `plan` costs where else its instance type has a price of the same kind: in the end, or, of what has none, in an
/// hour; the cheapest first, its own region among them. Empty: its price is the user's own, or not known.
struct RegionalCost {
  Price price;
  double usd_per_h = 0;            ///< of all its machines
  std::optional<double> cost_usd;  ///< of what ends
};
std::vector<RegionalCost> costs_by_region(const Plan& plan, const HardwareRequest& request, const PriceBook& prices);

}  // namespace hakaru
