#include "hakaru/importing/machines/described_machine.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

#include "hakaru/core/quantities.h"
#include "hakaru/core/ranges.h"
#include "hakaru/core/text.h"
#include "hakaru/importing/machines/chosen_accelerator.h"
#include "hakaru/importing/machines/machine_links.h"
#include "hakaru/importing/machines/new_accelerator.h"
#include "hakaru/importing/machines/toml_lines.h"

namespace hakaru {
namespace {

constexpr double host_memory_tolerance = 0.1;

std::string own_place(std::string_view folder, std::string_view name, std::string_view extension) {
  return fmt::format("{}/own/{}{}", folder, lower_case(name), extension);
}

/// The catalogue with `files` laid over `data`.
Result<Catalog> catalog_with(const std::vector<FileText>& files, const DataFiles& data) {
  std::map<std::string, std::string> texts;
  for (const FileText& file : files) texts[file.path] = file.text;
  const Result<DataFiles> together = data.with_texts(texts, {}, "catalog add");
  if (!together) return fail(together);
  return Catalog::read(*together);
}

/// A fact of the host, stated or from a file; where both have it, they must agree within `tolerance`, a share.
template <typename Value>
Result<std::optional<MachineFact>> host_fact(const std::string& key, std::string_view flag,
                                             const std::optional<Value>& stated, const std::optional<Told<Value>>& told,
                                             double tolerance, const std::function<std::string(Value)>& shown) {
  if (stated && told && std::abs(static_cast<double>(*stated) / static_cast<double>(told->value) - 1) > tolerance)
    return bad_input("{} is {}, but {} tells of {}", flag, shown(*stated), told->file, shown(told->value));
  if (stated) return MachineFact{key, shown(*stated), std::string(flag)};
  if (told) return MachineFact{key, shown(told->value), told->source};
  return std::optional<MachineFact>();
}

/// Makes the description, part by part.
struct Describing {
  const CombinedMachine& found;
  const StatedMachine& stated;
  const Catalog& catalog;
  const DataFiles& data;
  DescribedMachine machine;
  TomlLines lines;

  void add(std::string_view key, const std::string& toml, MachineFact fact) {
    lines.add(key, toml, fact.is_assumed ? "assumed: " + fact.source : fact.source);
    machine.facts.push_back(std::move(fact));
  }

  void take_accelerator(const ChosenAccelerator& chosen) {
    const std::string product = chosen.devices == nullptr ? "" : fmt::format(" ({})", chosen.devices->product);
    add("accelerator", quoted_toml(chosen.accelerator.name),
        {"accelerator", chosen.accelerator.name + product, chosen.source});
    add("accelerators", std::to_string(chosen.ranks),
        {"accelerators", std::to_string(chosen.ranks), chosen.count_source});
    machine.notes = notes_on(chosen);
  }

  /// The catalogue's, where a tool says that the machine is one of a cloud.
  std::optional<Instance> told_instance(const ChosenAccelerator& chosen) const {
    if (!found.instance_type) return std::nullopt;
    const Result<Instance> named = catalog.instance(found.instance_type->value);
    const bool is_same =
        named && named->accelerator.name == chosen.accelerator.name && named->accelerators == chosen.ranks;
    return is_same ? std::optional(*named) : std::nullopt;
  }

  std::optional<Error> take_processors(const std::optional<Instance>& of_cloud, bool is_needed) {
    using Threads = std::int64_t;
    std::optional<Told<Threads>> told;
    if (found.threads) told = Told<Threads>{found.threads->value, found.threads->source, found.threads->file};
    Result<std::optional<MachineFact>> fact =
        host_fact<Threads>("vcpu", "--vcpu", stated.vcpu, told, 0, [](Threads each) { return std::to_string(each); });
    if (!fact) return fact.error();
    if (!*fact && of_cloud && of_cloud->vcpu > 0)
      fact = MachineFact{"vcpu", std::to_string(of_cloud->vcpu), of_cloud->name, true};
    if (!*fact && is_needed)
      return bad_input("a machine of processors needs {}: give {}", "--vcpu", "lscpu -J").value();
    if (*fact) {
      const std::string value = (*fact)->value;
      add("vcpu", value, std::move(**fact));
    } else {
      machine.missing.push_back({"vcpu", message("processors: give {}, or {}", "lscpu -J", "--vcpu")});
    }
    return std::nullopt;
  }

