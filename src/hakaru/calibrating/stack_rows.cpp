#include "hakaru/calibrating/stack_rows.h"

#include <algorithm>

#include "hakaru/calibrating/trusted_rows.h"

namespace hakaru {
namespace {

constexpr std::size_t most_step_constants = 12;
constexpr double step_pull = 0.003;  // of one row: 0.3 % for a constant moved half-way towards a bound

constexpr double longest_s = 1e9;

constexpr TunedConstant constants_of_steps[] = {
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
    {"layer_overhead_s", &Calibration::layer_overhead_s, "s", "framework time per layer and pass, or per 100 kernels",
     1e-6, 1e-2},
    {"host_jitter", &Calibration::host_jitter, "",
     "growth of the framework's time with the hosts that wait for each other", 0, 2},
    {"straggling", &Calibration::straggling, "", "growth of a step for each doubling of the instances", 0, 0.03},
    {"loss_bytes_per_logit", &Calibration::loss_bytes_per_logit, "B",
     "moved by the loss for each value of the output head", 4, 200},
    {"convolution_efficiency", &Calibration::convolution_efficiency, "",
     "share of the dense peak that large convolutions reach", 0.05, 1}};

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
  explicit StepPredictor(const StackRows& rows) : rows_(rows) {}

  double operator()(const Calibration& calibration, std::size_t at) {
    if (seen_.are_new(calibration)) estimators_.clear();
    const StackRow& row = rows_.rows[at];
    const auto estimator =
        estimators_.try_emplace(row.job, row.measurement.job, row.measurement.cluster, calibration).first;
    return estimator->second.step_time_s(row.layout);
  }

 private:
  const StackRows& rows_;
  ConstantsSeen seen_{constants_of_steps};
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
  fit.constants = fit.kept = constants_of_steps;
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
