#include "hakaru/calibrating/served_runs.h"

#include <algorithm>
#include <cmath>

#include "hakaru/calibrating/trusted_rows.h"
#include "hakaru/core/text.h"

namespace hakaru {
namespace {

constexpr double width_of_tpot = 0.08, width_of_ttft = 0.15;
constexpr std::size_t rows_of_a_version = 6;  // fewer are of their engine

/// Why a row is left out of the fit; empty: it is among those that are fitted.
Result<LeftOut> take_row(const TrustedRow& row, ServingMeasurements& measurements, ServingPredictor& predictor,
                         ServedRuns& runs) {
  CsvFields& fields = row.fields;
  const Result<OrReason<ServingMeasurement>> measurement = measurements.read(fields);
  if (!measurement) return fail(measurement);
  if (!*measurement) return LeftOut(measurement->error());
  const ServingMeasurement& measured = **measurement;
  const auto run = predictor.run_of(measured);
  if (!run) return fail(run);
  if (!*run) return LeftOut(run->error());
  const Result<const Calibration*> start = predictor.calibration_of(measured);
  if (!start) return fail(start);
  const Result<std::vector<std::string>> relatives = predictor.relatives_of(measured.cluster.instance().accelerator);
  if (!relatives) return fail(relatives);
  // Kernels are timed when they are first needed, many runs side by side: each has a timer of its own.
  FittedRun ready{std::make_shared<ServedRun>((**run)->with_kernels(**start)),
                  **start,
                  measured.engine,
                  measured.version,
                  measured.cluster.instance().accelerator.vendor,
                  measured.cluster.instance().accelerator.name,
                  *relatives,
                  identity_of(measured.job.model),
                  fields.text("model"),
                  context_of(measured, (**run)->layout()),
                  figures_of(fields),
                  all_figures_of(fields),
                  row.trust,
                  static_cast<std::size_t>(row.row.line)};
  if (fields.error()) return tl::unexpected(*fields.error());
  if (ready.figures.empty()) return LeftOut(message("it has none of {}", "ttft_ms, tpot_ms, output_tokens_per_s"));
  if (measured.at_highest_rate()) {
    runs.predicted.push_back(std::move(ready));
    return LeftOut(
        message("it is at the highest rate within limits, where a small error of the rate is a large one of latency"));
  }
  runs.fitted.push_back(std::move(ready));
  return LeftOut();
}

}  // namespace

std::string FittedRun::name_of(Cause cause) const {
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

Result<ServedRuns> read_served_runs(const CsvTable& table, const Catalog& catalog, const DataFiles& data) {
  if (const std::optional<Error> missing = table.without({"accelerator", "model", "engine", "input_length"}))
    return tl::unexpected(*missing);
  Result<ServingMeasurements> measurements = ServingMeasurements::over(data, catalog);
  if (!measurements) return fail(measurements);
  ServingPredictor predictor(data, Calibrations::Own::bare);
  ServedRuns runs;
  Result<std::vector<Message>> left_out =
      take_trusted_rows(table, [&](const TrustedRow& row) { return take_row(row, *measurements, predictor, runs); });
  if (!left_out) return fail(left_out);
  runs.left_out = std::move(*left_out);
  std::map<std::string, std::string> names;  // of models, by their identity: as the first row calls it
  for (std::vector<FittedRun>* each : {&runs.fitted, &runs.predicted}) {
    for (FittedRun& run : *each) run.model = names.try_emplace(run.model, run.called).first->second;
  }
  return runs;
}

namespace {

bool is_engine(const std::string& name, const std::vector<FittedRun>& runs) {
  return std::ranges::any_of(runs, [&](const FittedRun& run) { return run.engine == name; });
}

}  // namespace

CausedConstants::CausedConstants(const std::vector<ServingConstant>& constants, const std::vector<FittedRun>& runs)
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

std::vector<JointConstant> CausedConstants::joint() const {
  std::vector<JointConstant> joint;
  for (std::size_t at = 0; at < of_.size(); ++at)
    joint.push_back({of_[at]->centre, spread_[at], of_[at]->lower, of_[at]->upper});
  for (const auto& [key, relative] : relative_) {
    const std::size_t own = begin_.at(key).first, other = begin_.at(relative).first;
    for (std::size_t each = 0; each < count_of(key.first); ++each) joint[own + each].relative = other + each;
  }
  return joint;
}

std::vector<std::size_t> CausedConstants::of(const FittedRun& run) const {
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

std::vector<ServingFit::Table> CausedConstants::tables(const std::vector<double>& values) const {
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

std::size_t CausedConstants::count_of(Cause cause) const {
  return static_cast<std::size_t>(
      std::ranges::count_if(constants_, [&](const ServingConstant& each) { return each.is_of(cause); }));
}

/// The run's accelerator, or pair, stands near that of the nearest relative of which there are rows.
void CausedConstants::add_relative(Cause cause, const FittedRun& run) {
  for (const std::string& accelerator : run.relatives) {
    const Key relative{cause, cause == Cause::pair ? run.engine + " " + accelerator : accelerator};
    if (accelerator == run.accelerator || !begin_.contains(relative)) continue;
    relative_[{cause, run.name_of(cause)}] = relative;
    return;
  }
}

JointProblem problem_of(const std::vector<FittedRun>& runs, const CausedConstants& constants) {
  std::map<std::pair<std::string, std::string>, double> alike;
  for (const FittedRun& run : runs) ++alike[{run.name_of(Cause::pair), run.model}];
  JointProblem problem;
  problem.constants = constants.joint();
  for (const FittedRun& run : runs) {
    JointRun joint{constants.of(run), {}};
    const double weight = weight_of_alike * run.trust * share_among_alike(alike[{run.name_of(Cause::pair), run.model}]);
    for (const ServingFigure& figure : run.figures) {
      const bool ttft = figure.metric == ServingMetric::ttft;
      joint.figures.push_back({figure.measured_s, weight, ttft ? width_of_ttft : width_of_tpot});
    }
    problem.runs.push_back(std::move(joint));
  }
  problem.predict = [&runs, &constants](std::size_t at, std::span<const double> values) {
    const FittedRun& run = runs[at];
    const ReplicaEstimate estimate = estimate_of(run, constants, values);
    std::vector<double> figures;
    for (const ServingFigure& figure : run.figures) figures.push_back(predicted_s(estimate, figure.metric));
    return figures;
  };
  return problem;
}

ReplicaEstimate estimate_of(const FittedRun& run, const CausedConstants& constants, std::span<const double> values) {
  Calibration calibration = run.start;
  const std::vector<std::size_t> of = constants.of(run);
  for (std::size_t place = 0; place < of.size(); ++place) constants.at(of[place]).apply(calibration, values[place]);
  return (*run.run)(calibration);
}

}  // namespace hakaru
