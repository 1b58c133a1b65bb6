// Cost of a longer or shorter run: of a plan whose cost is known, the cost of its machines where it takes `longer`
// times as long.
//
//   by the hour          cost · longer
//   in Capacity Blocks   cost · paid(hours · longer) / paid(hours); paid = billed as capacity_block.h says, at
//                        least what holds the run with the confidence asked for
//   in one that is offered   its fee while the block holds the run; longer, as many times it as blocks' days
//
// Example: 16.8 days in Capacity Blocks are billed as 21. 1.23 times as long, 20.7 days, costs as much; 0.70 times as
// long, 11.8 days, too, since 21 days are bought; with --confidence 5% fewer are.
#pragma once

#include "hakaru/planning/plan/plan.h"

namespace hakaru {

/// Settles how many days of Capacity Blocks a plan that ends needs, so that they hold it with the confidence asked for:
/// they are paid ahead, and a run that is not done when they end has lost its machines.
void buy_days(Plan& plan, const Scenario& scenario);
/// Hours that the machines of what ends are paid for.
double paid_hours(const Plan& plan, double hours);
/// Factor of the duration of `plan` where its work takes `slower` times as long: its start-up takes no longer.
double times_in_all(const Plan& plan, double slower);
/// The inverse: factor of its work where all of it takes `longer` times as long; 0 or less: its start-up alone is longer.
double times_of_work(const Plan& plan, double longer);
/// Factor of the cost of the machines where `plan` takes `longer` times as long.
double times_as_dear(const Plan& plan, double longer);
/// The other way: how many times as long it may take where its machines may cost `dearer` times as much.
double times_as_long(const Plan& plan, double dearer);

/// Says whether `plan` is paid for by days, not hours.
bool is_in_blocks(const Plan& plan);
/// Makes of the block that `plan` is bought as the price of one of its machines.
void take_fee_of_block(Plan& plan);

}  // namespace hakaru
