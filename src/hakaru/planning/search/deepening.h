// A search of many instance types first looks at the layouts that people run unasked; here is which of its clusters
// are then worth a look at every proven layout, and what that look finds.
//
// A second look makes a cluster faster, and so cheaper, often by a few percent, seldom by half; which count of a type
// is best often changes by it.
//   without limits   the best 32 clusters, at most 2 of an instance type (the answer shows several types), and the
//                    best 20, at most 5 of a type
//   with a deadline  what misses a limit at first may keep it then. So types are ranked four times, as if the limits
//   or a budget      were 1, 1.25, 1.6 and 2 times what they are, and the best 2 types of each time are searched as
//                    if asked for alone, all counts; so are the best 32 clusters as above, among those within limits
// For a Pareto front they are chosen by time, cost and energy in turn, and those of the first front added.
//
// Limits: a type that the first look puts far behind its best is not looked at again.
#pragma once

#include "hakaru/planning/search/search.h"

namespace hakaru {

bool within_limits(const Plan& plan, const Scenario& scenario, double slack = 1);

/// Plans with every proven layout on the clusters worth it; `shallow`: the plans of the first look.
Result<SearchResult> deepened(SearchContext context, const std::vector<Plan>& shallow);

}  // namespace hakaru
