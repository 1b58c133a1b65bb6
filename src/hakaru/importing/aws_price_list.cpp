// The bulk offers of AmazonEC2 and of AmazonSageMaker. As JSON:
//
//   {"publicationDate": "2026-07-20T…", "version": "…",
//    "products": {SKU: {"attributes": {"instanceType": "p5.48xlarge", "operatingSystem": "Linux", …}}, …},
//    "terms": {"OnDemand": {SKU: {OFFER: {"priceDimensions": {RATE: {"unit": "Hrs", "pricePerUnit": {"USD": "…"}}}}}},
//              "Reserved": {SKU: {OFFER: {…, "termAttributes": {"LeaseContractLength": "1yr", …}}}}}}
//
// SageMaker's instanceType also says what the machine is for: "ml.p5.48xlarge-Training", "-Hosting", "-Cluster"
// (HyperPod), and other uses that are left out.
//
// As CSV, of AmazonEC2: lines that say what the file is, then one line for each rate, with all that is known of its
// product.
#include <unordered_map>

#include "hakaru/core/text.h"
#include "hakaru/importing/csv_stream.h"
#include "hakaru/importing/json_member.h"
#include "hakaru/importing/readers.h"

namespace hakaru {
namespace {

/// Attributes of a product that decide whether it is taken, besides its instance.
struct OfferedProduct {
  std::string_view instance, location_type, region, system, tenancy, software, capacity, market;
};

std::optional<Message> why_not_taken(const OfferedProduct& product) {
  if (!product.location_type.empty() && product.location_type != "AWS Region")
    return message("not in a region: Local Zones, Wavelength, Outposts");
  if (product.system != "Linux") return message("not Linux");
  if (product.tenancy != "Shared") return message("dedicated hosts and instances");
  if (!product.software.empty() && product.software != "NA") return message("with licensed software");
  if (!product.capacity.empty() && product.capacity != "Used") return message("of Capacity Reservations");
  if (product.market == "CapacityBlock") return message("of Capacity Blocks, whose price stands elsewhere");
  if (product.region.empty()) return message("without a region's code");
  return std::nullopt;
}

const Message& unknown_instance() {
  static const Message why = not_in_catalogue();
  return why;
}

/// The kind of price of a reservation that is taken: of standard ones those without an upfront fee.
std::optional<PriceKind> reserved_kind(std::string_view lease, std::string_view offering, std::string_view purchase) {
  if (offering != "standard" || purchase != "No Upfront") return std::nullopt;
  if (lease == "1yr") return PriceKind::savings_1y;
  if (lease == "3yr") return PriceKind::savings_3y;
  return std::nullopt;
}

constexpr std::string_view reserved_note = "reserved instance, standard, no upfront";

Message reserved_otherwise() { return message("reserved otherwise than standard without an upfront fee"); }
Message without_price() { return message("without a price in USD an hour"); }

constexpr std::string_view offer_of_ec2 = "AmazonEC2", offer_of_sagemaker = "AmazonSageMaker";

/// Instance and use of a SageMaker product: "ml.p5.48xlarge-Training".
struct ManagedMachine {
  std::string_view instance;
  std::optional<PriceKind> kind;  ///< empty: for something else
};

std::optional<ManagedMachine> managed_machine(std::string_view type) {
  constexpr std::string_view prefix = "ml.";
  if (!type.starts_with(prefix)) return std::nullopt;
  type.remove_prefix(prefix.size());
  const std::size_t hyphen = type.rfind('-');  // one may stand in an instance's own name: p6-b200.48xlarge
  if (hyphen == std::string_view::npos) return ManagedMachine{type, std::nullopt};
  const std::string use = lower_case(type.substr(hyphen + 1));
  const ManagedMachine machine{type.substr(0, hyphen), std::nullopt};
  if (use == "training") return ManagedMachine{machine.instance, PriceKind::sagemaker_training};
  if (use == "hosting") return ManagedMachine{machine.instance, PriceKind::sagemaker_hosting};
  if (use == "cluster") return ManagedMachine{machine.instance, PriceKind::sagemaker_hyperpod};
  return machine;
}

class OfferJson {
 public:
  OfferJson(ByteSource& source, const ImportContext& context, Imported& imported)
      : source_(source), known_(context.catalog, "aws"), imported_(imported), reader_(source.name()) {}

  std::optional<Error> read() {
    const JsonVisitor visitor{.begin = [this](const JsonPath& path) { return begin(path); },
                              .take =
                                  [this](const JsonPath& path, const JsonText& member) {
                                    return path.size() == 1             ? take_heading(path, member)
                                           : path.front() == "products" ? take_product(path, member)
                                                                        : take_term(path, member);
                                  }};
    if (std::optional<Error> error = walk_json(source_, visitor)) return error;
    if (!has_products_ || !has_terms_)
      return bad_input(
                 "{}: has no '{}'; accepted: AmazonEC2's price list (index.json, index.csv), or AmazonSageMaker's "
                 "(index.json)",
                 source_.name(), has_products_ ? "terms" : "products")
          .value();
    imported_.source = fmt::format("AWS price list {}{}{}", offer_, version_.empty() ? "" : " ", version_);
    return std::nullopt;
  }

