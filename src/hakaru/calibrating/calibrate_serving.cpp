#include "hakaru/calibrating/calibrate_serving.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "hakaru/calibrating/figure_fit.h"
#include "hakaru/calibrating/serving_figures.h"
#include "hakaru/calibrating/trusted_rows.h"
#include "hakaru/core/ranges.h"
#include "hakaru/evidence/serving_prediction.h"

namespace hakaru {
namespace {

constexpr std::size_t engine_figures_per_constant = 6;  // a row has one or two: TPOT, TTFT
constexpr std::size_t rows_that_matter = 6;             // rows that must depend on a constant
constexpr double engine_pull = 0.003;                   // as in fits of steps
constexpr double weight_of_ttft = 0.25;

struct Point {
  std::shared_ptr<ServedRun> run;
  ServingMetric metric = ServingMetric::tpot;
  double measured_s = 0;  ///< of tokens per second: seconds per token
  double weight = 1;
  std::size_t row = 0, series = 0;
  std::size_t line = 0;  ///< of the file
  std::string version;
};

/// Rows of an engine, or of one of its versions.
struct EngineRows {
  std::vector<Point> points;
  std::size_t rows = 0;
  std::vector<TunedConstant> constants;  ///< that may be fitted, then those of versions alone: how prompts were drawn
  Calibration start;                     ///< a relative's, else the constants of serving; of a version: the engine's
  Calibration usual;  ///< what stands without a table: the constants of serving; of a version: the engine's
  /// Constants of a version's engine, by the part that they have not seen.
  std::map<std::size_t, Calibration> start_without;
  bool of_a_version = false;
};
using RowsByEngine = std::map<std::string, EngineRows>;

double predict_s(const Point& point, const Calibration& calibration) {
  return predicted_s((*point.run)(calibration), point.metric);
}

/// Runs under other constants; where kernels were not measured they are timed anew when constants of theirs change.
class EnginePredictor {
 public:
  explicit EnginePredictor(const EngineRows& rows)
      : rows_(rows), times_kernels_(!rows.start.kernels->covers_kernels()), last_(of_kernels(rows.start)) {}

  double operator()(const Calibration& calibration, std::size_t at) {
    Point point = rows_.points[at];
    if (!times_kernels_) return predict_s(point, calibration);
    if (of_kernels(calibration) != last_) {
      last_ = of_kernels(calibration);
      timed_.clear();
    }
    auto& timed = timed_[point.run.get()];
    if (!timed) timed = std::make_shared<ServedRun>(point.run->with_kernels(calibration));
    point.run = timed;
    return predict_s(point, calibration);
  }

 private:
  using OfKernels = std::tuple<double, double, double>;
  static OfKernels of_kernels(const Calibration& calibration) {
    return {calibration.memory_efficiency, calibration.gemm_efficiency, calibration.attention_efficiency};
  }

