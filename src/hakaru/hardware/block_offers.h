// Capacity Blocks that AWS offered when it was asked (aws ec2 describe-capacity-block-offerings), in
// capacity_blocks/*.csv of the user's folder; none come with the program, since an offer holds for hours.
//
//   instance,region,instances,hours,starts_on,usd_upfront,as_of,source
//   p5.48xlarge,us-east-2,16,168,2026-12-05,84564.48,2026-11-27,aws ec2 describe-capacity-block-offerings
//
// A run of n instances for h hours that may begin on day B is held by an offer with n instances or more that starts on
// B or later and leaves h hours of use; it ends in time where (start − B) + h is within the deadline. All of the fee is
// paid, whatever the run uses.
//
// Worked example: B 2026-11-28, 100 h on 16: the offer above holds it (167.5 h of use), from 7 days on; it ends after
// 268 h, too late for a deadline of 10 days.
//
// Limits: days, without the hour at which a block starts; of the offers of one instance and region those of the newest
// day count; blocks are not put together.
// Source: Amazon EC2 User Guide, Capacity Blocks for ML: instances are ended 30 minutes before their block.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hakaru/core/data_files.h"
#include "hakaru/core/result.h"
#include "hakaru/hardware/price_book.h"

namespace hakaru {

/// Limits of an accepted row, above AWS's (182 days, 64 instances: Amazon EC2 User Guide, Capacity Blocks for ML).
inline constexpr double longest_block_h = 24 * 366;
inline constexpr std::int64_t most_of_block = 100'000;

struct BlockOffer {
  std::string instance, region;
  int instances = 0;
  double hours = 0;
  std::string starts_on;  ///< "2026-12-05"
  double usd = 0;         ///< of the whole block, up front
  std::string as_of, source;
};

template <>
inline constexpr auto record<BlockOffer> = described(
    "capacity_block", "a Capacity Block that was offered",
    field("instance", &BlockOffer::instance, "instance type").as(TextKind::name),
    field("region", &BlockOffer::region, "where it is").as(TextKind::name),
    field("instances", &BlockOffer::instances, {1, most_of_block}, "how many instances"),
    field("hours", &BlockOffer::hours, {1, longest_block_h}, "of the block"),
    field("starts_on", &BlockOffer::starts_on, "its first day").as(TextKind::date),
    field("usd", &BlockOffer::usd, usd_range, "of the whole block, up front"),
    field("as_of", &BlockOffer::as_of, "when it was offered"), field("source", &BlockOffer::source, "who says so"));

struct BlockNeed {
  int instances = 0;
  double hours = 0;
  std::string begin;                 ///< the first day on which the run may begin
  std::optional<double> deadline_h;  ///< from its beginning
};

class BlockOffers {
 public:
  /// Fails at a line that is no offer.
  static Result<BlockOffers> read(const DataFiles& data);
  /// Offers of the newest day for this instance and region; empty: none.
  std::vector<BlockOffer> of(std::string_view instance, std::string_view region) const;

 private:
  std::vector<BlockOffer> offers_;
};

/// The need of a run of `duration_s` from `begin` on; "": the day of the offers. `offers` must not be empty.
BlockNeed block_need(int instances, double duration_s, const std::string& begin, std::optional<double> deadline_s,
                     const std::vector<BlockOffer>& offers);
/// Hours of use that an offer leaves: its hours less the 30 minutes before its end.
double held_hours(const BlockOffer& offer);
/// Hours from the beginning of the need until the offer starts.
double waits_h(const BlockOffer& offer, const BlockNeed& need);
/// "the Capacity Block: 16 x p5.48xlarge for 168 h from 2026-12-05 on, …"
Message told_of_block(const BlockOffer& offer);

/// The cheapest that holds it, of equal ones the first to start.
std::optional<BlockOffer> cheapest_block(const std::vector<BlockOffer>& offers, const BlockNeed& need);
/// The reason where no offer fits: the first that is long enough starts too late, or none is. `offers` is not empty.
Message why_no_block(const std::vector<BlockOffer>& offers, const BlockNeed& need);

}  // namespace hakaru
