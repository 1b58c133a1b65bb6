#include "hakaru/importing/catalog_diff.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace hakaru {
namespace {

using Changes = std::vector<CatalogChange>;
using Clouds = std::map<std::string, std::string>;

std::optional<double> percent_between(double shipped, double own) {
  constexpr double hundred = 100;
  return shipped != 0 ? std::optional(hundred * (own / shipped - 1)) : std::nullopt;
}

std::string price_shown(double usd_per_h) { return fmt::format("{}", usd_per_h); }

/// Rows of the user's folder, or those that came with the program.
template <typename Row>
std::vector<Row> rows_of(const std::vector<Row>& rows, bool own) {
  std::vector<Row> chosen;
  std::copy_if(rows.begin(), rows.end(), std::back_inserter(chosen),
               [&](const Row& row) { return row.origin.own == own; });
  return chosen;
}

/// A price of the user's is added to those that came: none is gone by it.
void compare_prices(const std::vector<PriceRow>& rows, Changes& changes) {
  using Place = std::tuple<std::string, std::string, PriceKind>;
  const auto place_of = [](const Price& price) { return Place{price.instance, price.region, price.kind}; };
  std::map<Place, double> shipped;
  for (const PriceRow& row : newest(rows_of(rows, false))) shipped[place_of(row.price)] = row.price.usd_per_h;
  for (const PriceRow& row : newest(rows_of(rows, true))) {
    const Price& price = row.price;
    CatalogChange change{Change::added,
                         "price",
                         price.instance,
                         price.region,
                         std::string(name_of(price.kind)),
                         "",
                         price_shown(price.usd_per_h),
                         std::nullopt};
    const auto before = shipped.find(place_of(price));
    if (before != shipped.end()) {
      if (before->second == price.usd_per_h) continue;
      change.change = Change::changed;
      change.shipped = price_shown(before->second);
      change.percent = percent_between(before->second, price.usd_per_h);
    }
    changes.push_back(std::move(change));
  }
}

/// Counts an offer as gone if the user lists its cloud's region without it; other clouds may use the same region name.
void compare_offers(const std::vector<OfferRow>& rows, const Clouds& clouds, Changes& changes) {
  using Place = std::pair<std::string, std::string>;  // region, instance
  const auto region_of = [&](const Place& place) {
    const auto cloud = clouds.find(place.second);
    return std::pair(cloud == clouds.end() ? "" : cloud->second, place.first);
  };
  std::set<Place> shipped, own;
  std::set<std::pair<std::string, std::string>> regions;  // cloud, region
  for (const OfferRow& row : rows) {
    const Place place{row.offer.region, row.offer.instance};
    (row.origin.own ? own : shipped).insert(place);
    if (row.origin.own) regions.insert(region_of(place));
  }
  for (const auto& [region, instance] : own) {
    if (!shipped.contains({region, instance}))
      changes.push_back({Change::added, "offer", instance, region, "", "", "yes", std::nullopt});
  }
  for (const auto& [region, instance] : shipped) {
    if (regions.contains(region_of({region, instance})) && !own.contains({region, instance}))
      changes.push_back({Change::gone, "offer", instance, region, "", "yes", "", std::nullopt});
  }
}

std::string figure_shown(const Json& figure) {
  return figure.is_string() ? figure.get<std::string>() : figure.dump(-1, ' ', false, Json::error_handler_t::replace);
}

void compare_tables(const std::vector<TableRow>& rows, const std::string& kind, Changes& changes) {
  std::map<std::string, const Json*> shipped, own;
  for (const TableRow& row : rows) (row.origin.own ? own : shipped)[row.name] = &row.table;
  for (const auto& [name, table] : own) {
    const auto before = shipped.find(name);
    if (before == shipped.end()) {
      changes.push_back({Change::added, kind, name, "", "", "", "yes", std::nullopt});
      continue;
    }
    std::map<std::string, std::pair<const Json*, const Json*>> figures;
    const auto was = figures_of(*before->second), is = figures_of(*table);
    for (const auto& [key, figure] : was) figures[key].first = &figure;
    for (const auto& [key, figure] : is) figures[key].second = &figure;
    for (const auto& [key, both] : figures) {
      const auto& [old, current] = both;
      if (old != nullptr && current != nullptr && *old == *current) continue;
      CatalogChange change{.change = old == nullptr       ? Change::added
                                     : current == nullptr ? Change::gone
                                                          : Change::changed,
                           .kind = kind,
                           .name = name,
                           .figure = key};
      if (old != nullptr) change.shipped = figure_shown(*old);
      if (current != nullptr) change.own = figure_shown(*current);
      if (old != nullptr && current != nullptr && old->is_number() && current->is_number())
        change.percent = percent_between(old->get<double>(), current->get<double>());
      changes.push_back(std::move(change));
    }
  }
}

}  // namespace

Result<std::vector<CatalogChange>> catalog_changes(const DataFiles& data, const Clouds& clouds) {
  const Result<std::vector<PriceRow>> prices = price_rows(data);
  if (!prices) return fail(prices);
  const Result<std::vector<OfferRow>> offers = offer_rows(data);
  if (!offers) return fail(offers);
  const Result<std::vector<TableRow>> instances = table_rows(data, "instances/");
  if (!instances) return fail(instances);
  const Result<std::vector<TableRow>> accelerators = table_rows(data, "accelerators/");
  if (!accelerators) return fail(accelerators);
  Changes changes;
  compare_tables(*accelerators, "accelerator", changes);
  compare_tables(*instances, "instance", changes);
  compare_offers(*offers, clouds, changes);
  compare_prices(*prices, changes);
  return changes;
}

}  // namespace hakaru
