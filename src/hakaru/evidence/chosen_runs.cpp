#include "hakaru/evidence/chosen_runs.h"

#include <algorithm>

#include "hakaru/core/ranges.h"
#include "hakaru/core/text.h"

namespace hakaru {
namespace {

/// Columns in which runs agree among which one is chosen, beside the model.
constexpr std::array same_columns{"accelerator",  "accelerators",  "seq_len",     "global_batch",
                                  "input_length", "output_length", "concurrency", "rate_per_s"};

bool is_chosen_by(std::string_view metric) { return metric == "step_time_s" || metric == "tpot_ms"; }

}  // namespace

std::optional<ChosenRuns> chosen_runs(const CsvTable& table, const std::vector<HeldOutRun>& runs,
                                      const HeldOutBands& bands) {
  std::map<std::string, std::string> question_of;  // by the row's id
  for (const CsvTable::Row& row : table.rows) {
    const CsvFields fields(table, row);
    std::vector<std::string> cells;
    for (const char* const column : same_columns) cells.push_back(fields.text_or(column, ""));
    question_of.emplace(fields.text_or("id", std::to_string(row.line)), join(cells, "\t"));
  }
  std::map<std::string, std::vector<HeldOutBand>> answers;
  ChosenRuns chosen;
  for (const HeldOutRun& run : runs) {
    const std::optional<HeldOutBand> band = bands.of(run);
    const auto question = question_of.find(run.id);
    if (!is_chosen_by(run.metric) || !band || question == question_of.end()) continue;
    chosen.metric = run.metric;
    answers[run.identity + '\t' + question->second].push_back(*band);
  }
  std::size_t held = 0;
  for (const auto& [unused, among] : answers) {
    if (among.size() < 2) continue;
    ++chosen.choices;
    chosen.runs += among.size();
    held += ranges::min_element(among, {}, &HeldOutBand::predicted)->covers ? 1 : 0;
  }
  if (chosen.choices == 0) return std::nullopt;
  constexpr double whole_pct = 100;
  chosen.band_coverage_pct = whole_pct * static_cast<double>(held) / static_cast<double>(chosen.choices);
  return chosen;
}

}  // namespace hakaru
