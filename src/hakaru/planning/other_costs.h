// What a plan costs where else, and how else, its instance type is sold: its machines and, of a run, its data set too
// (data_costs.h).
#pragma once

#include "hakaru/planning/plan.h"

namespace hakaru {

/// Where `plan`'s instance type has a price of the same kind, the cheapest first: in the end, or, of what has none, in
/// an hour. Empty: its price is the user's own, or not known.
std::vector<OtherCost> costs_by_region(const Plan& plan, const Scenario& scenario, const Catalog& catalog);

/// By the other kinds of price that it has where `plan` buys it, in their order. Of spot as if none were taken away, of
/// savings plans the run's share of the commitment.
std::vector<OtherCost> costs_by_kind(const Plan& plan, const Scenario& scenario, const Catalog& catalog);

/// Of what ends its cost, of a service a month, of all else an hour.
std::optional<double> usual_cost_usd(const Plan& plan, const OtherCost& cost);

/// Of a run priced as a Capacity Block: the one of those offered that holds it, from when on and for how much in all,
/// and what is counted where that is something else; or why there is none. Empty: nothing is known of what is offered.
std::vector<Message> told_of_offered_block(const Plan& plan, const Scenario& scenario, const Catalog& catalog);

/// Prices `plan`, whose region is free, where all of that together is the cheapest.
void settle_region(Plan& plan, const Scenario& scenario, const Catalog& catalog);

}  // namespace hakaru
