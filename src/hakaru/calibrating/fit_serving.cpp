#include "hakaru/calibrating/fit_serving.h"

#include <set>

#include "hakaru/calibrating/served_runs.h"
#include "hakaru/core/text.h"

namespace hakaru {
namespace {

std::string part_of(const FittedRun& run, ServingHoldBack hold_back) {
  if (hold_back == ServingHoldBack::models) return run.model;
  return run.name_of(hold_back == ServingHoldBack::pairs ? Cause::pair : Cause::accelerator);
}

/// Predicted over measured, less 1.
double signed_pct(double found_s, const ServingFigure& figure) {
  const bool rate = figure.metric == ServingMetric::tokens_per_s;
  return 100 * ((rate ? figure.measured_s / found_s : found_s / figure.measured_s) - 1);
}

/// Of all figures of `runs`, run after run, as constants fitted to all of them have it.
std::vector<ServingFit::FigureError> errors_of_fitted(const JointProblem& problem, const std::vector<FittedRun>& runs,
                                                      const std::vector<double>& constants) {
  std::vector<ServingFit::FigureError> errors;
  for (std::size_t at = 0; at < runs.size(); ++at) {
    const FittedRun& run = runs[at];
    const std::vector<double> found_s = predicted_figures(problem, at, constants);
    for (std::size_t figure = 0; figure < found_s.size(); ++figure)
      errors.push_back({run.line, std::string(name_of(run.figures[figure].metric)), run.vendor, run.accelerator,
                        run.engine, run.version, run.model, signed_pct(found_s[figure], run.figures[figure]),
                        std::nullopt});
  }
  return errors;
}

/// Hides each part in turn, fits the others from the start, and notes how far off the hidden figures are.
void add_unseen(const JointProblem& problem, const std::vector<FittedRun>& runs, ServingHoldBack hold_back,
                std::vector<ServingFit::FigureError>& errors) {
  std::set<std::string> parts;
  for (const FittedRun& run : runs) parts.insert(part_of(run, hold_back));
  for (const std::string& part : parts) {
    std::vector<bool> seen;
    for (const FittedRun& run : runs) seen.push_back(part_of(run, hold_back) != part);
    const std::vector<double> without = joint_fit(problem, seen);
    std::size_t first = 0;
    for (std::size_t at = 0; at < runs.size(); first += runs[at].figures.size(), ++at) {
      if (seen[at]) continue;
      const std::vector<double> found_s = predicted_figures(problem, at, without);
      for (std::size_t figure = 0; figure < found_s.size(); ++figure)
        errors[first + figure].unseen_pct = signed_pct(found_s[figure], runs[at].figures[figure]);
    }
  }
}

}  // namespace

std::size_t ServingFit::constants() const {
  std::size_t sum = 0;
  for (const Table& table : tables) sum += table.values.size();
  return sum;
}

Result<ServingFit> fit_serving(const CsvTable& table, const Catalog& catalog, const DataFiles& data,
                               ServingHoldBack hold_back) {
  const Result<std::vector<ServingConstant>> known = read_serving_constants(data);
  if (!known) return fail(known);
  Result<ServedRuns> read = read_served_runs(table, catalog, data);
  if (!read) return fail(read);
  const std::vector<FittedRun>& runs = read->fitted;
  ServingFit fit;
  fit.file = table.file;
  fit.held_back = hold_back;
  fit.usual = *known;
  fit.rows = runs.size();
  fit.left_out = std::move(read->left_out);
  const CausedConstants constants(*known, runs);
  const JointProblem problem = problem_of(runs, constants);
  const std::vector<double> values = joint_fit(problem, std::vector<bool>(runs.size(), true));
  fit.tables = constants.tables(values);
  fit.errors = errors_of_fitted(problem, runs, values);
  if (hold_back != ServingHoldBack::none) add_unseen(problem, runs, hold_back, fit.errors);
  return fit;
}

std::string serving_constants_text(const ServingFit& fit) {
  std::string text = "# Made by hakaru calibrate serving: constants of serving engines by their causes.\n";
  const auto line = [&](const std::string& name, double value, const std::string& unit, const std::string& meaning) {
    text += fmt::format("{} = {:.4g} # {}{}\n", name, value, unit.empty() ? "" : unit + ": ", meaning);
  };
  for (const ServingFit::Table& table : fit.tables) {
    const bool one_word = table.name.find_first_of(" .+;()") == std::string::npos;
    const std::string name = one_word ? table.name : '"' + table.name + '"';
    text += fmt::format("\n[{}.{}]\nsource = \"{} of {} rows of {}, fitted together\"\n", tables_of(table.cause), name,
                        table.rows, fit.rows, fit.file);
    for (const ServingFit::Value& value : table.values)
      line(value.name, value.value, value.unit, value.meaning + (value.at_bound ? " (at a bound)" : ""));
  }
  text += "\n[usual]\nsource = \"the centres of data/serving_constants.toml\"\n";
  for (const ServingConstant& constant : fit.usual) {
    if (constant.is_of(Cause::engine) || constant.is_of(Cause::accelerator))
      line(constant.name, constant.centre, constant.unit, constant.meaning);
  }
  return text;
}

}  // namespace hakaru
