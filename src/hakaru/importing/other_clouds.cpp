// Price lists of other clouds, and catalogues that people keep of all of them.
#include <functional>

#include "hakaru/core/text.h"
#include "hakaru/hardware/price_rows.h"
#include "hakaru/importing/csv_stream.h"
#include "hakaru/importing/readers.h"
#include "hakaru/importing/record_list.h"

namespace hakaru {
namespace {

bool holds(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

/// The price of Azure's item, and of its savings plans.
void take_azure_item(const Json& item, Imported& imported) {
  const std::string instance = lower_case(text_in(item, "armSkuName")), region = text_in(item, "armRegionName"),
                    product = text_in(item, "productName"), meter = text_in(item, "meterName"),
                    sku = text_in(item, "skuName"), type = text_in(item, "type");
  const auto leave_out = [&](const Message& why) { imported.tally.leave_out(why, instance); };
  if (text_in(item, "currencyCode") != "USD") return leave_out(message("in a currency that is not USD"));
  if (holds(product, "Windows")) return leave_out(message("not Linux"));
  if (holds(product, "Dedicated")) return leave_out(message("dedicated hosts and instances"));
  if (holds(product, "Cloud Services")) return leave_out(message("of another service than virtual machines"));
  if (holds(meter, "Low Priority") || holds(sku, "Low Priority"))
    return leave_out(message("low priority, which spot has replaced"));
  const std::optional<double> price = number_in(item, "retailPrice");
  if (!price || region.empty() || text_in(item, "unitOfMeasure") != "1 Hour")
    return leave_out(message("without a price in USD an hour"));
  if (!imported.takes_region(region)) return;
  const auto add = [&](PriceKind kind, double usd, const std::string& note) {
    const std::optional<double> usd_per_h = usable_price(usd);
    if (usd_per_h) imported.add({instance, region, kind, *usd_per_h, "", "", note});
    return usd_per_h.has_value();
  };
  const auto kind_of_term = [](const std::string& term) -> std::optional<PriceKind> {
    if (term == "1 Year") return PriceKind::savings_1y;
    if (term == "3 Years") return PriceKind::savings_3y;
    return std::nullopt;
  };
  bool taken = false;
  if (type == "Consumption") {
    const bool spot = holds(meter, "Spot") || holds(sku, "Spot");
    taken = add(spot ? PriceKind::spot : PriceKind::on_demand, *price, spot ? "a moment's price" : "");
    for (const Json& plan : list_in(item, "savingsPlan")) {
      const std::optional<PriceKind> kind = kind_of_term(text_in(plan, "term"));
      if (kind && !spot) add(*kind, number_in(plan, "retailPrice").value_or(0), "savings plan");
    }
  } else if (type == "Reservation") {  // the price of its whole term
    const std::optional<PriceKind> kind = kind_of_term(text_in(item, "reservationTerm"));
    taken = kind && add(*kind, *price / committed_h(*kind), "reservation");
  } else {
    return leave_out(message("for development and testing only, or of another kind"));
  }
  if (!taken) return leave_out(message("without a price in USD an hour"));
  imported.tally.take();
}

/// True if the model in the name of `shape` is `product`: "a100-v2" in "bm.gpu.a100-v2.8", for "A100 - v2".
bool is_shape_called(std::string_view shape, std::string_view product) {
  const std::size_t model = shape.find("gpu.") + std::string_view("gpu.").size(), count = shape.rfind('.');
  return shape.find("gpu.") != std::string_view::npos && model < count &&
         lower_case(letters_and_digits(product)) == letters_and_digits(shape.substr(model, count - model));
}

/// OCI calls a product "OCI - Compute - GPU - H100": a price of one GPU, in all regions alike.
void take_oci_item(const Json& item, const ImportContext& context, const KnownInstances& known, Imported& imported) {
  const std::string product = text_in(item, "displayName");
  constexpr std::string_view mark = "GPU - ";
  const std::size_t at = product.rfind(mark);
  if (at == std::string::npos || text_in(item, "metricName") != "GPU Per Hour")
    return imported.tally.leave_out(message("no instances"));
  const std::string model = product.substr(at + mark.size());
  const Accelerator* const accelerator = accelerator_called(context.catalog, model, 0);
  std::optional<double> usd;
  for (const Json& local : list_in(item, "currencyCodeLocalizations")) {
    if (text_in(local, "currencyCode") != "USD") continue;
    for (const Json& price : list_in(local, "prices")) {
      if (text_in(price, "model") == "PAY_AS_YOU_GO") usd = number_in(price, "value");
    }
  }
  bool any = false;
  for (const Instance* const each : known.all()) {
    const bool is_shape = each->name.starts_with("bm.gpu") || each->name.starts_with("vm.gpu");
    const bool is_of_it = accelerator != nullptr && each->accelerator.name == accelerator->name;
    if (!usd || !is_shape || !(is_of_it || is_shape_called(each->name, model))) continue;
    const double chips = static_cast<double>(each->accelerators) / each->accelerator.ranks_per_chip;
    const std::optional<double> usd_per_h = usable_price(*usd * chips);
    if (!usd_per_h) continue;
    imported.add({each->name, std::string(every_region), PriceKind::on_demand, *usd_per_h, "", "",
                  fmt::format("{} x the price of one accelerator; the same in all commercial regions", chips)});
    any = true;
  }
  if (!any) return imported.tally.leave_out(not_in_catalogue(), product);
  imported.tally.take();
}

/// The rows of a catalogue that people keep of clouds; `take` is given those of instances that are known, by name, and
/// says whether they have a price.
std::optional<Error> read_rows_of_known(
    CsvStream& rows, std::size_t name_column, std::size_t region_column, const ImportContext& context,
    Imported& imported, const std::function<bool(const std::string& name, const std::string& region)>& take) {
  const KnownInstances known(context.catalog, "");
  for (;;) {
    const Result<bool> more = rows.next();
    if (!more) return more.error();
    if (!*more) return std::nullopt;
    imported.tally.read();
    const std::string name(rows.cell(name_column)), region(rows.cell(region_column));
    if (known.find(name) == nullptr) {
      imported.tally.leave_out(name.empty() ? message("no instances") : not_in_catalogue(), name);
    } else if (region.empty() || !take(name, region)) {
      imported.tally.leave_out(message("without a price in USD an hour"), name);
    }
  }
}

}  // namespace

std::optional<Error> read_azure_prices(ByteSource& source, const ImportContext& context, Imported& imported) {
  const KnownInstances known(context.catalog, "");
  imported.source = "Azure retail prices (prices.azure.com)";
  return read_records(source,
                      {.list = "Items",
                       .what = "pages of prices.azure.com/api/retail/prices",
                       .field = "armSkuName",
                       .is_wanted = [&](std::string_view name) { return known.find(name) != nullptr; },
                       .why_not = not_in_catalogue(),
                       .next_page = "NextPageLink",
                       .take = [&](const Json& item) { take_azure_item(item, imported); }},
                      imported.tally);
}

std::optional<Error> read_oci_prices(ByteSource& source, const ImportContext& context, Imported& imported) {
  const KnownInstances known(context.catalog, "");
  imported.source = "OCI price list";
  return read_records(source,
                      {.list = "items",
                       .what = "what apexapps.oracle.com/pls/apex/cetools/api/v1/products answers",
                       .take = [&](const Json& item) { take_oci_item(item, context, known, imported); },
                       .day = "lastUpdated",
                       .dated = [&](std::string_view day) { imported.seen_on(day); }},
                      imported.tally);
}

std::optional<Error> read_skypilot(ByteSource& source, const ImportContext& context, Imported& imported) {
  enum Column : std::size_t { instance_type, price, spot_price, region };
  CsvStream rows(source, {"InstanceType", "Price", "?SpotPrice", "Region"});
  imported.source = "SkyPilot's catalogue";
  const auto take = [&](const std::string& name, const std::string& place) {
    const std::optional<double> usd_per_h = price_in(rows.cell(price)),
                                spot_usd_per_h = price_in(rows.cell(spot_price));
    if (!usd_per_h && !spot_usd_per_h) return false;
    if (!imported.takes_region(place)) return true;  // which counts it
    imported.tally.take();
    if (usd_per_h) imported.add({name, place, PriceKind::on_demand, *usd_per_h, "", "", ""});
    if (spot_usd_per_h)
      imported.add({name, place, PriceKind::spot, *spot_usd_per_h, "", "", "a moment's price, of the cheapest zone"});
    return true;
  };
  return read_rows_of_known(rows, instance_type, region, context, imported, take);
}

std::optional<Error> read_gpuhunt(ByteSource& source, const ImportContext& context, Imported& imported) {
  enum Column : std::size_t { instance_name, location, price, spot };
  CsvStream rows(source, {"instance_name", "location", "price", "spot"});
  imported.source = "gpuhunt's catalogue";
  const auto take = [&](const std::string& name, const std::string& place) {
    const std::optional<double> usd_per_h = price_in(rows.cell(price));
    if (!usd_per_h) return false;
    if (!imported.takes_region(place)) return true;  // which counts it
    imported.tally.take();
    const bool is_spot = lower_case(rows.cell(spot)) == "true";
    imported.add({name, place, is_spot ? PriceKind::spot : PriceKind::on_demand, *usd_per_h, "", "",
                  is_spot ? "a moment's price" : ""});
    return true;
  };
  return read_rows_of_known(rows, instance_name, location, context, imported, take);
}

}  // namespace hakaru
