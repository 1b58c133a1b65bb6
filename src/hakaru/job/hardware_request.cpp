#include "hakaru/job/hardware_request.h"

#include <algorithm>

#include "hakaru/core/quantities.h"
#include "hakaru/core/ranges.h"
#include "hakaru/core/text.h"

namespace hakaru {
namespace {

constexpr std::int64_t most_ranks_asked = 1'000'000;

std::vector<std::string> families_of(const Catalog& catalog) {
  std::vector<std::string> families;
  for (const Instance& instance : catalog.instances()) families.push_back(instance.family);
  std::sort(families.begin(), families.end());
  families.erase(std::unique(families.begin(), families.end()), families.end());
  return families;
}

/// Clouds whose instances a family or an instance type names.
std::vector<std::string> clouds_of(const Catalog& catalog, const std::string& name) {
  std::vector<std::string> clouds;
  for (const Instance& instance : catalog.instances()) {
    const bool named = instance.name == name || instance.family == name;
    if (named && ranges::count(clouds, instance.cloud) == 0) clouds.push_back(instance.cloud);
  }
  return clouds;
}

/// "p5=16", "p5.48xlarge=2", of the clouds that are stated.
std::vector<std::pair<std::string, std::int64_t>> read_quotas(KeyReader& reader, const Catalog& catalog,
                                                              const std::vector<std::string>& families,
                                                              const std::vector<std::string>& clouds) {
  std::vector<std::pair<std::string, std::int64_t>> quotas;
  for (const std::string& text : reader.texts("quota")) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos) {
      reader.refuse(bad_input("{} is '{}'; accepted: a family or an instance type and how many, such as p5=16",
                              reader.shown("quota"), text));
      continue;
    }
    const std::string name = lower_case(text.substr(0, equals));
    const auto count = reader.keep(parse_count(text.substr(equals + 1), reader.shown("quota")), "quota");
    const bool known = ranges::count(families, name) > 0 || catalog.instance(name);
    if (!known)
      reader.refuse(bad_input("{} is of '{}', which is not known; nearest: {}", reader.shown("quota"), name,
                              join(nearest_names(name, families))));
    const std::vector<std::string> owners = clouds_of(catalog, name);
    const auto is_stated = [&](const std::string& cloud) { return ranges::count(clouds, cloud) > 0; };
    if (known && !clouds.empty() && std::none_of(owners.begin(), owners.end(), is_stated))
      reader.refuse(bad_input("{} is of '{}', which {} does not have; it is of {}", reader.shown("quota"), name,
                              join(clouds), join(owners)));
    if (count) quotas.emplace_back(name, *count);
  }
  return quotas;
}

std::optional<Purchase> read_ownership(KeyReader& reader) {
  const std::optional<double> usd = reader.parsed<double>("purchase", parse_money_usd);
  const std::optional<double> years = reader.number("years", fewest_years_owned, most_years_owned);
  const std::optional<double> usd_per_kwh = reader.parsed<double>("power", parse_usd_per_kwh);
  if (!usd || !years) return std::nullopt;
  return Purchase{*usd, *years, usd_per_kwh};
}

std::vector<std::string> read_clouds(KeyReader& reader, const Catalog& catalog) {
  const std::vector<std::string> known = catalog.clouds();
  std::vector<std::string> clouds;
  for (const std::string& text : reader.texts("cloud")) {
    if (const std::string name = lower_case(text); ranges::count(known, name) > 0) {
      clouds.push_back(name);
    } else {
      reader.refuse(
          bad_input("{} is '{}', which is not known; accepted: {}", reader.shown("cloud"), text, join(known)));
    }
  }
  return clouds;
}

/// Families of the machines for rent with any of `accelerators`; of machines of one's own where none is for rent.
std::vector<std::string> families_with(const std::vector<std::string>& accelerators, const Catalog& catalog) {
  std::vector<std::string> rented, own;
  for (const Instance& each : catalog.instances()) {
    std::vector<std::string>& families = each.cloud.empty() ? own : rented;
    if (ranges::count(accelerators, each.accelerator.name) > 0 && ranges::count(families, each.family) == 0)
      families.push_back(each.family);
  }
  return rented.empty() ? own : rented;
}

