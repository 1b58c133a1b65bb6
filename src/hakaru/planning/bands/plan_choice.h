// Probabilities of the order of ranked plans, and the measurements that would settle it.
//
// The true figure of each plan is drawn many times: predicted · e^r, r of the residuals of its error band. Plans of
// one software on one accelerator err partly alike: with residuals x of all of them, y of a layout there, and s the
// share of their variance that is a layout's own (own_share of data/evidence/bands.toml),
//   r = √(1 − s) · x + √s · y
//
//   chance_best      the share of draws in which a plan is the best of the table. A fleet has as many machines as it
//                    then needs, and is none where its tokens come later than its limit, which no machine cures
//   selection        the best of many uncertain predictions is among those that are too good. As a bootstrap says it:
//                    were the predictions the truth, and predicted anew with such errors, the plan picked would truly
//                    take e^s as long as was predicted for it, on average over draws
//   worth measuring  the plan that is better than the first in most draws: were both measured, the choice would
//                    change with that chance, and cost so much less on average
//
// Worked example: two plans of 100 and 101 USD, each within ± 10 % on its own: each is best in about half of the draws,
// and measuring both changes the choice in nearly half of all cases, to save 3 % on average.
// Limits: errors of the table's plans, not of those that it leaves out.
#pragma once

#include <optional>
#include <vector>

#include "hakaru/planning/plan/plan.h"

namespace hakaru {

/// Choice among `plans`, the best first; empty: one has no band or no figure to rank by, or accelerators are ranked by.
std::optional<PlanChoice> choice_among(const std::vector<Plan>& plans, const Scenario& scenario, double own_share);

}  // namespace hakaru
