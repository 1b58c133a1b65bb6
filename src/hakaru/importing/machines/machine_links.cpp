#include "hakaru/importing/machines/machine_links.h"

#include <algorithm>
#include <array>
#include <map>

#include "hakaru/core/quantities.h"
#include "hakaru/core/text.h"
#include "hakaru/importing/machines/found_paths.h"
#include "hakaru/importing/machines/tool_text.h"

namespace hakaru {
namespace {

constexpr double bits_of_byte = 8;
/// One way, of one NVLink of a card whose links the catalogue does not count (those with bridges: NVLink 3 and 4).
constexpr double bridge_link_bytes_per_s = 25 * giga;
constexpr int full_lanes = 16;
constexpr int last_generation_of_meshes = 2;  ///< NVLink 2 joins GPUs without a switch, by links of unequal number

/// The number behind `name` in what the catalogue calls an accelerator's link: 4 of "NVLink4, 18 links".
std::optional<int> generation_of(const Accelerator& accelerator, std::string_view name) {
  const std::size_t at = accelerator.link.find(name);
  return at == std::string::npos ? std::nullopt : whole_in(std::string_view(accelerator.link).substr(at + name.size()));
}

/// 18 of "NVLink4, 18 links".
std::optional<int> links_of(const Accelerator& accelerator) {
  const std::size_t comma = accelerator.link.find(", ");
  if (comma == std::string::npos || accelerator.link.find("link", comma) == std::string::npos) return std::nullopt;
  return whole_in(std::string_view(accelerator.link).substr(comma + 2));
}

bool has_nvlink(const Accelerator& accelerator) { return accelerator.link.starts_with("NVLink"); }

bool may_have_nvlink(const Accelerator& accelerator) { return accelerator.link.find("NVLink") != std::string::npos; }

/// Every one of them has NVLink, unlike cards that are bridged in pairs or fours.
bool always_has_nvlink(const Accelerator& accelerator) { return generation_of(accelerator, "NVLink").has_value(); }

/// One way, over 16 lanes, as the catalogue counts it: 16, 32, 64 GB/s of generation 3, 4, 5.
double pcie_bytes_per_s(int generation, int lanes) { return (2 << generation) * giga * lanes / full_lanes; }

/// The raw table under `key` of an instance, which names its kind of link.
std::optional<Json> table_of(const std::string& instance, const std::string& key, const DataFiles& data) {
  std::optional<Json> found;
  for (const DataFiles::File& file : data.under("instances/")) {
    const Result<Json> tree = parse_toml(file.text, file.name);
    if (!tree) continue;
    for (const auto& [name, table] : tree->items()) {
      if (lower_case(name) == instance && table.is_object() && table.contains(key)) found = table[key];
    }
  }
  return found;
}

std::string inline_toml(const Json& table) {
  std::vector<std::string> parts;
  for (const auto& [key, value] : table.items()) parts.push_back(key + " = " + value.dump());
  return "{ " + join(parts) + " }";
}

/// Kinds of links, each with whether it lies between machines.
Result<std::map<std::string, bool>> kinds_of_links(const DataFiles& data) {
  std::map<std::string, bool> kinds;
  for (const DataFiles::File& file : data.under("links")) {
    const Result<Json> tree = parse_toml(file.text, file.name);
    if (!tree) return fail(tree);
    for (const auto& [name, table] : tree->items()) kinds[name] = table.is_object() && table.contains("fabric");
  }
  return kinds;
}

/// "nvlink4-switch", where there is such a kind: NVLink 2's is a mesh.
std::string switch_kind(const Accelerator& accelerator) {
  const int generation = generation_of(accelerator, "NVLink").value_or(4);
  return generation <= last_generation_of_meshes ? "nvlink2-mesh" : fmt::format("nvlink{}-switch", generation);
}

ChosenLink of_kind(const std::string& kind, std::string value, std::string source) {
  return {"{ link = \"" + kind + "\" }", std::move(value), std::move(source)};
}

ChosenLink pcie_link(const Accelerator& accelerator, const FoundDevices* devices, std::string source) {
  const std::optional<int> known = generation_of(accelerator, "PCIe ");
  const int generation = devices != nullptr ? devices->pcie_generation.value_or(0) : 0;
  const int lanes = devices != nullptr ? devices->pcie_lanes.value_or(full_lanes) : full_lanes;
  constexpr int first_generation = 1, last_generation = 7;
  const bool is_told =
      generation >= first_generation && generation <= last_generation && lanes > 0 && lanes <= full_lanes;
  // Takes the catalogue's rate, which is for a full slot; where its link is NVLink, the accelerator's rate to the host.
  if (!is_told || (known == generation && lanes == full_lanes)) {
    if (known || !has_nvlink(accelerator)) return of_kind("pcie", "PCIe", std::move(source));
    return {fmt::format("{{ link = \"pcie\", gb_per_s = {:.6g} }}", accelerator.host_link_bytes_per_s / giga), "PCIe",
            std::move(source)};
  }
  const double gb_per_s = pcie_bytes_per_s(generation, lanes) / giga;
  return {fmt::format("{{ link = \"pcie\", gb_per_s = {:.6g} }}", gb_per_s),
          fmt::format("PCIe {} x{}, {:.6g} GB/s", generation, lanes, gb_per_s), std::move(source)};
}

/// Counts of the pairs and NVLinks in a matrix of paths.
struct PathSummary {
  int nvlink_pairs = 0, xgmi_pairs = 0, socket_pairs = 0, all_pairs = 0;
  int fewest_links = 0, most_links = 0;
  std::map<int, int> neighbours;  ///< by NVLink, of each device that has any
  std::map<int, int> most_of;     ///< NVLinks of each device that has any, to the one it has most to
};

PathSummary summary_of(const FoundPaths& paths) {
  PathSummary summary;
  for (const FoundPaths::Pair& pair : paths.pairs) {
    ++summary.all_pairs;
    if (pair.path == Path::sockets) ++summary.socket_pairs;
    if (pair.path == Path::xgmi) ++summary.xgmi_pairs;
    if (pair.path != Path::nvlink) continue;
    ++summary.nvlink_pairs;
    ++summary.neighbours[pair.first];
    ++summary.neighbours[pair.second];
    for (const int device : {pair.first, pair.second})
      summary.most_of[device] = std::max(summary.most_of[device], pair.links);
    summary.fewest_links = summary.fewest_links == 0 ? pair.links : std::min(summary.fewest_links, pair.links);
    summary.most_links = std::max(summary.most_links, pair.links);
  }
  return summary;
}

/// Every device has as many neighbours.
bool all_have(const PathSummary& summary, int devices, int neighbours) {
  return static_cast<int>(summary.neighbours.size()) == devices &&
         std::all_of(summary.neighbours.begin(), summary.neighbours.end(),
                     [&](const auto& each) { return each.second == neighbours; });
}

/// All pairs by equally many NVLinks: through a switch where each pair has all links of its devices, else directly.
ChosenLink equal_nvlinks(const Accelerator& accelerator, int devices, int links, std::string source) {
  const std::optional<int> all_links = links_of(accelerator);
  const bool has_bridge = accelerator.link.find("bridge") != std::string::npos;
  const bool has_all = devices > 2 ? !all_links || links * (devices - 1) > *all_links : all_links == links;
  const bool is_switched = has_all && !has_bridge;
  if (is_switched) return of_kind(switch_kind(accelerator), fmt::format("NVSwitch, NV{}", links), std::move(source));
  const double link_bytes_per_s = all_links ? accelerator.link_bytes_per_s / *all_links : bridge_link_bytes_per_s;
  const double gb_per_s = link_bytes_per_s * links * (devices - 1) / giga;
  return {fmt::format("{{ link = \"nvlink-bridge\", name = \"NVLink, {} links between each two\", gb_per_s = {:.6g} }}",
                      links, gb_per_s),
          fmt::format("NVLink, NV{}, {:.6g} GB/s", links, gb_per_s), std::move(source)};
}

/// Numbers of devices that have fewer NVLinks to every other than the others have.
std::vector<int> with_fewer_links(const PathSummary& summary) {
  std::vector<int> fewer;
  for (const auto& [device, links] : summary.most_of) {
    if (links < summary.most_links) fewer.push_back(device);
  }
  return fewer;
}

/// A message that `lost` have no NVLink, with the NVLinks of all others.
Message of_lost_links(const FoundPaths& paths, const std::vector<int>& lost, const Accelerator& accelerator) {
  const FoundPaths kept = with_nvlink(paths);
  const PathSummary summary = summary_of(kept);
  const std::string links = summary.fewest_links == summary.most_links
                                ? fmt::format("NV{}", summary.most_links)
                                : fmt::format("NV{} … NV{}", summary.fewest_links, summary.most_links);
  return message(
      "{} has no NVLink, which every {} has: a fault; the other {} reach each other by NVLink ({}), and {} "
      "takes the machine without it",
      called_gpus(lost), accelerator.name, kept.devices, links, fmt::format("--accelerators {}", kept.devices));
}

/// The rate of the fewest, through the same switch.
ChosenLink fewer_nvlinks(const Accelerator& accelerator, const PathSummary& summary, std::string source) {
  const double share = summary.fewest_links / static_cast<double>(links_of(accelerator).value_or(summary.most_links));
  const double gb_per_s = accelerator.link_bytes_per_s * std::min(share, 1.0) / giga;
  return {fmt::format("{{ link = \"{}\", gb_per_s = {:.6g} }}", switch_kind(accelerator), gb_per_s),
          fmt::format("NVSwitch, NV{}, {:.6g} GB/s", summary.fewest_links, gb_per_s), std::move(source)};
}

ChosenLink link_of_paths(const Told<FoundPaths>& paths, const FoundDevices* devices, const Accelerator& accelerator) {
  const PathSummary summary = summary_of(paths.value);
  constexpr int cube_devices = 8, cube_neighbours = 4;
  if (summary.xgmi_pairs > 0 && summary.xgmi_pairs == summary.all_pairs) return of_kind("xgmi", "xGMI", paths.source);
  if (summary.nvlink_pairs > 0 && summary.nvlink_pairs == summary.all_pairs) {
    if (summary.fewest_links == summary.most_links)
      return equal_nvlinks(accelerator, paths.value.devices, summary.most_links, paths.source);
    const std::vector<int> fewer = with_fewer_links(summary);
    if (!fewer.empty() && generation_of(accelerator, "NVLink").value_or(0) > last_generation_of_meshes) {
      ChosenLink link = fewer_nvlinks(accelerator, summary, paths.source);
      link.notes.push_back(message("{} has fewer NVLinks ({}) than the others ({}): a fault; the fewer count for all",
                                   called_gpus(fewer), fmt::format("NV{}", summary.fewest_links),
                                   fmt::format("NV{}", summary.most_links)));
      return link;
    }
    return of_kind("nvlink2-mesh", "NVLink, part of a cube mesh", paths.source);
  }
  if (paths.value.devices == cube_devices && all_have(summary, cube_devices, cube_neighbours))
    return of_kind("nvlink2-mesh", "NVLink, cube mesh", paths.source);
  ChosenLink link = pcie_link(accelerator, devices, paths.source);
  const std::vector<int> lost = without_nvlink(paths.value);
  if (!lost.empty() && always_has_nvlink(accelerator)) {
    link.value += fmt::format(": {} has no NVLink", called_gpus(lost));
    link.notes.push_back(of_lost_links(paths.value, lost, accelerator));
    return link;
  }
  if (summary.nvlink_pairs == 0 && always_has_nvlink(accelerator))
    link.notes.push_back(message("no GPU has NVLink, which every {} has: a fault, as {} tells", accelerator.name,
                                 "nvidia-smi nvlink -s"));
  if (summary.nvlink_pairs + summary.xgmi_pairs > 0)
    link.notes.push_back(
        message("some pairs have a link of their own ({} of {}), the others PCIe, which stands here for all",
                summary.nvlink_pairs + summary.xgmi_pairs, summary.all_pairs));
  if (summary.socket_pairs > 0)
    link.notes.push_back(message("{} of {} pairs cross the sockets, where measured collectives are slower",
                                 summary.socket_pairs, summary.all_pairs));
  return link;
}

/// 4 of "nvlink-4" and "nvlink4".
std::optional<int> stated_generation(std::string_view wanted) {
  constexpr std::string_view nvlink = "nvlink";
  if (!wanted.starts_with(nvlink)) return std::nullopt;
  wanted.remove_prefix(nvlink.size());
  if (wanted.starts_with('-')) wanted.remove_prefix(1);
  const bool is_number = !wanted.empty() && wanted.find_first_not_of("0123456789") == std::string_view::npos;
  return is_number ? whole_in(wanted) : std::nullopt;
}

struct Contradiction {
  std::string file, link;
};

/// The link between all accelerators by the machine's files, if it contradicts `wanted`; empty: it does not.
std::optional<Contradiction> told_of_others(const CombinedMachine& found, std::string_view wanted,
                                            const FoundDevices* devices) {
  if (devices != nullptr && devices->is_in_fabric) return Contradiction{found.devices->file, "NVSwitch"};
  if (!found.paths || found.paths->value.pairs.empty()) return std::nullopt;
  const PathSummary summary = summary_of(found.paths->value);
  if (summary.nvlink_pairs == summary.all_pairs) return Contradiction{found.paths->file, "NVLink"};
  const bool is_xgmi = wanted.starts_with("xgmi");
  if (summary.xgmi_pairs == summary.all_pairs && !is_xgmi) return Contradiction{found.paths->file, "xGMI"};
  if (summary.xgmi_pairs == 0 && is_xgmi) return Contradiction{found.paths->file, "no xGMI"};
  return std::nullopt;
}

/// --links, and whether what the files tell is something else.
Result<ChosenLink> stated_within(const CombinedMachine& found, std::string wanted, const FoundDevices* devices,
                                 const Accelerator& accelerator, const DataFiles& data) {
  const std::string source = "--links";
  const bool is_nvlink = wanted.starts_with("nvlink");
  if (found.paths && found.paths->value.tells_nvlink && is_nvlink && summary_of(found.paths->value).nvlink_pairs == 0)
    return bad_input("{} is '{}', but {} tells of no {}", "--links", wanted, found.paths->file, "NVLink");
  if (found.links && is_nvlink && found.links->value.links == 0)
    return bad_input("{} is '{}', but {} tells of no {}", "--links", wanted, found.links->file, "NVLink");
  const std::optional<Contradiction> other = is_nvlink ? std::nullopt : told_of_others(found, wanted, devices);
  if (other) return bad_input("{} is '{}', but {} tells of {}", "--links", wanted, other->file, other->link);
  if (const std::optional<int> generation = stated_generation(wanted)) {
    if (has_nvlink(accelerator) && generation_of(accelerator, "NVLink").value_or(*generation) != *generation)
      return bad_input("{} is '{}', but {} has {}", "--links", wanted, accelerator.name, accelerator.link);
    wanted = "nvlink";
  }
  if (wanted == "pcie") return pcie_link(accelerator, devices, source);
  if (wanted == "nvlink" && has_nvlink(accelerator)) return of_kind(switch_kind(accelerator), "NVSwitch", source);
  if (wanted == "nvlink" && accelerator.link.find("NVLink") != std::string::npos)
    return of_kind("nvlink-bridge", "NVLink bridge", source);
  if (wanted == "nvlink")
    return bad_input("{} is '{}', but {} has no {}: its link is {}", "--links", wanted, accelerator.name, "NVLink",
                     accelerator.link);
  const Result<std::map<std::string, bool>> kinds = kinds_of_links(data);
  if (!kinds) return fail(kinds);
  const auto kind = kinds->find(wanted);
  if (kind != kinds->end() && !kind->second) return of_kind(wanted, wanted, source);
  std::vector<std::string> names{"nvlink", "pcie"};
  for (const auto& [name, is_between] : *kinds) {
    if (!is_between) names.push_back(name);
  }
  return bad_input("{} is '{}', which is no link within a machine; nearest: {}", "--links", wanted,
                   join(nearest_names(wanted, names)));
}

// ---- between machines

struct FabricKind {
  std::string_view word;
  std::string_view link;  ///< of data/links.toml
  std::string_view name;
};
constexpr std::array fabric_kinds{FabricKind{"infiniband", "infiniband-ndr400", "InfiniBand"},
                                  FabricKind{"roce", "roce", "RoCE"},
                                  FabricKind{"ethernet", "ethernet", "Ethernet"},
                                  FabricKind{"efa", "efa-v2", "EFA v2"},
                                  FabricKind{"efa-v1", "efa-v1", "EFA v1"},
                                  FabricKind{"efa-v2", "efa-v2", "EFA v2"},
                                  FabricKind{"efa-v3", "efa-v3", "EFA v3"},
                                  FabricKind{"efa-v4", "efa-v4", "EFA v4"}};

Result<FabricKind> fabric_named(const std::string& word) {
  for (const FabricKind& kind : fabric_kinds) {
    if (lower_case(word) == kind.word) return kind;
  }
  std::vector<std::string> words;
  for (const FabricKind& kind : fabric_kinds) words.emplace_back(kind.word);
  return bad_input("{} is '{}'; accepted: {}", "--fabric", word, join(words));
}

/// Adapters that carry what accelerators say to each other: those beside one where the matrix tells, else all that are
/// up.
std::vector<FoundAdapter> carrying(const std::vector<FoundAdapter>& all) {
  const bool is_told =
      std::any_of(all.begin(), all.end(), [](const FoundAdapter& each) { return each.is_beside.value_or(false); });
  std::vector<FoundAdapter> kept;
  for (const FoundAdapter& each : all) {
    if (each.is_up && each.bit_per_s.value_or(0) > 0 && (!is_told || each.is_beside.value_or(false)))
      kept.push_back(each);
  }
  return kept;
}

ChosenLink network_link(const FabricKind& kind, double bit_per_s, const std::string& name, std::string source) {
  return {fmt::format("{{ link = \"{}\", gbit_per_s = {:.6g}, name = \"{}\" }}", kind.link, bit_per_s / giga, name),
          fmt::format("{:.6g} Gb/s, {}", bit_per_s / giga, name), std::move(source)};
}

}  // namespace

std::optional<ChosenLink> link_of_instance(const Instance& instance, const std::string& key, const std::string& value,
                                           const DataFiles& data) {
  const std::optional<Json> table = table_of(instance.name, key, data);
  if (!table) return std::nullopt;
  return ChosenLink{.toml = inline_toml(*table), .value = value, .source = instance.name, .is_assumed = true};
}

std::optional<Instance> like_machine(const Accelerator& accelerator, int ranks, const Catalog& catalog) {
  const Result<Instance> usual = catalog.usual_instance_of(accelerator.name);
  if (usual && usual->accelerators == ranks && usual->accelerator.name == accelerator.name) return *usual;
  for (const Instance& each : catalog.instances()) {
    if (each.accelerator.name == accelerator.name && each.accelerators == ranks && each.rentable_alone) return each;
  }
  return std::nullopt;
}

Result<ChosenLink> link_within(const CombinedMachine& found, const StatedMachine& stated, const FoundDevices* devices,
                               const Accelerator& accelerator, int ranks, const Catalog& catalog,
                               const DataFiles& data) {
  if (ranks == 1) return ChosenLink{};
  if (stated.links) return stated_within(found, lower_case(*stated.links), devices, accelerator, data);
  const bool is_in_fabric = devices != nullptr && devices->is_in_fabric;
  const bool has_links = is_in_fabric || (found.links && found.links->value.links > 0);
  const bool tells_nvlink = found.paths && found.paths->value.tells_nvlink;
  if (tells_nvlink && has_links && summary_of(found.paths->value).nvlink_pairs == 0)
    return bad_input("{} tells of no {} where {} tells of some; accepted: {}", found.paths->file, "NVLink",
                     found.links ? found.links->file : found.devices->file, "nvidia-smi topo -m");
  if (tells_nvlink || (found.paths && !may_have_nvlink(accelerator))) {
    Told<FoundPaths> paths = *found.paths;
    if (ranks < paths.value.devices) paths.value = with_nvlink(paths.value);
    return link_of_paths(paths, devices, accelerator);
  }
  if (is_in_fabric && has_nvlink(accelerator))
    return of_kind(switch_kind(accelerator), "NVSwitch", found.devices->source);
  const std::optional<Instance> like = like_machine(accelerator, ranks, catalog);
  const bool has_no_links = found.links && found.links->value.links == 0;
  if (has_no_links && has_nvlink(accelerator)) return pcie_link(accelerator, devices, found.links->source);
  if (found.paths && !found.links)
    return bad_input(
        "how {} × {} reach each other is not known: {} lists paths over PCIe alone, as {} prints; give {} too, or {}",
        ranks, accelerator.name, found.paths->file, "nvidia-smi topo -mp", "nvidia-smi topo -m", "--links nvlink|pcie");
  if (accelerator.link.starts_with("PCIe") && !(found.links && found.links->value.links > 0))
    return pcie_link(accelerator, devices, "data/accelerators");
  if (like) {
    if (std::optional<ChosenLink> link = link_of_instance(*like, "within", like->within.name, data)) return *link;
  }
  if (accelerator.kind == AcceleratorKind::cpu)
    return of_kind("cpu-sockets", "from socket to socket", "data/links.toml");
  if (accelerator.link.find("RoCE") != std::string::npos)  // of which no tool tells
    return bad_input("how {} × {} reach each other is not known: say {}", ranks, accelerator.name,
                     "--links gaudi-roce|pcie|…");
  const char* const tool = accelerator.vendor == "AMD" ? "rocm-smi --showtopotype --json" : "nvidia-smi topo -m";
  return bad_input("how {} × {} reach each other is not known: give {} too, or {}", ranks, accelerator.name, tool,
                   "--links nvlink|pcie|xgmi|…");
}

Result<std::optional<ChosenLink>> link_between(const CombinedMachine& found, const StatedMachine& stated) {
  std::optional<FabricKind> fabric;
  if (stated.fabric) {
    const Result<FabricKind> named = fabric_named(*stated.fabric);
    if (!named) return fail(named);
    fabric = *named;
  }
  const std::vector<FoundAdapter> adapters =
      found.adapters ? carrying(found.adapters->value) : std::vector<FoundAdapter>{};
  double bit_per_s = 0;
  for (const FoundAdapter& each : adapters) bit_per_s += each.bit_per_s.value_or(0);
  if (!fabric && !adapters.empty()) {
    const Result<FabricKind> told = fabric_named(adapters.front().is_infiniband ? "infiniband" : "roce");
    if (told) fabric = *told;
  }
  if (stated.network_bit_per_s && !fabric) {
    std::vector<std::string> words;
    for (const FabricKind& kind : fabric_kinds) words.emplace_back(kind.word);
    return bad_input("{} needs {}; accepted: {}", "--network", "--fabric", join(words));
  }
  if (stated.network_bit_per_s) {
    ChosenLink link = network_link(*fabric, *stated.network_bit_per_s, std::string(fabric->name), "--network");
    if (bit_per_s > 0 && bit_per_s != *stated.network_bit_per_s)
      link.notes.push_back(message("{} tells of {} Gb/s; what was stated counts", found.adapters->file,
                                   fmt::format("{:.6g}", bit_per_s / giga)));
    return link;
  }
  if (bit_per_s == 0 || !fabric) {
    if (fabric) return bad_input("{} needs {}", "--fabric", "--network");
    return std::optional<ChosenLink>();
  }
  const bool are_equal = std::all_of(adapters.begin(), adapters.end(), [&](const FoundAdapter& each) {
    return each.bit_per_s == adapters.front().bit_per_s;
  });
  const std::string name =
      are_equal ? fmt::format("{}x {:.6g} Gb/s {}", adapters.size(), *adapters.front().bit_per_s / giga, fabric->name)
                : fmt::format("{} adapters of {}", adapters.size(), fabric->name);
  ChosenLink link = network_link(*fabric, bit_per_s, name, found.adapters->source);
  if (adapters.size() < found.adapters->value.size())
    link.notes.push_back(message("{} of {} adapters count: those that are up and beside an accelerator",
                                 adapters.size(), found.adapters->value.size()));
  return link;
}

}  // namespace hakaru
