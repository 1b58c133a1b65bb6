// The SKUs of Google's Cloud Billing Catalog. Machines are sold in parts, and cost the sum of them
// (data/gcp_skus.toml):
//
//   {"skus": [{"description": "A2 Instance Core running in Americas", "category": {"usageType": "OnDemand", …},
//              "serviceRegions": ["us-central1", …], "pricingInfo": [{"effectiveTime": "2023-03-24T10:52:50.681Z",
//              "pricingExpression": {"usageUnit": "h", "tieredRates": [{"unitPrice": {"units": "0", "nanos": 31611000,
//              "currencyCode": "USD"}}]}}]}, …], "nextPageToken": ""}
//
//   a2-highgpu-1g in us-central1: 12 vCPUs x $0.031611 + 85 GiB x $0.004237 + 1 GPU x $2.933908 = $3.673385 an hour
#include <array>
#include <cmath>
#include <map>
#include <set>

#include "hakaru/core/quantities.h"
#include "hakaru/core/text.h"
#include "hakaru/importing/readers.h"
#include "hakaru/importing/record_list.h"

namespace hakaru {
namespace {

constexpr double nanos_per_usd = 1e9;

enum class Part { vcpu, memory, accelerator, local_ssd };
constexpr std::array<std::pair<Part, std::string_view>, 4> part_keys{{{Part::vcpu, "vcpu"},
                                                                      {Part::memory, "memory"},
                                                                      {Part::accelerator, "accelerator"},
                                                                      {Part::local_ssd, "local_ssd"}}};

using SkuNames = std::vector<std::string>;

/// Machines whose names begin alike are made of the same parts.
struct MachineParts {
  std::string beginning;
  std::map<Part, SkuNames> parts;
};

Result<std::vector<MachineParts>> read_machine_parts(const DataFiles& data) {
  std::vector<MachineParts> all;
  for (const DataFiles::File& file : data.under("gcp_skus")) {
    const Result<Json> tree = parse_toml(file.text, file.name);
    if (!tree) return fail(tree);
    for (const auto& [beginning, table] : tree->items()) {
      if (!table.is_object())
        return bad_input("{}: '{}' stands outside any table; accepted: [name] followed by its keys", file.name,
                         beginning);
      Fields fields(table, file.name, beginning);
      MachineParts machine{beginning, {}};
      for (const auto& [part, key] : part_keys) {
        if (SkuNames names = fields.texts(key); !names.empty()) machine.parts[part] = std::move(names);
      }
      fields.text("source");
      fields.refuse_unknown();
      if (fields.error()) return tl::unexpected(*fields.error());
      all.push_back(std::move(machine));
    }
  }
  return all;
}

/// "A2 Instance Core" of "Spot Preemptible A2 Instance Core running in Americas".
std::string_view name_of_sku(std::string_view description) {
  for (const std::string_view start : {"Commitment v1: ", "Spot Preemptible ", "Preemptible "}) {
    if (description.starts_with(start)) description.remove_prefix(start.size());
  }
  for (const std::string_view place : {" running in ", " in "})
    description = description.substr(0, description.find(place));
  for (const std::string_view end : {" attached to Spot Preemptible VMs", " attached to Preemptible VMs"}) {
    if (description.ends_with(end)) description.remove_suffix(end.size());
  }
  return description;
}

std::optional<PriceKind> kind_of_sku(std::string_view description, std::string_view usage) {
  if (description.starts_with("Commitment")) {
    if (usage == "Commit1Yr") return PriceKind::savings_1y;
    if (usage == "Commit3Yr") return PriceKind::savings_3y;
    return std::nullopt;
  }
  // Slices of B200 say OnDemand of both.
  if (usage == "Preemptible" || description.find("Preemptible") != std::string_view::npos) return PriceKind::spot;
  return usage == "OnDemand" ? std::optional(PriceKind::on_demand) : std::nullopt;
}

/// Hours of one vCPU, GiB or chip in a unit of use; empty: the unit is not known.
std::optional<double> unit_hours(Part part, std::string_view unit) {
  switch (part) {
    case Part::vcpu:
    case Part::accelerator:
      if (unit == "h") return 1;
      break;
    case Part::memory:
      if (unit == "GiBy.h") return 1;
      if (unit == "GBy.h") return giga / gibi;
      break;
    case Part::local_ssd:
      if (unit == "GiBy.mo") return hours_per_month;
      if (unit == "GBy.mo") return giga / gibi * hours_per_month;
      break;
  }
  return std::nullopt;
}

/// Amount of a part in a machine, in vCPUs, GiB or chips; 0: not known.
double quantity_of(Part part, const Instance& machine) {
  switch (part) {
    case Part::vcpu:
      return machine.vcpu;
    case Part::memory:
      return machine.host_memory_bytes / gibi;
    case Part::accelerator:
      return static_cast<double>(machine.accelerators) / machine.accelerator.ranks_per_chip;
    case Part::local_ssd:
      return machine.local_storage_bytes / gibi;
  }
  return 0;
}

Message no_part() { return message("no part of a machine of the catalogue"); }

/// The object under a key of another; an empty one where there is none.
const Json& object_in(const Json& object, const char* key) {
  static const Json none = Json::object();
  const auto found = object.is_object() ? object.find(key) : object.end();
  return object.is_object() && found != object.end() ? *found : none;
}

class GcpSkus {
 public:
  GcpSkus(const ImportContext& context, Imported& imported, std::vector<MachineParts> machines)
      : known_(context.catalog, "gcp"), imported_(imported), machines_(std::move(machines)) {
    for (const MachineParts& machine : machines_)
      for (const auto& [part, names] : machine.parts)
        for (const std::string& name : names) part_of_[name] = part;
  }

