// The order of plans, and the one that stands first.
//
//   classes   plans that keep their limits with the confidence asked for; where productivity is valued, those without
//             porting; plans whose cost is known, by cost, and services that no Capacity Block ends
//   order     within a class by the objective's figure as predicted, a layout with parts that were never measured
//             counting as longer (layout_caution.h); plans without a figure last, by accelerators (with a deadline) or
//             accelerator-hours. Ties: the cheaper, the higher rate (machines that are given), the shorter run, fewer
//             ranks
//   first     within 5 % of the best figure: the plan whose evidence is nearest, then the faster one by whole hours
//             (with a deadline: the cheaper one), then the one with fewer accelerators
//
// Worked example: runs of 82, 41 and 20 days cost $18,023 each, one of 10 days $18,882, all measured: the last stands
// first, the others follow by their accelerators.
// Limits: prefers nothing beyond 5 %, however fast.
#pragma once

#include "hakaru/planning/money/costing.h"

namespace hakaru {

/// Limits on how alike the plans of one answer may be.
struct Variety {
  std::int64_t per_cluster = INT64_MAX;   ///< of one instance type and count
  std::int64_t per_instance = INT64_MAX;  ///< of one instance type
};

/// Instance types that are few.
inline constexpr std::size_t few_instances = 4;
/// One cluster: its best layouts. Several counts: the best of each. Many instance types: the best few of each.
Variety variety_of(const Scenario& scenario, std::size_t instances);

/// Orders plans, leaves out those that are alike or needless, and numbers the others.
void rank_plans(std::vector<Plan>& plans, const Scenario& scenario, const Variety& variety = {});
/// The same order, as places in `plans`.
std::vector<std::size_t> order_of(const std::vector<Plan>& plans, const Scenario& scenario);

/// Figures as good as the best one: their share above it at most.
inline constexpr double as_good_share = 0.05;

/// True of a live service in a Capacity Block, which ends.
bool ends_with_block(const Plan& plan);

}  // namespace hakaru