  std::optional<Error> take_memory(const std::optional<Instance>& of_cloud, bool is_needed) {
    Result<std::optional<MachineFact>> fact =
        host_fact<double>("host_memory", "--memory", stated.host_memory_bytes, found.memory_bytes,
                          host_memory_tolerance, [](double each) { return in_gib(each); });
    if (!fact) return fact.error();
    double bytes = stated.host_memory_bytes.value_or(found.memory_bytes ? found.memory_bytes->value : 0);
    if (!*fact && of_cloud && of_cloud->host_memory_bytes > 0) {
      bytes = of_cloud->host_memory_bytes;
      fact = MachineFact{"host_memory", in_gib(bytes), of_cloud->name, true};
    }
    if (!*fact && is_needed)
      return bad_input("a machine of processors needs {}: give {}", "--memory", "lstopo --of xml").value();
    if (*fact) {
      add("memory_gib", fmt::format("{:.6g}", bytes / gibi), std::move(**fact));
    } else {
      machine.missing.push_back(
          {"host_memory", message("the host's memory: give {}, or {}", "lstopo --of xml", "--memory")});
    }
    return std::nullopt;
  }

  void add_link(std::string_view key, std::string fact_key, ChosenLink link) {
    add(key, link.toml, {std::move(fact_key), link.value, link.source, link.is_assumed});
    std::move(link.notes.begin(), link.notes.end(), std::back_inserter(machine.notes));
  }

  std::optional<Error> take_links(const ChosenAccelerator& chosen, const std::optional<Instance>& of_cloud) {
    Result<ChosenLink> within =
        link_within(found, stated, chosen.devices, chosen.accelerator, chosen.ranks, catalog, data);
    if (!within) return within.error();
    if (!within->toml.empty()) add_link("within", "within", std::move(*within));
    Result<std::optional<ChosenLink>> between = link_between(found, stated);
    if (!between) return between.error();
    if (!*between && of_cloud) *between = link_of_instance(*of_cloud, "between", of_cloud->between.name, data);
    if (*between) {
      add_link("between", "network", std::move(**between));
      return std::nullopt;
    }
    const std::size_t adapters = found.adapters ? found.adapters->value.size() : 0;
    machine.missing.push_back(
        {"network",
         adapters == 0
             ? message("the network: give {}, or {}; until then plans use one such machine, or copies side by side",
                       "ibstat", "--network --fabric")
             : message("how fast the {} adapters are: give {}, or {}; until then plans use one such machine, or copies "
                       "side by side",
                       adapters, "ibstat", "--network --fabric")});
    return std::nullopt;
  }

  std::string sources() const {
    return found.sources.empty() ? fmt::format("stated by its owner, {}", stated.as_of)
                                 : join(found.sources) + "; the rest stated by its owner or as in the catalogue";
  }

  std::string instance_toml() const {
    std::string text = fmt::format("# Made by hakaru catalog add on {}; behind each figure, where it is from.\n[{}]\n",
                                   stated.as_of, toml_key(machine.name));
    text += fmt::format("family = {}\n{}", quoted_toml(machine.name), lines.text());
    text += fmt::format("confidence = \"medium\"\nsource = {}\n", quoted_toml(sources()));
    std::vector<std::string> notes;
    for (const Message& note : machine.notes) notes.push_back(in_english(note));
    if (found.instance_type) notes.push_back(fmt::format("its tools call it {}", found.instance_type->value));
    if (!notes.empty()) text += fmt::format("notes = {}\n", quoted_toml(join(notes, "; ")));
    return text;
  }

  std::optional<Error> take_all(const ChosenAccelerator& chosen) {
    const std::optional<Instance> of_cloud = told_instance(chosen);
    const bool is_cpu = chosen.accelerator.kind == AcceleratorKind::cpu;
    take_accelerator(chosen);
    if (std::optional<Error> error = take_processors(of_cloud, is_cpu)) return error;
    if (std::optional<Error> error = take_memory(of_cloud, is_cpu)) return error;
    if (std::optional<Error> error = take_links(chosen, of_cloud)) return error;
    machine.files.push_back({instance_place(machine.name), instance_toml()});
    const Result<Catalog> with_instance = catalog_with(machine.files, data);
    if (!with_instance) return with_instance.error();
    const Result<Instance> read = with_instance->instance(machine.name);
    if (!read) return read.error();
    machine.instance = *read;
    if (read->within.topology != Topology::none && read->within.bytes_per_s <= 0)
      return bad_input("how fast {} × {} reach each other is not known: give {}", chosen.ranks, chosen.accelerator.name,
                       "--link-bandwidth")
          .value();
    take_price();
    const Result<Catalog> with_price = catalog_with(machine.files, data);
    return with_price ? std::nullopt : std::optional(with_price.error());
  }

