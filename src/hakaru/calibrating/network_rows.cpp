#include "hakaru/calibrating/network_rows.h"

#include <algorithm>
#include <set>

#include "hakaru/evidence/measured_ranges.h"

namespace hakaru {
namespace {

constexpr std::size_t cases_that_matter = 2;  // that must depend on a constant
constexpr double network_pull = 0.03;         // stronger than in fits of steps: cases are few
constexpr double weight_under_a_limit = 0.25;

std::string key_of(const InferenceMeasurement& run, bool one_item) {
  const Instance& instance = run.cluster.instance();
  std::string key = fmt::format("{} {} {} {} {} {} {} {} {}", one_item, run.batch.value_or(0), run.calls, run.busy,
                                run.limit_s.value_or(0), run.layout.pp, run.layout.tp, instance.name,
                                instance.accelerator.memory_bandwidth_bytes_per_s);
  for (const BatchInferenceJob& network : run.networks)
    key += fmt::format("|{} {} {} {} {}", network.model.name, network.sequence_length, network.image_size,
                       network.runs_per_item, name_of(network.compute));
  if (run.generation)
    key += fmt::format("|{} {} {} {}", run.generation->model.name, run.generation->input_length,
                       run.generation->output_length, name_of(run.generation->compute));
  return key;
}

/// Cases under other constants, each worked out once for as long as these stay the same.
class NetworkPredictor {
 public:
  explicit NetworkPredictor(const SoftwareRows& rows) : rows_(rows), seen_(rows.constants.fitted) {}

  double operator()(const Calibration& calibration, std::size_t at) {
    if (seen_.are_new(calibration)) known_.assign(rows_.cases.size(), std::nullopt);
    const std::size_t case_at = rows_.figures[at].run;
    auto& known = known_[case_at];
    if (!known) {
      const NetworkCase& run = rows_.cases[case_at];
      known = predict_inference(run.measurement, calibration, run.one_item);
      known->items_per_s /= static_cast<double>(run.measurement.layout.dp);
    }
    return rows_.metrics[at] == InferenceMetric::latency ? known->latency_s : 1 / known->items_per_s;
  }

 private:
  const SoftwareRows& rows_;
  ConstantsSeen seen_;
  std::vector<std::optional<PredictedInference>> known_;
};

/// The metrics of one row.
void add_figures(CsvFields& row, std::size_t row_at, InferenceMeasurement measurement, SoftwareRows& rows) {
  const bool one_item = !row.has("items_per_s");
  const auto copies = static_cast<double>(measurement.layout.dp);
  const std::string& model =
      measurement.generation ? measurement.generation->model.name : measurement.networks.front().model.name;
  const std::size_t model_number = rows.model_of.emplace(model, rows.model_of.size()).first->second;
  const bool limited = measurement.limit_s.has_value();
  const auto [known, is_new] = rows.case_of.emplace(key_of(measurement, one_item), rows.cases.size());
  if (is_new) rows.cases.push_back({std::move(measurement), one_item});
  const std::size_t case_at = known->second;
  const auto add = [&](InferenceMetric metric, double measured_s, double weight) {
    rows.figures.push_back({measured_s, weight, name_of(metric), case_at, case_at % held_back_fifths});
    rows.metrics.push_back(metric);
    rows.models.push_back(model_number);
    rows.at.push_back(row_at);
  };
  if (row.has("latency_ms_p50"))
    add(InferenceMetric::latency, row.positive("latency_ms_p50", longest_ms) / ms_per_s,
        limited ? weight_under_a_limit : 1);
  if (row.has("items_per_s")) add(InferenceMetric::items, copies / row.positive("items_per_s", most_items_per_s), 1);
  ++rows.rows;
}

}  // namespace

std::string name_of(InferenceMetric metric) {
  return metric == InferenceMetric::latency ? "latency_ms_p50" : "items_per_s";
}

std::size_t most_network_constants(const SoftwareRows& rows) {
  std::set<std::pair<std::size_t, InferenceMetric>> different;
  for (std::size_t at = 0; at < rows.figures.size(); ++at) different.emplace(rows.figures[at].run, rows.metrics[at]);
  return std::min(rows.figures.size() / network_figures_per_constant,
                  different.size() / different_figures_per_constant);
}

Result<RowsBySoftware> usable_network_rows(const CsvTable& table, const Accelerator& accelerator,
                                           const Catalog& catalog, const DataFiles& data, FittedCalibration& fitted) {
  Result<InferenceMeasurements> measurements = InferenceMeasurements::over(data, catalog);
  if (!measurements) return fail(measurements);
  Calibrations calibrations(data);
  const Result<DeclaredConstants> declared = read_declared_constants(data, "inference_constants.toml");
  if (!declared) return fail(declared);
  RowsBySoftware by_software;
  for (std::size_t at = 0; at < table.rows.size(); ++at) {
    CsvFields fields(table, table.rows[at]);
    const Result<Accelerator> named = catalog.accelerator(fields.text("accelerator"));
    if (!named || named->name != accelerator.name) {
      ++fitted.other_rows;
      continue;
    }
    Result<OrReason<InferenceMeasurement>> measurement = measurements->read(fields);
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
    if (rows.figures.empty()) {
      Result<Calibration> start =
          calibrations.find_stack(accelerator, "inference", software, Calibrations::Own::without);
      if (!start) return fail(start);
      Result<Calibration> usual = calibrations.find(accelerator, "inference");
      if (!usual) return fail(usual);
      rows.constants = *declared;
      rows.start = std::move(*start);
      rows.usual = std::move(*usual);
      rows.usual.elementwise = rows.start.elementwise;  // of the software, not fitted
    }
    add_figures(fields, at, std::move(**measurement), rows);
    if (fields.error()) return tl::unexpected(*fields.error());
  }
  return by_software;
}

FigureFit network_fit_of(const SoftwareRows& rows) {
  FigureFit fit;
  const bool eager = rows.start.elementwise->eager;
  fit.constants = fit.kept = eager ? rows.constants.fitted_eager : rows.constants.fitted;
  fit.start = rows.start;
  fit.usual = rows.usual;
  fit.figures = rows.figures;
  fit.rows = rows.rows;
  fit.predict_s = NetworkPredictor(rows);
  fit.most_constants = most_network_constants(rows);
  fit.figures_per_constant = network_figures_per_constant;
  fit.runs_that_matter = cases_that_matter;
  fit.pull = network_pull;
  return fit;
}

}  // namespace hakaru
