#include "hakaru/calibrating/held_out_table.h"

#include <map>

#include "hakaru/core/text.h"

namespace hakaru {
namespace {

/// As CSV has it: in quotes where it must.
std::string cell(const std::string& text) {
  if (text.find_first_of(",\"") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char each : text) quoted += each == '"' ? std::string("\"\"") : std::string(1, each);
  return quoted + '"';
}

std::string cell(const std::optional<double>& value) { return value ? fmt::format("{:.6g}", *value) : ""; }

}  // namespace

std::string_view column_of(Nearness nearness) {
  constexpr std::array<std::string_view, nearnesses> columns{"unseen_row", "unseen_series", "unseen_model", "relative",
                                                             "unknown"};
  return columns[static_cast<std::size_t>(nearness)];
}

std::string held_out_text(const std::vector<HeldOutRun>& runs, std::string_view made_by) {
  std::string text = fmt::format(
      "# Made by {}.\nid,metric,accelerator,software,model,model_kind,identity,configuration,load,parts,accelerators,"
      "measured,fitted",
      made_by);
  for (std::size_t at = 0; at < nearnesses; ++at) text += fmt::format(",{}", column_of(static_cast<Nearness>(at)));
  text += '\n';
  for (const HeldOutRun& run : runs) {
    std::vector<std::string> cells;
    for (const std::string& each : {run.id, run.metric, run.accelerator, run.software, run.model, run.model_kind,
                                    run.identity, run.configuration, run.load, run.parts})
      cells.push_back(cell(each));
    cells.push_back(fmt::format("{:.0f}", run.accelerators));
    cells.push_back(cell(run.measured));
    cells.push_back(cell(run.fitted));
    for (const std::optional<double>& unseen : run.unseen) cells.push_back(cell(unseen));
    text += join(cells, ",") + "\n";
  }
  return text;
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
