// Cost of an instance per hour, by the price book, by what the user pays, or by what it cost to buy:
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
// the same accelerator: of the machine's own cloud, and of all clouds where another is cheaper.
#pragma once

#include "hakaru/planning/plan/plan.h"

namespace hakaru {

/// Price of an instance as requested, the user's own first; empty: no such price is known.
std::optional<Price> price_of(const Instance& instance, const HardwareRequest& request, const PriceBook& prices);

/// Message for an instance without a price: the kinds, regions or machines that have one.
Message why_without_price(const Instance& instance, const HardwareRequest& request, const Catalog& catalog);

/// Fills the price of `plan`, with what should be known of it.
void add_price(Plan& plan, const HardwareRequest& request, const Catalog& catalog);

/// Machines in the ledger (cost_kinds.h): all that are paid for, used or not.
std::optional<double> machines_usd_per_h(const Plan& plan, const Scenario& scenario);
Terms machine_terms(const Plan& plan, const CostComponent& machines);

/// Note on how a plan priced as a Capacity Block is paid for, where no offered block is known.
Message note_on_block(const Plan& plan);

/// Region of `plan`: the region of its price, if that is one region; else the region that prices were asked for in.
std::string region_of(const Plan& plan, const HardwareRequest& request);

}  // namespace hakaru
