#include "hakaru/calibrating/held_out_table.h"

#include <map>

namespace hakaru {
namespace {

std::string cell(const std::optional<double>& value) { return value ? fmt::format("{:.6g}", *value) : ""; }

}  // namespace

std::string_view column_of(Nearness nearness) {
  constexpr std::array<std::string_view, nearnesses> columns{"unseen_row",  "unseen_series", "unseen_model",
                                                             "unseen_pair", "relative",      "unknown"};
  return columns[static_cast<std::size_t>(nearness)];
}

const std::vector<std::string>& held_out_columns() {
  static const std::vector<std::string> columns = [] {
    std::vector<std::string> all{"id",    "metric",       "accelerator", "vendor",        "software",
                                 "model", "model_kind",   "identity",    "configuration", "load",
                                 "parts", "accelerators", "measured",    "fitted"};
    for (std::size_t at = 0; at < nearnesses; ++at) all.emplace_back(column_of(static_cast<Nearness>(at)));
    return all;
  }();
  return columns;
}

std::vector<std::string> held_out_cells(const HeldOutRun& run) {
  std::vector<std::string> cells{
      run.id,         run.metric,   run.accelerator,   run.vendor, run.software,       run.model,
      run.model_kind, run.identity, run.configuration, run.load,   text_of(run.traits)};
  cells.push_back(fmt::format("{:.0f}", run.accelerators));
  cells.push_back(cell(run.measured));
  cells.push_back(cell(run.fitted));
  for (const std::optional<double>& unseen : run.unseen) cells.push_back(cell(unseen));
  return cells;
}

std::string held_out_text(const std::vector<HeldOutRun>& runs, std::string_view made_by) {
  CsvTable table;
  table.columns = held_out_columns();
  for (const HeldOutRun& run : runs) table.rows.push_back({0, held_out_cells(run), {}});
  return fmt::format("# Made by {}.\n{}", made_by, csv_text(table));
}

std::vector<Accelerator> accelerators_in(const CsvTable& table, const Catalog& catalog) {
  std::map<std::string, Accelerator> by_name;
  for (const CsvTable::Row& row : table.rows) {
    const Result<Accelerator> known = catalog.accelerator(CsvFields(table, row).text_or("accelerator", ""));
    if (known) by_name.try_emplace(known->name, *known);
  }
  std::vector<Accelerator> accelerators;
  for (const auto& [name, accelerator] : by_name) accelerators.push_back(accelerator);
  return accelerators;
}

}  // namespace hakaru
