// Costs of a plan in other regions, and by other kinds of price, that its instance type is sold in: its machines and,
// of a run, its data set too (data_costs.h).
#pragma once

#include "hakaru/planning/plan/plan.h"

namespace hakaru {

/// Costs of `plan` in regions where its instance type has a price of the same kind, the cheapest first: in all of what
/// ends, an hour of a rate. Regions whose Capacity Blocks are known, and none holds it, are left out. Empty: its price
/// is the user's own, or not known.
std::vector<OtherCost> costs_by_region(const Plan& plan, const Scenario& scenario, const Catalog& catalog);

/// By the other kinds of price that it has where `plan` buys it, in their order. Of spot as if none were taken away, of
/// savings plans the run's share of the commitment, of Capacity Blocks that are offered the fee.
std::vector<OtherCost> costs_by_kind(const Plan& plan, const Scenario& scenario, const Catalog& catalog);

/// Cost in USD as it is shown: in all of a plan that ends, a month of a service, an hour of another rate.
std::optional<double> usual_cost_usd(const Plan& plan, const OtherCost& cost);

/// The cheapest Capacity Block offered that holds a run in time; `block` empty: none does, and `why_none` says why.
struct OfferedBlock {
  std::optional<BlockOffer> block;
  double waits_s = 0;  ///< until it starts
  Message why_none;
};
/// Block for `plan`, which ends, in `region`; with a deadline or a budget, for its duration at the confidence asked
/// for. Empty: nothing is known of what is offered there.
std::optional<OfferedBlock> offered_block(const Plan& plan, const std::string& region, const Scenario& scenario,
                                          const BlockOffers& offers);

/// Prices `plan`, whose region is free, where all of that together is the cheapest.
void settle_region(Plan& plan, const Scenario& scenario, const Catalog& catalog);
/// The same of what is bought as a Capacity Block: where the cheapest of those offered holds it, whatever a price says
/// of a region whose offers are not known; where none holds it, there.
void settle_region_of_block(Plan& plan, const Scenario& scenario, const Catalog& catalog);

}  // namespace hakaru