 private:
  Step begin(const JsonPath& path) {
    if (path.size() == 1) {
      if (path[0] == "products") return has_products_ = true, Step::enter;
      if (path[0] == "terms") return has_terms_ = true, Step::enter;
      return path[0] == "publicationDate" || path[0] == "version" || path[0] == "offerCode" ? Step::take : Step::pass;
    }
    if (path[0] == "products") return Step::take;
    if (path.size() == 2) return path[1] == "OnDemand" || path[1] == "Reserved" ? Step::enter : Step::pass;
    return wanted_.contains(path[2]) ? Step::take : Step::pass;
  }

  std::optional<Error> take_heading(const JsonPath& path, const JsonText& member) {
    const Result<Json> value = reader_.tree(member, path);
    if (!value) return value.error();
    if (!value->is_string()) return std::nullopt;
    const auto& text = value->get_ref<const std::string&>();
    if (path[0] == "publicationDate") imported_.seen_on(text);
    if (path[0] == "version") version_ = text;
    if (path[0] == "offerCode") offer_ = text;
    if (offer_ == offer_of_ec2 || offer_ == offer_of_sagemaker) return std::nullopt;
    return bad_input("{}: is the price list of {}; accepted: AmazonEC2, AmazonSageMaker", source_.name(), text).value();
  }

  std::optional<Error> take_product(const JsonPath& path, const JsonText& member) {
    imported_.tally.read();
    const std::string_view instance = reader_.text_at(member, "attributes", "instanceType");
    if (instance.empty()) return imported_.tally.leave_out(message("no instances")), std::nullopt;
    if (const auto machine = managed_machine(instance)) return take_managed(*machine, path, member);
    if (!known_.has(instance)) return imported_.tally.leave_out(unknown_instance(), instance), std::nullopt;
    const Result<Json> product = reader_.tree(member, path);
    if (!product) return product.error();
    const auto attributes = product->find("attributes");
    const auto text = [&](std::string_view key) { return text_in(*attributes, key); };
    const std::string name = text("instanceType"), location = text("locationType"), region = text("regionCode"),
                      system = text("operatingSystem"), tenancy = text("tenancy"), software = text("preInstalledSw"),
                      capacity = text("capacitystatus"), market = text("marketoption");
    const OfferedProduct offered{name, location, region, system, tenancy, software, capacity, market};
    if (const std::optional<Message> why = why_not_taken(offered)) {
      imported_.tally.leave_out(*why, name);
      return std::nullopt;
    }
    if (!imported_.takes_region(region)) return std::nullopt;
    imported_.tally.take();
    wanted_.emplace(path[1], Wanted{name, region, PriceKind::on_demand});
    return std::nullopt;
  }

  std::optional<Error> take_managed(const ManagedMachine& machine, const JsonPath& path, const JsonText& member) {
    const std::string name(machine.instance);
    const auto leave_out = [&](const Message& why) { imported_.tally.leave_out(why, name); };
    if (!machine.kind) return leave_out(message("of SageMaker for other uses: notebooks, processing")), std::nullopt;
    if (!known_.has(name)) return leave_out(unknown_instance()), std::nullopt;
    const Result<Json> product = reader_.tree(member, path);
    if (!product) return product.error();
    const std::string region = text_in((*product)["attributes"], "regionCode");
    if (region.empty()) return leave_out(message("without a region's code")), std::nullopt;
    if (!imported_.takes_region(region)) return std::nullopt;
    imported_.tally.take();
    wanted_.emplace(path[1], Wanted{name, region, *machine.kind});
    return std::nullopt;
  }

  std::optional<Error> take_term(const JsonPath& path, const JsonText& member) {
    const Result<Json> offers = reader_.tree(member, path);
    if (!offers) return offers.error();
    const auto& [instance, region, offered_as] = wanted_.at(path[2]);
    const bool reserved = path[1] == "Reserved";
    for (const Json& offer : *offers) {
      imported_.tally.read();
      const std::optional<PriceKind> kind = reserved ? reserved_kind_of(offered_as, offer) : offered_as;
      const std::optional<double> usd_per_h = hourly_price(offer);
      if (!kind || !usd_per_h) {
        imported_.tally.leave_out(!kind ? reserved_otherwise() : without_price(), instance);
        continue;
      }
      imported_.tally.take();
      imported_.add({instance, region, *kind, *usd_per_h, "", "", std::string(reserved ? reserved_note : "")});
    }
    return std::nullopt;
  }

