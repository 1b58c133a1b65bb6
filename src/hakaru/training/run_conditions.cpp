#include "hakaru/training/run_conditions.h"

#include <algorithm>

#include "hakaru/core/fields.h"
#include "hakaru/core/quantities.h"

namespace hakaru {
namespace {

/// `key` of the table called `name` among those under `group`, in `unit`s; empty where there is no such table.
Result<std::optional<Sourced>> find_sourced(Fields& file, std::string_view group, const std::string& name,
                                            std::string_view key, double unit) {
  const Json& tables = file.value(group);
  if (!tables.is_object() || !tables.contains(name)) return std::nullopt;
  Fields fields(tables.at(name), file.file(), fmt::format("{}.{}", group, name));
  Sourced found{fields.number(key, {.min = 1e-6, .max = 1e9}) * unit, fields.text("source")};
  if (fields.error()) return tl::unexpected(*fields.error());
  return found;
}

std::optional<Error> add_reliability(const DataFiles& data, const Instance& instance, RunConditions& conditions) {
  for (const DataFiles::File& file : data.under("reliability.toml")) {
    const Result<Json> table = parse_toml(file.text, file.name);
    if (!table) return table.error();
    Fields all(*table, file.name);
    const auto mtbf = find_sourced(all, "nodes", instance.accelerator.name, "node_mtbf_h", seconds_per_hour);
    if (!mtbf) return mtbf.error();
    conditions.node_mtbf_s = *mtbf;
    Fields restart(all.value("restart"), file.name, "restart");
    conditions.restart_s = Sourced{restart.number("restart_min", {.max = 1e6}) * 60, restart.text("source")};
    if (restart.error()) return restart.error();
  }
  return std::nullopt;
}

std::optional<Error> add_grid(const DataFiles& data, const Instance& instance, const std::string& region,
                              RunConditions& conditions) {
  for (const DataFiles::File& file : data.under("grid.toml")) {
    const Result<Json> table = parse_toml(file.text, file.name);
    if (!table) return table.error();
    Fields all(*table, file.name);
    const auto pue = find_sourced(all, "clouds", instance.cloud, "pue", 1);
    if (!pue) return pue.error();
    conditions.pue = *pue;
    const auto grid = find_sourced(all, "regions", instance.cloud.empty() ? "" : region, "kgco2e_per_kwh", 1);
    if (!grid) return grid.error();
    conditions.kgco2e_per_kwh = *grid;
  }
  return std::nullopt;
}

}  // namespace

std::vector<std::string> grid_regions(const DataFiles& data) {
  std::vector<std::string> regions;
  for (const DataFiles::File& file : data.under("grid.toml")) {
    const Result<Json> table = parse_toml(file.text, file.name);
    if (!table || !table->contains("regions") || !table->at("regions").is_object())
      continue;  // known_conditions says so
    for (const auto& [region, unused] : table->at("regions").items()) regions.push_back(region);
  }
  return regions;
}

Result<RunConditions> known_conditions(const DataFiles& data, const Instance& instance, const std::string& region) {
  RunConditions conditions;
  if (const std::optional<Error> error = add_reliability(data, instance, conditions)) return tl::unexpected(*error);
  if (const std::optional<Error> error = add_grid(data, instance, region, conditions)) return tl::unexpected(*error);
  return conditions;
}

Sourced write_bandwidth(const Storage& storage, const Cluster& cluster) {
  const double network = network_bytes_per_s(cluster.instance());
  const bool limited = storage.over_network && network > 0;
  const double each = limited ? std::min(storage.bytes_per_s, network) : storage.bytes_per_s;
  const double all = each * cluster.instances;
  const bool shared = storage.in_all_bytes_per_s > 0 && storage.in_all_bytes_per_s < all;
  return {shared ? storage.in_all_bytes_per_s : all, fmt::format("{}: {}", storage.name, storage.source)};
}

}  // namespace hakaru