void read_accelerators(KeyReader& reader, HardwareRequest& request, const Catalog& catalog,
                       const std::vector<std::string>& families) {
  const std::vector<std::string> names = reader.list("accelerator");
  for (const std::string& name : names) {
    const auto named = reader.keep(catalog.accelerators_named(name));
    if (named) request.among.insert(request.among.end(), named->begin(), named->end());
  }
  if (request.among.size() > 1) {
    request.families = families_with(request.among, catalog);
    if (request.families.empty())
      reader.refuse(bad_input("{} is '{}': no machine with one is known; accepted: one of hakaru accelerator list",
                              reader.shown("accelerator"), join(names)));
  } else if (names.size() == 1 && ranges::count(families, lower_case(names.front())) > 0 && !request.among.empty()) {
    request.families = {lower_case(names.front())};  // "inf2": those machines, not all with its NeuronCores
    request.among.clear();
  } else if (!request.among.empty()) {
    request.accelerator = request.among.front();
    request.among.clear();
  }
}

void read_region(KeyReader& reader, HardwareRequest& request, const Catalog& catalog) {
  request.region_is_stated = reader.has("region");
  request.region = reader.text("region").value_or(request.region);
  std::vector<std::string> clouds = request.clouds;
  if (clouds.empty()) {
    for (const std::string& name : request.instances) {
      if (const Result<Instance> instance = catalog.instance(name)) clouds.push_back(instance->cloud);
    }
    std::erase(clouds, "");
  }
  Result<std::string> known = catalog.known_region(request.region, reader.shown("region"), clouds);
  if (!known) known = catalog.known_region(request.region, reader.shown("region"), request.clouds);
  if (const auto kept = reader.keep(known)) request.region = *kept;
  if (!request.region_is_stated || request.region == any_region) return;
  const std::vector<std::string> there = catalog.clouds_in(request.region);
  for (const std::string& cloud : request.clouds) {
    if (!there.empty() && ranges::count(there, cloud) == 0)
      reader.refuse(bad_input("{} is '{}', which has no region '{}': that is of {}", reader.shown("cloud"), cloud,
                              request.region, join(there)));
  }
}

}  // namespace

std::optional<std::int64_t> HardwareRequest::quota_of(const Instance& instance) const {
  std::optional<std::int64_t> least;
  for (const auto& [name, count] : quotas) {
    if (name == instance.name || name == instance.family) least = std::min(least.value_or(count), count);
  }
  return least;
}

std::optional<std::int64_t> HardwareRequest::most_of(const Instance& instance) const {
  const std::optional<std::int64_t> quota = quota_of(instance);
  return quota && max_instances ? std::optional(std::min(*quota, *max_instances)) : quota ? quota : max_instances;
}

HardwareRequest read_hardware_request(KeyReader& reader, const Catalog& catalog) {
  HardwareRequest request;
  for (const std::string& name : reader.list("instance")) {
    if (const auto instance = reader.keep(catalog.machine(name))) request.instances.push_back(instance->name);
  }
  request.families = reader.list("family");
  const std::vector<std::string> families = families_of(catalog);
  for (const std::string& family : request.families) {
    if (ranges::count(families, family) == 0)
      reader.refuse(bad_input("{} is '{}', which is not known; nearest: {}", reader.shown("family"), family,
                              join(nearest_names(family, families))));
  }
  read_accelerators(reader, request, catalog, families);
  request.accelerators = reader.count("accelerators", 1, most_ranks_asked);
  request.instance_count = reader.count("instances", 1, most_ranks_asked);
  request.max_instances = reader.count("max_instances", 1, most_ranks_asked);
  request.clouds = read_clouds(reader, catalog);
  request.quotas = read_quotas(reader, catalog, families, request.clouds);
  read_region(reader, request, catalog);
  if (const auto kind = reader.text("price")) request.price_kind = reader.keep(parse_price_kind(*kind));
  request.prices_as_of = reader.parsed<std::string>("prices_as_of", parse_date).value_or("");
  request.instance_usd_per_h = reader.parsed<double>("usd_per_hour", parse_money_usd);
  request.accelerator_usd_per_h = reader.parsed<double>("usd_per_accelerator_hour", parse_money_usd);
  request.ownership = read_ownership(reader);
  request.network_bytes_per_s = reader.parsed<double>("network", parse_bandwidth_bytes_per_s);
  return request;
}

void refuse_price_of_other_jobs(KeyReader& reader, const HardwareRequest& request, bool training) {
  if (!request.price_kind || is_bought_for(*request.price_kind, training)) return;
  std::vector<std::string> fit;
  for (const PriceKind kind : all_price_kinds) {
    if (is_bought_for(kind, training)) fit.emplace_back(name_of(kind));
  }
  reader.refuse(training ? bad_input("{} is '{}', which training is not sold at; accepted: {}", reader.shown("price"),
                                     name_of(*request.price_kind), join(fit))
                         : bad_input("{} is '{}', which serving and inference are not sold at; accepted: {}",
                                     reader.shown("price"), name_of(*request.price_kind), join(fit)));
}

}  // namespace hakaru