 private:
  /// Takes the hourly price: the stated one, or the purchase's; without either the price is missing.
  void take_price() {
    std::optional<double> usd_per_h = stated.usd_per_h;
    std::string source = "--price";
    if (stated.purchase) {
      usd_per_h = owned_usd_per_h(machine.instance, *stated.purchase);
      source = in_english(purchase_told(machine.instance, *stated.purchase));
      if (stated.purchase->usd_per_kwh && !machine.instance.accelerator.power_w)
        machine.notes.push_back(
            message("what {} draws is not published: --power is not counted", machine.instance.accelerator.name));
    }
    if (!usd_per_h) {
      machine.missing.push_back(
          {"price", message("its price: give --price, or --purchase and --years; until then plans have no cost")});
      return;
    }
    machine.files.push_back(
        {price_place(machine.name),
         fmt::format(
             "instance,region,kind,usd_per_h,as_of,source,note\n{},{},on_demand,{:.10g},{},\"stated by its owner: "
             "{}\",\n",
             machine.name, own_region, *usd_per_h, stated.as_of, source)});
    machine.facts.push_back({"price", fmt::format("{}/h", in_usd(*usd_per_h)), source});
    machine.usd_per_h = usd_per_h;
    machine.purchase = stated.purchase;
  }
};

/// The file other than that at `place` that has a table of this name.
std::optional<std::string> other_file_with(const std::string& name, std::string_view folder, const std::string& place,
                                           const DataFiles& data) {
  for (const DataFiles::File& file : data.under(folder)) {
    if (file.path == place) continue;
    const Result<Json> tree = parse_toml(file.text, file.name);
    if (!tree) continue;
    for (const auto& [key, table] : tree->items()) {
      if (lower_case(key) == name) return file.name;
    }
  }
  return std::nullopt;
}

/// Words that other keys take in the place of a name, and the name of the machine that `calibrate host` describes.
constexpr std::array<std::string_view, 7> reserved_names{"all", "any", "auto", "default", "host", "none", "null"};

std::optional<Error> taken_name(const std::string& name, const DataFiles& data, const Catalog& catalog) {
  if (const std::optional<std::string> file = other_file_with(name, "instances/", instance_place(name), data))
    return bad_input("'{}' is an instance already, in {}; accepted: another name", name, *file).value();
  if (const Result<Accelerator> accelerator = catalog.accelerator(name))
    return bad_input("'{}' is an accelerator ({}); accepted: another name for the machine", name, accelerator->name)
        .value();
  return std::nullopt;
}

}  // namespace

std::string instance_place(std::string_view name) { return own_place("instances", name, ".toml"); }
std::string price_place(std::string_view name) { return own_place("prices", name, ".csv"); }
std::string accelerator_place(std::string_view name) { return own_place("accelerators", name, ".toml"); }

std::optional<Error> unfit_name(const std::string& name) {
  constexpr std::string_view of_sagemaker = "ml.";  // taken off wherever an instance is named
  if (is_name(name) && !lower_case(name).starts_with(of_sagemaker)) return std::nullopt;
  return bad_input("'{}' cannot be a name here; accepted: {}, not {}", name, letters_of_names, of_sagemaker).value();
}

std::optional<Error> unfit_new_name(const std::string& name) {
  if (ranges::count(reserved_names, lower_case(name)) == 0) return unfit_name(name);
  return bad_input("'{}' is a word that means something else; accepted: another name, none of {}", name,
                   fmt::format("{}", fmt::join(reserved_names, ", ")))
      .value();
}

Result<DescribedMachine> describe_machine(const CombinedMachine& found, const StatedMachine& stated,
                                          const DataFiles& data) {
  if (std::optional<Error> error = unfit_new_name(stated.name)) return tl::unexpected(std::move(*error));
  const Result<ProductNames> names = ProductNames::read(data);
  if (!names) return fail(names);
  Result<Catalog> catalog = Catalog::read(data);
  if (!catalog) return fail(catalog);
  DescribedMachine machine{.name = lower_case(stated.name)};
  if (std::optional<Error> error = taken_name(machine.name, data, *catalog)) return tl::unexpected(std::move(*error));
  if (stated.figures) {
    Result<FileText> file = new_accelerator(found, stated, *catalog, data);
    if (!file) return fail(file);
    machine.files.push_back(std::move(*file));
    catalog = catalog_with(machine.files, data);
    if (!catalog) return fail(catalog);
  }
  const Result<ChosenAccelerator> chosen = choose_accelerator(found, stated, *catalog, *names);
  if (!chosen) return fail(chosen);
  Describing describing{found, stated, *catalog, data, std::move(machine), {}};
  if (std::optional<Error> error = describing.take_all(*chosen)) return tl::unexpected(std::move(*error));
  return std::move(describing.machine);
}

}  // namespace hakaru
