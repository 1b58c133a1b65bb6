#include <map>

#include "hakaru/calibrating/held_out.h"
#include "hakaru/calibrating/held_out_causes.h"
#include "hakaru/calibrating/served_runs.h"
#include "hakaru/evidence/measured_ranges.h"
#include "hakaru/evidence/validate_serving.h"

namespace hakaru {
namespace {

using FigureByPlace = std::map<std::pair<std::size_t, std::string>, HeldOutRun>;  // line, metric

/// All figures that can be told, by the shipped constants.
Result<FigureByPlace> shipped_figures(const CsvTable& table, const Catalog& catalog, const DataFiles& data,
                                      const ServedRuns& runs) {
  const Result<Validation> shipped = validate_serving(table, {}, data, catalog);
  if (!shipped) return fail(shipped);
  std::map<std::size_t, const ValidatedRow*> by_line;
  for (const ValidatedRow& row : shipped->rows) by_line[static_cast<std::size_t>(row.line)] = &row;
  FigureByPlace figures;
  for (const std::vector<FittedRun>* each : {&runs.fitted, &runs.predicted}) {
    for (const FittedRun& run : *each) {
      const ValidatedRow& row = *by_line.at(run.line);
      for (const Prediction& found : row.predictions) {
        HeldOutRun& figure = figures[{run.line, found.metric}];
        figure = {run.context, row.id, run.called, found.measured, found.predicted, {}};
        figure.metric = found.metric;
      }
    }
  }
  return figures;
}

/// Puts predictions of all figures of `run`, under the constants `with`, into `figures`.
void take_served(const FittedRun& run, const Calibration& with, Nearness into, FigureByPlace& figures) {
  const ReplicaEstimate estimate = (*run.run)(with);
  for (const ServingFigure& figure : run.told) {
    const auto found = figures.find({run.line, std::string(name_of(figure.metric))});
    if (found == figures.end()) continue;
    const double seconds = predicted_s(estimate, figure.metric);
    found->second.unseen[static_cast<std::size_t>(into)] =
        figure.metric == ServingMetric::tokens_per_s ? 1 / seconds : ms_per_s * seconds;
  }
}

void take_shipped(const FittedRun& run, Nearness into, FigureByPlace& figures) {
  for (const ServingFigure& figure : run.told) {
    const auto found = figures.find({run.line, std::string(name_of(figure.metric))});
    if (found != figures.end()) found->second.unseen[static_cast<std::size_t>(into)] = found->second.fitted;
  }
}

}  // namespace

Result<std::vector<HeldOutRun>> held_out_serving(const CsvTable& table, const Catalog& catalog, const DataFiles& data,
                                                 const HeldOutProgress& told) {
  const Result<std::vector<CausedConstant>> known = read_caused_constants(data, CausedUse::serving);
  if (!known) return fail(known);
  const Result<ServedRuns> runs = read_served_runs(table, catalog, data);
  if (!runs) return fail(runs);
  Result<FigureByPlace> figures = shipped_figures(table, catalog, data, *runs);
  if (!figures) return fail(figures);
  const CausedProblem problem = problem_of(runs->fitted, *known);
  HeldOutCauses asked;
  asked.problem = &problem;
  for (const FittedRun& run : runs->fitted) asked.fitted.push_back({&run.of, run.context.configuration, {run.line}});
  for (const FittedRun& run : runs->predicted) asked.beside.push_back({&run.of, run.context.configuration, {run.line}});
  asked.tell = [&](bool beside, std::size_t run, std::size_t, const Calibration& with, Nearness into) {
    take_served((beside ? runs->predicted : runs->fitted)[run], with, into, *figures);
  };
  asked.tell_shipped = [&](std::size_t run, Nearness into) { take_shipped(runs->predicted[run], into, *figures); };
  hold_out_by_causes(asked, told);
  std::vector<HeldOutRun> all;
  for (auto& [place, figure] : *figures) all.push_back(std::move(figure));
  return all;
}

}  // namespace hakaru
