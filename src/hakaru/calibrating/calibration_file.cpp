// The fitted constants as a calibration file: what was fitted replaced, all else kept.
#include <charconv>
#include <filesystem>
#include <string>

#include "hakaru/calibrating/calibrate_operators.h"
#include "hakaru/core/fields.h"

namespace hakaru {
namespace {

/// The last file of data/calibrations/ for `name`: the user's own wins.
Result<std::optional<Json>> tree_of(const DataFiles& data, const std::string& name) {
  std::optional<Json> tree;
  for (const DataFiles::File& file : data.under("calibrations/")) {
    if (file.path != "calibrations/" + name + ".toml") continue;
    Result<Json> parsed = parse_toml(file.text, file.name);
    if (!parsed) return fail(parsed);
    tree = std::move(*parsed);
  }
  return tree;
}

/// Constants borrowed from a relative say so.
void name_relative(Json& tree, const std::string& relative) {
  for (auto& [use, table] : tree.items()) {
    if (!table.is_object()) continue;
    for (auto& [name, entry] : table.items()) {
      if (entry.is_object() && entry.contains("source") && entry["source"].is_string())
        entry["source"] = "that of " + relative + ": " + entry["source"].get<std::string>();
    }
  }
}

std::string percent_text(std::optional<double> value) { return value ? fmt::format("{:.1f} %", *value) : "unknown"; }

std::string source_of(const OperatorCalibration& fitted) {
  return fmt::format(
      "fitted by hakaru calibrate to {} rows of {}{}; of {} rows held back, median error {}, 90th percentile {}",
      fitted.all.fitted.rows, std::filesystem::path(fitted.file).filename().string(),
      fitted.software.empty() ? "" : " (" + fitted.software + ")", fitted.all.unseen.rows,
      percent_text(fitted.all.unseen.median_pct), percent_text(fitted.all.unseen.p90_pct));
}

/// To six digits: more would say more than the rows do.
double rounded(double value) {
  const std::string text = fmt::format("{:.6g}", value);
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

// As people write these files. toml++ could write them, but 0.72 as 0.71999999999999997 and sources before values.

/// A figure and its source, or a single value: what stands on one line.
bool is_line(const Json& value) { return !value.is_object() || value.contains("value"); }

/// JSON's strings are TOML's too.
std::string on_one_line(const Json& value) {
  if (value.is_number_float()) return fmt::format("{}", value.get<double>());
  if (!value.is_object()) return value.dump(-1, ' ', false, Json::error_handler_t::replace);
  std::string text = "{ value = " + on_one_line(value["value"]);
  for (const auto& [key, inner] : value.items()) {
    if (key != "value") text += ", " + key + " = " + on_one_line(inner);
  }
  return text + " }";
}

/// The lines of a table, then the tables within it.
std::string toml_of(const Json& table, const std::string& path) {
  std::string text;
  for (const auto& [key, value] : table.items()) {
    if (is_line(value)) text += key + " = " + on_one_line(value) + "\n";
  }
  for (const auto& [key, value] : table.items()) {
    if (!is_line(value)) text += "\n[" + path + key + "]\n" + toml_of(value, path + key + ".");
  }
  return text;
}

}  // namespace

Result<std::string> calibration_file(const OperatorCalibration& fitted, const Calibration& start,
                                     const DataFiles& data) {
  Result<std::optional<Json>> own = tree_of(data, fitted.accelerator);
  if (!own) return fail(own);
  Json tree = own->value_or(Json::object());
  if (!*own && !start.relative_of.empty()) {
    Result<std::optional<Json>> relative = tree_of(data, start.relative_of);
    if (!relative) return fail(relative);
    tree = relative->value_or(Json::object());
    name_relative(tree, start.relative_of);
  }
  tree["accelerator"] = fitted.accelerator;
  const std::string source = source_of(fitted);
  for (const OperatorCalibration::Value& one : fitted.values) {
    if (one.determined) tree["all"][one.constant.name] = {{"value", rounded(one.value)}, {"source", source}};
  }
  return toml_of(tree, "");
}

}  // namespace hakaru