  static std::optional<PriceKind> reserved_kind_of(PriceKind offered_as, const Json& offer) {
    if (offered_as != PriceKind::on_demand) return std::nullopt;  // SageMaker's: none of the kinds here
    static const Json none = Json::object();
    const auto found = offer.find("termAttributes");
    const Json& terms = found == offer.end() ? none : *found;
    return reserved_kind(text_in(terms, "LeaseContractLength"), text_in(terms, "OfferingClass"),
                         text_in(terms, "PurchaseOption"));
  }

  static std::optional<double> hourly_price(const Json& offer) {
    const auto dimensions = offer.is_object() ? offer.find("priceDimensions") : offer.end();
    if (!offer.is_object() || dimensions == offer.end() || !dimensions->is_object()) return std::nullopt;
    for (const Json& each : *dimensions) {
      if (lower_case(text_in(each, "unit")) != "hrs" || !each.contains("pricePerUnit")) continue;
      const Json& price = each["pricePerUnit"];
      if (price.is_object() && price.contains("USD")) return price_of(price["USD"]);
    }
    return std::nullopt;
  }

  ByteSource& source_;
  KnownInstances known_;
  Imported& imported_;
  MemberReader reader_;
  struct Wanted {
    std::string instance, region;
    PriceKind kind = PriceKind::on_demand;
  };
  std::unordered_map<std::string, Wanted> wanted_;  ///< by SKU
  std::string offer_ = std::string(offer_of_ec2), version_;
  bool has_products_ = false, has_terms_ = false;
};

std::optional<Error> of_other_offer(const CsvStream& rows) {
  for (const auto& [key, value] : rows.preamble()) {
    if (key == "OfferCode" && value != offer_of_ec2)
      return bad_input("{}: is the price list of {} as CSV; accepted: AmazonEC2, or index.json of AmazonSageMaker",
                       rows.name(), value)
          .value();
  }
  return std::nullopt;
}

std::optional<Error> read_offer_csv(ByteSource& source, const ImportContext& context, Imported& imported) {
  enum Column : std::size_t {
    instance_type,
    term,
    unit,
    price,
    currency,
    region,
    location_type,
    system,
    tenancy,
    software,
    capacity,
    market,
    lease,
    offering,
    purchase
  };
  CsvStream rows(source, {"Instance Type", "TermType", "Unit", "PricePerUnit", "Currency", "Region Code",
                          "Location Type", "Operating System", "Tenancy", "?Pre Installed S/W", "?CapacityStatus",
                          "?MarketOption", "LeaseContractLength", "OfferingClass", "PurchaseOption"});
  const KnownInstances known(context.catalog, "aws");
  for (;;) {
    const Result<bool> more = rows.next();
    if (!more) {
      if (std::optional<Error> other = of_other_offer(rows)) return other;
      return more.error();
    }
    if (!*more) break;
    imported.tally.read();
    const std::string_view name = rows.cell(instance_type);
    if (!known.has(name)) {
      imported.tally.leave_out(name.empty() ? message("no instances") : unknown_instance(), name);
      continue;
    }
    const OfferedProduct offered{name,
                                 rows.cell(location_type),
                                 rows.cell(region),
                                 rows.cell(system),
                                 rows.cell(tenancy),
                                 rows.cell(software),
                                 rows.cell(capacity),
                                 rows.cell(market)};
    std::optional<Message> why = why_not_taken(offered);
    const bool reserved = rows.cell(term) == "Reserved";
    const std::optional<PriceKind> kind =
        reserved ? reserved_kind(rows.cell(lease), rows.cell(offering), rows.cell(purchase)) : PriceKind::on_demand;
    if (!why && !kind) why = reserved_otherwise();
    const std::optional<double> usd_per_h = price_in(rows.cell(price));
    if (!why && (rows.cell(unit) != "Hrs" || rows.cell(currency) != "USD" || !usd_per_h)) why = without_price();
    if (why) {
      imported.tally.leave_out(*why, name);
      continue;
    }
    if (!imported.takes_region(offered.region)) continue;
    imported.tally.take();
    imported.add({std::string(name), std::string(offered.region), *kind, *usd_per_h, "", "",
                  std::string(reserved ? reserved_note : "")});
  }
  for (const auto& [key, value] : rows.preamble()) {
    if (key == "Publication Date") imported.seen_on(value);
    if (key == "Version") imported.source = "AWS price list AmazonEC2 " + value;
  }
  return of_other_offer(rows);
}

}  // namespace

std::optional<Error> read_aws_price_list(ByteSource& source, const ImportContext& context, Imported& imported) {
  imported.source = "AWS price list AmazonEC2";
  const Result<char> first = source.first_byte();
  if (!first) return first.error();
  return *first == '{' ? OfferJson(source, context, imported).read() : read_offer_csv(source, context, imported);
}

}  // namespace hakaru
