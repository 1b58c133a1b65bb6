// What a plan costs where else its instance type is sold: its machines and, of a run, its data set too (data_costs.h).
#pragma once

#include "hakaru/planning/plan.h"

namespace hakaru {

struct RegionalCost {
  Price price;
  double usd_per_h = 0;            ///< of all its machines
  std::optional<double> cost_usd;  ///< of what ends, in all
};

/// Where `plan`'s instance type has a price of the same kind, the cheapest first: in the end, or, of what has none, in
/// an hour. Empty: its price is the user's own, or not known.
std::vector<RegionalCost> costs_by_region(const Plan& plan, const Scenario& scenario, const Catalog& catalog);

/// Prices `plan`, whose region is free, where all of that together is the cheapest.
void settle_region(Plan& plan, const Scenario& scenario, const Catalog& catalog);

}  // namespace hakaru
