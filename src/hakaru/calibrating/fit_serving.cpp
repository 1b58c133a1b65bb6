#include "hakaru/calibrating/fit_serving.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "hakaru/calibrating/joint_fit.h"
#include "hakaru/calibrating/serving_figures.h"
#include "hakaru/core/text.h"
#include "hakaru/evidence/serving_prediction.h"

namespace hakaru {
namespace {

constexpr double width_of_tpot = 0.08, width_of_ttft = 0.15;
constexpr double weight_of_rows = 3, power_of_alike = 0.8;  // of n rows alike together: 3 · n^0.2
constexpr std::size_t rows_of_a_version = 6;                // fewer are of their engine

/// A measured run, what it depends on, and its figures.
struct FittedRun {
  std::shared_ptr<ServedRun> run;
  Calibration start;
  std::string engine, version, vendor, accelerator;
  std::vector<std::string> relatives;  ///< of the accelerator, the nearest first
  std::string model;                   ///< one architecture of one size, whatever it is called and kept in
  std::vector<ServingFigure> figures;
  double trust = 1;
  std::size_t line = 0;

  std::string name_of(Cause cause) const {
    switch (cause) {
      case Cause::engine:
        return engine;
      case Cause::accelerator:
        return accelerator;
      case Cause::pair:
        return engine + " " + accelerator;
      case Cause::version:
        break;
    }
    return version;
  }
};

/// Why a row is left out; empty: it is among `runs`.
Result<std::optional<Message>> take_row(const CsvTable& table, const CsvTable::Row& row,
                                        ServingMeasurements& measurements, ServingPredictor& predictor,
                                        std::vector<FittedRun>& runs) {
  using Why = std::optional<Message>;
  CsvFields fields(table, row);
  const Result<double> trust = weight_by_trust(fields, table, row);
  if (!trust) return fail(trust);
  if (*trust == 0) return Why(message("its trust is low"));
  const Result<OrReason<ServingMeasurement>> measurement = measurements.read(fields);
  if (!measurement) return fail(measurement);
  if (!*measurement) return Why(measurement->error());
  const ServingMeasurement& measured = **measurement;
  if (measured.at_highest_rate())
    return Why(
        message("it is at the highest rate within limits, where a small error of the rate is a large one of latency"));
  const auto run = predictor.run_of(measured);
  if (!run) return fail(run);
  if (!*run) return Why(run->error());
  const Result<const Calibration*> start = predictor.calibration_of(measured);
  if (!start) return fail(start);
  const Result<std::vector<std::string>> relatives = predictor.relatives_of(measured.cluster.instance().accelerator);
  if (!relatives) return fail(relatives);
  // Kernels are timed when they are first needed, many runs side by side: each has a timer of its own.
  FittedRun fitted{std::make_shared<ServedRun>((**run)->with_kernels(**start)),
                   **start,
                   measured.engine,
                   measured.version,
                   measured.cluster.instance().accelerator.vendor,
                   measured.cluster.instance().accelerator.name,
                   *relatives,
                   identity_of(measured.job.model),
                   figures_of(fields),
                   *trust,
                   static_cast<std::size_t>(row.line)};
  if (fields.error()) return tl::unexpected(*fields.error());
  if (fitted.figures.empty()) return Why(message("it has none of {}", "ttft_ms, tpot_ms, output_tokens_per_s"));
  runs.push_back(std::move(fitted));
  return Why();
}

/// The constants of all causes in one row.
class CausedConstants {
 public:
  CausedConstants(const std::vector<ServingConstant>& constants, const std::vector<FittedRun>& runs)
      : constants_(constants) {
    for (const Cause cause : {Cause::engine, Cause::accelerator, Cause::pair, Cause::version}) {
      std::map<std::string, std::size_t> rows;
      for (const FittedRun& run : runs) ++rows[run.name_of(cause)];
      for (const auto& [name, count] : rows) {
        if (cause == Cause::version && (count < rows_of_a_version || is_engine(name, runs))) continue;
        begin_[{cause, name}] = {of_.size(), count};
        const bool unmeasured = std::ranges::any_of(runs, [&, &of = name](const FittedRun& run) {
          return run.name_of(cause) == of && !run.start.kernels->covers_kernels();
        });
        for (const ServingConstant& constant : constants) {
          if (!constant.is_of(cause)) continue;
          of_.push_back(&constant);
          spread_.push_back(unmeasured ? constant.spread_without_kernels : constant.spread);
        }
      }
    }
    for (const FittedRun& run : runs) {
      for (const Cause cause : {Cause::accelerator, Cause::pair}) add_relative(cause, run);
    }
  }

  std::vector<JointConstant> joint() const {
    std::vector<JointConstant> joint;
    for (std::size_t at = 0; at < of_.size(); ++at)
      joint.push_back({of_[at]->centre, spread_[at], of_[at]->lower, of_[at]->upper});
    for (const auto& [key, relative] : relative_) {
      const std::size_t own = begin_.at(key).first, other = begin_.at(relative).first;
      for (std::size_t each = 0; each < count_of(key.first); ++each) joint[own + each].relative = other + each;
    }
    return joint;
  }
  std::vector<std::size_t> of(const FittedRun& run) const {
    std::vector<std::size_t> places;
    for (const Cause cause : {Cause::engine, Cause::accelerator, Cause::pair, Cause::version}) {
      const auto found = begin_.find({cause, run.name_of(cause)});
      if (found == begin_.end()) continue;
      std::size_t place = found->second.first;
      for (const ServingConstant& constant : constants_) {
        if (constant.is_of(cause)) places.push_back(place++);
      }
    }
    return places;
  }
  const ServingConstant& at(std::size_t place) const { return *of_[place]; }

