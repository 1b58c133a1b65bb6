#include "hakaru/hardware/block_offers.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <tuple>

#include "hakaru/core/text.h"
#include "hakaru/hardware/price_rows.h"
#include "hakaru/hardware/rows.h"

namespace hakaru {
namespace {

constexpr double ended_before_h = 0.5;
constexpr double longest_block_h = 24 * 366, most_usd_of_block = 1e15;
constexpr std::int64_t most_of_block = 100'000;

Result<BlockOffer> to_offer(const Row<8>& row, const std::string& place) {
  const auto& [instance, region, instances, hours, starts_on, usd, as_of, source] = row;
  if (instance.empty() || region.empty() || source.empty())
    return bad_input("{}: an offer needs an instance, a region and a source", place);
  const Result<std::int64_t> count = parse_count(instances, "instances");
  const Result<double> long_h = parse_number(hours, "hours"), fee = parse_number(usd, "usd_upfront");
  if (!count || *count < 1 || *count > most_of_block)
    return bad_input("{}: instances is '{}'; accepted: 1 … {}", place, instances, most_of_block);
  if (!long_h || !(*long_h >= 1 && *long_h <= longest_block_h))
    return bad_input("{}: hours is '{}'; accepted: 1 … {}", place, hours, longest_block_h);
  if (!fee || !(*fee > 0 && *fee <= most_usd_of_block))
    return bad_input("{}: usd_upfront is '{}'; accepted: more than 0, at most {}", place, usd,
                     fmt::format("{:.0f}", most_usd_of_block));
  if (!parse_date(starts_on, "starts_on"))
    return bad_input("{}: starts_on is '{}'; accepted: a date such as 2023-06-01", place, starts_on);
  if (const Result<void> day = check_day(as_of, place); !day) return fail(day);
  return BlockOffer{lower_case(instance), region, static_cast<int>(*count), *long_h, starts_on, *fee, as_of, source};
}

std::chrono::sys_days day_of(std::string_view date) {
  const auto number = [&](std::size_t at, std::size_t length) {
    int value = 0;
    std::from_chars(date.data() + at, date.data() + at + length, value);
    return value;
  };
  return std::chrono::year_month_day(std::chrono::year(number(0, 4)),
                                     std::chrono::month(static_cast<unsigned>(number(5, 2))),
                                     std::chrono::day(static_cast<unsigned>(number(8, 2))));
}

bool holds(const BlockOffer& offer, const BlockNeed& need) {
  return offer.instances >= need.instances && offer.hours - ended_before_h >= need.hours &&
         offer.starts_on >= need.begin;
}

bool ends_in_time(const BlockOffer& offer, const BlockNeed& need) {
  return !need.deadline_h || hours_between(need.begin, offer.starts_on) + need.hours <= *need.deadline_h;
}

}  // namespace

double hours_between(std::string_view from, std::string_view to) {
  return static_cast<double>((day_of(to) - day_of(from)).count()) * 24;
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
  const std::string time = in_time(need.hours * seconds_per_hour);
  return first != nullptr
             ? message("the first Capacity Block that holds {} x {} for {} starts on {}, too late for the deadline",
                       need.instances, name, time, first->starts_on)
             : message("none of the Capacity Blocks offered on {} holds {} x {} for {} from {} on",
                       offers.front().as_of, need.instances, name, time, need.begin);
}

}  // namespace hakaru
