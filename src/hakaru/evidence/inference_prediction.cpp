#include "hakaru/evidence/inference_prediction.h"

#include <algorithm>

#include "hakaru/serving/steady/inference.h"
#include "hakaru/serving/steady/serving_estimate.h"

namespace hakaru {
namespace {

constexpr std::int64_t largest_batch = 1024;

/// Time and rate by all tokens, those of the prompt too.
PredictedInference of_generation(const InferenceMeasurement& measurement, const Calibration& calibration) {
  const ServingJob& job = *measurement.generation;
  const std::int64_t batch = measurement.batch.value_or(1);
  const ServingEstimate estimate = estimate_serving(job, measurement.layout, measurement.cluster, calibration, batch);
  const auto tokens = static_cast<double>(job.input_length + job.output_length);
  const auto sequences = static_cast<double>(batch * measurement.layout.dp);
  return {sequences / (estimate.requests_per_s * tokens), estimate.requests_per_s * tokens};
}

}  // namespace

PredictedInference predict_inference(const InferenceMeasurement& measurement, const Calibration& calibration,
                                     bool one_item) {
  if (measurement.generation) return of_generation(measurement, calibration);
  const InferenceService service{measurement.networks, measurement.layout, measurement.cluster, calibration};
  const auto figures = [&](const InferenceEstimate& estimate) {
    return PredictedInference{estimate.latency_s, estimate.items_per_s * measurement.busy};
  };
  if (measurement.limit_s) return figures(service.with_arrivals(*measurement.limit_s));
  if (measurement.batch) return figures(service.with_calls(*measurement.batch, measurement.calls));
  if (one_item) return figures(service.with_calls(1, 1));
  std::map<std::int64_t, InferenceEstimate> tried;
  const std::optional<std::int64_t> best = best_batch(
      [&](std::int64_t batch) -> std::optional<double> {
        return tried.emplace(batch, service.with_calls(batch, 1)).first->second.items_per_s;
      },
      largest_batch);
  return figures(tried.at(*best));
}

}  // namespace hakaru