  /// Those that are where something else has them are not of the fit.
  std::vector<ServingFit::Table> tables(const std::vector<double>& values) const {
    const std::vector<JointConstant> joint = this->joint();
    std::vector<ServingFit::Table> tables;
    for (const auto& [key, where] : begin_) {
      ServingFit::Table table{key.first, key.second, where.second, {}};
      std::size_t place = where.first;
      for (const ServingConstant& constant : constants_) {
        if (!constant.is_of(key.first)) continue;
        const std::size_t at = place++;
        const double value = values[at];
        if (value == (joint[at].relative ? values[*joint[at].relative] : joint[at].centre)) continue;
        constexpr double near = 1.001;
        const bool at_bound = value < constant.lower * near || value > constant.upper / near;
        table.values.push_back({constant.name, constant.meaning, constant.unit, value, at_bound});
      }
      tables.push_back(std::move(table));
    }
    return tables;
  }

 private:
  using Key = std::pair<Cause, std::string>;

  std::size_t count_of(Cause cause) const {
    return static_cast<std::size_t>(
        std::ranges::count_if(constants_, [&](const ServingConstant& each) { return each.is_of(cause); }));
  }
  /// The run's accelerator, or pair, stands near that of the nearest relative of which there are rows.
  void add_relative(Cause cause, const FittedRun& run) {
    for (const std::string& accelerator : run.relatives) {
      const Key relative{cause, cause == Cause::pair ? run.engine + " " + accelerator : accelerator};
      if (accelerator == run.accelerator || !begin_.contains(relative)) continue;
      relative_[{cause, run.name_of(cause)}] = relative;
      return;
    }
  }
  static bool is_engine(const std::string& name, const std::vector<FittedRun>& runs) {
    return std::ranges::any_of(runs, [&](const FittedRun& run) { return run.engine == name; });
  }

  const std::vector<ServingConstant>& constants_;
  std::vector<const ServingConstant*> of_;
  std::vector<double> spread_;
  std::map<Key, Key> relative_;
  std::map<Key, std::pair<std::size_t, std::size_t>> begin_;  ///< first place, rows
};

JointProblem problem_of(const std::vector<FittedRun>& runs, const CausedConstants& constants) {
  std::map<std::pair<std::string, std::string>, double> alike;
  for (const FittedRun& run : runs) ++alike[{run.name_of(Cause::pair), run.model}];
  JointProblem problem;
  problem.constants = constants.joint();
  for (const FittedRun& run : runs) {
    JointRun joint{constants.of(run), {}};
    const double weight =
        weight_of_rows * run.trust / std::pow(alike[{run.name_of(Cause::pair), run.model}], power_of_alike);
    for (const ServingFigure& figure : run.figures) {
      const bool ttft = figure.metric == ServingMetric::ttft;
      joint.figures.push_back({figure.measured_s, weight, ttft ? width_of_ttft : width_of_tpot});
    }
    problem.runs.push_back(std::move(joint));
  }
  problem.predict = [&runs, &constants](std::size_t at, std::span<const double> values) {
    const FittedRun& run = runs[at];
    Calibration calibration = run.start;
    const std::vector<std::size_t> of = constants.of(run);
    for (std::size_t place = 0; place < of.size(); ++place) constants.at(of[place]).apply(calibration, values[place]);
    const ReplicaEstimate estimate = (*run.run)(calibration);
    std::vector<double> figures;
    for (const ServingFigure& figure : run.figures) figures.push_back(predicted_s(estimate, figure.metric));
    return figures;
  };
  return problem;
}

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
  if (const std::optional<Error> missing = table.without({"accelerator", "model", "engine", "input_length"}))
    return tl::unexpected(*missing);
  const Result<std::vector<ServingConstant>> known = read_serving_constants(data);
  if (!known) return fail(known);
  Result<ServingMeasurements> measurements = ServingMeasurements::over(data, catalog);
  if (!measurements) return fail(measurements);
  ServingPredictor predictor(data, Calibrations::Own::bare);
  ServingFit fit;
  fit.file = table.file;
  fit.held_back = hold_back;
  fit.usual = *known;
  std::vector<FittedRun> runs;
  std::map<std::string, std::string> names;  // of models, by their identity
  for (const CsvTable::Row& row : table.rows) {
    const Result<std::optional<Message>> why = take_row(table, row, *measurements, predictor, runs);
    if (!why) return fail(why);
    if (*why) {
      fit.left_out.push_back(**why);
    } else {
      names.try_emplace(runs.back().model, CsvFields(table, row).text("model"));
    }
  }
  for (FittedRun& run : runs) run.model = names.at(run.model);
  fit.rows = runs.size();
  if (runs.empty())
    return bad_input("{}: no row can be used: {}", table.file,
                     fit.left_out.empty() ? "it has none" : in_english(fit.left_out.front()));
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
