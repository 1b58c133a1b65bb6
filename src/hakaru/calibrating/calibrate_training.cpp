#include "hakaru/calibrating/calibrate_training.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "hakaru/calibrating/choice.h"
#include "hakaru/core/text.h"
#include "hakaru/evidence/training_prediction.h"
#include "hakaru/training/step.h"

namespace hakaru {
namespace {

constexpr std::size_t rows_per_constant = 3, most_constants = 12;
constexpr double pull = 0.003;             // of one row: 0.3 % for a constant moved half-way towards a bound
constexpr double weight_of_medium = 0.25;  // of a row of trust medium
constexpr double longest_s = 1e9;

constexpr TunedConstant fitted_constants[] = {
    {"gemm_efficiency", &Calibration::gemm_efficiency, "",
     "share of the dense peak that large products reach within a step", 0.2, 1},
    {"narrow_gemm_efficiency", &Calibration::narrow_gemm_efficiency, "", "the same for types of 8 bits and fewer", 0.2,
     1},
    {"attention_efficiency", &Calibration::attention_efficiency, "", "the same for fused attention", 0.05, 0.9},
    {"network_efficiency", &Calibration::network_efficiency, "",
     "share of the network's rate that large messages reach", 0.05, 1},
    {"compute_overlap", &Calibration::compute_overlap, "",
     "share of data-parallel communication that hides behind compute", 0, 1},
    {"tensor_exposed", &Calibration::tensor_exposed, "", "wait for a tensor-parallel collective over its time alone",
     0.05, 4},
    {"expert_exposed", &Calibration::expert_exposed, "", "the same for the exchange of tokens between experts", 0.05,
     8},
    {"expert_overhead_s", &Calibration::expert_overhead_s, "s",
     "time per layer of experts and pass: routing, waiting for the counts", 1e-6, 1e-2},
    {"memory_efficiency", &Calibration::memory_efficiency, "", "share of the memory bandwidth that streaming reaches",
     0.2, 1},
    {"layer_overhead_s", &Calibration::layer_overhead_s, "s", "framework time per layer and pass", 1e-6, 1e-2},
    {"host_jitter", &Calibration::host_jitter, "",
     "growth of the framework's time with the hosts that wait for each other", 0, 2},
    {"straggling", &Calibration::straggling, "", "growth of a step for each doubling of the instances", 0, 0.03},
    {"loss_bytes_per_logit", &Calibration::loss_bytes_per_logit, "B",
     "moved by the loss for each value of the output head", 4, 200},
    {"convolution_efficiency", &Calibration::convolution_efficiency, "",
     "share of the dense peak that large convolutions reach", 0.05, 1}};

struct StackRows {
  std::vector<TrainingMeasurement> measurements;
  std::vector<Layout> layouts;
  std::vector<double> measured_s;
  std::vector<std::string> strata;
  std::vector<std::size_t> models;
  std::vector<double> weights;
  Calibration start;  ///< a relative's, else the constants of training
  Calibration usual;  ///< the constants of training
};
using RowsByStack = std::map<std::string, StackRows>;

double predict_s(const StackRows& rows, const Calibration& calibration, std::size_t row) {
  const TrainingMeasurement& measurement = rows.measurements[row];
  return estimate_step(measurement.job, rows.layouts[row], measurement.cluster, calibration).step_time_s;
}

/// How far `calibration` is off: Σ ln(1 + r²/a²), as fits weigh it (fit.h).
double misfit(const StackRows& rows, const Calibration& calibration) {
  const double scale = last_loss_scale(rows.measured_s.size(), most_constants);
  double sum = 0;
  for (std::size_t row = 0; row < rows.measured_s.size(); ++row) {
    const double residual = std::log(predict_s(rows, calibration, row) / rows.measured_s[row]);
    sum += rows.weights[row] * std::log1p(residual * residual / (scale * scale));
  }
  return sum;
}

double mean_error_pct(const StackRows& rows, const Calibration& calibration) {
  constexpr double percent = 100;
  double sum = 0;
  for (std::size_t row = 0; row < rows.measured_s.size(); ++row)
    sum += percent * std::abs(predict_s(rows, calibration, row) / rows.measured_s[row] - 1);
  return sum / static_cast<double>(rows.measured_s.size());
}

/// Whether some row takes longer or shorter with another value of a constant.
bool matters(const StackRows& rows, const TunedConstant& constant) {
  Calibration least = rows.start, most = rows.start;
  least.*constant.member = constant.lower;
  most.*constant.member = constant.upper;
  for (std::size_t row = 0; row < rows.measured_s.size(); ++row) {
    if (predict_s(rows, least, row) != predict_s(rows, most, row)) return true;
  }
  return false;
}

/// Puts the constants into `problem`, and from where the fit sets out; what they are in a calibration.
std::vector<double Calibration::*> choose_constants(const StackRows& rows, FitProblem& problem) {
  std::vector<const TunedConstant*> candidates;
  for (const TunedConstant& constant : fitted_constants) {
    if (matters(rows, constant)) candidates.push_back(&constant);
  }
  const std::size_t most = std::min(most_constants, rows.measured_s.size() / rows_per_constant);
  std::vector<ChosenConstant> chosen;
  if (candidates.size() > most) {
    chosen = most_helpful([&](const Calibration& tried) { return misfit(rows, tried); }, rows.start, candidates, most);
    for (const auto& [unused, value] : chosen) problem.other_start.push_back(value);
  } else {
    for (const TunedConstant* candidate : candidates) chosen.emplace_back(candidate, 0);
  }
  std::vector<double Calibration::*> members;
  for (const auto& [fitted, unused] : chosen) {
    members.push_back(fitted->member);
    const double start = std::clamp(rows.start.*fitted->member, fitted->lower, fitted->upper);
    problem.constants.push_back({std::string(fitted->name), std::string(fitted->unit), std::string(fitted->meaning),
                                 start, fitted->lower, fitted->upper});
  }
  return members;
}

/// Rows of one model, by the order in which they come.
std::size_t model_number(std::map<std::string, std::size_t>& known, const CsvTable& table, const CsvTable::Row& row) {
  const CsvFields fields(table, row);
  return known.emplace(fields.text_or("hidden", "") + "x" + fields.text_or("ffn", ""), known.size()).first->second;
}

/// The trusted rows of `accelerator`, by the constants that their software takes.
Result<RowsByStack> usable_rows(const CsvTable& table, const Accelerator& accelerator, const Catalog& catalog,
                                const DataFiles& data, FittedCalibration& fitted) {
  Result<TrainingMeasurements> measurements = TrainingMeasurements::over(data, catalog);
  if (!measurements) return fail(measurements);
  TrainingPredictor predictor(data);
  Calibrations calibrations(data);
  RowsByStack by_stack;
  std::map<std::string, std::map<std::string, std::size_t>> models;
  for (const CsvTable::Row& row : table.rows) {
    CsvFields fields(table, row);
    const Result<Accelerator> named = catalog.accelerator(fields.text("accelerator"));
    if (!named || named->name != accelerator.name || fields.text_or("trust", "") == "low") {
      ++fitted.other_rows;
      continue;
    }
    const double measured_s = fields.positive("step_time_s", longest_s);
    const Result<OrReason<TrainingMeasurement>> measurement = measurements->read(table, row);
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
    if (rows.measured_s.empty()) {
      Result<Calibration> start = calibrations.find_training(accelerator, stack, Calibrations::Own::without);
      Result<Calibration> usual = calibrations.find(accelerator, "training");
      if (!start) return fail(start);
      if (!usual) return fail(usual);
      rows.start = std::move(*start);
      rows.usual = std::move(*usual);
    }
    rows.weights.push_back(fields.text_or("trust", "high") == "high" ? 1 : weight_of_medium);
    rows.measurements.push_back(**measurement);
    rows.layouts.push_back(**layout);
    rows.measured_s.push_back(measured_s);
    rows.strata.push_back(fields.text_or("family", ""));
    rows.models.push_back(model_number(models[stack], table, row));
  }
  return by_stack;
}

Result<FittedCalibration::Group> fit_stack(const std::string& stack, const StackRows& rows, HoldBackOf held_back,
                                           const std::string& name) {
  FitProblem problem;
  problem.name = name;
  const std::vector<double Calibration::*> members = choose_constants(rows, problem);
  problem.measured_s = rows.measured_s;
  problem.strata = rows.strata;
  problem.rows_per_constant = rows_per_constant;
  problem.pull = pull;
  problem.weights = rows.weights;
  if (held_back == HoldBackOf::models) problem.parts = rows.models;
  problem.predict_s = [&](std::span<const double> constants, std::size_t row) {
    Calibration calibration = rows.start;
    for (std::size_t at = 0; at < constants.size(); ++at) calibration.*members[at] = constants[at];
    return predict_s(rows, calibration, row);
  };
  const Result<Fit> found = fit(problem, HoldBack::each_fifth_in_turn);
  if (!found) return fail(found);
  FittedCalibration::Group group = group_of(stack, "", problem, *found);
  add_kept(fitted_constants, rows.start, rows.usual, group);
  return group;
}

std::string accelerators_in(const CsvTable& table) {
  std::set<std::string> names;
  for (const CsvTable::Row& row : table.rows) names.insert(CsvFields(table, row).text_or("accelerator", ""));
  return join({names.begin(), names.end()});
}

}  // namespace

Result<FittedCalibration> calibrate_training(const CsvTable& table, const Accelerator& accelerator,
                                             const Catalog& catalog, const DataFiles& data, HoldBackOf held_back) {
  if (const std::optional<Error> missing =
          table.without({"accelerator", "accelerators", "global_batch", "step_time_s"}))
    return tl::unexpected(*missing);
  FittedCalibration fitted;
  fitted.accelerator = accelerator.name;
  fitted.file = table.file;
  fitted.kind = "training";
  const Result<RowsByStack> usable = usable_rows(table, accelerator, catalog, data, fitted);
  if (!usable) return fail(usable);
  for (const auto& [stack, rows] : *usable) {
    if (rows.measured_s.size() < rows_per_constant) {
      fitted.left_out.push_back(
          message("{}: {} rows of {} are too few", accelerator.name, rows.measured_s.size(), stack));
      continue;
    }
    Result<FittedCalibration::Group> group =
        fit_stack(stack, rows, held_back, fmt::format("{}: {}, {}", table.file, accelerator.name, stack));
    if (!group) return fail(group);
    if (group->unseen.mean_pct >= mean_error_pct(rows, rows.start)) {
      fitted.left_out.push_back(message("{}: constants fitted to {} are no better on rows held back than those before",
                                        accelerator.name, stack));
      continue;
    }
    fitted.groups.push_back(std::move(*group));
  }
  if (fitted.groups.empty() && fitted.left_out.empty())
    return bad_input("{}: has no rows of {}; it has rows of: {}", table.file, accelerator.name, accelerators_in(table));
  if (fitted.groups.empty())
    return bad_input("{}: no row of {} can be used: {}", table.file, accelerator.name,
                     in_english(fitted.left_out.front()));
  return fitted;
}

}  // namespace hakaru
