#include "hakaru/calibrating/calibrate_serving.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>

#include "hakaru/core/text.h"
#include "hakaru/evidence/serving_prediction.h"

namespace hakaru {
namespace {

constexpr std::size_t rows_per_constant = 6;
constexpr double pull = 0.003;  // as in fits of steps
constexpr double weight_of_medium = 0.5, weight_of_ttft = 0.25;
constexpr double ms_per_s = 1e3;
constexpr double longest_ms = 1e9, most_tokens_per_s = 1e12;

/// A constant of Calibration, and what a fit may make of it.
struct Engine {
  std::string_view name;
  double Calibration::*member;
  std::string_view unit;
  std::string_view meaning;
  double lower, upper;
  bool of_kernels = false;  ///< only where kernels were not measured one at a time
};
constexpr Engine engine_constants[] = {
    {"memory_efficiency", &Calibration::memory_efficiency, "", "share of the memory bandwidth that streaming reaches",
     0.2, 1, true},
    {"gemm_efficiency", &Calibration::gemm_efficiency, "", "share of the dense peak that large products reach", 0.1, 1,
     true},
    {"attention_efficiency", &Calibration::attention_efficiency, "", "the same for attention", 0.01, 0.9, true},
    {"iteration_overhead_s", &Calibration::iteration_overhead_s, "s", "host time per iteration", 1e-5, 3e-2},
    {"layer_overhead_s", &Calibration::layer_overhead_s, "s", "framework time per layer and pass", 1e-8, 2e-4},
    {"direct_sum_s", &Calibration::direct_sum_s, "s", "latency of the engine's own all-reduce", 1e-6, 1e-4},
    {"first_token_s", &Calibration::first_token_s, "s", "of a request, outside iterations", 1e-3, 2},
    {"burst_share", &Calibration::burst_share, "", "of the burst at the start of a closed loop that is felt", 0, 2},
    {"sequence_overhead_s", &Calibration::sequence_overhead_s, "s", "per iteration and running sequence", 0, 2e-4},
    {"expert_slowdown", &Calibration::expert_slowdown, "", "routed experts' products over the form of single products",
     0.2, 5},
    {"expert_overhead_s", &Calibration::expert_overhead_s, "s",
     "time per layer of experts and pass: routing, waiting for the counts", 0, 5e-4},
    {"prompt_layer_overhead_s", &Calibration::prompt_layer_overhead_s, "s", "per layer of an iteration with prompts", 0,
     5e-3},
    {"tensor_exposed", &Calibration::tensor_exposed, "", "wait for a tensor-parallel collective over its time alone",
     0.3, 3},
    {"generation_wait", &Calibration::generation_wait, "",
     "generations over concurrency that a request waits for its prefill", 0, 2}};

/// What of a run is compared.
enum class Metric { tpot, ttft, tokens_per_s };
std::string name_of(Metric metric) {
  return metric == Metric::tpot ? "tpot_ms" : metric == Metric::ttft ? "ttft_ms" : "output_tokens_per_s";
}

struct Point {
  std::shared_ptr<const ServedRun> run;
  Metric metric = Metric::tpot;
  double measured_s = 0;  ///< of tokens per second: seconds per token
  double weight = 1;
  std::size_t series = 0;
};

struct EngineRows {
  std::vector<Point> points;
  std::size_t rows = 0;
  Calibration start;
};
using RowsByEngine = std::map<std::string, EngineRows>;

double predict_s(const Point& point, const Calibration& calibration) {
  const ReplicaEstimate estimate = (*point.run)(calibration);
  if (point.metric == Metric::tpot) return estimate.tpot_s;
  return point.metric == Metric::ttft ? estimate.ttft_s : 1 / estimate.output_tokens_per_s;
}

double mean_error_pct(const std::vector<Point>& points, const Calibration& calibration) {
  constexpr double percent = 100;
  double sum = 0;
  for (const Point& point : points) sum += percent * std::abs(predict_s(point, calibration) / point.measured_s - 1);
  return sum / static_cast<double>(points.size());
}

/// Runs under other constants; kernels are timed anew where those are among them, once for each set of constants.
class Predictor {
 public:
  Predictor(const EngineRows& rows, std::vector<const Engine*> constants)
      : rows_(rows), constants_(std::move(constants)) {
    times_kernels_ =
        std::any_of(constants_.begin(), constants_.end(), [](const Engine* one) { return one->of_kernels; });
  }

