#include "hakaru/calibrating/calibrate_inference.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "hakaru/calibrating/choice.h"
#include "hakaru/evidence/inference_prediction.h"

namespace hakaru {
namespace {

constexpr std::size_t figures_per_constant = 6;            // rows × metrics
constexpr std::size_t different_figures_per_constant = 2;  // cases × metrics
constexpr std::size_t cases_that_matter = 2;               // that must depend on a constant
constexpr std::size_t fifths = 5;
constexpr double pull = 0.03;  // stronger than in fits of steps: cases are few
constexpr double weight_under_a_limit = 0.25;
constexpr double ms_per_s = 1e3;
constexpr double longest_ms = 1e9, most_items_per_s = 1e12;

constexpr TunedConstant network_constants[] = {
    {"gemm_efficiency", &Calibration::gemm_efficiency, "", "share of the dense peak that large products reach", 0.05, 1,
     true},
    {"narrow_gemm_efficiency", &Calibration::narrow_gemm_efficiency, "", "the same in types of 8 bits and fewer", 0.05,
     1},
    {"attention_efficiency", &Calibration::attention_efficiency, "", "the same for attention", 0.01, 1},
    {"convolution_efficiency", &Calibration::convolution_efficiency, "", "the same for convolutions", 0.02, 1},
    {"memory_efficiency", &Calibration::memory_efficiency, "", "share of the memory bandwidth that streaming reaches",
     0.2, 1, true},
    {"launch_s", &Calibration::launch_s, "s", "least time of one kernel", 0, 5e-5, true},
    {"layer_overhead_s", &Calibration::layer_overhead_s, "s", "framework time per layer and pass", 0, 1e-3, true},
    {"iteration_overhead_s", &Calibration::iteration_overhead_s, "s", "host time per call", 1e-6, 5e-2, true},
    {"sequence_overhead_s", &Calibration::sequence_overhead_s, "s", "host time per item of a call", 0, 5e-3, true},
    {"limit_share", &Calibration::limit_share, "", "of the limit of the latency that the median takes", 0.02, 1},
    {"arrival_share", &Calibration::arrival_share, "",
     "items per second with random arrivals over those of full batches", 0.3, 1}};

enum class Metric { latency, items };
std::string name_of(Metric metric) { return metric == Metric::latency ? "latency_ms_p50" : "items_per_s"; }

/// What was run, whoever did.
struct Case {
  InferenceMeasurement measurement;
  bool one_item = false;
};

struct Point {
  std::size_t case_at = 0, model = 0;
  Metric metric = Metric::latency;
  double measured_s = 0;  ///< of items per second: seconds for an item on each copy
  double weight = 1;
};

struct SoftwareRows {
  std::vector<Case> cases;
  std::map<std::string, std::size_t> case_of;  ///< by its key
  std::map<std::string, std::size_t> model_of;
  std::vector<Point> points;
  std::size_t rows = 0;
  Calibration start;  ///< a relative's, else the constants of inference
  Calibration usual;  ///< the constants of inference
};
using RowsBySoftware = std::map<std::string, SoftwareRows>;

std::string key_of(const InferenceMeasurement& run, bool one_item) {
  const Accelerator& accelerator = run.cluster.instance().accelerator;
  std::string key =
      fmt::format("{} {} {} {} {} {} {} {}", one_item, run.batch.value_or(0), run.calls, run.busy,
                  run.limit_s.value_or(0), run.layout.pp, run.layout.tp, accelerator.memory_bandwidth_bytes_per_s);
  for (const BatchInferenceJob& network : run.networks)
    key += fmt::format("|{} {} {} {} {}", network.model.name, network.sequence_length, network.image_size,
                       network.runs_per_item, name_of(network.compute));
  if (run.generation)
    key += fmt::format("|{} {} {} {}", run.generation->model.name, run.generation->input_length,
                       run.generation->output_length, name_of(run.generation->compute));
  return key;
}

/// Cases under other constants, each worked out once for as long as these stay the same.
class Predictor {
 public:
  explicit Predictor(const SoftwareRows& rows) : rows_(rows) {}

  double operator()(const Calibration& calibration, std::size_t at) {
    std::vector<double> constants;
    for (const TunedConstant& constant : network_constants) constants.push_back(calibration.*constant.member);
    if (constants != last_) {
      last_ = constants;
      known_.assign(rows_.cases.size(), std::nullopt);
    }
    const Point& point = rows_.points[at];
    auto& known = known_[point.case_at];
    if (!known) {
      const Case& run = rows_.cases[point.case_at];
      known = predict_inference(run.measurement, calibration, run.one_item);
      known->items_per_s /= static_cast<double>(run.measurement.layout.dp);
    }
    return point.metric == Metric::latency ? known->latency_s : 1 / known->items_per_s;
  }