  bool is_part(std::string_view description) const { return part_of_.contains(name_of_sku(description)); }

  void take(const Json& sku) {
    const std::string description = text_in(sku, "description"),
                      usage = text_in(object_in(sku, "category"), "usageType");
    const std::string_view name = name_of_sku(description);
    const auto leave_out = [&](const Message& why) { imported_.tally.leave_out(why, description); };
    const auto part = part_of_.find(name);
    if (part == part_of_.end()) return leave_out(no_part());
    const std::optional<PriceKind> kind = kind_of_sku(description, usage);
    if (!kind) return leave_out(message("neither on demand, spot, nor committed for 1 or 3 years"));
    const Json& dates = list_in(sku, "pricingInfo");  // the oldest first
    const Json& newest = dates.empty() ? dates : dates.back();
    const Json& expression = object_in(newest, "pricingExpression");
    const Json& tiers = list_in(expression, "tieredRates");
    const Json& price = tiers.empty() ? tiers : object_in(tiers.back(), "unitPrice");
    if (const std::string currency = text_in(price, "currencyCode"); !currency.empty() && currency != "USD")
      return leave_out(message("in a currency that is not USD"));
    const std::optional<double> hours = unit_hours(part->second, text_in(expression, "usageUnit")),
                                usd = usable_price(number_in(price, "units").value_or(0) +
                                                   number_in(price, "nanos").value_or(0) / nanos_per_usd);
    if (!hours || !usd) return leave_out(message("without a price in USD an hour"));
    bool anywhere = false;
    for (const Json& region : list_in(sku, "serviceRegions")) {
      if (!region.is_string() || !imported_.takes_region(region.get_ref<const std::string&>())) continue;
      anywhere = true;
      const double usd_per_h = *usd / *hours;
      const auto [rate, is_new] = rates_[{region.get<std::string>(), *kind}].try_emplace(std::string(name), usd_per_h);
      rate->second = std::min(rate->second, usd_per_h);
    }
    if (!anywhere) return leave_out(message("without a region's code"));
    imported_.seen_on(text_in(newest, "effectiveTime"));
    imported_.tally.take();
  }

