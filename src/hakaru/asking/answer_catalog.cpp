#include <memory>

#include "hakaru/asking/answers.h"
#include "hakaru/core/quantities.h"
#include "hakaru/core/text.h"
#include "hakaru/formats/record_json.h"
#include "hakaru/output/catalog_text.h"

namespace hakaru {
namespace {

template <typename Item>
Answer listed(const std::vector<Item>& items, std::function<std::string(const Pen&)> text) {
  OrderedJson rows = OrderedJson::array();
  for (const Item& item : items) {
    if constexpr (requires { json_of(item); })  // an instance's has its accelerator too
      rows.push_back(json_of(item));
    else
      rows.push_back(write_record(item));
  }
  return {.json = rows, .rows = rows, .text = std::move(text)};
}

template <typename Item>
Answer names_of(const std::vector<Item>& items) {
  std::vector<std::string> names;
  names.reserve(items.size());
  for (const Item& item : items) names.push_back(item.name);
  return names_answer(names);
}

void keep_family(std::vector<Instance>& instances, const std::string& family, KeyReader& reader) {
  std::vector<std::string> families;
  families.reserve(instances.size());
  for (const Instance& each : instances) families.push_back(each.family);
  std::erase_if(instances, [&](const Instance& each) { return each.family != family; });
  if (!instances.empty()) return;
  std::sort(families.begin(), families.end());
  families.erase(std::unique(families.begin(), families.end()), families.end());
  reader.refuse(bad_input("{} is '{}', which is not known; nearest: {}", reader.shown("family"), family,
                          join(nearest_names(family, families))));
}

/// The name that was asked for; `usage` where there is none.
Result<std::string> asked_name(KeyReader& reader, std::string_view place, std::string_view usage) {
  const std::optional<std::string> name = reader.text("name");
  if (reader.error()) return tl::unexpected(*reader.error());
  if (!name) return bad_input("{} is missing: {}", place, usage);
  return *name;
}

}  // namespace

Result<Answer> instances_answer(const Json& keys, const Asking& asking) {
  KeyReader reader(keys, asking.place);
  const Catalog& catalog = asking.catalog;
  std::vector<Instance> instances = catalog.instances();
  if (const std::optional<std::string> family = reader.text("family")) keep_family(instances, *family, reader);
  const bool names_only = reader.boolean("names").value_or(false);
  std::string region = reader.text("region").value_or(HardwareRequest().region);
  if (!names_only) region = reader.keep(catalog.known_region(region, reader.shown("region"))).value_or(region);
  if (reader.error()) return tl::unexpected(*reader.error());
  if (names_only) return names_of(instances);
  return listed(instances, [instances, region, &catalog](const Pen& pen) {
    return instances_text(instances, catalog, region, pen);
  });
}

Result<Answer> instance_answer(const Json& keys, const Asking& asking) {
  KeyReader reader(keys, asking.place);
  const Result<std::string> name = asked_name(reader, "INSTANCE", "hakaru instance show NAME");
  if (!name) return fail(name);
  const Catalog& catalog = asking.catalog;
  const Result<Instance> instance = catalog.instance(*name);
  if (!instance) return fail(instance);
  return listed(std::vector{*instance}, [instance = *instance, &catalog](const Pen& pen) {
    return instance_text(instance, catalog.prices(), pen);
  });
}

Result<Answer> accelerators_answer(const Json& keys, const Asking& asking) {
  KeyReader reader(keys, asking.place);
  const bool names_only = reader.boolean("names").value_or(false);
  if (reader.error()) return tl::unexpected(*reader.error());
  const std::vector<Accelerator>& accelerators = asking.catalog.accelerators();
  if (names_only) return names_of(accelerators);
  return listed(accelerators, [&accelerators](const Pen& pen) { return accelerators_text(accelerators, pen); });
}

Result<Answer> accelerator_answer(const Json& keys, const Asking& asking) {
  KeyReader reader(keys, asking.place);
  const Result<std::string> name = asked_name(reader, "ACCELERATOR", "hakaru accelerator show NAME");
  if (!name) return fail(name);
  const Result<Accelerator> accelerator = asking.catalog.accelerator(*name);
  if (!accelerator) return fail(accelerator);
  return listed(std::vector{*accelerator},
                [accelerator = *accelerator](const Pen& pen) { return accelerator_text(accelerator, pen); });
}

Result<Answer> prices_answer(const Json& keys, const Asking& asking) {
  KeyReader reader(keys, asking.place);
  const PriceBook& book = asking.catalog.prices();
  const std::optional<std::string> stated = reader.text("instance");
  std::optional<std::string> region = reader.text("region");
  const std::optional<std::string> as_of = reader.parsed<std::string>("prices_as_of", parse_date);
  std::optional<PriceKind> kind;
  if (const auto named = reader.text("price")) kind = reader.keep(parse_price_kind(*named));
  std::optional<Instance> instance;
  if (stated) instance = reader.keep(asking.catalog.instance(*stated));
  if (region) region = reader.keep(asking.catalog.known_region(*region, reader.shown("region")));
  if (reader.error()) return tl::unexpected(*reader.error());
  const bool anywhere = !region || *region == any_region;
  std::vector<Price> prices;
  for (const Price& price : book.all()) {
    const bool asked_for = (!instance || price.instance == instance->name) && (anywhere || price.region == *region) &&
                           (!kind || price.kind == *kind) && (!as_of || price.as_of <= *as_of);
    if (asked_for) prices.push_back(price);
  }
  return listed(prices, [prices, instance, region, kind, &catalog = asking.catalog](const Pen& pen) {
    return prices_text(prices, pen) +
           (instance && region && !kind ? unpriced_text(*instance, *region, prices, catalog, pen) : "");
  });
}

}  // namespace hakaru