  /// Σ w · ln(1 + r²/a²), as fits weigh it (fit.h).
  double misfit(const Calibration& calibration, std::size_t constants) {
    const double scale = last_loss_scale(rows_.points.size(), constants);
    double sum = 0;
    for (std::size_t at = 0; at < rows_.points.size(); ++at) {
      const double residual = std::log((*this)(calibration, at) / rows_.points[at].measured_s);
      sum += rows_.points[at].weight * std::log1p(residual * residual / (scale * scale));
    }
    return sum;
  }

 private:
  const SoftwareRows& rows_;
  std::vector<double> last_;
  std::vector<std::optional<PredictedInference>> known_;
};

double mean_error_pct(const SoftwareRows& rows) {
  constexpr double percent = 100;
  Predictor predict(rows);
  double sum = 0;
  for (std::size_t at = 0; at < rows.points.size(); ++at)
    sum += percent * std::abs(predict(rows.start, at) / rows.points[at].measured_s - 1);
  return sum / static_cast<double>(rows.points.size());
}

/// Whether enough cases take longer or shorter with another value of a constant.
bool matters(const SoftwareRows& rows, Predictor& predict, const TunedConstant& constant) {
  Calibration least = rows.start, most = rows.start;
  least.*constant.member = constant.lower;
  most.*constant.member = constant.upper;
  std::vector<double> least_s;
  for (std::size_t at = 0; at < rows.points.size(); ++at) least_s.push_back(predict(least, at));
  std::set<std::size_t> changed;
  for (std::size_t at = 0; at < rows.points.size(); ++at) {
    if (predict(most, at) != least_s[at]) changed.insert(rows.points[at].case_at);
  }
  return changed.size() >= cases_that_matter;
}

std::size_t most_constants(const SoftwareRows& rows) {
  std::set<std::pair<std::size_t, Metric>> different;
  for (const Point& point : rows.points) different.emplace(point.case_at, point.metric);
  return std::min(rows.points.size() / figures_per_constant, different.size() / different_figures_per_constant);
}

/// The constants to fit; where they are more than the rows bear, the most helpful of them.
std::vector<ChosenConstant> choose_constants(const SoftwareRows& rows, Predictor& predict) {
  const bool measured_kernels = rows.start.kernels->covers_kernels();
  std::vector<const TunedConstant*> candidates;
  for (const TunedConstant& constant : network_constants) {
    if (!(constant.of_kernels && measured_kernels) && matters(rows, predict, constant)) candidates.push_back(&constant);
  }
  const std::size_t most = most_constants(rows);
  const auto misfit = [&](const Calibration& tried) { return predict.misfit(tried, most); };
  if (candidates.size() > most) return most_helpful(misfit, rows.start, candidates, most);
  std::vector<ChosenConstant> all;
  for (const TunedConstant* constant : candidates) all.emplace_back(constant, rows.start.*constant->member);
  return all;
}

/// The metrics of one row.
void add_points(CsvFields& row, InferenceMeasurement measurement, SoftwareRows& rows) {
  const bool one_item = !row.has("items_per_s");
  const auto copies = static_cast<double>(measurement.layout.dp);
  const std::string& model =
      measurement.generation ? measurement.generation->model.name : measurement.networks.front().model.name;
  Point point;
  point.model = rows.model_of.emplace(model, rows.model_of.size()).first->second;
  const bool limited = measurement.limit_s.has_value();
  const auto [known, is_new] = rows.case_of.emplace(key_of(measurement, one_item), rows.cases.size());
  if (is_new) rows.cases.push_back({std::move(measurement), one_item});
  point.case_at = known->second;
  const auto add = [&](Metric metric, double measured_s, double weight) {
    point.metric = metric;
    point.measured_s = measured_s;
    point.weight = weight;
    rows.points.push_back(point);
  };
  if (row.has("latency_ms_p50"))
    add(Metric::latency, row.positive("latency_ms_p50", longest_ms) / ms_per_s, limited ? weight_under_a_limit : 1);
  if (row.has("items_per_s")) add(Metric::items, copies / row.positive("items_per_s", most_items_per_s), 1);
  ++rows.rows;
}

/// The rows of `accelerator`, by software.
Result<RowsBySoftware> usable_rows(const CsvTable& table, const Accelerator& accelerator, const Catalog& catalog,
                                   const DataFiles& data, FittedCalibration& fitted) {
  Result<InferenceMeasurements> measurements = InferenceMeasurements::over(data, catalog);
  if (!measurements) return fail(measurements);
  Calibrations calibrations(data);
  RowsBySoftware by_software;
  for (const CsvTable::Row& row : table.rows) {
    CsvFields fields(table, row);
    const Result<Accelerator> named = catalog.accelerator(fields.text("accelerator"));
    if (!named || named->name != accelerator.name) {
      ++fitted.other_rows;
      continue;
    }
    Result<OrReason<InferenceMeasurement>> measurement = measurements->read(table, row);
    if (!measurement) return fail(measurement);
    if (!*measurement) {
      fitted.left_out.push_back(measurement->error());
      continue;
    }
    const std::string software = (*measurement)->software;
    if (software.empty()) {
      fitted.left_out.push_back(message("no software of data/inference_names.toml runs on {}", accelerator.name));
      continue;
    }
    SoftwareRows& rows = by_software[software];
    if (rows.points.empty()) {
      Result<Calibration> start =
          calibrations.find_stack(accelerator, "inference", software, Calibrations::Own::without);
      if (!start) return fail(start);
      Result<Calibration> usual = calibrations.find(accelerator, "inference");
      if (!usual) return fail(usual);
      rows.start = std::move(*start);
      rows.usual = std::move(*usual);
    }
    add_points(fields, std::move(**measurement), rows);
    if (fields.error()) return tl::unexpected(*fields.error());
  }
  return by_software;
}

Result<FittedCalibration::Group> fit_software(const std::string& software, const SoftwareRows& rows,
                                              HoldBackModels models, const std::string& name) {
  FitProblem problem;
  problem.name = name;
  Predictor predict(rows);
  std::vector<double Calibration::*> members;
  for (const auto& [constant, value] : choose_constants(rows, predict)) {
    members.push_back(constant->member);
    problem.other_start.push_back(std::clamp(value, constant->lower, constant->upper));
    problem.constants.push_back(
        {std::string(constant->name), std::string(constant->unit), std::string(constant->meaning),
         std::clamp(rows.start.*constant->member, constant->lower, constant->upper), constant->lower, constant->upper});
  }
  for (const Point& point : rows.points) {
    problem.measured_s.push_back(point.measured_s);
    problem.strata.push_back(name_of(point.metric));
    problem.weights.push_back(point.weight);
    problem.parts.push_back(models == HoldBackModels::yes ? point.model : point.case_at % fifths);
  }
  problem.rows_per_constant = figures_per_constant;
  problem.pull = pull;
  problem.predict_s = [&](std::span<const double> constants, std::size_t row) {
    Calibration calibration = rows.start;
    for (std::size_t at = 0; at < constants.size(); ++at) calibration.*members[at] = constants[at];
    return predict(calibration, row);
  };
  const Result<Fit> found = fit(problem, HoldBack::each_fifth_in_turn);
  if (!found) return fail(found);
  FittedCalibration::Group group = group_of(software, "", problem, *found);
  group.rows = rows.rows;
  group.metrics = metrics_of(problem, *found);
  add_kept(network_constants, rows.start, rows.usual, group);
  return group;
}

}  // namespace

Result<FittedCalibration> calibrate_inference(const CsvTable& table, const Accelerator& accelerator,
                                              const Catalog& catalog, const DataFiles& data, HoldBackModels models) {
  if (const std::optional<Error> missing = table.without({"model", "accelerator", "accelerators", "dtype"}))
    return tl::unexpected(*missing);
  FittedCalibration fitted;
  fitted.accelerator = accelerator.name;
  fitted.file = table.file;
  fitted.kind = "inference";
  const Result<RowsBySoftware> usable = usable_rows(table, accelerator, catalog, data, fitted);
  if (!usable) return fail(usable);
  for (const auto& [software, rows] : *usable) {
    if (most_constants(rows) == 0) {
      fitted.left_out.push_back(message("{}: {} rows of {} are too few", accelerator.name, rows.rows, software));
      continue;
    }
    Result<FittedCalibration::Group> group =
        fit_software(software, rows, models, fmt::format("{}: {}, {}", table.file, accelerator.name, software));
    if (!group) return fail(group);
    if (group->unseen.mean_pct >= mean_error_pct(rows)) {
      fitted.left_out.push_back(message("{}: constants fitted to {} are no better on rows held back than those before",
                                        accelerator.name, software));
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