  /// Once all are read.
  void add_up() {
    for (const auto& [place, rates] : rates_) {
      for (const MachineParts& machine : machines_) {
        std::vector<std::string> missing;
        bool any = false;
        for (const auto& [part, names] : machine.parts) {
          if (part == Part::local_ssd) continue;
          const bool there = rate_of(names, rates).has_value();
          any = any || there;
          if (!there) missing.push_back(names.front());
        }
        if (any && !missing.empty())
          unmade_[{machine.beginning + "*", place.kind, join(missing)}].push_back(place.region);
        if (!missing.empty()) continue;
        for (const Instance* const each : known_.all()) {
          if (each->name.starts_with(machine.beginning)) add_price(*each, machine, place, rates);
        }
      }
    }
    for (const auto& [what, regions] : unmade_) {
      constexpr std::size_t most_shown = 100;
      const auto& [machines, kind, missing] = what;
      imported_.unmade.push_back(message("{}: no {} price in {}: the file has no {} there", machines, name_of(kind),
                                         abridged(join(regions), most_shown), missing));
    }
    for (const std::string& name : sizeless_)
      imported_.unmade.push_back(message("{}: no price: the catalogue does not say its vCPUs and memory", name));
  }

 private:
  struct Place {
    std::string region;
    PriceKind kind;
    auto operator<=>(const Place&) const = default;
  };
  using Rates = std::map<std::string, double, std::less<>>;  ///< by the SKU's name, of one vCPU, GiB or chip

  static std::optional<double> rate_of(const SkuNames& names, const Rates& rates) {
    for (const std::string& name : names) {
      if (const auto found = rates.find(name); found != rates.end()) return found->second;
    }
    return std::nullopt;
  }

  void add_price(const Instance& instance, const MachineParts& machine, const Place& place, const Rates& rates) {
    double usd_per_h = 0;
    std::vector<std::string> notes;
    if (place.kind == PriceKind::spot) notes.emplace_back("a moment's price");
    if (committed_h(place.kind) > 0) notes.emplace_back("committed use");
    const std::string accelerators =
        fmt::format("{} {}", quantity_of(Part::accelerator, instance), "x the price of one accelerator");
    notes.push_back(machine.parts.contains(Part::vcpu) ? "host added to " + accelerators : accelerators);
    for (const auto& [part, names] : machine.parts) {
      const double quantity = quantity_of(part, instance);
      const std::optional<double> rate = rate_of(names, rates);
      if (part == Part::local_ssd) {
        const bool added = rate && quantity > 0;
        if (added) usd_per_h += quantity * *rate;
        notes.emplace_back(added ? "local SSD added" : "local SSD extra");
        continue;
      }
      if (quantity <= 0) {
        sizeless_.insert(instance.name);
        return;
      }
      usd_per_h += quantity * *rate;
    }
    // The catalog counts in nanos; what lies below is of adding up.
    if (const std::optional<double> usable = usable_price(std::round(usd_per_h * nanos_per_usd) / nanos_per_usd))
      imported_.add({instance.name, place.region, place.kind, *usable, "", "", join(notes, "; ")});
  }

  KnownInstances known_;
  Imported& imported_;
  std::vector<MachineParts> machines_;
  std::map<std::string, Part, std::less<>> part_of_;  ///< by the SKU's name
  std::map<Place, Rates> rates_;
  std::map<std::tuple<std::string, PriceKind, std::string>, std::vector<std::string>> unmade_;
  std::set<std::string> sizeless_;  ///< machines whose vCPUs or memory the catalogue has not
};

}  // namespace

std::optional<Error> read_gcp_skus(ByteSource& source, const ImportContext& context, Imported& imported) {
  Result<std::vector<MachineParts>> machines = read_machine_parts(context.data);
  if (!machines) return machines.error();
  imported.source = "Cloud Billing Catalog, Compute Engine";
  GcpSkus skus(context, imported, std::move(*machines));
  std::optional<Error> error =
      read_records(source,
                   {.list = "skus",
                    .what = "pages of cloudbilling.googleapis.com/v1/services/6F81-5844-456A/skus",
                    .field = "description",
                    .is_wanted = [&](std::string_view description) { return skus.is_part(description); },
                    .why_not = no_part(),
                    .next_page = "nextPageToken",
                    .take = [&](const Json& sku) { skus.take(sku); }},
                   imported.tally);
  if (!error) skus.add_up();
  return error;
}

}  // namespace hakaru
