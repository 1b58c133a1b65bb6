// Cost of a longer or shorter run: of a plan whose cost is known, the cost of its machines where it takes `longer`
// times as long.
//
//   by the hour          cost · longer
//   in Capacity Blocks   cost · billed(hours · longer) / billed(hours), billed as capacity_block.h says
//   in one that is offered   its fee while the block holds the run; longer, as many times it as blocks' days
//
// Example: 16.8 days in Capacity Blocks are billed as 21. 1.23 times as long, 20.7 days, costs as much; 0.70 times as
// long, 11.8 days, is billed as 12: 12/21 of that.
#pragma once

#include "hakaru/planning/plan/plan.h"

namespace hakaru {

/// Hours that the machines of what ends are paid for.
double paid_hours(const Plan& plan, double hours);
/// Factor of the cost of the machines where `plan` takes `longer` times as long.
double times_as_dear(const Plan& plan, double longer);
/// The other way: how many times as long it may take where its machines may cost `dearer` times as much.
double times_as_long(const Plan& plan, double dearer);

/// Says whether `plan` is paid for by days, not hours.
bool is_in_blocks(const Plan& plan);
/// Makes of the block that `plan` is bought as the price of one of its machines.
void take_fee_of_block(Plan& plan);

}  // namespace hakaru
