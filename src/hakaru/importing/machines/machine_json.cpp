// JSON of lscpu, neuron-ls, rocm-smi and amd-smi. Their shapes differ by version, so only what is needed is asked for,
// and what else stands there is passed over.
#include "hakaru/core/quantities.h"
#include "hakaru/importing/machines/readers.h"
#include "hakaru/importing/machines/tool_text.h"

namespace hakaru {
namespace {

/// The text under `key`; "" where there is none.
std::string text_at(const Json& object, const std::string& key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

const Json& member_at(const Json& object, const std::string& key) {
  static const Json nothing;
  if (!object.is_object()) return nothing;
  const auto found = object.find(key);
  return found == object.end() ? nothing : *found;
}

/// A whole number from 0, or the one that begins a text; empty: neither.
std::optional<int> whole_at(const Json& object, const std::string& key) {
  const Json& value = member_at(object, key);
  if (value.is_number_integer() && value >= 0 && value <= INT32_MAX) return value.get<int>();
  return value.is_string() ? whole_in(value.get_ref<const std::string&>()) : std::nullopt;
}

/// amd-smi's {"value": 192, "unit": "GB"}, or the same as a text.
std::string number_and_unit(const Json& value) {
  if (value.is_string()) return value.get<std::string>();
  const Json& number = member_at(value, "value");
  if (!number.is_number()) return "";
  return fmt::format("{} {}", number.get<double>(), text_at(value, "unit"));
}

/// Flattens lscpu's fields; newer versions nest them.
void take_lscpu_fields(const Json& fields, int depth, FoundHost& host) {
  constexpr int deepest_field = 8;
  if (!fields.is_array() || depth > deepest_field) return;
  for (const Json& field : fields) {
    if (!field.is_object()) continue;
    const std::string name = text_at(field, "field"), data = text_at(field, "data");
    if (name == "CPU(s):") host.threads = whole_in(data).value_or(0);
    if (name == "Socket(s):") host.sockets = whole_in(data).value_or(0);
    if (name == "Model name:" && host.processor.empty()) host.processor = data;
    take_lscpu_fields(member_at(field, "children"), depth + 1, host);
  }
}

tl::unexpected<Error> not_described(const std::string& file, std::string_view key, std::string_view tool) {
  return bad_input("{}: '{}' is missing or no figure; accepted: all that {} prints", file, key, tool);
}

/// "Arcturus GL-XL [Instinct MI100]" is called what stands in brackets.
std::string product_of_series(const std::string& series) {
  const std::size_t open = series.find('['), close = series.rfind(']');
  return open == std::string::npos || close == std::string::npos || close < open
             ? series
             : "AMD " + series.substr(open + 1, close - open - 1);
}

/// "(Topology) Link type between DRM devices 0 and 1": which two, if it is such a key.
std::optional<std::pair<int, int>> devices_between(std::string_view key) {
  constexpr std::string_view start = "(Topology) Link type between DRM devices ";
  if (!key.starts_with(start)) return std::nullopt;
  const std::vector<std::string_view> words = words_between_blanks(key.substr(start.size()));
  if (words.size() != 3 || words[1] != "and") return std::nullopt;
  const std::optional<int> first = whole_in(words[0]), second = whole_in(words[2]);
  if (!first || !second) return std::nullopt;
  return std::pair(*first, *second);
}

FoundPaths rocm_paths(const Json& system) {
  FoundPaths paths;
  if (!system.is_object()) return paths;
  for (const auto& [key, value] : system.items()) {
    const std::optional<std::pair<int, int>> between = devices_between(key);
    if (!between || !value.is_string() || paths.pairs.size() > std::size_t{most_devices} * most_devices) continue;
    const Path path = value == "XGMI" ? Path::xgmi : Path::pcie;
    paths.pairs.push_back({.first = between->first, .second = between->second, .path = path});
    paths.devices = std::max({paths.devices, between->first + 1, between->second + 1});
  }
  return paths;
}

}  // namespace

Result<FoundMachine> read_lscpu(const Json& tree, const std::string& file) {
  FoundHost host;
  take_lscpu_fields(member_at(tree, "lscpu"), 0, host);
  if (host.threads == 0) return not_described(file, "CPU(s):", "lscpu -J");
  FoundMachine machine{.tool = "lscpu -J", .file = file};
  machine.host = host;
  return machine;
}

Result<FoundMachine> read_neuron_ls(const Json& tree, const std::string& file) {
  FoundMachine machine{.tool = "neuron-ls --json-output", .file = file};
  for (const Json& entry : tree) {
    const std::optional<int> cores = whole_at(entry, "nc_count");
    const Json& memory = member_at(entry, "memory_size");
    if (!cores || *cores == 0) return not_described(file, "nc_count", machine.tool);
    if (!memory.is_number() || memory <= 0) return not_described(file, "memory_size", machine.tool);
    FoundDevices device;
    device.ranks_per_device = *cores;
    device.memory_bytes = memory.get<double>();
    // Names chips, for which neuron-ls has no name, by their cores and memory.
    device.product = fmt::format("Neuron device of {} cores and {:.4g} GiB", *cores, *device.memory_bytes / gibi);
    add_device(machine.devices, std::move(device));
    if (machine.instance_type.empty()) machine.instance_type = text_at(entry, "instance_type");
  }
  return machine;
}

Result<FoundMachine> read_rocm_smi(const Json& tree, const std::string& file) {
  FoundMachine machine{.tool = "rocm-smi --json", .file = file};
  for (const auto& [key, card] : tree.items()) {
    if (!key.starts_with("card") || !card.is_object()) continue;
    FoundDevices device;
    for (const char* name : {"Card Series", "Card series", "Card Model", "Card model"}) {
      const std::string said = text_at(card, name);
      if (device.product.empty() && !said.empty() && said != "N/A" && !said.starts_with("0x"))
        device.product = product_of_series(said);
    }
    if (device.product.empty())
      return not_described(file, key + ".Card Series",
                           "rocm-smi --showproductname --showmeminfo vram --showtopotype --json");
    device.memory_bytes = figure_in(text_at(card, "VRAM Total Memory (B)"), "");
    device.power_limit_w = figure_in(text_at(card, "Max Graphics Package Power (W)"), "");
    add_device(machine.devices, std::move(device));
  }
  FoundPaths paths = rocm_paths(member_at(tree, "system"));
  if (paths.devices > 0) machine.paths = std::move(paths);
  return machine;
}

Result<FoundMachine> read_amd_smi(const Json& tree, const std::string& file) {
  FoundMachine machine{.tool = "amd-smi static --json", .file = file};
  const Json& wrapped = member_at(tree, "gpu_data");
  for (const Json& gpu : wrapped.is_array() ? wrapped : tree) {
    FoundDevices device;
    device.product = text_at(member_at(gpu, "asic"), "market_name");
    if (device.product.empty()) return not_described(file, "asic.market_name", machine.tool);
    device.memory_bytes = memory_in(number_and_unit(member_at(member_at(gpu, "vram"), "size")));
    device.power_limit_w = figure_in(number_and_unit(member_at(member_at(gpu, "limit"), "max_power")), "W");
    device.pcie_lanes = whole_at(member_at(gpu, "bus"), "max_pcie_width");
    add_device(machine.devices, std::move(device));
  }
  return machine;
}

Result<FoundMachine> read_machine_json(std::string_view text, const std::string& file) {
  const Result<Json> tree = parse_json(text, file);
  if (!tree) return fail(tree);
  if (member_at(*tree, "lscpu").is_array()) return read_lscpu(*tree, file);
  const Json& first = tree->is_array() && !tree->empty() ? tree->front()
                      : member_at(*tree, "gpu_data").is_array() && !member_at(*tree, "gpu_data").empty()
                          ? member_at(*tree, "gpu_data").front()
                          : *tree;
  if (tree->size() > most_devices) return bad_input("{}: more than {} devices", file, most_devices);
  if (member_at(first, "neuron_device").is_number() && tree->is_array()) return read_neuron_ls(*tree, file);
  if (member_at(first, "asic").is_object() && !tree->contains("asic")) return read_amd_smi(*tree, file);
  if (member_at(*tree, "card0").is_object() || member_at(*tree, "card1").is_object()) return read_rocm_smi(*tree, file);
  return bad_input("{}: JSON of no tool that is read; accepted: {}", file,
                   "lscpu -J, neuron-ls --json-output, rocm-smi --json, amd-smi static --json");
}

}  // namespace hakaru
