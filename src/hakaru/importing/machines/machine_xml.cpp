// The one file that includes pugixml. Its parser keeps no stack and expands nothing but XML's own five entities, so
// what remains to be bounded is depth, for those who walk the tree.
#include <array>
#include <map>
#include <pugixml.hpp>

#include "hakaru/core/quantities.h"
#include "hakaru/importing/machines/readers.h"
#include "hakaru/importing/machines/tool_text.h"

namespace hakaru {
namespace {

/// lstopo of a large machine nests twenty.
constexpr int deepest_element = 64;

/// Stops at the first element that is nested too deep.
struct DepthWatch : pugi::xml_tree_walker {
  bool for_each(pugi::xml_node&) override { return depth() < deepest_element; }
};

std::size_t line_at(std::string_view text, std::ptrdiff_t offset) {
  const std::string_view before = text.substr(0, static_cast<std::size_t>(std::max<std::ptrdiff_t>(offset, 0)));
  return 1 + static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
}

/// "Fri Aug  4 11:44:30 2023" is "2023-08-04"; "" where it is no such time.
std::string date_of_timestamp(std::string_view text) {
  constexpr std::array<std::string_view, 12> months{"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                    "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  const std::vector<std::string_view> words = words_between_blanks(text);
  if (words.size() != 5) return "";
  const auto month = std::find(months.begin(), months.end(), words[1]);
  const std::optional<int> day = whole_in(words[2]), year = whole_in(words[4]);
  if (month == months.end() || !day || !year) return "";
  const std::string date = fmt::format("{:04}-{:02}-{:02}", *year, month - months.begin() + 1, *day);
  return parse_date(date, "timestamp") ? date : "";
}

/// The first of `paths` under `node` that has a text.
std::string_view text_under(const pugi::xml_node& node, std::initializer_list<const char*> paths) {
  for (const char* path : paths) {
    const pugi::xml_node found = node.first_element_by_path(path);
    if (found) return trimmed(found.child_value());
  }
  return {};
}

FoundDevices nvidia_gpu(const pugi::xml_node& gpu) {
  FoundDevices device;
  device.product = text_under(gpu, {"product_name"});
  device.memory_bytes = memory_in(text_under(gpu, {"fb_memory_usage/total"}));
  device.power_limit_w =
      figure_in(text_under(gpu, {"gpu_power_readings/current_power_limit", "gpu_power_readings/power_limit",
                                 "power_readings/current_power_limit", "power_readings/power_limit"}),
                "W");
  device.pcie_generation = whole_in(text_under(gpu, {"pci/pci_gpu_link_info/pcie_gen/max_link_gen"}));
  device.pcie_lanes = whole_in(text_under(gpu, {"pci/pci_gpu_link_info/link_widths/max_link_width"}));
  device.is_partitioned = text_under(gpu, {"mig_mode/current_mig"}) == "Enabled";
  device.is_in_fabric = text_under(gpu, {"fabric/state"}) == "Completed";
  return device;
}

Result<FoundMachine> read_nvidia_smi(const pugi::xml_node& log, const std::string& file) {
  FoundMachine machine{.tool = "nvidia-smi -q -x", .file = file};
  machine.date = date_of_timestamp(text_under(log, {"timestamp"}));
  int described = 0;
  for (const pugi::xml_node& gpu : log.children("gpu")) {
    if (++described > most_devices) return bad_input("{}: more than {} devices", file, most_devices);
    FoundDevices device = nvidia_gpu(gpu);
    if (device.product.empty())
      return bad_input("{}: <gpu> number {} has no {}; accepted: all that {} prints", file, described, "<product_name>",
                       machine.tool);
    add_device(machine.devices, std::move(device));
  }
  if (described == 0)
    return bad_input("{}: no <gpu> within <nvidia_smi_log>; accepted: all that {} prints", file, machine.tool);
  const std::optional<int> attached = whole_in(text_under(log, {"attached_gpus"}));
  if (attached && *attached > described)
    return bad_input("{}: {} GPUs are attached, but {} of them described; accepted: what {} prints without -i", file,
                     *attached, described, machine.tool);
  return machine;
}

// ---- hwloc

constexpr double hwloc_unit_bytes = kibi;  ///< in which it tells memory of devices

std::map<std::string_view, std::string_view> infos_of(const pugi::xml_node& object) {
  std::map<std::string_view, std::string_view> infos;
  for (const pugi::xml_node& info : object.children("info"))
    infos.emplace(info.attribute("name").value(), info.attribute("value").value());
  return infos;
}

/// Adds one PCI device by what its drivers' devices (OpenCL, CUDA, NVML, RSMI) state together.
void add_hwloc_device(const pugi::xml_node& pci, FoundMachine& machine) {
  FoundDevices device;
  for (const pugi::xml_node& object : pci.children("object")) {
    const std::string_view subtype = object.attribute("subtype").value();
    if (subtype == "LevelZero" || subtype == "VectorEngine") continue;
    const std::map<std::string_view, std::string_view> infos = infos_of(object);
    const auto model = infos.find("GPUModel");
    if (model == infos.end()) continue;
    if (device.product.empty()) device.product = model->second;
    for (const std::string_view key : {"CUDAGlobalMemorySize", "RSMIVRAMSize", "OpenCLGlobalMemorySize"}) {
      const auto size = infos.find(key);
      if (size == infos.end() || device.memory_bytes) continue;
      if (const std::optional<double> units = figure_in(size->second, ""))
        device.memory_bytes = *units * hwloc_unit_bytes;
    }
  }
  if (!device.product.empty()) add_device(machine.devices, std::move(device));
}

/// Takes what the plan needs of each object of lstopo's tree.
struct HwlocWalk : pugi::xml_tree_walker {
  bool for_each(pugi::xml_node& node) override {
    if (std::string_view(node.name()) != "object") return true;
    const std::string_view type = node.attribute("type").value();
    if (type == "PU") ++host.threads;
    if (type == "NUMANode") take_memory(node);
    if (type == "Package") take_package(node);
    if (type == "PCIDev") add_hwloc_device(node, machine);
    constexpr std::string_view open_fabrics = "3";
    if (type == "OSDev" && node.attribute("osdev_type").value() == open_fabrics)
      machine.adapters.push_back({.name = node.attribute("name").value()});
    return machine.devices.size() <= most_devices && machine.adapters.size() <= most_devices;
  }

  void take_memory(const pugi::xml_node& node) {
    // Memory of a GPU may stand beside the host's, as a node of its own.
    if (std::string_view(node.attribute("subtype").value()) == "GPUMemory") return;
    const std::optional<double> bytes = figure_in(node.attribute("local_memory").value(), "");
    if (bytes) host.memory_bytes = host.memory_bytes.value_or(0) + *bytes;
  }

  void take_package(const pugi::xml_node& node) {
    ++host.sockets;
    const std::map<std::string_view, std::string_view> infos = infos_of(node);
    if (const auto model = infos.find("CPUModel"); model != infos.end()) host.processor = trimmed(model->second);
  }

  FoundMachine machine;
  FoundHost host;
};

Result<FoundMachine> read_hwloc(pugi::xml_node topology, const std::string& file) {
  HwlocWalk walk;
  topology.traverse(walk);
  if (walk.host.threads == 0)
    return bad_input("{}: no <object type=\"PU\"> within <topology>; accepted: what {} prints", file,
                     "lstopo --of xml");
  walk.machine.tool = "lstopo --of xml";
  walk.machine.file = file;
  walk.machine.host = walk.host;
  return walk.machine;
}

}  // namespace

Result<FoundMachine> read_machine_xml(std::string_view text, const std::string& file) {
  if (text.find("<!ENTITY") != std::string_view::npos)
    return bad_input("{}: XML that declares entities is not read; accepted: what {} or {} prints", file,
                     "nvidia-smi -q -x", "lstopo --of xml");
  pugi::xml_document document;
  const pugi::xml_parse_result parsed =
      document.load_buffer(text.data(), text.size(), pugi::parse_default, pugi::encoding_utf8);
  if (!parsed)
    return bad_input("{}: line {}: XML that is cut off or broken ({})", file, line_at(text, parsed.offset),
                     parsed.description());
  if (DepthWatch watch; !document.traverse(watch))
    return bad_input("{}: XML nested deeper than {}; accepted: what {} or {} prints", file, deepest_element,
                     "nvidia-smi -q -x", "lstopo --of xml");
  const pugi::xml_node root = document.document_element();
  const std::string_view name = root.name();
  if (name == "nvidia_smi_log") return read_nvidia_smi(root, file);
  if (name == "topology") return read_hwloc(root, file);
  return bad_input("{}: XML of <{}>; accepted: <nvidia_smi_log> ({}), <topology> ({})", file, name, "nvidia-smi -q -x",
                   "lstopo --of xml");
}

}  // namespace hakaru
