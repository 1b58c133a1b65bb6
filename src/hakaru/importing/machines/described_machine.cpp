#include "hakaru/importing/machines/described_machine.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <functional>

#include "hakaru/core/text.h"
#include "hakaru/importing/machines/machine_links.h"
#include "hakaru/importing/machines/product_names.h"

namespace hakaru {
namespace {

/// Vendors write GB of what is GiB, 7.4 % more, and drivers keep a part back, 6 %.
constexpr double accelerator_memory_tolerance = 0.1;
constexpr double host_memory_tolerance = 0.1;
constexpr double power_tolerance = 0.02;
constexpr std::string_view own_region = "own";

struct ChosenAccelerator {
  Accelerator accelerator;
  int ranks = 0;
  const FoundDevices* devices = nullptr;  ///< of `found`; null: it is stated
  std::string source;
  std::string file;  ///< "": it is stated
};

tl::unexpected<Error> unknown_product(const std::string& file, const std::string& product, const Catalog& catalog) {
  return bad_input("{}: '{}' is no accelerator that is known; nearest: {}; {} names one, a file under {} adds it", file,
                   product, join(accelerators_near(product, catalog)), "--accelerator", "accelerators/");
}

/// Of what the file lists, those of one name that are meant: all, but for screens' GPUs; several want --accelerator.
Result<ChosenAccelerator> found_accelerator(const Told<std::vector<FoundDevices>>& told, const StatedMachine& stated,
                                            const Catalog& catalog, const ProductNames& names) {
  std::optional<Accelerator> wanted;
  if (stated.accelerator) {
    const Result<Accelerator> named = catalog.accelerator(*stated.accelerator);
    if (!named) return fail(named);
    wanted = *named;
  }
  std::vector<ChosenAccelerator> candidates;
  std::vector<std::string> listed;
  for (const FoundDevices& devices : told.value) {
    const std::optional<std::string> name = names.accelerator_of(devices.product, catalog);
    if (name && name->empty()) continue;
    listed.push_back(fmt::format("{} × {}", devices.count, devices.product));
    if (wanted && name && *name != wanted->name) continue;
    if (!wanted && !name) return unknown_product(told.file, devices.product, catalog);
    const Result<Accelerator> accelerator = wanted ? *wanted : catalog.accelerator(*name);
    if (!accelerator) return fail(accelerator);
    candidates.push_back({*accelerator, devices.count * devices.ranks_per_device, &devices, told.source, told.file});
  }
  if (candidates.empty())
    return bad_input("{} is '{}', but {} tells of {}", "--accelerator", stated.accelerator.value_or(""), told.file,
                     join(listed));
  if (candidates.size() > 1)
    return bad_input("{}: {}: an instance has equal accelerators; accepted: {} with one of them", told.file,
                     join(listed), "--accelerator");
  return candidates.front();
}

/// Sockets as accelerators, where there is no other and the processor is one that is known.
Result<ChosenAccelerator> found_processor(const CombinedMachine& found, const Catalog& catalog,
                                          const ProductNames& names) {
  const std::optional<std::string> name = names.accelerator_of(found.processor->value, catalog);
  if (!name || name->empty()) return unknown_product(found.processor->file, found.processor->value, catalog);
  const Result<Accelerator> accelerator = catalog.accelerator(*name);
  if (!accelerator) return fail(accelerator);
  const int sockets = found.sockets ? found.sockets->value : 1;
  return ChosenAccelerator{*accelerator, sockets, nullptr, found.processor->source, found.processor->file};
}

Result<ChosenAccelerator> stated_accelerator(const StatedMachine& stated, const Catalog& catalog) {
  const Result<Accelerator> accelerator = catalog.accelerator(*stated.accelerator);
  if (!accelerator) return fail(accelerator);
  if (!stated.accelerators) return bad_input("{} needs {}: how many ranks", "--accelerator", "--accelerators");
  return ChosenAccelerator{*accelerator, static_cast<int>(*stated.accelerators), nullptr, "--accelerator", ""};
}

Result<ChosenAccelerator> choose_accelerator(const CombinedMachine& found, const StatedMachine& stated,
                                             const Catalog& catalog, const ProductNames& names) {
  if (found.devices) return found_accelerator(*found.devices, stated, catalog, names);
  if (stated.accelerator) {
    Result<ChosenAccelerator> chosen = stated_accelerator(stated, catalog);
    if (chosen && found.paths && found.paths->value.devices != chosen->ranks)
      return bad_input("{} is {}, but {} tells of {}", "--accelerators", chosen->ranks, found.paths->file,
                       fmt::format("{} GPUs", found.paths->value.devices));
    return chosen;
  }
  if (found.processor && !found.paths) return found_processor(found, catalog, names);
  return bad_input("which accelerator it has is not told: give {}, or {}",
                   "nvidia-smi -q -x, rocm-smi --json, neuron-ls --json-output, hl-smi",
                   "--accelerator NAME --accelerators N");
}

/// Memory and count of the file beside the catalogue's, and what is stated.
std::optional<Error> disagreement(const ChosenAccelerator& chosen, const StatedMachine& stated) {
  if (stated.accelerators && *stated.accelerators != chosen.ranks)
    return bad_input("{} is {}, but {} tells of {}", "--accelerators", *stated.accelerators, chosen.file, chosen.ranks)
        .value();
  if (chosen.devices == nullptr || !chosen.devices->memory_bytes) return std::nullopt;
  const double known = chosen.accelerator.memory_bytes * chosen.devices->ranks_per_device;
  if (std::abs(*chosen.devices->memory_bytes / known - 1) <= accelerator_memory_tolerance) return std::nullopt;
  return bad_input("{}: {} with {}, but {} has {}; accepted: an accelerator with that memory", chosen.file,
                   chosen.devices->product, in_gib(*chosen.devices->memory_bytes), chosen.accelerator.name,
                   in_gib(known))
      .value();
}

std::vector<Message> notes_on(const ChosenAccelerator& chosen) {
  std::vector<Message> notes;
  if (chosen.devices == nullptr) return notes;
  const FoundDevices& devices = *chosen.devices;
  const std::optional<double>& known_w = chosen.accelerator.power_w;
  if (devices.power_limit_w && known_w && std::abs(*devices.power_limit_w / *known_w - 1) > power_tolerance)
    notes.push_back(message("each is held to {} W; plans count {} W and its rates at that",
                            fmt::format("{:.4g}", *devices.power_limit_w), fmt::format("{:.4g}", *known_w)));
  if (devices.is_partitioned) notes.push_back(message("MIG is on; plans count whole accelerators"));
  return notes;
}

/// What the host has: stated, else told; both must agree.
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
  std::string keys;  ///< of its table

