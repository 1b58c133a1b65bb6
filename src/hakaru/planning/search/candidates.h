// Clusters to look at: instances that the scenario allows, and how many of them.
#pragma once

#include <functional>
#include <vector>

#include "hakaru/hardware/catalog.h"
#include "hakaru/job/scenario.h"
#include "hakaru/planning/plan/plan.h"
#include "hakaru/planning/plan/support.h"

namespace hakaru {

/// The instances that the scenario's hardware request allows for its job, in the catalog's order. With --accelerator:
/// the clouds' machines with it that have a price, or, where there are none or where the number of accelerators is
/// given, its usual machine. Of an instance that is named, directly or by its accelerator, only as many accelerators
/// are used as the ranks asked for need (part_for). What is not named must be for rent and its figures those that are,
/// or on the date of the prices were, published; in a stated region, offered there (in_region.h).
Result<std::vector<Instance>> candidate_instances(const Scenario& scenario, const Catalog& catalog);

/// Machines outside clouds that could do the job and were not looked at, since the scenario names no hardware.
std::optional<Message> machines_left_out(const Scenario& scenario, const Catalog& catalog);

/// Takes out machines that no supported software of the job runs on, unless hardware is named or none would be left;
/// says which.
std::optional<Message> leave_out_ended(std::vector<Instance>& instances, const Scenario& scenario,
                                       const SupportNotices& support);

/// Message on instances left out because of a stated region or kind of price (in_region.h); empty: none.
std::optional<Message> left_out_of_region(const Scenario& scenario, const Catalog& catalog);

/// The same where they have prices elsewhere, by which one of them may be cheaper than `first` (a service: by the hour;
/// a run: for its work at the peak; null: there is no plan); names the cheapest that `holds` says the job fits.
std::optional<Message> unpriced_in_region(const Scenario& scenario, const Catalog& catalog, const Plan* first,
                                          const std::function<bool(const Instance&)>& holds);

/// True if that message says that none of the instances has a price of the stated kind.
bool lacks_price_kind(const Scenario& scenario, const Catalog& catalog);

/// Counts of `instance` to look at, ascending. Fixed by --instances or --accelerators; otherwise all counts for which
/// some legal layout can divide the global batch, up to --max-instances (default: `most_instances_by_default`).
Result<std::vector<int>> candidate_counts(const Scenario& scenario, const Instance& instance);

}  // namespace hakaru
