#include "hakaru/importing/figure_sources.h"

#include <algorithm>

#include "hakaru/core/text.h"

namespace hakaru {
namespace {

std::string told_value(const Json& figure) {
  return figure.is_string() ? figure.get<std::string>() : figure.dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// The figures of the last table of that name; false where there is none.
bool add_table(const std::vector<TableRow>& rows, FigureSources& sources) {
  const auto last =
      std::find_if(rows.rbegin(), rows.rend(), [&](const TableRow& row) { return row.name == sources.name; });
  if (last == rows.rend()) return false;
  sources.confidence = last->table.value("confidence", "");
  const std::string source = last->table.value("source", "");
  for (const auto& [key, figure] : figures_of(last->table))
    sources.figures.push_back({key, told_value(figure), "", source, last->origin.file});
  return true;
}

}  // namespace

Result<FigureSources> figure_sources(const Catalog& catalog, const DataFiles& data, const std::string& name) {
  FigureSources sources;
  const Result<Instance> instance = catalog.instance(name);
  const Result<Accelerator> accelerator = catalog.accelerator(name);
  if (!instance && !accelerator) {
    std::vector<std::string> names;
    for (const Instance& each : catalog.instances()) names.push_back(each.name);
    for (const Accelerator& each : catalog.accelerators()) names.push_back(each.name);
    return bad_input("'{}' is no instance and no accelerator that is known; nearest: {}", name,
                     join(nearest_names(name, names)));
  }
  sources.name = instance ? instance->name : accelerator->name;
  const Result<std::vector<TableRow>> tables = table_rows(data, instance ? "instances/" : "accelerators/");
  if (!tables) return fail(tables);
  add_table(*tables, sources);
  if (!instance) return sources;
  const Result<std::vector<PriceRow>> prices = price_rows(data);
  if (!prices) return fail(prices);
  for (const PriceRow& row : newest(*prices)) {
    const Price& price = row.price;
    if (price.instance == sources.name)
      sources.figures.push_back(
          {fmt::format("{} {}", price.region, name_of(price.kind)), fmt::format("${}/h", price.usd_per_h), price.as_of,
           price.note.empty() ? price.source : fmt::format("{} ({})", price.source, price.note), row.origin.file});
  }
  const Result<std::vector<OfferRow>> offers = offer_rows(data);
  if (!offers) return fail(offers);
  for (const auto& [offer, origin] : *offers) {
    if (offer.instance == sources.name)
      sources.figures.push_back({offer.region, "offered", offer.as_of, offer.source, origin.file});
  }
  return sources;
}

}  // namespace hakaru
