#include "hakaru/evidence/validate_training.h"

#include <functional>

#include "hakaru/core/quantities.h"
#include "hakaru/evidence/row_bands.h"
#include "hakaru/evidence/row_context.h"
#include "hakaru/evidence/training_prediction.h"
#include "hakaru/memory/training_memory.h"

namespace hakaru {
namespace {

constexpr double longest_s = 1e9;
constexpr double most_gib = 1e6;
constexpr std::string_view peak_component = "peak_allocated";  // of which bands are

using Predict = std::function<Result<OrReason<Prediction>>(const TrainingMeasurement& measurement, CsvFields& row)>;

/// Every trusted row through `predict`.
Result<Validation> validate(const CsvTable& table, const ValidationOptions& options, const DataFiles& data,
                            const Catalog& catalog, const std::vector<std::string>& usual_groups,
                            const Predict& predict) {
  Result<std::vector<ValidatedRow>> rows = rows_to_validate(table, options, usual_groups);
  if (!rows) return fail(rows);
  Result<TrainingMeasurements> measurements = TrainingMeasurements::over(data, catalog);
  if (!measurements) return fail(measurements);
  return validated(table, std::move(*rows), options, [&](CsvFields& row) -> Result<OrReason<std::vector<Prediction>>> {
    const Result<OrReason<TrainingMeasurement>> measurement = measurements->read(row);
    if (!measurement) return fail(measurement);
    if (!*measurement) return OrReason<std::vector<Prediction>>(tl::unexpected(measurement->error()));
    const Result<OrReason<Prediction>> prediction = predict(**measurement, row);
    if (!prediction) return fail(prediction);
    return prediction->map([](const Prediction& found) { return std::vector<Prediction>{found}; });
  });
}

/// The column by which errors are grouped: the source of measurements where the table has it, else the accelerator.
std::string usual_group(const CsvTable& table) {
  return table.column("series") || table.column("id") ? "series" : "accelerator";
}

/// The bytes of one component of measured memory.
OrReason<double> component_bytes(std::string_view component, const TrainingMemory& memory) {
  const MemoryBreakdown& device = memory.device;
  if (component == "activations") return device.activations_bytes;
  if (component == "weights_gradients_optimizer") return memory.layer_states_bytes;
  if (component == peak_component) return device.total_bytes() - device.reserve_bytes;
  return tl::unexpected(message("component '{}' is not known; accepted: {}", component,
                                "activations, weights_gradients_optimizer, peak_allocated"));
}

}  // namespace

Result<Validation> validate_training(const CsvTable& table, const ValidationOptions& options, const DataFiles& data,
                                     const Catalog& catalog) {
  TrainingPredictor predictor(data, options.by_relatives ? Calibrations::Own::without : Calibrations::Own::with);
  Result<RowBands> bands = RowBands::read(data, "training", options.by_relatives);
  if (!bands) return fail(bands);
  const Predict step = [&](const TrainingMeasurement& measurement, CsvFields& row) -> Result<OrReason<Prediction>> {
    const double measured = row.positive("step_time_s", longest_s);
    if (row.error()) return tl::unexpected(*row.error());
    const Result<OrReason<Layout>> layout = predictor.layout_of(measurement);
    if (!layout) return fail(layout);
    if (!*layout) return OrReason<Prediction>(tl::unexpected(layout->error()));
    const Result<double> seconds = predictor.predict_s(measurement, **layout);
    if (!seconds) return fail(seconds);
    Prediction prediction{"step_time_s", measured, *seconds, std::nullopt, std::nullopt};
    bands->add(prediction, context_of(measurement, **layout));
    return OrReason<Prediction>(prediction);
  };
  if (const std::optional<Error> missing =
          table.without({"accelerator", "accelerators", "global_batch", "step_time_s"}))
    return tl::unexpected(*missing);
  return validate(table, options, data, catalog, {usual_group(table)}, step);
}

Result<Validation> validate_memory(const CsvTable& table, const ValidationOptions& options, const DataFiles& data,
                                   const Catalog& catalog) {
  TrainingPredictor predictor(data);
  Result<RowBands> bands = RowBands::read(data, "memory");
  if (!bands) return fail(bands);
  const Predict bytes = [&](const TrainingMeasurement& measurement, CsvFields& row) -> Result<OrReason<Prediction>> {
    const double measured = row.positive("memory_gib", most_gib);
    const std::string component = row.text("component");
    if (row.error()) return tl::unexpected(*row.error());
    const Result<OrReason<Layout>> layout = predictor.layout_of(measurement);
    if (!layout) return fail(layout);
    if (!*layout) return OrReason<Prediction>(tl::unexpected(layout->error()));
    const TrainingMemory memory =
        training_memory(measurement.job, **layout, measurement.cluster.instance().accelerator, MemoryReserve{});
    return component_bytes(component, memory).map([&](double found) {
      Prediction prediction{"memory_gib", measured, found / gibi, std::nullopt, std::nullopt};
      if (component == peak_component) bands->add(prediction, context_of(measurement, **layout));
      return prediction;
    });
  };
  if (const std::optional<Error> missing =
          table.without({"accelerator", "accelerators", "global_batch", "component", "memory_gib"}))
    return tl::unexpected(*missing);
  return validate(table, options, data, catalog, {usual_group(table), "component"}, bytes);
}

}  // namespace hakaru
