#include "hakaru/calibrating/stack_rows.h"

#include <algorithm>

#include "hakaru/calibrating/trusted_rows.h"

namespace hakaru {
namespace {

constexpr std::size_t most_step_constants = 12;
constexpr double step_pull = 0.003;  // of one row: 0.3 % for a constant moved half-way towards a bound

constexpr double longest_s = 1e9;

/// The same for rows that differ in their layouts alone.
std::string job_key(const CsvTable& table, const CsvTable::Row& row) {
  constexpr std::string_view apart[] = {"id",    "source", "year",        "tp",         "pp",
                                        "vpp",   "cp",     "ep",          "dp",         "zero",
                                        "nodes", "trust",  "recompute",   "note",       "sequence_parallel",
                                        "notes", "fitted", "micro_batch", "step_time_s"};
  std::string key;
  for (std::size_t at = 0; at < table.columns.size(); ++at) {
    if (std::ranges::find(apart, table.columns[at]) == std::end(apart)) key += row.cells[at] + "|";
  }
  return key;
}

/// Steps under other constants. What a layer takes is worked out once for all layouts of a job, for as long as the
/// constants stay the same.
class StepPredictor {
 public:
  explicit StepPredictor(const StackRows& rows) : rows_(rows), seen_(rows.constants) {}

  double operator()(const Calibration& calibration, std::size_t at) {
    if (seen_.are_new(calibration)) estimators_.clear();
    const StackRow& row = rows_.rows[at];
    const auto estimator =
        estimators_.try_emplace(row.job, row.measurement.job, row.measurement.cluster, calibration).first;
    return estimator->second.step_time_s(row.layout);
  }

 private:
  const StackRows& rows_;
  ConstantsSeen seen_;
  std::map<std::size_t, StepEstimator> estimators_;
};

}  // namespace

std::string width_of(const CsvFields& row) {
  if (!row.has("hidden")) return row.text_or("base_model", row.text_or("model", ""));
  return row.text_or("hidden", "") + "x" + row.text_or("ffn", "");
}

Result<RowsByStack> usable_stack_rows(const CsvTable& table, const Accelerator& accelerator, const Catalog& catalog,
                                      const DataFiles& data, FittedCalibration& fitted) {
  Result<TrainingMeasurements> measurements = TrainingMeasurements::over(data, catalog);
  if (!measurements) return fail(measurements);
  TrainingPredictor predictor(data);
  Calibrations calibrations(data);
  const Result<DeclaredConstants> declared = read_declared_constants(data, meanings_path(CausedUse::training));
  if (!declared) return fail(declared);
  RowsByStack by_stack;
  std::map<std::string, std::size_t> jobs;
  for (std::size_t at = 0; at < table.rows.size(); ++at) {
    CsvFields fields(table, table.rows[at]);
    const Result<Accelerator> named = catalog.accelerator(fields.text("accelerator"));
    if (!named || named->name != accelerator.name) {
      ++fitted.other_rows;
      continue;
    }
    if (fields.text_or("trust", "") == "low") {
      fitted.left_out.push_back(message("its trust is low"));
      continue;
    }
    const double measured_s = fields.positive("step_time_s", longest_s);
    const Result<OrReason<TrainingMeasurement>> measurement = measurements->read(fields);
    if (!measurement) return fail(measurement);
    if (fields.error()) return tl::unexpected(*fields.error());
    if (!*measurement) {
      fitted.left_out.push_back(measurement->error());
      continue;
    }
    const Result<OrReason<Layout>> layout = predictor.layout_of(**measurement);
    if (!layout) return fail(layout);
    if (!*layout) {
      fitted.left_out.push_back(layout->error());
      continue;
    }
    const std::string& stack = (*measurement)->stack.constants;
    StackRows& rows = by_stack[stack];
    if (rows.rows.empty()) {
      Result<Calibration> start =
          calibrations.find_training(accelerator, stack, Calibrations::Own::without, "", (*measurement)->stack.kind);
      Result<Calibration> usual = calibrations.find(accelerator, "training");
      if (!start) return fail(start);
      if (!usual) return fail(usual);
      rows.constants = declared->fitted;
      rows.start = std::move(*start);
      rows.usual = std::move(*usual);
      rows.usual.dispatch = rows.start.dispatch;  // of the software, whoever has its constants
    }
    const double weight = fields.text_or("trust", "high") == "high" ? 1 : weight_of_medium_step;
    const std::size_t job = jobs.emplace(job_key(table, table.rows[at]), jobs.size()).first->second;
    rows.rows.push_back(
        {**measurement, **layout, measured_s, weight, fields.text_or("family", ""), width_of(fields), job, at});
  }
  return by_stack;
}

FigureFit stack_fit_of(const StackRows& rows, std::size_t fitted) {
  FigureFit fit;
  fit.constants = fit.kept = rows.constants;
  fit.start = rows.start;
  fit.usual = rows.usual;
  for (const StackRow& row : std::span(rows.rows).first(fitted))
    fit.figures.push_back({row.measured_s, row.weight, row.family, fit.figures.size(), 0});
  fit.rows = fitted;
  fit.predict_s = [predictor = std::make_shared<StepPredictor>(rows)](const Calibration& calibration, std::size_t at) {
    return (*predictor)(calibration, at);
  };
  fit.most_constants = std::min(most_step_constants, fit.rows / rows_per_step_constant);
  fit.figures_per_constant = rows_per_step_constant;
  fit.pull = step_pull;
  fit.in_parts = false;
  fit.by_metric = false;
  return fit;
}

}  // namespace hakaru
