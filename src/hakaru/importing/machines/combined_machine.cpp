#include "hakaru/importing/machines/combined_machine.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "hakaru/core/quantities.h"
#include "hakaru/core/text.h"

namespace hakaru {
namespace {

/// Two tools that say the same of memory differ by what a driver keeps back.
constexpr double memory_tolerance = 0.1;

std::string source_of_file(const FoundMachine& machine, const std::string& today) {
  return fmt::format("{} of {} ({})", machine.tool, machine.date.empty() ? today : machine.date,
                     printable(machine.file.substr(machine.file.rfind('/') + 1)));
}

int devices_in(const std::vector<FoundDevices>& devices) {
  return std::accumulate(devices.begin(), devices.end(), 0,
                         [](int sum, const FoundDevices& each) { return sum + each.count; });
}

std::string listed_devices(const std::vector<FoundDevices>& devices) {
  std::vector<std::string> parts;
  for (const FoundDevices& each : devices) parts.push_back(fmt::format("{} × {}", each.count, each.product));
  return join(parts);
}

tl::unexpected<Error> contradicting(const std::string& first_file, const std::string& first,
                                    const std::string& second_file, const std::string& second) {
  return bad_input("{} tells of {}, {} of {}; accepted: files of one machine", first_file, first, second_file, second);
}

/// Lays what one more file tells over what is known.
struct Layers {
  CombinedMachine all;
  std::optional<Error> error;

  void refuse(const tl::unexpected<Error>& why) {
    if (!error) error = why.value();
  }

  template <typename Value>
  void take(std::optional<Told<Value>>& known, const Value& value, const FoundMachine& from, const std::string& source,
            std::string_view what) {
    if (!known) {
      known = Told<Value>{value, source, from.file};
    } else if (known->value != value) {
      refuse(contradicting(known->file, fmt::format("{} {}", known->value, what), from.file,
                           fmt::format("{} {}", value, what)));
    }
  }

  void take_devices(const FoundMachine& from, const std::string& source) {
    if (from.devices.empty()) return;
    if (!all.devices) {
      all.devices = Told<std::vector<FoundDevices>>{from.devices, source, from.file};
      return;
    }
    // One tool may list what another does not see (a screen's GPU), but what both see they count alike.
    bool is_same_machine = false;
    for (const FoundDevices& each : from.devices) {
      const auto known = std::find_if(all.devices->value.begin(), all.devices->value.end(),
                                      [&](const FoundDevices& other) { return other.product == each.product; });
      if (known == all.devices->value.end()) continue;
      is_same_machine = known->count == each.count;
      if (!is_same_machine) break;
      if (!known->memory_bytes) known->memory_bytes = each.memory_bytes;
      if (!known->power_limit_w) known->power_limit_w = each.power_limit_w;
    }
    if (!is_same_machine)
      refuse(contradicting(all.devices->file, listed_devices(all.devices->value), from.file,
                           listed_devices(from.devices)));
  }

  void take_adapters(const FoundMachine& from, const std::string& source) {
    if (from.adapters.empty()) return;
    if (!all.adapters) {
      all.adapters = Told<std::vector<FoundAdapter>>{from.adapters, source, from.file};
      return;
    }
    all.adapters->source += ", " + source;
    for (const FoundAdapter& each : from.adapters) {
      const auto known = std::find_if(all.adapters->value.begin(), all.adapters->value.end(),
                                      [&](const FoundAdapter& other) { return other.name == each.name; });
      if (known == all.adapters->value.end()) {
        all.adapters->value.push_back(each);
        continue;
      }
      if (!known->is_beside) known->is_beside = each.is_beside;
      if (!each.bit_per_s) continue;
      if (known->bit_per_s && *known->bit_per_s != *each.bit_per_s)
        refuse(contradicting(all.adapters->file, fmt::format("{:.4g} Gb/s of {}", *known->bit_per_s / giga, each.name),
                             from.file, fmt::format("{:.4g} Gb/s", *each.bit_per_s / giga)));
      known->bit_per_s = each.bit_per_s;
      known->is_up = each.is_up;
      known->is_infiniband = each.is_infiniband;
    }
  }

  void take_host(const FoundHost& host, const FoundMachine& from, const std::string& source) {
    if (!host.processor.empty() && !all.processor) all.processor = Told<std::string>{host.processor, source, from.file};
    if (host.sockets > 0) take(all.sockets, host.sockets, from, source, "sockets");
    if (host.threads > 0) take(all.threads, host.threads, from, source, "threads");
    if (host.memory_bytes && !all.memory_bytes) all.memory_bytes = Told<double>{*host.memory_bytes, source, from.file};
    if (host.memory_bytes && std::abs(*host.memory_bytes / all.memory_bytes->value - 1) > memory_tolerance)
      refuse(contradicting(all.memory_bytes->file, in_gib(all.memory_bytes->value), from.file,
                           in_gib(*host.memory_bytes)));
  }

  void take_file(const FoundMachine& from, const std::string& today) {
    const std::string source = source_of_file(from, today);
    all.sources.push_back(source);
    take_devices(from, source);
    take_adapters(from, source);
    if (from.host) take_host(*from.host, from, source);
    if (!from.instance_type.empty()) take(all.instance_type, from.instance_type, from, source, "(instance)");
    if (from.paths && (!all.paths || !all.paths->value.tells_nvlink))
      all.paths = Told<FoundPaths>{*from.paths, source, from.file};
    if (from.links && !all.links) all.links = Told<FoundLinks>{*from.links, source, from.file};
  }

  /// Devices counted by what lies between them, and by name.
  void compare_counts() {
    if (!all.devices) return;
    const int named = devices_in(all.devices->value);
    const std::string devices = listed_devices(all.devices->value);
    if (all.paths && all.paths->value.devices != named)
      refuse(contradicting(all.devices->file, devices, all.paths->file,
                           fmt::format("{} × GPU", all.paths->value.devices)));
    if (all.links && all.links->value.devices != named)
      refuse(contradicting(all.devices->file, devices, all.links->file,
                           fmt::format("{} × GPU", all.links->value.devices)));
  }
};

}  // namespace

Result<CombinedMachine> combined_machine(const std::vector<FoundMachine>& files, const std::string& today) {
  Layers layers;
  for (const FoundMachine& file : files) layers.take_file(file, today);
  layers.compare_counts();
  if (layers.error) return tl::unexpected(*layers.error);
  return layers.all;
}

}  // namespace hakaru
