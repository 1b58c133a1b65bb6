// The kinds of component that a plan's costs are made of (plan/ledger.h), one row each: amount, lines in explain
// and key in JSON. A new kind is a function that gives the amount, and its row.
//
//   charge_by_the_hour(plan, scenario);  // plan.costs.usd_per_h, plan.costs.usd
//   charge_on_top(plan, scenario, catalog, plan.notes);
//   plan.costs.in_all_usd();
//
// Limits: what is by the hour is paid for as long as the machines are, also where these are paid for by days.
#pragma once

#include <array>

#include "hakaru/planning/money/costing.h"
#include "hakaru/planning/money/data_costs.h"
#include "hakaru/planning/money/pricing.h"

namespace hakaru {

struct CostKind {
  std::string_view name;
  /// Gives the price of an hour of a plan that has a price; empty: it pays none. Null: the kind is on top.
  std::optional<double> (*usd_per_h)(const Plan& plan, const Scenario& scenario) = nullptr;
  /// Gives the cost, and says first in `notes` what is not known of it. Null: the kind is by the hour.
  std::optional<CostComponent> (*on_top)(const Plan& plan, const Scenario& scenario, const Catalog& catalog,
                                         std::vector<Message>& notes) = nullptr;
  Terms (*terms)(const Plan& plan, const CostComponent& component) = nullptr;
  const char* key = "";   ///< of plans' JSON: its USD, or the shape of this name; "": it has none of its own
  const char* help = "";  ///< of that key
  std::string_view jobs = "train serve infer";
};

inline constexpr std::array cost_kinds{
    CostKind{.name = "machines", .usd_per_h = machines_usd_per_h, .terms = machine_terms},
    CostKind{.name = "data set",
             .on_top = data_set_cost,
             .terms = data_set_terms,
             .key = "data_costs",
             .help = "what its data set costs on top",
             .jobs = "train"},
    CostKind{.name = "porting", .on_top = porting_cost},
};

/// Enters what `plan` pays by the hour anew, and its energy, and sums it up.
void charge_by_the_hour(Plan& plan, const Scenario& scenario);
/// Does the same for what is on top.
void charge_on_top(Plan& plan, const Scenario& scenario, const Catalog& catalog, std::vector<Message>& notes);

/// Explains the costs of `plan`, its energy, and the cost of a million tokens or items.
Terms money_terms(const Plan& plan, const Scenario& scenario);

}  // namespace hakaru
