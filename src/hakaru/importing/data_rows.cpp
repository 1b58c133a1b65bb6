#include "hakaru/importing/data_rows.h"

#include <algorithm>
#include <tuple>

#include "hakaru/core/embedded.h"
#include "hakaru/core/text.h"

namespace hakaru {
namespace {

Origin origin_of(const DataFiles::File& file) {
  const auto is_this = [&](const EmbeddedFile& embedded) { return embedded.text.data() == file.text.data(); };
  return {file.name, std::none_of(embedded_files().begin(), embedded_files().end(), is_this)};
}

auto place_of(const PriceRow& row) { return std::tie(row.price.instance, row.price.region, row.price.kind); }

}  // namespace

Result<std::vector<PriceRow>> price_rows(const DataFiles& data) {
  std::vector<PriceRow> rows;
  for (const DataFiles::File& file : data.under("prices/")) {
    Result<std::vector<Price>> prices = read_prices(file);
    if (!prices) return fail(prices);
    for (Price& price : *prices) rows.push_back({std::move(price), origin_of(file)});
  }
  return rows;
}

Result<std::vector<OfferRow>> offer_rows(const DataFiles& data) {
  std::vector<OfferRow> rows;
  for (const DataFiles::File& file : data.under("availability/")) {
    Result<std::vector<ListedOffer>> offers = read_offers(file);
    if (!offers) return fail(offers);
    for (ListedOffer& offer : *offers) rows.push_back({std::move(offer), origin_of(file)});
  }
  return rows;
}

Result<std::vector<TableRow>> table_rows(const DataFiles& data, std::string_view folder) {
  std::vector<TableRow> rows;
  for (const DataFiles::File& file : data.under(folder)) {
    Result<Json> tree = parse_toml(file.text, file.name);
    if (!tree) return fail(tree);
    const Origin origin = origin_of(file);
    for (auto& [name, table] : tree->items()) rows.push_back({lower_case(name), std::move(table), origin});
  }
  return rows;
}

std::vector<PriceRow> newest(std::vector<PriceRow> rows) {
  std::stable_sort(rows.begin(), rows.end(), [](const PriceRow& left, const PriceRow& right) {
    if (place_of(left) != place_of(right)) return place_of(left) < place_of(right);
    if (left.price.as_of != right.price.as_of) return left.price.as_of > right.price.as_of;
    if (left.origin.own != right.origin.own) return left.origin.own;
    return left.price.usd_per_h < right.price.usd_per_h;
  });
  const auto same = [](const PriceRow& left, const PriceRow& right) { return place_of(left) == place_of(right); };
  rows.erase(std::unique(rows.begin(), rows.end(), same), rows.end());
  return rows;
}

std::vector<std::pair<std::string, Json>> figures_of(const Json& table) {
  std::vector<std::pair<std::string, Json>> figures;
  for (const auto& [key, value] : table.items()) {
    if (key == "source" || key == "notes" || key == "confidence") continue;
    if (!value.is_object()) {
      figures.emplace_back(key, value);
      continue;
    }
    for (auto& [inner, figure] : figures_of(value)) figures.emplace_back(fmt::format("{}.{}", key, inner), figure);
  }
  return figures;
}

}  // namespace hakaru
