// Rules by which AWS sells a Capacity Block: a reservation of full days, paid up front.
//
//   1 to 14 days, or a multiple of 7 days up to 182; 64 instances at most; in the regions that offer it
//   billed = the shortest such time that holds the run; a longer run takes blocks one after another
// Example: 22 minutes on trn2.48xlarge at $35.76/h are billed as a day, $858, not as $13.
// Source: Amazon EC2 User Guide, Capacity Blocks for ML (docs.aws.amazon.com/AWSEC2/latest/UserGuide/
// ec2-capacity-blocks.html): durations, instances of one block, payment.
#pragma once

#include "hakaru/hardware/price_book.h"

namespace hakaru {

inline constexpr int most_instances_of_a_block = 64;
inline constexpr int most_days_of_a_block = 182;

/// Hours that are paid for `hours` of use.
double billed_hours(PriceKind kind, double hours);
/// The most hours of use for which no more than `paid` hours are paid; 0: not even the shortest block.
double hours_within(PriceKind kind, double paid);

}  // namespace hakaru
