#include "hakaru/evidence/validate_inference.h"

#include "hakaru/evidence/inference_prediction.h"
#include "hakaru/evidence/measured_ranges.h"
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
  for (ValidatedRow& row : *rows) {
    CsvFields fields(table, table.rows[row.at]);
    const Result<OrReason<InferenceMeasurement>> measurement = measurements->read(table, table.rows[row.at]);
    if (!measurement) return fail(measurement);
    if (!*measurement) {
      row.skipped_because = measurement->error();
      continue;
    }
    const Result<Calibration> calibration =
        calibrations.find_stack((*measurement)->cluster.instance().accelerator, "inference", (*measurement)->software);
    if (!calibration) return fail(calibration);
    const PredictedInference estimate = predict_inference(**measurement, *calibration, !fields.has("items_per_s"));
    const auto add = [&](std::string_view metric, double value, double most) {
      if (!fields.has(metric)) return;
      const double measured = fields.positive(metric, most);
      row.predictions.push_back({std::string(metric), measured, value, std::nullopt, std::nullopt});
    };
    add("latency_ms_p50", ms_per_s * estimate.latency_s, longest_ms);
    add("items_per_s", estimate.items_per_s, most_items_per_s);
    if (fields.error()) return tl::unexpected(*fields.error());
    if (row.predictions.empty()) row.skipped_because = message("it has none of {}", "latency_ms_p50, items_per_s");
  }
  return validation_of(std::move(*rows));
}

}  // namespace hakaru
