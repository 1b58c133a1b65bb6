#include "hakaru/hardware/catalog.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "hakaru/core/quantities.h"
#include "hakaru/core/ranges.h"
#include "hakaru/core/text.h"
#include "hakaru/hardware/price_rows.h"

namespace hakaru {
namespace {

/// One table of a TOML file, and the file it is from.
struct Entry {
  Json table;
  std::string file;
};
using Entries = std::map<std::string, Entry>;

/// The tables of all files under `folder` by name; a later file (the user's own) replaces what an earlier one said.
Result<Entries> read_tables(const DataFiles& data, std::string_view folder) {
  Entries entries;
  for (const DataFiles::File& file : data.under(folder)) {
    Result<Json> tree = parse_toml(file.text, file.name);
    if (!tree) return fail(tree);
    for (auto& [name, table] : tree->items()) {
      if (!table.is_object())
        return bad_input("{}: '{}' stands outside any table; accepted: [name] followed by its keys", file.name, name);
      entries.insert_or_assign(lower_case(name), Entry{std::move(table), file.name});
    }
  }
  return entries;
}

/// The same, whose tables are named after what they describe.
Result<Entries> read_named_tables(const DataFiles& data, std::string_view folder) {
  Result<Entries> entries = read_tables(data, folder);
  if (!entries) return entries;
  for (const auto& [name, entry] : *entries) {
    if (!is_name(name)) return bad_input("{}: '{}' cannot be a name; accepted: {}", entry.file, name, letters_of_names);
  }
  return entries;
}

Result<Storage> read_storage(const Json& table, const std::string& name, const std::string& file) {
  Fields fields(table, file, name);
  Storage storage;
  storage.name = name;
  storage.cloud = fields.text_or("cloud", "");
  storage.bytes_per_s = fields.number("gb_per_s", {.min = 1e-3, .max = 1e6}) * giga;
  storage.in_all_bytes_per_s = fields.number_or("in_all_gb_per_s", 0, {.min = 1e-3, .max = 1e9}) * giga;
  storage.over_network = fields.boolean_or("over_network", false);
  storage.local = fields.boolean_or("local", false);
  storage.on_volumes = fields.boolean_or("on_volumes", false);
  storage.least_bytes = fields.number_or("least_tib", 0, {.min = 0, .max = 1e6}) * tebi;
  storage.step_bytes = fields.number_or("step_tib", 0, {.min = 0, .max = 1e6}) * tebi;
  storage.confidence = fields.text("confidence");
  storage.source = fields.text("source");
  storage.notes = fields.text_or("notes", "");
  fields.refuse_unknown();
  if (fields.error()) return tl::unexpected(*fields.error());
  return storage;
}

template <typename Named>
std::vector<std::string> names_of(const std::vector<Named>& all) {
  std::vector<std::string> names;
  names.reserve(all.size());
  for (const Named& one : all) names.push_back(one.name);
  return names;
}

/// `all` is ordered by name.
template <typename Named>
const Named* find_named(const std::vector<Named>& all, const std::string& name) {
  const auto found = std::partition_point(all.begin(), all.end(), [&](const Named& one) { return one.name < name; });
  return found != all.end() && found->name == name ? &*found : nullptr;
}

constexpr std::size_t nearest_count = 3;

/// Names like `wanted`, those of its family first: "trn3-gen1-ultraserver" for "trn3.48xlarge", "p6-b200.48xlarge" for
/// "p6".
std::vector<std::string> nearest_instances(const std::string& wanted, const std::vector<std::string>& names) {
  const std::size_t family = std::min(wanted.find_first_of(".-"), wanted.size());
  std::vector<std::string> relatives, others;
  for (const std::string& name : names) {
    const bool alike =
        family < name.size() && name.find_first_of(".-") == family && name.compare(0, family, wanted, 0, family) == 0;
    (alike ? relatives : others).push_back(name);
  }
  std::vector<std::string> nearest = nearest_names(wanted, relatives);
  for (const std::string& other : nearest_names(wanted, others, nearest_count - nearest.size()))
    nearest.push_back(other);
  return nearest;
}

/// The words of a name in lower case, without its maker: "geforce", "rtx", "4090" of "NVIDIA GeForce RTX 4090".
std::vector<std::string> words_of_name(std::string_view name) {
  std::vector<std::string> words(1);
  for (const char each : lower_case(name)) {
    const bool parts = each == ' ' || each == '-' || each == '_';
    if (!parts) words.back() += each;
    if (parts && !words.back().empty()) words.emplace_back();
  }
  if (words.back().empty()) words.pop_back();
  constexpr std::array<std::string_view, 3> makers{"nvidia", "amd", "aws"};
  if (words.size() > 1 && ranges::count(makers, words.front()) > 0) words.erase(words.begin());
  return words;
}

/// The only accelerator of whose names, or aliases, one `is_meant`; null: none, or several.
template <typename IsMeant>
const Accelerator* only_accelerator(const std::vector<Accelerator>& all, const IsMeant& is_meant) {
  const Accelerator* found = nullptr;
  for (const Accelerator& accelerator : all) {
    if (!is_meant(accelerator.name) && !ranges::any_of(accelerator.aliases, is_meant)) continue;
    if (found != nullptr) return nullptr;
    found = &accelerator;
  }
  return found;
}

/// The accelerator of a name or alias; else as people write it: "RTX 4090", "rtx4090", "H100 SXM"; or by words that one
/// accelerator alone begins or ends with: "4090".
const Accelerator* find_accelerator(const std::vector<Accelerator>& all, std::string_view wanted) {
  const std::string name = lower_case(wanted);
  if (const Accelerator* named = find_named(all, name)) return named;
  if (const Accelerator* named =
          only_accelerator(all, [&](const std::string& each) { return lower_case(each) == name; }))
    return named;
  const std::vector<std::string> words = words_of_name(wanted);
  if (words.empty()) return nullptr;
  const std::string together = join(words, "");
  if (const Accelerator* named =
          only_accelerator(all, [&](const std::string& each) { return join(words_of_name(each), "") == together; }))
    return named;
  return only_accelerator(all, [&](const std::string& each) {
    const std::vector<std::string> own = words_of_name(each);
    return own.size() >= words.size() && (std::equal(words.begin(), words.end(), own.begin()) ||
                                          std::equal(words.rbegin(), words.rend(), own.rbegin()));
  });
}

Result<std::vector<Accelerator>> read_accelerators(const Entries& entries) {
  std::vector<Accelerator> accelerators;
  std::map<std::string, std::string> owner_of;
  for (const auto& [name, entry] : entries) {
    Result<Accelerator> accelerator = read_accelerator(entry.table, name, entry.file);
    if (!accelerator) return fail(accelerator);
    for (const std::string& alias : accelerator->aliases) {
      const auto [owner, added] = owner_of.emplace(lower_case(alias), name);
      if (!added) return bad_input("{}: alias '{}' is given to both {} and {}", entry.file, alias, owner->second, name);
    }
    accelerators.push_back(std::move(*accelerator));
  }
  return accelerators;
}

Result<Links> read_network_links(const Entries& entries) {
  Links links;
  for (const auto& [name, entry] : entries) {
    Result<Link> link = read_link(entry.table, name, entry.file);
    if (!link) return fail(link);
    links.emplace(name, std::move(*link));
  }
  return links;
}

Result<Instance> read_instance_entry(const std::string& name, const Entry& entry, const Links& links,
                                     const std::vector<Accelerator>& accelerators) {
  Fields fields(entry.table, entry.file, name);
  const std::string wanted = fields.text("accelerator");
  if (fields.error()) return tl::unexpected(*fields.error());
  const Accelerator* const accelerator = find_accelerator(accelerators, wanted);
  if (accelerator == nullptr)
    return bad_input("{}: '{}.accelerator' is '{}', which is not known; nearest: {}", entry.file, name, wanted,
                     join(nearest_names(wanted, names_of(accelerators))));
  return read_instance(entry.table, name, entry.file, *accelerator, links);
}

Result<std::vector<Instance>> read_instances(const DataFiles& data, const std::vector<Accelerator>& accelerators) {
  const Result<Entries> link_entries = read_tables(data, "links");
  if (!link_entries) return fail(link_entries);
  const Result<Links> links = read_network_links(*link_entries);
  if (!links) return fail(links);
  const Result<Entries> entries = read_named_tables(data, "instances/");
  if (!entries) return fail(entries);
  std::vector<Instance> instances;
  for (const auto& [name, entry] : *entries) {
    Result<Instance> instance = read_instance_entry(name, entry, *links, accelerators);
    if (!instance) return fail(instance);
    instances.push_back(std::move(*instance));
  }
  return instances;
}

}  // namespace

Result<std::vector<Storage>> read_storages(const DataFiles& data) {
  const Result<Entries> entries = read_named_tables(data, "storage");
  if (!entries) return fail(entries);
  std::vector<Storage> storages;
  for (const auto& [name, entry] : *entries) {
    Result<Storage> storage = read_storage(entry.table, name, entry.file);
    if (!storage) return fail(storage);
    storages.push_back(std::move(*storage));
  }
  return storages;
}

namespace {

using Pairs = std::vector<std::pair<std::string, std::string>>;

/// Accelerators and the machine each usually stands in.
Result<Pairs> read_usual_machines(const Entries& accelerators, const std::vector<Instance>& instances) {
  Pairs usual_machines;
  for (const auto& [name, entry] : accelerators) {
    if (!entry.table.contains("usual_machine")) continue;
    Fields fields(entry.table, entry.file, name);
    const std::string machine = lower_case(fields.text("usual_machine"));
    if (fields.error()) return tl::unexpected(*fields.error());
    if (find_named(instances, machine) == nullptr)
      return bad_input("{}: '{}.usual_machine' is '{}', which is not an instance; nearest: {}", entry.file, name,
                       machine, join(nearest_names(machine, names_of(instances))));
    usual_machines.emplace_back(name, machine);
  }
  return usual_machines;
}

/// Regions by each name of the place that they are near.
Result<std::map<std::string, std::vector<std::string>>> read_places(const DataFiles& data) {
  const Result<Entries> entries = read_tables(data, "places");
  if (!entries) return fail(entries);
  std::map<std::string, std::vector<std::string>> places;
  for (const auto& [name, entry] : *entries) {
    Fields fields(entry.table, entry.file, name);
    const std::vector<std::string> regions = fields.texts("regions");
    places[name] = regions;
    for (const std::string& other : fields.texts("also")) places[lower_case(other)] = regions;
    fields.refuse_unknown();
    if (fields.error()) return tl::unexpected(*fields.error());
  }
  return places;
}

/// Refuses prices above the highest plausible one, such as amounts in another currency.
std::optional<Error> refuse_implausible(const PriceBook& prices, const std::vector<Instance>& instances,
                                        const DataFiles& data) {
  for (const Price& price : prices.all()) {
    const Instance* const instance = find_named(instances, price.instance);
    if (instance == nullptr || is_plausible(price, instance->accelerators)) continue;
    std::string of = price.source;
    for (const DataFiles::File& file : data.under("prices/")) {
      const Result<std::vector<Price>> listed = read_prices(file);
      const bool has_it = listed && ranges::any_of(*listed, [&](const Price& each) {
                            return each.instance == price.instance && each.usd_per_h == price.usd_per_h;
                          });
      if (has_it) of = file.name;
    }
    return bad_input("{}: {} costs {} an hour; accepted: at most {}, {} for each accelerator", of, price.instance,
                     in_usd(price.usd_per_h), in_usd(largest_usd_per_accelerator_h * instance->accelerators),
                     in_usd(largest_usd_per_accelerator_h))
        .value();
  }
  return std::nullopt;
}

}  // namespace

Result<Catalog> Catalog::read(const DataFiles& data) {
  const Result<Entries> accelerators = read_named_tables(data, "accelerators/");
  if (!accelerators) return fail(accelerators);
  Result<std::vector<Accelerator>> known = read_accelerators(*accelerators);
  if (!known) return fail(known);
  Result<std::vector<Instance>> instances = read_instances(data, *known);
  if (!instances) return fail(instances);
  Result<std::vector<Storage>> storages = read_storages(data);
  if (!storages) return fail(storages);
  Result<PriceBook> prices = PriceBook::read(data);
  if (!prices) return fail(prices);
  if (std::optional<Error> error = refuse_implausible(*prices, *instances, data))
    return tl::unexpected(std::move(*error));
  Result<Availability> availability = Availability::read(data, *instances);
  if (!availability) return fail(availability);
  Result<DataPrices> data_prices = DataPrices::read(data);
  if (!data_prices) return fail(data_prices);
  Result<BlockOffers> block_offers = BlockOffers::read(data);
  if (!block_offers) return fail(block_offers);
  Result<Pairs> usual_machines = read_usual_machines(*accelerators, *instances);
  if (!usual_machines) return fail(usual_machines);
  Result<std::map<std::string, std::vector<std::string>>> places = read_places(data);
  if (!places) return fail(places);

  Catalog catalog;
  catalog.accelerators_ = std::move(*known);
  catalog.instances_ = std::move(*instances);
  catalog.storages_ = std::move(*storages);
  catalog.prices_ = std::move(*prices);
  catalog.availability_ = std::move(*availability);
  catalog.data_prices_ = std::move(*data_prices);
  catalog.block_offers_ = std::move(*block_offers);
  catalog.usual_machines_ = std::move(*usual_machines);
  catalog.places_ = std::move(*places);
  return catalog;
}

namespace {

bool is_family(const std::string& name, const std::vector<Instance>& instances) {
  return ranges::any_of(instances, [&](const Instance& each) { return each.family == name && !each.cloud.empty(); });
}

/// Names of the accelerators of a family of instances of a cloud, "trn2", and of those whose names go on behind `name`:
/// "tpu".
std::vector<std::string> meant_by(std::string_view name, const std::vector<Accelerator>& accelerators,
                                  const std::vector<Instance>& instances) {
  const std::string begin = lower_case(name);
  const auto goes_on = [&](const std::string& each) {
    if (begin.empty() || !each.starts_with(begin) || each.size() == begin.size()) return false;
    const char last = begin.back(), next = each[begin.size()];
    const auto is_digit = [](char one) { return one >= '0' && one <= '9'; };
    const auto is_letter = [](char one) { return one >= 'a' && one <= 'z'; };
    constexpr std::size_t shortest_word = 3;                    // "l" is no class
    const bool is_variant = is_digit(last) && is_letter(next);  // "tpu-v5": tpu-v5e, tpu-v5p
    const bool is_generation = begin.size() >= shortest_word && is_letter(last) && is_digit(next);  // "trainium"
    return next == '-' || is_variant || is_generation;
  };
  std::vector<std::string> meant;
  for (const Accelerator& each : accelerators) {
    const bool in_family = ranges::any_of(instances, [&](const Instance& instance) {
      return instance.family == begin && !instance.cloud.empty() && instance.accelerator.name == each.name;
    });
    const bool is_of_class = name_of(each.kind) == begin || lower_case(each.vendor) == begin;
    if (in_family || is_of_class || goes_on(each.name) || ranges::any_of(each.aliases, goes_on))
      meant.push_back(each.name);
  }
  return meant;
}

/// The only instance that is written `bare` where blanks, hyphens and underscores are left out; null: none, or several.
const Instance* written_otherwise(const std::string& bare, const std::vector<Instance>& instances) {
  const std::string letters = letters_and_digits(bare);
  const Instance* found = nullptr;
  for (const Instance& each : instances) {
    if (letters.empty() || letters_and_digits(each.name) != letters) continue;
    if (found != nullptr) return nullptr;
    found = &each;
  }
  return found;
}

}  // namespace

Result<Accelerator> Catalog::accelerator(std::string_view name) const {
  if (const Accelerator* found = find_accelerator(accelerators_, name)) return *found;
  std::vector<std::string> names = names_of(accelerators_);
  for (const Accelerator& accelerator : accelerators_)
    names.insert(names.end(), accelerator.aliases.begin(), accelerator.aliases.end());
  const std::vector<std::string> meant = meant_by(name, accelerators_, instances_);
  if (meant.size() == 1 && is_family(lower_case(name), instances_))
    return *find_accelerator(accelerators_, meant.front());
  if (meant.size() > 1) return bad_input("accelerator '{}' matches several; accepted: {}", name, join(meant));
  return bad_input("accelerator '{}' is not known; nearest: {}", name, join(nearest_names(name, names)));
}

Result<std::vector<std::string>> Catalog::accelerators_named(std::string_view name) const {
  const Result<Accelerator> one = accelerator(name);
  if (one) return std::vector{one->name};
  std::vector<std::string> meant = meant_by(name, accelerators_, instances_);
  if (meant.empty()) return fail(one);
  return meant;
}

Result<Instance> Catalog::instance(std::string_view name) const {
  const std::string wanted = lower_case(name);
  constexpr std::string_view of_sagemaker = "ml.";
  const std::string_view bare =
      wanted.starts_with(of_sagemaker) ? std::string_view(wanted).substr(of_sagemaker.size()) : wanted;
  if (const Instance* found = find_named(instances_, std::string(bare))) return *found;
  if (const Instance* found = written_otherwise(std::string(bare), instances_)) return *found;
  std::vector<std::string> sizes;
  for (const Instance& each : instances_) {
    if (each.family == bare && !each.cloud.empty()) sizes.push_back(each.name);
  }
  if (sizes.size() == 1) return instance(sizes.front());
  if (!sizes.empty()) return bad_input("instance '{}' is a family of several; accepted: {}", name, join(sizes));
  return bad_input("instance '{}' is not known; nearest: {}; one of your own: hakaru catalog add", name,
                   join(nearest_instances(std::string(bare), names_of(instances_))));
}

bool is_within_reach(const Storage& storage, const Instance& instance) {
  return storage.cloud.empty() || instance.cloud.empty() || storage.cloud == instance.cloud;
}

Result<Instance> Catalog::machine(std::string_view name) const {
  Result<Instance> found = instance(name);
  if (found || is_family(lower_case(name), instances_) || !accelerator(name)) return found;
  return usual_instance_of(name);
}

Result<Storage> Catalog::storage(std::string_view name) const {
  if (const Storage* found = find_named(storages_, lower_case(name))) return *found;
  std::map<std::string, std::vector<std::string>> by_cloud;
  for (const Storage& each : storages_) by_cloud[each.cloud].push_back(each.name);
  std::vector<std::string> told;  // "local-nvme; aws: ebs-gp3, efs, s3"
  for (const auto& [cloud, names] : by_cloud)
    told.push_back(cloud.empty() ? join(names) : fmt::format("{}: {}", cloud, join(names)));
  return bad_input("storage '{}' is not known; accepted: {}", name, join(told, "; "));
}

Result<Instance> Catalog::usual_instance_of(std::string_view name) const {
  const Result<Accelerator> wanted = accelerator(name);
  if (!wanted) return fail(wanted);
  const std::string family = is_family(lower_case(name), instances_) ? lower_case(name) : "";
  for (const auto& [owner, machine] : usual_machines_) {
    if (owner == wanted->name && family.empty()) return instance(machine);
  }
  const Instance* largest = nullptr;
  for (const Instance& candidate : instances_) {
    if (candidate.accelerator.name != wanted->name || (!family.empty() && candidate.family != family)) continue;
    if (largest == nullptr ||
        std::pair(candidate.accelerators, candidate.vcpu) > std::pair(largest->accelerators, largest->vcpu))
      largest = &candidate;
  }
  if (largest != nullptr) return *largest;
  return bad_input("no instance with accelerator '{}' is known; describe one in a data folder of your own (--data)",
                   wanted->name);
}

std::vector<std::string> Catalog::clouds() const {
  std::set<std::string> clouds;
  for (const Instance& instance : instances_) clouds.insert(instance.cloud);
  clouds.erase("");
  return {clouds.begin(), clouds.end()};
}

std::vector<std::string> Catalog::clouds_in(std::string_view region) const {
  std::set<std::string> clouds;
  for (const Instance& instance : instances_) {
    if (instance.cloud.empty() || clouds.contains(instance.cloud)) continue;
    const std::vector<std::string> priced = prices_.regions_of(instance.name);
    if (availability_.of(instance, region) == Offer::offered || ranges::count(priced, region) > 0)
      clouds.insert(instance.cloud);
  }
  return {clouds.begin(), clouds.end()};
}

namespace {

/// The one region of a place; of several clouds' the one of AWS, which is taken where no cloud is named.
std::optional<std::string> meant_region(std::vector<std::string> near, bool is_cloud_named) {
  const auto is_of_aws = [](const std::string& each) { return std::count(each.begin(), each.end(), '-') == 2; };
  if (!is_cloud_named && ranges::any_of(near, is_of_aws))
    std::erase_if(near, [&](const std::string& each) { return !is_of_aws(each); });
  return near.size() == 1 ? std::optional(near.front()) : std::nullopt;
}

}  // namespace

Result<std::string> Catalog::known_region(std::string_view region, std::string_view name,
                                          const std::vector<std::string>& clouds) const {
  std::vector<std::string> known = prices_.regions();
  for (std::string& each : availability_.regions()) known.push_back(std::move(each));
  known.emplace_back(any_region);
  if (std::find(known.begin(), known.end(), region) != known.end()) return std::string(region);
  if (const std::string small = lower_case(region); ranges::count(known, small) > 0) return small;
  std::sort(known.begin(), known.end());
  known.erase(std::unique(known.begin(), known.end()), known.end());
  const auto is_elsewhere = [&](const std::string& each) {
    if (clouds.empty()) return false;
    const std::vector<std::string> there = clouds_in(each);
    const auto has_it = [&](const std::string& cloud) { return ranges::count(there, cloud) > 0; };
    return !PriceBook::is_place(each) || ranges::none_of(clouds, has_it);
  };
  std::erase_if(known, is_elsewhere);
  if (known.empty())
    return bad_input("{} is '{}'; {} asks the same in all regions: leave it out", name, region, join(clouds));
  const auto place = places_.find(lower_case(region));
  std::vector<std::string> near = place == places_.end() ? std::vector<std::string>{} : place->second;
  std::erase_if(near, [&](const std::string& each) { return ranges::count(known, each) == 0; });
  if (const std::optional<std::string> meant = meant_region(near, !clouds.empty())) return *meant;
  return bad_input("{} is '{}', for which no price is known; nearest: {}", name, region,
                   join(near.empty() ? nearest_names(region, known) : near));
}

Catalog Catalog::changed(const std::function<void(Instance&)>& change, double price_factor) const {
  Catalog catalog = *this;
  for (Instance& instance : catalog.instances_) change(instance);
  catalog.prices_.scale(price_factor);
  return catalog;
}

}  // namespace hakaru