  void add(std::string_view key, const std::string& toml) { keys += fmt::format("{} = {}\n", key, toml); }

  void take_accelerator(const ChosenAccelerator& chosen) {
    add("accelerator", quoted_toml(chosen.accelerator.name));
    add("accelerators", std::to_string(chosen.ranks));
    const std::string product = chosen.devices == nullptr ? "" : fmt::format(" ({})", chosen.devices->product);
    machine.facts.push_back({"accelerator", chosen.accelerator.name + product, chosen.source});
    machine.facts.push_back(
        {"accelerators", std::to_string(chosen.ranks), chosen.file.empty() ? "--accelerators" : chosen.source});
    for (Message& note : notes_on(chosen)) machine.notes.push_back(std::move(note));
  }

  std::optional<Error> take_host(const ChosenAccelerator& chosen) {
    const std::optional<std::int64_t> vcpu = stated.vcpu;
    const std::optional<Told<std::int64_t>> threads =
        found.threads
            ? std::optional(Told<std::int64_t>{found.threads->value, found.threads->source, found.threads->file})
            : std::nullopt;
    const Result<std::optional<MachineFact>> cpus = host_fact<std::int64_t>(
        "vcpu", "--vcpu", vcpu, threads, 0, [](std::int64_t each) { return std::to_string(each); });
    if (!cpus) return cpus.error();
    const Result<std::optional<MachineFact>> memory =
        host_fact<double>("host_memory", "--host-memory", stated.host_memory_bytes, found.memory_bytes,
                          host_memory_tolerance, [](double each) { return in_gib(each); });
    if (!memory) return memory.error();
    const bool is_cpu = chosen.accelerator.kind == AcceleratorKind::cpu;
    if (is_cpu && (!*cpus || !*memory))
      return bad_input("a machine of processors needs {} and {}", "--vcpu", "--host-memory").value();
    if (*cpus) {
      add("vcpu", (*cpus)->value);
      machine.facts.push_back(**cpus);
    } else {
      machine.missing.push_back({"vcpu", message("processors: give {}, or {}", "lscpu -J", "--vcpu")});
    }
    if (*memory) {
      const double bytes = stated.host_memory_bytes ? *stated.host_memory_bytes : found.memory_bytes->value;
      add("memory_gib", fmt::format("{:.6g}", bytes / gibi));
      machine.facts.push_back(**memory);
    } else {
      machine.missing.push_back(
          {"host_memory", message("the host's memory: give {}, or {}", "lstopo --of xml", "--host-memory")});
    }
    return std::nullopt;
  }