  const EngineRows& rows_;
  bool times_kernels_;
  OfKernels last_;
  std::map<const ServedRun*, std::shared_ptr<ServedRun>> timed_;
};

/// The metrics of one row, whose run, weight and numbers `point` has.
void add_points(CsvFields& row, Point point, std::vector<Point>& points) {
  const double weight = point.weight;
  for (const ServingFigure& figure : figures_of(row)) {
    point.metric = figure.metric;
    point.measured_s = figure.measured_s;
    point.weight = weight * (figure.metric == ServingMetric::ttft ? weight_of_ttft : 1);
    points.push_back(point);
  }
}

std::string series_key(const CsvFields& row) {
  std::string key;
  for (const std::string_view column : {"engine", "model", "weight_dtype", "tp", "moe_ep", "attention_dp"})
    key += row.text_or(column, "") + "|";
  return key;
}

/// The trusted rows of `accelerator`, by engine. Runs live as long as `predictor`.
Result<RowsByEngine> usable_engine_rows(const CsvTable& table, const Accelerator& accelerator, const Catalog& catalog,
                                        const DataFiles& data, ServingPredictor& predictor, FittedCalibration& fitted) {
  Result<ServingMeasurements> measurements = ServingMeasurements::over(data, catalog);
  if (!measurements) return fail(measurements);
  const Result<DeclaredConstants> declared = read_declared_constants(data, meanings_path(CausedUse::serving));
  if (!declared) return fail(declared);
  RowsByEngine by_engine;
  std::map<std::string, std::map<std::string, std::size_t>> series;
  for (const CsvTable::Row& row : table.rows) {
    CsvFields fields(table, row);
    const Result<Accelerator> named = catalog.accelerator(fields.text("accelerator"));
    const Result<double> weight = weight_by_trust(fields, table, row);
    if (!weight) return fail(weight);
    if (!named || named->name != accelerator.name) {
      ++fitted.other_rows;
      continue;
    }
    if (*weight == 0) {
      fitted.left_out.push_back(message("its trust is low"));
      continue;
    }
    const Result<OrReason<ServingMeasurement>> measurement = measurements->read(fields);
    if (!measurement) return fail(measurement);
    if (!*measurement) {
      fitted.left_out.push_back(measurement->error());
      continue;
    }
    if ((*measurement)->at_highest_rate()) {
      fitted.left_out.push_back(message(
          "it is at the highest rate within limits, where a small error of the rate is a large one of latency"));
      continue;
    }
    const auto run = predictor.run_of(**measurement);
    if (!run) return fail(run);
    if (!*run) {
      fitted.left_out.push_back(run->error());
      continue;
    }
    const std::string& name = (*measurement)->engine;
    EngineRows& rows = by_engine[name];
    if (rows.points.empty()) {
      const Result<const Calibration*> start = predictor.calibration_of(**measurement);
      if (!start) return fail(start);
      rows.start = rows.usual = **start;
      rows.constants = declared->fitted;
    }
    auto& known = series[name];
    const std::size_t number = known.emplace(series_key(fields), known.size()).first->second;
    Point point;
    point.run = **run;
    point.weight = *weight;
    point.row = rows.rows;
    point.series = number;
    point.line = row.line;
    point.version = (*measurement)->version;
    const std::size_t before = rows.points.size();
    add_points(fields, point, rows.points);
    if (fields.error()) return tl::unexpected(*fields.error());
    if (rows.points.size() > before) {
      ++rows.rows;
    } else {
      fitted.left_out.push_back(message("it has none of {}", "ttft_ms, tpot_ms, output_tokens_per_s"));
    }
  }
  return by_engine;
}

FigureFit engine_fit_of(const EngineRows& rows, HoldBackSeries series) {
  FigureFit fit;
  fit.kept = rows.constants;
  const auto of_versions = ranges::find(rows.constants, true, &TunedConstant::of_versions) - rows.constants.begin();
  fit.constants = rows.of_a_version ? fit.kept : fit.kept.first(static_cast<std::size_t>(of_versions));
  fit.start = rows.start;
  fit.usual = rows.usual;
  fit.start_without = rows.start_without;
  for (const Point& point : rows.points)
    fit.figures.push_back({point.measured_s, point.weight, std::string(name_of(point.metric)), point.row,
                           series == HoldBackSeries::yes ? point.series : point.row % held_back_fifths});
  fit.rows = rows.rows;
  fit.predict_s = EnginePredictor(rows);
  fit.most_constants = rows.points.size() / engine_figures_per_constant;
  fit.figures_per_constant = engine_figures_per_constant;
  fit.runs_that_matter = rows_that_matter;
  fit.pull = engine_pull;
  fit.starts_unseen = true;
  return fit;
}

/// The rows of each version of an engine whose constants were found, `without` each part too.
std::map<std::string, EngineRows> by_version(const EngineRows& rows, const Calibration& engine,
                                             const std::map<std::size_t, Calibration>& without) {
  std::map<std::string, EngineRows> versions;
  std::map<std::string, std::set<std::size_t>> numbers;
  for (const Point& point : rows.points) {
    versions[point.version].points.push_back(point);
    numbers[point.version].insert(point.row);
  }
  for (auto& [name, version] : versions) {
    version.rows = numbers[name].size();
    version.constants = rows.constants;
    version.start = version.usual = engine;
    version.start_without = without;
    version.of_a_version = true;
  }
  return versions;
}

/// The table for `label`; none where its rows are too few, or are no better for it.
Result<FigureTable> table_of(const std::string& label, const EngineRows& rows, HoldBackSeries series,
                             FittedCalibration& fitted) {
  const FigureFit fit = engine_fit_of(rows, series);
  if (rows.rows < rows_that_matter) {
    fitted.tables_left_out.push_back(message("{}: {} rows of {} are too few", fitted.accelerator, rows.rows, label));
    return no_table(fit);
  }
  Result<FigureTable> table = fit_figures(fit, label, fitted);
  if (!table || !table->group || !rows.of_a_version) return table;
  const auto at_most = [](const FittedCalibration::Value& value) {
    return value.kept_of.empty() && bound_of(value.constant, value.value) == Bound::upper;
  };
  const std::vector<FittedCalibration::Value>& values = table->group->values;
  if (std::none_of(values.begin(), values.end(), at_most)) return table;
  fitted.tables_left_out.push_back(message(
      "{}: what sets {} apart is no constant of an engine: one ends at its upper bound", fitted.accelerator, label));
  return no_table(fit);
}

/// Held-back figures by their line and metric.
using HeldBackFigures = std::map<std::pair<std::size_t, std::string>, FittedCalibration::HeldBack>;

/// Notes which figures of `rows` the table `label` predicts; of the others nothing where that was noted before.
void note_held_back(const EngineRows& rows, const FigureTable& table, const std::string& label,
                    HeldBackFigures& figures) {
  for (std::size_t at = 0; at < rows.points.size(); ++at) {
    const auto& [error_pct, by_table] = table.held_back[at];
    const std::size_t line = rows.points[at].line;
    const std::string metric(name_of(rows.points[at].metric));
    const FittedCalibration::HeldBack figure{line, metric, by_table ? label : "", error_pct};
    if (by_table) figures.insert_or_assign({line, metric}, figure);
    figures.try_emplace({line, metric}, figure);
  }
}

/// The tables of an engine and of its versions, into `fitted`, and what predicts its figures.
std::optional<Error> add_tables(const std::string& engine, const EngineRows& rows, HoldBackSeries series,
                                FittedCalibration& fitted, HeldBackFigures& held_back) {
  const Result<FigureTable> table = table_of(engine, rows, series, fitted);
  if (!table) return table.error();
  note_held_back(rows, *table, engine, held_back);
  if (!table->group) return std::nullopt;
  fitted.groups.push_back(*table->group);
  for (const auto& [version, its_rows] : by_version(rows, table->fitted, table->without)) {
    if (version == engine || its_rows.rows == rows.rows) continue;  // rows that name none, or all of them
    const Result<FigureTable> of_version = table_of(version, its_rows, series, fitted);
    if (!of_version) return of_version.error();
    note_held_back(its_rows, *of_version, version, held_back);
    if (of_version->group) fitted.groups.push_back(*of_version->group);
  }
  return std::nullopt;
}

}  // namespace

Result<FittedCalibration> calibrate_serving(const CsvTable& table, const Accelerator& accelerator,
                                            const Catalog& catalog, const DataFiles& data, HoldBackSeries series) {
  if (const std::optional<Error> missing = table.without({"accelerator", "model", "engine", "input_length"}))
    return tl::unexpected(*missing);
  FittedCalibration fitted;
  fitted.accelerator = accelerator.name;
  fitted.file = table.file;
  fitted.kind = "serving";
  ServingPredictor predictor(data, Calibrations::Own::without);
  const Result<RowsByEngine> usable = usable_engine_rows(table, accelerator, catalog, data, predictor, fitted);
  if (!usable) return fail(usable);
  HeldBackFigures held_back;
  for (const auto& [engine, rows] : *usable) {
    if (rows.rows == 0) continue;
    if (const std::optional<Error> error = add_tables(engine, rows, series, fitted, held_back))
      return tl::unexpected(*error);
  }
  for (const auto& each : held_back) fitted.held_back.push_back(each.second);
  return with_a_table(std::move(fitted), table);
}

}  // namespace hakaru
