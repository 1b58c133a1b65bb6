#include "hakaru/importing/machines/chosen_accelerator.h"

#include <cmath>

#include "hakaru/core/quantities.h"
#include "hakaru/core/text.h"
#include "hakaru/importing/machines/found_paths.h"

namespace hakaru {
namespace {

/// Vendors write GB of what is GiB, 7.4 % more, and drivers keep a part back, 6 %.
constexpr double accelerator_memory_tolerance = 0.1;
constexpr double power_tolerance = 0.02;
constexpr std::string_view figure_flags = "--accelerator-memory --memory-bandwidth --tflops";

tl::unexpected<Error> unknown_product(const std::string& file, const std::string& product, const Catalog& catalog) {
  return bad_input("{}: '{}' is no accelerator that is known; nearest: {}; {} names one, {} describe a new one", file,
                   product, join(accelerators_near(product, catalog)), "--accelerator", figure_flags);
}

/// The devices of one name that the file lists, without screens' GPUs; a file with several names needs --accelerator.
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
  return ChosenAccelerator{*accelerator, sockets, nullptr, found.processor->source, found.processor->file, ""};
}

/// The devices among `devices` that are meant: all, or as many as have NVLink where others lost it.
bool is_meant(std::int64_t stated, int devices, const CombinedMachine& found) {
  if (stated == devices) return true;
  if (!found.paths || found.paths->value.devices != devices) return false;
  const std::vector<int> without = without_nvlink(found.paths->value);
  return !without.empty() && stated == devices - std::ssize(without);
}

/// The stated accelerator, as many as stated, else as the machine's files list.
Result<ChosenAccelerator> stated_accelerator(const CombinedMachine& found, const StatedMachine& stated,
                                             const Catalog& catalog) {
  const Result<Accelerator> accelerator = catalog.accelerator(*stated.accelerator);
  if (!accelerator) return fail(accelerator);
  ChosenAccelerator chosen{
      *accelerator, static_cast<int>(stated.accelerators.value_or(0)), nullptr, "--accelerator", "", "--accelerators"};
  if (!found.paths && !found.links) {
    if (chosen.ranks == 0) return bad_input("{} needs {}: how many ranks", "--accelerator", "--accelerators");
    return chosen;
  }
  const int devices = found.paths ? found.paths->value.devices : found.links->value.devices;
  chosen.file = found.paths ? found.paths->file : found.links->file;
  if (chosen.ranks == 0) {
    chosen.ranks = devices;
    chosen.count_source = found.paths ? found.paths->source : found.links->source;
  }
  if (!is_meant(chosen.ranks, devices, found))
    return bad_input("{} is {}, but {} tells of {}", "--accelerators", chosen.ranks, chosen.file,
                     fmt::format("{} × GPU", devices));
  return chosen;
}

/// The accelerator by files, else as stated, not yet compared with what is stated.
Result<ChosenAccelerator> first_choice(const CombinedMachine& found, const StatedMachine& stated,
                                       const Catalog& catalog, const ProductNames& names) {
  if (found.devices) return found_accelerator(*found.devices, stated, catalog, names);
  if (stated.accelerator) return stated_accelerator(found, stated, catalog);
  if (found.processor && !found.paths) return found_processor(found, catalog, names);
  return bad_input("which accelerator it has is not told: give {}, or {}",
                   "nvidia-smi -q -x, rocm-smi --json, neuron-ls --json-output, hl-smi",
                   "--accelerator NAME --accelerators N");
}

/// Memory and count of the file beside the catalogue's, and what is stated.
std::optional<Error> disagreement(const ChosenAccelerator& chosen, const CombinedMachine& found,
                                  const StatedMachine& stated) {
  if (stated.accelerators && !is_meant(*stated.accelerators, chosen.ranks, found))
    return bad_input("{} is {}, but {} tells of {}", "--accelerators", *stated.accelerators, chosen.file, chosen.ranks)
        .value();
  if (chosen.devices != nullptr && chosen.devices->is_partitioned)
    return bad_input("{}: MIG is on, and plans count whole {}, no slices; accepted: what it prints after {}",
                     chosen.file, chosen.devices->product, "nvidia-smi -mig 0")
        .value();
  if (chosen.devices == nullptr || !chosen.devices->memory_bytes) return std::nullopt;
  const double known = chosen.accelerator.memory_bytes * chosen.devices->ranks_per_device;
  if (std::abs(*chosen.devices->memory_bytes / known - 1) <= accelerator_memory_tolerance) return std::nullopt;
  return bad_input("{}: {} with {}, but {} has {}; accepted: an accelerator with that memory", chosen.file,
                   chosen.devices->product, in_gib(*chosen.devices->memory_bytes), chosen.accelerator.name,
                   in_gib(known))
      .value();
}

}  // namespace

Result<ChosenAccelerator> choose_accelerator(const CombinedMachine& found, const StatedMachine& stated,
                                             const Catalog& catalog, const ProductNames& names) {
  Result<ChosenAccelerator> chosen = first_choice(found, stated, catalog, names);
  if (!chosen) return fail(chosen);
  if (std::optional<Error> error = disagreement(*chosen, found, stated)) return tl::unexpected(std::move(*error));
  if (stated.accelerators) chosen->ranks = static_cast<int>(*stated.accelerators);
  if (chosen->count_source.empty()) chosen->count_source = chosen->source;
  return chosen;
}

std::vector<Message> notes_on(const ChosenAccelerator& chosen) {
  std::vector<Message> notes;
  if (chosen.devices == nullptr) return notes;
  const FoundDevices& devices = *chosen.devices;
  const std::optional<double>& known_w = chosen.accelerator.power_w;
  if (devices.power_limit_w && known_w && std::abs(*devices.power_limit_w / *known_w - 1) > power_tolerance)
    notes.push_back(message("each is held to {} W; plans count {} W and its rates at that",
                            fmt::format("{:.4g}", *devices.power_limit_w), fmt::format("{:.4g}", *known_w)));
  return notes;
}

}  // namespace hakaru
