#include "hakaru/evidence/validate_serving.h"

#include "hakaru/evidence/measured_ranges.h"
#include "hakaru/evidence/row_bands.h"
#include "hakaru/evidence/row_context.h"
#include "hakaru/evidence/serving_prediction.h"

namespace hakaru {
namespace {

/// Predictions for the metrics that the row has; a reason where it has none.
OrReason<std::vector<Prediction>> compared(CsvFields& row, const ReplicaEstimate& estimate) {
  std::vector<Prediction> predictions;
  const auto add = [&](std::string_view metric, double predicted, double most) {
    if (!row.has(metric)) return;
    const double measured = row.positive(metric, most);
    predictions.push_back({std::string(metric), measured, predicted, std::nullopt, std::nullopt});
  };
  add("ttft_ms", ms_per_s * estimate.ttft_s, longest_ms);
  add("tpot_ms", ms_per_s * estimate.tpot_s, longest_ms);
  add("output_tokens_per_s", estimate.output_tokens_per_s, most_tokens_per_s);
  if (predictions.empty()) return tl::unexpected(message("it has none of {}", "ttft_ms, tpot_ms, output_tokens_per_s"));
  return predictions;
}

}  // namespace

Result<Validation> validate_serving(const CsvTable& table, const ValidationOptions& options, const DataFiles& data,
                                    const Catalog& catalog) {
  if (const std::optional<Error> missing = table.without({"accelerator", "model", "engine", "input_length"}))
    return tl::unexpected(*missing);
  Result<std::vector<ValidatedRow>> rows = rows_to_validate(table, options, {"accelerator", "engine"});
  if (!rows) return fail(rows);
  Result<ServingMeasurements> measurements = ServingMeasurements::over(data, catalog);
  if (!measurements) return fail(measurements);
  ServingPredictor predictor(data, options.by_relatives ? Calibrations::Own::without : Calibrations::Own::with);
  Result<RowBands> bands = RowBands::read(data, "serving", options.by_relatives);
  if (!bands) return fail(bands);
  return validated(table, std::move(*rows), options, [&](CsvFields& row) -> Result<OrReason<std::vector<Prediction>>> {
    const Result<OrReason<ServingMeasurement>> measurement = measurements->read(row);
    if (!measurement) return fail(measurement);
    if (!*measurement) return OrReason<std::vector<Prediction>>(tl::unexpected(measurement->error()));
    const auto run = predictor.run_of(**measurement);
    if (!run) return fail(run);
    if (!*run) return OrReason<std::vector<Prediction>>(tl::unexpected(run->error()));
    const Result<const Calibration*> calibration = predictor.calibration_of(**measurement);
    if (!calibration) return fail(calibration);
    OrReason<std::vector<Prediction>> predictions = compared(row, (***run)(**calibration));
    if (!predictions) return predictions;
    for (Prediction& each : *predictions) bands->add(each, context_of(**measurement, (**run)->layout()));
    return predictions;
  });
}

}  // namespace hakaru
