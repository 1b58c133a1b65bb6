#include "hakaru/calibrating/calibrate_training.h"

#include <algorithm>
#include <map>

#include "hakaru/calibrating/figure_fit.h"
#include "hakaru/evidence/training_prediction.h"
#include "hakaru/training/step.h"

namespace hakaru {
namespace {

constexpr std::size_t rows_per_constant = 3, most_step_constants = 12;
constexpr double step_pull = 0.003;        // of one row: 0.3 % for a constant moved half-way towards a bound
constexpr double weight_of_medium = 0.25;  // of a row of trust medium
constexpr double longest_s = 1e9;

constexpr TunedConstant step_constants[] = {
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
  std::vector<Figure> figures;  ///< parts: models
  Calibration start;            ///< a relative's, else the constants of training
  Calibration usual;            ///< the constants of training
};
using RowsByStack = std::map<std::string, StackRows>;

/// Rows of one model, by the order in which they come.
std::size_t model_number(std::map<std::string, std::size_t>& known, const CsvTable& table, const CsvTable::Row& row) {
  const CsvFields fields(table, row);
  return known.emplace(fields.text_or("hidden", "") + "x" + fields.text_or("ffn", ""), known.size()).first->second;
}

/// The trusted rows of `accelerator`, by the constants that their software takes.
Result<RowsByStack> usable_stack_rows(const CsvTable& table, const Accelerator& accelerator, const Catalog& catalog,
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
    if (rows.figures.empty()) {
      Result<Calibration> start = calibrations.find_training(accelerator, stack, Calibrations::Own::without);
      Result<Calibration> usual = calibrations.find(accelerator, "training");
      if (!start) return fail(start);
      if (!usual) return fail(usual);
      rows.start = std::move(*start);
      rows.usual = std::move(*usual);
    }
    Figure figure;
    figure.measured_s = measured_s;
    figure.weight = fields.text_or("trust", "high") == "high" ? 1 : weight_of_medium;
    figure.stratum = fields.text_or("family", "");
    figure.run = rows.figures.size();
    figure.part = model_number(models[stack], table, row);
    rows.figures.push_back(std::move(figure));
    rows.measurements.push_back(**measurement);
    rows.layouts.push_back(**layout);
  }
  return by_stack;
}

FigureFit stack_fit_of(const StackRows& rows, HoldBackOf held_back) {
  FigureFit fit;
  fit.constants = fit.kept = step_constants;
  fit.start = rows.start;
  fit.usual = rows.usual;
  fit.figures = rows.figures;
  fit.rows = rows.figures.size();
  fit.predict_s = [&rows](const Calibration& calibration, std::size_t row) {
    const TrainingMeasurement& measurement = rows.measurements[row];
    return estimate_step(measurement.job, rows.layouts[row], measurement.cluster, calibration).step_time_s;
  };
  fit.most_constants = std::min(most_step_constants, rows.figures.size() / rows_per_constant);
  fit.figures_per_constant = rows_per_constant;
  fit.pull = step_pull;
  fit.in_parts = held_back == HoldBackOf::models;
  fit.by_metric = false;
  return fit;
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
  const Result<RowsByStack> usable = usable_stack_rows(table, accelerator, catalog, data, fitted);
  if (!usable) return fail(usable);
  for (const auto& [stack, rows] : *usable) {
    if (rows.figures.size() < rows_per_constant) {
      fitted.tables_left_out.push_back(
          message("{}: {} rows of {} are too few", accelerator.name, rows.figures.size(), stack));
      continue;
    }
    Result<FigureTable> found = fit_figures(stack_fit_of(rows, held_back), stack, fitted);
    if (!found) return fail(found);
    if (found->group) fitted.groups.push_back(std::move(*found->group));
  }
  return with_a_table(std::move(fitted), table);
}

}  // namespace hakaru
