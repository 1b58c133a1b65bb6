#include "hakaru/evidence/validate_operators.h"

#include "hakaru/evidence/operator_prediction.h"

namespace hakaru {
namespace {

constexpr double us_per_s = 1e6;

/// The prediction, or why there is none; an error where the data are wrong.
Result<OrReason<double>> predict_s(const OperatorMeasurement& measurement, OperatorPredictors& predictors) {
  const auto skipped = [](const Message& reason) { return OrReason<double>(tl::unexpected(reason)); };
  if (!measurement.kernel) return skipped(measurement.kernel.error());
  const auto predictor = predictors.find(measurement.accelerator);
  if (!predictor) return fail(predictor);
  if (!*predictor) return skipped(predictor->error());
  return (**predictor)->predict_s(*measurement.kernel);
}

}  // namespace

Result<Validation> validate_operators(const CsvTable& table, const ValidationOptions& options, const DataFiles& data,
                                      const Catalog& catalog) {
  const Result<OperatorFormat> format = operator_format(table);
  if (!format) return fail(format);
  Result<std::vector<ValidatedRow>> rows = rows_to_validate(table, options, usual_groups(*format));
  if (!rows) return fail(rows);
  OperatorPredictors predictors(data, catalog);
  return validated(table, std::move(*rows), options, [&](CsvFields& row) -> Result<OrReason<std::vector<Prediction>>> {
    const Result<OperatorMeasurement> measurement = read_operator(row, *format);
    if (!measurement) return fail(measurement);
    const Result<OrReason<double>> seconds = predict_s(*measurement, predictors);
    if (!seconds) return fail(seconds);
    return seconds->map([&](double predicted_s) {
      return std::vector<Prediction>{
          {"latency_us", measurement->latency_s * us_per_s, predicted_s * us_per_s, std::nullopt, std::nullopt}};
    });
  });
}

}  // namespace hakaru
