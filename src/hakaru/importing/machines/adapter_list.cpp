// Adapters of the network as ibstat and ibv_devinfo list them.
//
//   CA 'mlx5_0'                                    hca_id: mlx5_0
//     Port 1:                                        port: 1
//       State: Active                                  state:         PORT_ACTIVE (4)
//       Rate: 400                                      link_layer:    InfiniBand
//       Link layer: InfiniBand                         active_width:  4X (2)
//                                                      active_speed:  100.0 Gbps (128)
#include "hakaru/core/quantities.h"
#include "hakaru/core/text.h"
#include "hakaru/importing/machines/readers.h"
#include "hakaru/importing/machines/tool_text.h"

namespace hakaru {
namespace {

/// A line "key: value", both trimmed.
struct KeyLine {
  std::string_view key, value;
};

KeyLine key_line(std::string_view line) {
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos) return {};
  return {trimmed(line.substr(0, colon)), trimmed(line.substr(colon + 1))};
}

/// The name of "CA 'mlx5_0'"; "" of any other line.
std::string_view name_of_ca(std::string_view line) {
  constexpr std::string_view start = "CA '";
  line = trimmed(line);
  if (!line.starts_with(start) || !line.ends_with('\'') || line.size() <= start.size()) return {};
  return line.substr(start.size(), line.size() - start.size() - 1);
}

/// "Port 1" and "port", not "Port GUID".
bool is_port(std::string_view key) {
  constexpr std::string_view start = "Port ";
  return key == "port" || (key.starts_with(start) && whole_in(key.substr(start.size())));
}

/// A port as it is read, line by line.
struct Port {
  bool is_open = false;
  bool is_up = false;
  bool is_infiniband = false;
  std::optional<double> bit_per_s;
  int lanes = 0;
  double lane_bit_per_s = 0;

  void read(const KeyLine& line) {
    if (line.key == "State") is_up = line.value.starts_with("Active");
    if (line.key == "state") is_up = line.value.starts_with("PORT_ACTIVE");
    if (line.key == "Link layer" || line.key == "link_layer") is_infiniband = line.value.starts_with("InfiniBand");
    // 400, or "400 Gb/sec (4X NDR)".
    if (line.key == "Rate") bit_per_s = whole_in(line.value).value_or(0) * giga;
    if (line.key == "active_width") lanes = whole_in(line.value).value_or(0);
    if (line.key == "active_speed") {
      const std::string_view unit = line.value.substr(std::min(line.value.find(" ("), line.value.size()));
      lane_bit_per_s = figure_in(line.value.substr(0, line.value.size() - unit.size()), "Gbps").value_or(0) * giga;
    }
  }

  std::optional<double> rate() const {
    const std::optional<double> of_lanes =
        lanes > 0 && lane_bit_per_s > 0 ? std::optional(lanes * lane_bit_per_s) : std::nullopt;
    return bit_per_s ? bit_per_s : of_lanes;
  }
};

void end_port(Port& port, std::vector<FoundAdapter>& adapters) {
  if (port.is_open && !adapters.empty()) {
    FoundAdapter& adapter = adapters.back();
    if (port.is_up) {
      adapter.is_up = true;
      adapter.is_infiniband = port.is_infiniband;
      if (const std::optional<double> rate = port.rate()) adapter.bit_per_s = adapter.bit_per_s.value_or(0) + *rate;
    }
  }
  port = Port{};
}

}  // namespace

bool is_adapter_list(std::string_view text) {
  for (std::string_view rest = text; !rest.empty();) {
    const std::string_view line = take_line(rest);
    if (!name_of_ca(line).empty() || key_line(line).key == "hca_id") return true;
  }
  return false;
}

Result<FoundMachine> read_adapter_list(std::string_view text, const std::string& file) {
  FoundMachine machine{.tool = "ibstat", .file = file};
  Port port;
  for (std::string_view rest = text; !rest.empty();) {
    const std::string_view line = take_line(rest);
    const KeyLine pair = key_line(line);
    const bool is_verbs = pair.key == "hca_id";
    const std::string_view name = is_verbs ? pair.value : name_of_ca(line);
    if (!name.empty()) {
      end_port(port, machine.adapters);
      if (is_verbs) machine.tool = "ibv_devinfo";
      if (machine.adapters.size() >= most_devices) return bad_input("{}: more than {} devices", file, most_devices);
      machine.adapters.push_back({.name = std::string(name), .is_up = false});
      continue;
    }
    if (is_port(pair.key)) {
      end_port(port, machine.adapters);
      port.is_open = true;
    }
    port.read(pair);
  }
  end_port(port, machine.adapters);
  if (machine.adapters.empty())
    return bad_input("{}: no adapter; accepted: all that {} or {} prints", file, "ibstat", "ibv_devinfo -v");
  return machine;
}

}  // namespace hakaru
