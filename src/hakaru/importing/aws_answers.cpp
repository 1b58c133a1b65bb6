// Readers of the output of `aws ec2 describe-…`: offerings, spot prices, Capacity Blocks.
#include <algorithm>
#include <map>
#include <utility>

#include "hakaru/core/text.h"
#include "hakaru/hardware/capacity_block.h"
#include "hakaru/hardware/price_rows.h"
#include "hakaru/importing/readers.h"
#include "hakaru/importing/record_list.h"

namespace hakaru {
namespace {

bool is_letter(char each) { return each >= 'a' && each <= 'z'; }
bool is_figure(char each) { return each >= '0' && each <= '9'; }

Message without_zone() { return message("without a zone of a region"); }

/// A list of what instances cost or where they are, as `command` of aws ec2 prints it: `take` is given the records of
/// those that are known.
std::optional<Error> read_list(ByteSource& source, const ImportContext& context, Imported& imported,
                               const std::string& command, const std::string& list,
                               std::function<void(const Json&)> take) {
  const KnownInstances known(context.catalog, "aws");
  imported.source = "aws ec2 " + command;
  return read_records(source,
                      {.list = list,
                       .what = fmt::format("what {} prints", imported.source),
                       .field = "InstanceType",
                       .is_wanted = [&known](std::string_view name) { return known.has(name); },
                       .why_not = not_in_catalogue(),
                       .next_page = std::string(next_page_of_aws),
                       .take = std::move(take)},
                      imported.tally);
}

/// A history tells changes: a zone's price is that of its latest record, however old.
struct SpotChange {
  std::string time;
  double usd_per_h = 0;
};
using ZonePrices = std::map<std::string, SpotChange>;                          // by zone
using SpotPrices = std::map<std::pair<std::string, std::string>, ZonePrices>;  // by instance, region

/// "2026-11-10T20:12:00" of "2026-11-10T20:12:00.000Z": as printed, such times sort; all are of UTC.
std::string to_the_second(const std::string& time) {
  return time.substr(0, std::string_view("2026-11-10T20:12:00").size());
}

void add_change(SpotChange& latest, SpotChange change) {
  if (change.time > latest.time || (change.time == latest.time && change.usd_per_h < latest.usd_per_h))
    latest = std::move(change);
}

/// The cheapest zone's price, of the newest record's day: a zone without a record that day still has its older price.
Price cheapest_of(const std::string& instance, const std::string& region, const ZonePrices& zones) {
  double usd_per_h = largest_usd_per_h;
  std::string newest;
  for (const auto& [zone, change] : zones) {
    usd_per_h = std::min(usd_per_h, change.usd_per_h);
    newest = std::max(newest, change.time);
  }
  return {instance, region, PriceKind::spot, usd_per_h, day_in(newest), "", "a moment's price, of the cheapest zone"};
}

/// Blocks end at 11:30 UTC and may begin at once: AWS tells their hours, and the minutes beyond these.
std::optional<double> hours_of_block(const Json& record) {
  constexpr double minutes_of_hour = 60;
  const std::optional<double> hours = number_in(record, "CapacityBlockDurationHours"),
                              minutes = number_in(record, "CapacityBlockDurationMinutes");
  if (!hours && !minutes) return std::nullopt;
  return hours.value_or(0) + minutes.value_or(0) / minutes_of_hour;
}

}  // namespace

std::string region_of_zone(std::string_view zone) {
  // "us-east-1a" is a zone of us-east-1, "us-west-2-lax-1a" a Local Zone of us-west-2.
  std::size_t end = 0;
  int words = 0;
  for (std::size_t at = 0; at <= zone.size(); ++at) {
    if (at < zone.size() && zone[at] != '-') continue;
    const std::string_view word = zone.substr(end == 0 ? 0 : end + 1, at - (end == 0 ? 0 : end + 1));
    ++words;
    if (words >= 3 && !word.empty() && is_figure(word.front())) {
      const auto letters = static_cast<std::size_t>(std::find_if(word.begin(), word.end(), is_letter) - word.begin());
      return std::string(zone.substr(0, at - (word.size() - letters)));
    }
    end = at;
  }
  return "";
}

std::optional<Error> read_aws_offerings(ByteSource& source, const ImportContext& context, Imported& imported) {
  return read_list(source, context, imported, "describe-instance-type-offerings", "InstanceTypeOfferings",
                   [&](const Json& record) {
                     const std::string instance = text_in(record, "InstanceType"),
                                       type = text_in(record, "LocationType"), location = text_in(record, "Location");
                     std::string region = type == "region"              ? location
                                          : type == "availability-zone" ? region_of_zone(location)
                                                                        : context.region;
                     if (region.empty()) return imported.tally.leave_out(without_zone(), location);
                     if (!imported.takes_region(region)) return;
                     imported.tally.take();
                     imported.offers.emplace(std::move(region), lower_case(instance));
                   });
}

std::optional<Error> read_aws_spot_history(ByteSource& source, const ImportContext& context, Imported& imported) {
  SpotPrices latest;
  std::optional<Error> error =
      read_list(source, context, imported, "describe-spot-price-history", "SpotPriceHistory", [&](const Json& record) {
        const std::string instance = text_in(record, "InstanceType"), system = text_in(record, "ProductDescription"),
                          zone = text_in(record, "AvailabilityZone"), time = text_in(record, "Timestamp");
        const std::string region = zone.empty() ? context.region : region_of_zone(zone);
        const std::optional<double> usd_per_h = price_in(text_in(record, "SpotPrice"));
        if (!system.starts_with("Linux")) return imported.tally.leave_out(message("not Linux"), instance);
        if (region.empty()) return imported.tally.leave_out(without_zone(), zone);
        if (!imported.takes_region(region)) return;
        if (!usd_per_h || day_in(time).empty())
          return imported.tally.leave_out(message("without a price or its time"), instance);
        imported.tally.take();
        imported.seen_on(time);
        add_change(latest[{lower_case(instance), region}][zone], {to_the_second(time), *usd_per_h});
      });
  if (error) return error;
  for (const auto& [where, zones] : latest) imported.add(cheapest_of(where.first, where.second, zones));
  return std::nullopt;
}

std::optional<Error> read_aws_capacity_blocks(ByteSource& source, const ImportContext& context, Imported& imported) {
  return read_list(
      source, context, imported, "describe-capacity-block-offerings", "CapacityBlockOfferings",
      [&](const Json& record) {
        const std::string instance = text_in(record, "InstanceType"), zone = text_in(record, "AvailabilityZone"),
                          currency = text_in(record, "CurrencyCode"), start = day_in(text_in(record, "StartDate"));
        std::string region = zone.empty() ? context.region : region_of_zone(zone);
        const std::optional<double> hours = hours_of_block(record),
                                    instances = number_in(record, "InstanceCount"),
                                    fee_usd = number_in(record, "UpfrontFee");
        if (region.empty()) return imported.tally.leave_out(without_zone(), zone);
        if (!imported.takes_region(region)) return;
        if (!currency.empty() && currency != "USD")
          return imported.tally.leave_out(message("in a currency that is not USD"), currency);
        if (instances && *instances > most_instances_of_a_block)
          return imported.tally.leave_out(
              message("of more than {} instances, the most of a Capacity Block", most_instances_of_a_block), instance);
        const bool whole = hours && instances && fee_usd && *hours > 0 && *hours <= longest_block_h && *instances >= 1;
        const std::optional<double> usd_per_h = whole ? usable_price(*fee_usd / (*hours * *instances)) : std::nullopt;
        if (!usd_per_h) return imported.tally.leave_out(message("without a fee, its hours or instances"), instance);
        imported.tally.take();
        if (!start.empty())
          imported.blocks.push_back({.instance = lower_case(instance),
                                     .region = region,
                                     .instances = static_cast<int>(*instances),
                                     .hours = *hours,
                                     .starts_on = start,
                                     .usd = *fee_usd,
                                     .as_of = {},
                                     .source = {}});
        imported.add({instance, std::move(region), PriceKind::capacity_block, *usd_per_h, "", "",
                      fmt::format("a block of {:.4g} h of {} from {}, ${:.2f} upfront", *hours, *instances,
                                  start.empty() ? "a day not said" : start, *fee_usd)});
      });
}

}  // namespace hakaru
