// What a plan costs where else, and how else, its instance type is sold: its machines and, of a run, its data set too
// (data_costs.h).
#pragma once

#include "hakaru/planning/plan/plan.h"

namespace hakaru {

/// Where `plan`'s instance type has a price of the same kind, the cheapest first: in the end, or, of what has none, in
/// an hour; but for regions whose Capacity Blocks are known, and none holds it. Empty: its price is the user's own, or
/// not known.
std::vector<OtherCost> costs_by_region(const Plan& plan, const Scenario& scenario, const Catalog& catalog);

/// By the other kinds of price that it has where `plan` buys it, in their order. Of spot as if none were taken away, of
/// savings plans the run's share of the commitment, of Capacity Blocks that are offered the fee.
std::vector<OtherCost> costs_by_kind(const Plan& plan, const Scenario& scenario, const Catalog& catalog);

/// Of what ends its cost, of a service a month, of all else an hour.
std::optional<double> usual_cost_usd(const Plan& plan, const OtherCost& cost);

/// Of the Capacity Blocks offered the cheapest that holds a run in time; where none does, why.
struct OfferedBlock {
  std::optional<BlockOffer> block;
  double waits_s = 0;  ///< until it starts
  Message why_none;
};
/// Of `plan`, which ends, in `region`; where it has limits, at the end of its error band that it is held to them by.
/// Empty: nothing is known of what is offered there.
std::optional<OfferedBlock> offered_block(const Plan& plan, const std::string& region, const Scenario& scenario,
                                          const BlockOffers& offers);

/// Prices `plan`, whose region is free, where all of that together is the cheapest.
void settle_region(Plan& plan, const Scenario& scenario, const Catalog& catalog);
/// The same of what is bought as a Capacity Block: where the cheapest of those offered holds it, whatever a price says
/// of a region whose offers are not known; where none holds it, there.
void settle_region_of_block(Plan& plan, const Scenario& scenario, const Catalog& catalog);

}  // namespace hakaru
