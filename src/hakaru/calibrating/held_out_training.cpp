#include <map>

#include "hakaru/calibrating/held_out.h"
#include "hakaru/calibrating/held_out_causes.h"
#include "hakaru/calibrating/trained_runs.h"
#include "hakaru/evidence/row_context.h"

namespace hakaru {
namespace {

using RunByRow = std::map<std::size_t, HeldOutRun>;

/// All rows, by the shipped constants.
Result<RunByRow> shipped_steps(const CsvTable& table, const DataFiles& data, const std::vector<TrainedRuns>& all) {
  TrainingPredictor shipped(data);
  RunByRow steps;
  for (const TrainedRuns& runs : all) {
    for (std::size_t at = 0; at < runs.rows.size(); ++at) {
      const TrainedRow& row = runs.rows[at];
      const CsvFields fields(table, table.rows[row.at]);
      const Result<double> shipped_s = shipped.predict_s(row.measurement, row.layout);
      if (!shipped_s) return fail(shipped_s);
      HeldOutRun& run = steps[row.at];
      run = {context_of(row.measurement, row.layout),
             fields.text_or("id", std::to_string(fields.line())),
             fields.text_or("base_model", fields.text_or("model", "")),
             runs.of.figures[at].measured,
             *shipped_s,
             {}};
      run.metric = runs.of.figures[at].metric;
    }
  }
  return steps;
}

/// Trusted rows that are fitted, else those that are not.
CsvTable rows_that(const CsvTable& table, bool are_fitted) {
  CsvTable some = table;
  const auto unwanted = [&](const CsvTable::Row& row) {
    const CsvFields fields(table, row);
    return fields.text_or("trust", "") == "low" || (fields.text_or("fitted", "") == "yes") != are_fitted;
  };
  std::erase_if(some.rows, unwanted);
  return some;
}

Result<AllTrainedRuns> runs_of(const CsvTable& table, const Catalog& catalog, const DataFiles& data) {
  if (table.rows.empty()) return AllTrainedRuns{};
  return read_trained_runs(table, catalog, data);
}

std::vector<HeldOutCausedRun> asked_of(const std::vector<TrainedRuns>& all) {
  std::vector<HeldOutCausedRun> asked;
  for (const TrainedRuns& runs : all) {
    asked.push_back({&runs.of, configuration_of(runs.rows.front().measurement.job), {}});
    for (const TrainedRow& row : runs.rows) asked.back().numbers.push_back(row.at);
  }
  return asked;
}

}  // namespace

Result<std::vector<HeldOutRun>> held_out_training(const CsvTable& table, const Catalog& catalog, const DataFiles& data,
                                                  const HeldOutProgress& told) {
  const Result<std::vector<CausedConstant>> known = read_caused_constants(data, CausedUse::training);
  if (!known) return fail(known);
  const bool all_are = !table.column("fitted");
  const CsvTable fitted = all_are ? table : rows_that(table, true);
  CsvTable beside = all_are ? table : rows_that(table, false);
  if (all_are) beside.rows.clear();
  const CsvTable* tables[] = {&fitted, &beside};
  AllTrainedRuns runs[2];
  RunByRow steps[2];
  for (std::size_t each = 0; each < 2; ++each) {
    Result<AllTrainedRuns> read = runs_of(*tables[each], catalog, data);
    if (!read) return fail(read);
    runs[each] = std::move(*read);
    Result<RunByRow> shipped = shipped_steps(*tables[each], data, runs[each].runs);
    if (!shipped) return fail(shipped);
    steps[each] = std::move(*shipped);
  }
  const CausedProblem problem = problem_of(runs[0].runs, *known);
  HeldOutCauses asked;
  asked.problem = &problem;
  asked.fitted = asked_of(runs[0].runs);
  asked.beside = asked_of(runs[1].runs);
  asked.tell = [&](bool is_beside, std::size_t run, std::size_t row, const Calibration& with, Nearness into) {
    const TrainedRuns& of = runs[is_beside ? 1 : 0].runs[run];
    steps[is_beside ? 1 : 0].at(of.rows[row].at).unseen[static_cast<std::size_t>(into)] = of.step_times_s(with)[row];
  };
  asked.tell_shipped = [&](std::size_t run, Nearness into) {
    for (const TrainedRow& row : runs[1].runs[run].rows) {
      HeldOutRun& step = steps[1].at(row.at);
      step.unseen[static_cast<std::size_t>(into)] = step.fitted;
    }
  };
  hold_out_by_causes(asked, told);
  std::vector<HeldOutRun> all;
  for (std::size_t each = 0; each < 2; ++each) {
    for (auto& [row, step] : steps[each]) all.push_back(std::move(step));
  }
  return all;
}

}  // namespace hakaru
