#include "hakaru/calibrating/served_runs.h"

#include <map>

#include "hakaru/calibrating/trusted_rows.h"

namespace hakaru {
namespace {

constexpr double width_of_tpot = 0.08, width_of_ttft = 0.15;

/// The reason why a row is left out of the fit; empty: it is among the fitted rows.
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
  FittedRun ready{{measured.engine,
                   measured.version,
                   "",
                   measured.cluster.instance().accelerator.vendor,
                   measured.cluster.instance().accelerator.name,
                   *relatives,
                   identity_of(measured.job.model),
                   **start,
                   row.trust,
                   1,
                   {}},
                  std::make_shared<ServedRun>((**run)->with_kernels(**start)),
                  fields.text("model"),
                  context_of(measured, (**run)->layout()),
                  figures_of(fields),
                  all_figures_of(fields),
                  static_cast<std::size_t>(row.row.line)};
  for (const ServingFigure& figure : ready.figures)
    ready.of.figures.push_back({std::string(name_of(figure.metric)), figure.measured_s,
                                figure.metric == ServingMetric::ttft ? width_of_ttft : width_of_tpot, ready.line});
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
    for (FittedRun& run : *each) run.of.model = names.try_emplace(run.of.model, run.called).first->second;
  }
  return runs;
}

CausedProblem problem_of(const std::vector<FittedRun>& runs, const std::vector<CausedConstant>& constants) {
  std::vector<const CausedRun*> all;
  for (const FittedRun& run : runs) all.push_back(&run.of);
  return {constants,
          std::move(all),
          [&runs](std::size_t at, const Calibration& calibration) {
            const ReplicaEstimate estimate = (*runs[at].run)(calibration);
            std::vector<double> figures;
            for (const ServingFigure& figure : runs[at].figures)
              figures.push_back(predicted_s(estimate, figure.metric));
            return figures;
          },
          {1}};
}

}  // namespace hakaru
