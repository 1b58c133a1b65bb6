// The Pareto front of time, cost and energy: the plans that none betters in all three at once. Of serving,
// time is that of a request, cost and energy are those of an hour.
//
//   a dominates b  when no figure of a is worse than b's, and one is better
// A figure that is not known is worse than any that is, and as good as another that is not known: a plan without a
// price or a power never dominates one that has them.
#pragma once

#include <vector>

#include "hakaru/planning/plan/plan.h"

namespace hakaru {

bool dominates(const Plan& plan, const Plan& other);

/// Shortest first; of plans with the same figures, the first.
std::vector<Plan> pareto_front(std::vector<Plan> plans);

}  // namespace hakaru
