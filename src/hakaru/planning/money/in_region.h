// Instance types that could do a job, kept where they are sold in the region and at the kind of price wanted.
//
// A region that is stated: what is not offered there (hardware/availability.h) is out, named or not. A region or a kind
// of price that is stated: what has no such price is out too where nobody named it and something else has one; what is
// named stays, at a cost that is not known. Nothing stated, or --region any: all stay.
#pragma once

#include "hakaru/job/hardware_request.h"
#include "hakaru/planning/plan/plan.h"

namespace hakaru {

/// Clouds whose instances are looked at where none is named: the clouds stated; else, in any region, all; else those
/// that have the region; where none is known to have it, the clouds of the usual region.
std::vector<std::string> clouds_looked_at(const HardwareRequest& request, const Catalog& catalog);

/// Unsatisfiable where none of them is offered there: where the first is.
Result<std::vector<Instance>> kept_in_region(std::vector<Instance> instances, const HardwareRequest& request,
                                             const Catalog& catalog);

/// True if a kind of price is asked for, no hardware is named, and no type of `instances` offered there has that price.
bool lacks_price_kind(const std::vector<Instance>& instances, const HardwareRequest& request, const Catalog& catalog);

/// Message on which of `instances` are left out and why, or that none has a price of the kind asked; empty: neither.
std::optional<Message> told_of_region(const std::vector<Instance>& instances, const HardwareRequest& request,
                                      const Catalog& catalog);

/// Instances left out for want of a price there that have one elsewhere.
std::vector<Instance> unpriced_there(const std::vector<Instance>& instances, const HardwareRequest& request,
                                     const Catalog& catalog);

/// Prices of plans on several instance types in the region that is stated, each with its day; empty: no region is
/// stated, or fewer than two prices differ.
std::optional<Message> told_prices(const std::vector<Plan>& plans, const HardwareRequest& request);

}  // namespace hakaru
