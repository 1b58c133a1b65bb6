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
  for (ValidatedRow& row : *rows) {
    const Result<OperatorMeasurement> measurement = read_operator(table, table.rows[row.at], *format);
    if (!measurement) return fail(measurement);
    const Result<OrReason<double>> seconds = predict_s(*measurement, predictors);
    if (!seconds) return fail(seconds);
    if (*seconds) {
      row.predictions.push_back(
          {"latency_us", measurement->latency_s * us_per_s, **seconds * us_per_s, std::nullopt, std::nullopt});
    } else {
      row.skipped_because = seconds->error();
    }
  }
  return validation_of(std::move(*rows));
}

}  // namespace hakaru