  double operator()(std::span<const double> values, std::size_t at) {
    Calibration calibration = rows_.start;
    for (std::size_t i = 0; i < constants_.size(); ++i) calibration.*constants_[i]->member = values[i];
    Point point = rows_.points[at];
    if (times_kernels_) {
      if (!std::equal(values.begin(), values.end(), last_.begin(), last_.end())) {
        last_.assign(values.begin(), values.end());
        timed_.clear();
      }
      auto& timed = timed_[point.run.get()];
      if (!timed) timed = std::make_shared<const ServedRun>(point.run->with_kernels(calibration));
      point.run = timed;
    }
    return predict_s(point, calibration);
  }

 private:
  const EngineRows& rows_;
  std::vector<const Engine*> constants_;
  bool times_kernels_ = false;
  std::vector<double> last_;
  std::map<const ServedRun*, std::shared_ptr<const ServedRun>> timed_;
};

/// Whether enough rows take longer or shorter with another value of a constant.
bool matters(const EngineRows& rows, const Engine& constant) {
  Predictor predict(rows, {&constant});
  std::size_t changed = 0;
  std::vector<double> least;
  for (std::size_t at = 0; at < rows.points.size(); ++at) least.push_back(predict(std::array{constant.lower}, at));
  for (std::size_t at = 0; at < rows.points.size(); ++at)
    changed += predict(std::array{constant.upper}, at) != least[at] ? 1 : 0;
  return changed >= rows_per_constant;
}

/// The metrics of one row.
void add_points(CsvFields& row, const std::shared_ptr<const ServedRun>& run, double weight, std::size_t series,
                std::vector<Point>& points) {
  if (row.has("tpot_ms"))
    points.push_back({run, Metric::tpot, row.positive("tpot_ms", longest_ms) / ms_per_s, weight, series});
  if (row.has("ttft_ms")) {
    points.push_back(
        {run, Metric::ttft, row.positive("ttft_ms", longest_ms) / ms_per_s, weight * weight_of_ttft, series});
  }
  if (!row.has("tpot_ms") && !row.has("ttft_ms") && row.has("output_tokens_per_s"))
    points.push_back(
        {run, Metric::tokens_per_s, 1 / row.positive("output_tokens_per_s", most_tokens_per_s), weight, series});
}

std::string series_key(const CsvFields& row) {
  std::string key;
  for (const std::string_view column : {"engine", "model", "weight_dtype", "tp", "moe_ep", "attention_dp"})
    key += row.text_or(column, "") + "|";
  return key;
}

/// The trusted rows of `accelerator`, by engine. Runs live as long as `predictor`.
Result<RowsByEngine> usable_rows(const CsvTable& table, const Accelerator& accelerator, const Catalog& catalog,
                                 const DataFiles& data, ServingPredictor& predictor, FittedCalibration& fitted) {
  Result<ServingMeasurements> measurements = ServingMeasurements::over(data, catalog);
  if (!measurements) return fail(measurements);
  RowsByEngine by_engine;
  std::map<std::string, std::map<std::string, std::size_t>> series;
  for (const CsvTable::Row& row : table.rows) {
    CsvFields fields(table, row);
    const Result<Accelerator> named = catalog.accelerator(fields.text("accelerator"));
    if (!named || named->name != accelerator.name || fields.text_or("trust", "") == "low") {
      ++fitted.other_rows;
      continue;
    }
    const Result<OrReason<ServingMeasurement>> measurement = measurements->read(table, row);
    if (!measurement) return fail(measurement);
    if (!*measurement) {
      fitted.left_out.push_back(measurement->error());
      continue;
    }
    // At the highest rate within a benchmark's limits nothing says how near to them a run was.
    if ((*measurement)->mode == ServingMode::poisson && !(*measurement)->rate_per_s) continue;
    const auto run = predictor.run_of(**measurement);
    if (!run) return fail(run);
    if (!*run) {
      fitted.left_out.push_back(run->error());
      continue;
    }
    const std::string& name = (*measurement)->stack.name;
    EngineRows& rows = by_engine[name];
    if (rows.points.empty()) {
      const Result<const Calibration*> start = predictor.calibration_of(**measurement);
      if (!start) return fail(start);
      rows.start = **start;
    }
    auto& known = series[name];
    const std::size_t number = known.emplace(series_key(fields), known.size()).first->second;
    add_points(fields, **run, fields.text_or("trust", "high") == "high" ? 1 : weight_of_medium, number, rows.points);
    ++rows.rows;
    if (fields.error()) return tl::unexpected(*fields.error());
  }
  return by_engine;
}

Result<FittedCalibration::Group> fit_engine(const std::string& engine, const EngineRows& rows, HoldBackSeries series,
                                            const std::string& name) {
  FitProblem problem;
  problem.name = name;
  std::vector<const Engine*> chosen;
  const bool measured_kernels = rows.start.kernels->covers_kernels();
  for (const Engine& constant : engine_constants) {
    if (chosen.size() >= rows.rows / rows_per_constant) break;
    if ((constant.of_kernels && measured_kernels) || !matters(rows, constant)) continue;
    chosen.push_back(&constant);
    const double start = std::clamp(rows.start.*constant.member, constant.lower, constant.upper);
    problem.constants.push_back({std::string(constant.name), std::string(constant.unit), std::string(constant.meaning),
                                 start, constant.lower, constant.upper});
  }
  for (const Point& point : rows.points) {
    problem.measured_s.push_back(point.measured_s);
    problem.strata.push_back(name_of(point.metric));
    problem.weights.push_back(point.weight);
    if (series == HoldBackSeries::yes) problem.parts.push_back(point.series);
  }
  problem.rows_per_constant = rows_per_constant;
  problem.pull = pull;
  Predictor predict(rows, chosen);
  problem.predict_s = [&](std::span<const double> constants, std::size_t row) { return predict(constants, row); };
  const Result<Fit> found = fit(problem, HoldBack::each_fifth_in_turn);
  if (!found) return fail(found);
  FittedCalibration::Group group = group_of(engine, "", problem, *found);
  group.metrics = metrics_of(problem, *found);
  return group;
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
  const Result<RowsByEngine> usable = usable_rows(table, accelerator, catalog, data, predictor, fitted);
  if (!usable) return fail(usable);
  for (const auto& [engine, rows] : *usable) {
    if (rows.rows < rows_per_constant) {
      fitted.left_out.push_back(message("{}: {} rows of {} are too few", accelerator.name, rows.rows, engine));
      continue;
    }
    Result<FittedCalibration::Group> group =
        fit_engine(engine, rows, series, fmt::format("{}: {}, {}", table.file, accelerator.name, engine));
    if (!group) return fail(group);
    if (group->unseen.mean_pct >= mean_error_pct(rows.points, rows.start)) {
      fitted.left_out.push_back(message("{}: constants fitted to {} are no better on rows held back than those before",
                                        accelerator.name, engine));
      continue;
    }
    fitted.groups.push_back(std::move(*group));
  }
  if (fitted.groups.empty() && fitted.left_out.empty())
    return bad_input("{}: has no rows of {}", table.file, accelerator.name);
  if (fitted.groups.empty())
    return bad_input("{}: no row of {} can be used: {}", table.file, accelerator.name,
                     in_english(fitted.left_out.front()));
  return fitted;
}

}  // namespace hakaru