  std::optional<Error> take_links(const ChosenAccelerator& chosen) {
    const Result<ChosenLink> within =
        link_within(found, stated, chosen.devices, chosen.accelerator, chosen.ranks, catalog, data);
    if (!within) return within.error();
    if (!within->toml.empty()) {
      add("within", within->toml);
      machine.facts.push_back({"within", within->value, within->source});
      machine.notes.insert(machine.notes.end(), within->notes.begin(), within->notes.end());
    }
    const Result<std::optional<ChosenLink>> between = link_between(found, stated);
    if (!between) return between.error();
    if (*between) {
      add("between", (*between)->toml);
      machine.facts.push_back({"network", (*between)->value, (*between)->source});
      machine.notes.insert(machine.notes.end(), (*between)->notes.begin(), (*between)->notes.end());
      return std::nullopt;
    }
    const std::size_t adapters = found.adapters ? found.adapters->value.size() : 0;
    machine.missing.push_back(
        {"network",
         adapters == 0
             ? message("the network: give {}, or {}; until then plans use one such machine, or copies side by side",
                       "ibstat", "--network-gbps --fabric")
             : message("how fast the {} adapters are: give {}, or {}; until then plans use one such machine, or copies "
                       "side by side",
                       adapters, "ibstat", "--network-gbps --fabric")});
    return std::nullopt;
  }

  void take_price() {
    if (!stated.usd_per_h) {
      machine.missing.push_back({"price", message("its price: give {}; until then plans have no cost", "--usd-per-h")});
      return;
    }
    const std::string region = stated.region.value_or(std::string(own_region));
    machine.price_csv = fmt::format(
        "instance,region,kind,usd_per_h,as_of,source,note\n{},{},on_demand,{:.10g},{},stated by its owner,\n",
        stated.name, region, *stated.usd_per_h, stated.as_of);
    machine.facts.push_back({"price", fmt::format("{}/h, {}", in_usd(*stated.usd_per_h), region), "--usd-per-h"});
  }

  std::string sources() const {
    return found.sources.empty() ? fmt::format("stated by its owner, {}", stated.as_of)
                                 : join(found.sources) + "; the rest stated by its owner or as in the catalogue";
  }
};

std::optional<Error> unfit_region(const std::string& region) {
  const auto is_fit = [](unsigned char each) { return std::isalnum(each) != 0 || each == '-' || each == '_'; };
  if (!region.empty() && std::all_of(region.begin(), region.end(), is_fit)) return std::nullopt;
  return bad_input("{} is '{}'; accepted: letters, digits, - and _", "--region", region).value();
}

}  // namespace

std::string quoted_toml(const std::string& text) {
  return Json(printable(text)).dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::optional<Error> unfit_name(const std::string& name) {
  constexpr std::size_t longest_name = 64;
  const auto is_fit = [](unsigned char each) {
    return std::isalnum(each) != 0 || each == '-' || each == '_' || each == '.';
  };
  const bool begins_well = !name.empty() && std::isalnum(static_cast<unsigned char>(name.front())) != 0;
  if (begins_well && name.size() <= longest_name && std::all_of(name.begin(), name.end(), is_fit)) return std::nullopt;
  return bad_input(
             "'{}' cannot be the name of an instance; accepted: letters, digits, -, _ and ., {} at most, a letter or "
             "digit first",
             name, longest_name)
      .value();
}

Result<DescribedMachine> describe_machine(const CombinedMachine& found, const StatedMachine& stated,
                                          const Catalog& catalog, const DataFiles& data) {
  if (const std::optional<Error> error = unfit_name(stated.name)) return tl::unexpected(*error);
  if (stated.region) {
    if (const std::optional<Error> error = unfit_region(*stated.region)) return tl::unexpected(*error);
  }
  const Result<ProductNames> names = ProductNames::read(data);
  if (!names) return fail(names);
  const Result<ChosenAccelerator> chosen = choose_accelerator(found, stated, catalog, *names);
  if (!chosen) return fail(chosen);
  if (const std::optional<Error> error = disagreement(*chosen, stated)) return tl::unexpected(*error);
  Describing describing{found, stated, catalog, data, {}, {}};
  describing.machine.name = stated.name;
  describing.take_accelerator(*chosen);
  if (const std::optional<Error> error = describing.take_host(*chosen)) return tl::unexpected(*error);
  if (const std::optional<Error> error = describing.take_links(*chosen)) return tl::unexpected(*error);
  describing.take_price();
  DescribedMachine machine = std::move(describing.machine);
  machine.instance_toml = fmt::format("# Made by hakaru catalog add.\n[{}]\nfamily = {}\n", toml_key(stated.name),
                                      quoted_toml(stated.name));
  if (!stated.cloud.empty()) machine.instance_toml += fmt::format("cloud = {}\n", quoted_toml(stated.cloud));
  machine.instance_toml += describing.keys;
  machine.instance_toml += fmt::format("confidence = \"medium\"\nsource = {}\n", quoted_toml(describing.sources()));
  std::vector<std::string> notes;
  for (const Message& note : machine.notes) notes.push_back(in_english(note));
  if (found.instance_type) notes.push_back(fmt::format("its tools call it {}", found.instance_type->value));
  if (!notes.empty()) machine.instance_toml += fmt::format("notes = {}\n", quoted_toml(join(notes, "; ")));
  return machine;
}

}  // namespace hakaru
