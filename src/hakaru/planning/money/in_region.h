// What of the instance types that could do a job is sold where, and as, the user wants it.
//
// A region that is stated: what is not offered there (hardware/availability.h) is out, named or not. A region or a kind
// of price that is stated: what has no such price is out too where nobody named it and something else has one; what is
// named stays, at a cost that is not known. Nothing stated, or --region any: all stay.
#pragma once

#include "hakaru/job/hardware_request.h"
#include "hakaru/planning/plan/plan.h"

namespace hakaru {

/// Whose instances are looked at where none is named: of the clouds that are stated; else of those that have the
/// region; in any region all clouds; where none is known to have it, those of the usual region's.
std::vector<std::string> clouds_looked_at(const HardwareRequest& request, const Catalog& catalog);

/// Unsatisfiable where none of them is offered there: where the first is.
Result<std::vector<Instance>> kept_in_region(std::vector<Instance> instances, const HardwareRequest& request,
                                             const Catalog& catalog);

/// Whether none of those of `instances` that are offered there has a price of the kind asked for.
bool lacks_price_kind(const std::vector<Instance>& instances, const HardwareRequest& request, const Catalog& catalog);

/// Of the same instance types, which are left out and why; empty: none.
std::optional<Message> told_of_region(const std::vector<Instance>& instances, const HardwareRequest& request,
                                      const Catalog& catalog);

/// Instances left out for want of a price there that have one elsewhere.
std::vector<Instance> unpriced_there(const std::vector<Instance>& instances, const HardwareRequest& request,
                                     const Catalog& catalog);

/// Of plans on several instance types, where a region is stated: the price of each there, and its day; empty: there is
/// nothing to tell beside the first.
std::optional<Message> told_prices(const std::vector<Plan>& plans, const HardwareRequest& request);

}  // namespace hakaru
