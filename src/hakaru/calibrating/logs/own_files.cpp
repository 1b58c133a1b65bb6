#include "hakaru/calibrating/logs/own_files.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <set>

#include "hakaru/calibrating/held_out_table.h"
#include "hakaru/core/quantities.h"
#include "hakaru/core/ranges.h"
#include "hakaru/evidence/logs/log_text.h"
#include "hakaru/timing/calibration_constants.h"

namespace hakaru {
namespace {

/// The value within the bounds of calibration files, with six digits.
double written_value(const std::string& name, double value, const std::vector<CalibrationConstant>& known) {
  const auto constant = ranges::find(known, name, &CalibrationConstant::name);
  if (constant != known.end()) value = std::clamp(value, constant->min, constant->max);
  return std::stod(fmt::format("{:.6g}", value));
}

std::string source_of_update(const PairUpdate& update) {
  const std::optional<double> held_back = update.held_back_pct();
  return fmt::format("{} own runs ({}), over what stood; median error before {}, after {}{}", update.runs.size(),
                     update.file, in_percent(update.before_pct()), in_percent(update.after_pct()),
                     held_back ? ", held back " + in_percent(*held_back) : "");
}

std::string scalar_text(const Json& value) {
  return value.is_number() ? fmt::format("{:.6g}", value.get<double>())
                           : value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// Tables of constants under the accelerator's name.
std::string own_calibration_text(const Json& calibration) {
  std::string text =
      "# Made by hakaru calibrate, with own runs.\naccelerator = " + scalar_text(calibration["accelerator"]) + "\n";
  for (const auto& [name, table] : calibration.items()) {
    if (!table.is_object()) continue;
    text += fmt::format("\n[{}]\n", toml_key(name));
    for (const auto& [key, value] : table.items()) text += key + " = " + scalar_text(value) + "\n";
  }
  return text;
}

/// The table at `path`: in the folder, else in data; empty: there is none.
Result<Json> standing_table(const std::string& path, const std::string& folder, const DataFiles& data) {
  const std::string own = folder + "/" + path;
  if (std::filesystem::exists(own)) {
    const Result<std::string> text = read_own_file(own, largest_log_bytes);
    if (!text) return fail(text);
    return parse_toml(*text, own);
  }
  Json table = Json::object();
  for (const DataFiles::File& file : data.under(path)) {
    if (file.path != path) continue;
    Result<Json> read = parse_toml(file.text, file.name);
    if (!read) return fail(read);
    table = std::move(*read);
  }
  return table;
}

/// True if the file of `data` at `path` is the folder's own.
bool stands_in_folder(const std::string& path, const std::string& folder, const DataFiles& data) {
  std::error_code error;
  for (const DataFiles::File& file : data.under(path)) {
    if (file.path == path && std::filesystem::equivalent(file.name, folder + "/" + path, error)) return true;
  }
  return false;
}

std::string path_of(const PairUpdate& update) {
  return fmt::format("calibrations/{}/{}.toml", update.kind, update.accelerator);
}

/// Constants that have seen no run of one's own are those before.
void add_evidence(const PairUpdate& update, CsvTable& table) {
  constexpr std::size_t fewest_that_judge = 3;
  const bool judge = update.runs.size() >= fewest_that_judge;
  for (const UpdatedFigure& figure : update.figures) {
    const auto found = std::ranges::find(update.runs, figure.id, &HeldOutRun::id);
    if (found == update.runs.end()) continue;
    HeldOutRun run = *found;
    run.metric = figure.metric;
    run.measured = figure.measured;
    run.fitted = figure.after;
    if (judge) run.unseen = {figure.held_back, figure.before, figure.before, {}, {}};
    table.rows.push_back({0, held_out_cells(run), {}});
  }
}

/// The key of a run, without its metric.
std::string run_told_by(const CsvFields& fields) {
  std::string told;
  for (const char* const column :
       {"id", "software", "accelerator", "identity", "configuration", "load", "parts", "accelerators"})
    told += fields.text_or(column, "") + "\t";
  return told;
}

/// Runs of an earlier update in the folder that are not told again. Those of `rebuilt`, software on an accelerator, are
/// dropped.
Result<CsvTable> earlier_evidence(const std::string& path, const CsvTable& told_now,
                                  const std::vector<const PairUpdate*>& rebuilt, std::vector<Message>& dropped) {
  CsvTable table;
  table.columns = held_out_columns();
  if (!std::filesystem::exists(path)) return table;
  const Result<std::string> text = read_own_file(path, largest_log_bytes);
  if (!text) return fail(text);
  const Result<CsvTable> before = parse_csv(*text, path);
  if (!before) return fail(before);
  std::set<std::string> again;
  for (const CsvTable::Row& row : told_now.rows) again.insert(run_told_by(CsvFields(told_now, row)));
  std::map<const PairUpdate*, std::set<std::string>> of_rebuilt;
  for (const CsvTable::Row& row : before->rows) {
    const CsvFields fields(*before, row);
    if (again.contains(run_told_by(fields))) continue;
    const auto rebuilds = [&](const PairUpdate* update) {
      return fields.text_or("software", "") == update->software &&
             fields.text_or("accelerator", "") == update->accelerator;
    };
    const auto found = std::ranges::find_if(rebuilt, rebuilds);
    if (found != rebuilt.end()) {
      of_rebuilt[*found].insert(run_told_by(fields));
      continue;
    }
    CsvTable::Row kept;
    for (const std::string& column : table.columns) kept.cells.push_back(fields.text_or(column, ""));
    table.rows.push_back(std::move(kept));
  }
  for (const PairUpdate* update : rebuilt) {
    if (const auto found = of_rebuilt.find(update); found != of_rebuilt.end())
      dropped.push_back(message(
          "{} on {}: {} earlier runs in {} are no part of what is written, which sets out from other constants; "
          "to build on them, give the folder as --data too",
          update->software, update->accelerator, found->second.size(), path));
  }
  return table;
}

Result<std::string> evidence_text(const std::string& path, const std::vector<const PairUpdate*>& updates,
                                  const std::vector<const PairUpdate*>& rebuilt, std::vector<Message>& dropped) {
  CsvTable now;
  now.columns = held_out_columns();
  for (const PairUpdate* update : updates) add_evidence(*update, now);
  Result<CsvTable> evidence = earlier_evidence(path, now, rebuilt, dropped);
  if (!evidence) return fail(evidence);
  std::ranges::move(now.rows, std::back_inserter(evidence->rows));
  return csv_text(*evidence);
}

}  // namespace

Result<OwnFiles> own_files(const std::vector<const PairUpdate*>& written, const std::string& folder,
                           const DataFiles& data) {
  const Result<std::vector<CalibrationConstant>> known = read_calibration_constants(data);
  if (!known) return fail(known);
  std::map<std::string, Json> tables;
  std::map<std::string, std::vector<const PairUpdate*>> by_kind;
  std::vector<const PairUpdate*> rebuilt;
  for (const PairUpdate* update : written) {
    const std::string path = path_of(*update);
    if (!stands_in_folder(path, folder, data)) rebuilt.push_back(update);
    if (!tables.contains(path)) {
      Result<Json> standing = standing_table(path, folder, data);
      if (!standing) return fail(standing);
      tables[path] = std::move(*standing);
    }
    Json& table = tables[path];
    table["accelerator"] = update->accelerator;
    Json own{{"source", source_of_update(*update)}};
    for (const auto& [name, value] : update->table) own[name] = written_value(name, value, *known);
    table[update->software] = std::move(own);
    by_kind[update->kind].push_back(update);
  }
  OwnFiles files;
  for (const auto& [path, table] : tables) files.texts[path] = own_calibration_text(table);
  for (const auto& [kind, updates] : by_kind) {
    if (kind == "collectives") continue;  // bands are of whole steps and requests
    const std::string path = fmt::format("evidence/{}/own.csv", kind);
    Result<std::string> text = evidence_text(folder + "/" + path, updates, rebuilt, files.dropped);
    if (!text) return fail(text);
    files.texts[path] = std::move(*text);
  }
  return files;
}

}  // namespace hakaru
