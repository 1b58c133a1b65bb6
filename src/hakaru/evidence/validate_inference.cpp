#include "hakaru/evidence/validate_inference.h"

#include "hakaru/evidence/inference_prediction.h"
#include "hakaru/evidence/measured_ranges.h"
#include "hakaru/evidence/row_bands.h"
#include "hakaru/evidence/row_context.h"
#include "hakaru/timing/calibration.h"

namespace hakaru {
Result<Validation> validate_inference(const CsvTable& table, const ValidationOptions& options, const DataFiles& data,
                                      const Catalog& catalog) {
  if (const std::optional<Error> missing = table.without({"model", "accelerator", "accelerators", "dtype"}))
    return tl::unexpected(*missing);
  const std::vector<std::string> usual = table.column("series") || table.column("id")
                                             ? std::vector<std::string>{"series", "model"}
                                             : std::vector<std::string>{"model"};
  Result<std::vector<ValidatedRow>> rows = rows_to_validate(table, options, usual);
  if (!rows) return fail(rows);
  Result<InferenceMeasurements> measurements = InferenceMeasurements::over(data, catalog);
  if (!measurements) return fail(measurements);
  Calibrations calibrations(data);
  Result<RowBands> bands = RowBands::read(data, "inference");
  if (!bands) return fail(bands);
  return validated(table, std::move(*rows), options, [&](CsvFields& row) -> Result<OrReason<std::vector<Prediction>>> {
    using Predictions = OrReason<std::vector<Prediction>>;
    const Result<OrReason<InferenceMeasurement>> measurement = measurements->read(row);
    if (!measurement) return fail(measurement);
    if (!*measurement) return Predictions(tl::unexpected(measurement->error()));
    const Result<Calibration> calibration =
        calibrations.find_stack((*measurement)->cluster.instance().accelerator, "inference", (*measurement)->software);
    if (!calibration) return fail(calibration);
    const PredictedInference estimate = predict_inference(**measurement, *calibration, !row.has("items_per_s"));
    std::vector<Prediction> predictions;
    const auto add = [&](std::string_view metric, double value, double most) {
      if (!row.has(metric)) return;
      const double measured = row.positive(metric, most);
      predictions.push_back({std::string(metric), measured, value, std::nullopt, std::nullopt});
      bands->add(predictions.back(), context_of(**measurement));
    };
    add("latency_ms_p50", ms_per_s * estimate.latency_s, longest_ms);
    add("items_per_s", estimate.items_per_s, most_items_per_s);
    if (predictions.empty())
      return Predictions(tl::unexpected(message("it has none of {}", "latency_ms_p50, items_per_s")));
    return Predictions(std::move(predictions));
  });
}

}  // namespace hakaru
