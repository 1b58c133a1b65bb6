#include "hakaru/hardware/block_offers.h"

#include <algorithm>
#include <array>
#include <tuple>

#include "hakaru/core/quantities.h"
#include "hakaru/core/text.h"
#include "hakaru/hardware/price_rows.h"
#include "hakaru/hardware/rows.h"

namespace hakaru {
namespace {

constexpr double ended_before_h = 0.5;

Result<BlockOffer> to_offer(const Row<8>& row, const std::string& place) {
  const auto& [instance, region, instances, hours, starts_on, usd, as_of, source] = row;
  if (source.empty()) return bad_input("{}: an offer needs an instance, a region and a source", place);
  if (const Result<void> names = check_names(instance, region, place); !names) return fail(names);
  const Result<std::int64_t> count = parse_count(instances, "instances");
  const Result<double> long_h = parse_number(hours, "hours"), fee = parse_number(usd, "usd_upfront");
  if (!count || *count < 1 || *count > most_of_block)
    return bad_input("{}: instances is '{}'; accepted: 1 … {}", place, instances, most_of_block);
  if (!long_h || !(*long_h > 0 && *long_h <= longest_block_h))
    return bad_input("{}: hours is '{}'; accepted: more than 0, at most {}", place, hours, longest_block_h);
  const double most_usd_of_block = largest_usd_per_h * static_cast<double>(*count) * *long_h;
  if (!fee || !(*fee > 0 && *fee <= most_usd_of_block))
    return bad_input("{}: usd_upfront is '{}'; accepted: more than 0, at most {}", place, usd,
                     fmt::format("{:.0f}", most_usd_of_block));
  if (!parse_date(starts_on, "starts_on"))
    return bad_input("{}: starts_on is '{}'; accepted: a date such as 2023-06-01", place, starts_on);
  if (const Result<void> day = check_day(as_of, place); !day) return fail(day);
  return BlockOffer{lower_case(instance), region, static_cast<int>(*count), *long_h, starts_on, *fee, as_of, source};
}

bool holds(const BlockOffer& offer, const BlockNeed& need) {
  return offer.instances >= need.instances && held_hours(offer) >= need.hours && offer.starts_on >= need.begin;
}

bool ends_in_time(const BlockOffer& offer, const BlockNeed& need) {
  return !need.deadline_h || waits_h(offer, need) + need.hours <= *need.deadline_h;
}

}  // namespace

BlockNeed block_need(int instances, double duration_s, const std::string& begin, std::optional<double> deadline_s,
                     const std::vector<BlockOffer>& offers) {
  BlockNeed need{instances, duration_s / seconds_per_hour, begin.empty() ? offers.front().as_of : begin, std::nullopt};
  if (deadline_s) need.deadline_h = *deadline_s / seconds_per_hour;
  return need;
}

double held_hours(const BlockOffer& offer) { return offer.hours - ended_before_h; }

double waits_h(const BlockOffer& offer, const BlockNeed& need) {
  return days_between(need.begin, offer.starts_on).value_or(0) * seconds_per_day / seconds_per_hour;
}

Message told_of_block(const BlockOffer& offer) {
  return message("the Capacity Block: {} × {} for {} h from {} on, {} in all, as offered on {}", offer.instances,
                 offer.instance, fmt::format("{:.4g}", offer.hours), offer.starts_on, in_usd(offer.usd), offer.as_of);
}

Result<BlockOffers> BlockOffers::read(const DataFiles& data) {
  constexpr std::array columns{"instance",  "region",      "instances", "hours",
                               "starts_on", "usd_upfront", "as_of",     "source"};
  BlockOffers all;
  for (const DataFiles::File& file : data.under("capacity_blocks/")) {
    const Result<void> read =
        read_rows(file, columns, [&](const Row<8>& row, const std::string& place) -> Result<void> {
          Result<BlockOffer> offer = to_offer(row, place);
          if (!offer) return fail(offer);
          all.offers_.push_back(std::move(*offer));
          return {};
        });
    if (!read) return fail(read);
  }
  return all;
}

std::vector<BlockOffer> BlockOffers::of(std::string_view instance, std::string_view region) const {
  std::vector<BlockOffer> found;
  std::string newest;
  for (const BlockOffer& offer : offers_) {
    if (offer.instance != instance || offer.region != region) continue;
    newest = std::max(newest, offer.as_of);
    found.push_back(offer);
  }
  std::erase_if(found, [&](const BlockOffer& offer) { return offer.as_of != newest; });
  return found;
}

std::optional<BlockOffer> cheapest_block(const std::vector<BlockOffer>& offers, const BlockNeed& need) {
  const BlockOffer* best = nullptr;
  for (const BlockOffer& offer : offers) {
    if (!holds(offer, need) || !ends_in_time(offer, need)) continue;
    if (best == nullptr || std::tie(offer.usd, offer.starts_on) < std::tie(best->usd, best->starts_on)) best = &offer;
  }
  return best != nullptr ? std::optional(*best) : std::nullopt;
}

Message why_no_block(const std::vector<BlockOffer>& offers, const BlockNeed& need) {
  const BlockOffer* first = nullptr;
  for (const BlockOffer& offer : offers) {
    if (holds(offer, need) && (first == nullptr || offer.starts_on < first->starts_on)) first = &offer;
  }
  const std::string& name = offers.front().instance;
  const Quantity time = in_time(need.hours * seconds_per_hour);
  return first != nullptr
             ? message("the first Capacity Block that holds {} × {} for {} starts on {}, too late for the deadline",
                       need.instances, name, time, first->starts_on)
             : message("none of the Capacity Blocks offered on {} holds {} × {} for {} from {} on",
                       offers.front().as_of, need.instances, name, time, need.begin);
}

}  // namespace hakaru
