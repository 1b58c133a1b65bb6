#include "hakaru/asking/simulating/serving_keys.h"
#include "hakaru/core/quantities.h"

namespace hakaru {
namespace {

constexpr double most_requests_each = 1e6, fewest_requests_each = 1e-3;

std::optional<std::int64_t> replicas_of(KeyReader& reader, const char* key, std::int64_t unit) {
  const std::optional<std::int64_t> replicas = reader.count(key, 1, most_scaled_replicas);
  if (replicas && *replicas % unit != 0)
    reader.refuse(bad_input("{} {}: ep {} spreads the experts over as many replicas; accepted: multiples of {}",
                            reader.shown(key), *replicas, unit, unit));
  return replicas;
}

}  // namespace

std::optional<ScalingRequest> scaling_of(KeyReader& reader, std::int64_t unit) {
  const std::optional<std::int64_t> most = replicas_of(reader, "max_replicas", unit);
  if (!most) return std::nullopt;
  ScalingRequest request;
  request.unit = unit;
  request.most = *most;
  request.least = replicas_of(reader, "min_replicas", unit).value_or(unit);
  if (request.least > request.most)
    reader.refuse(bad_input("{} is {}; accepted: {} … {}", reader.shown("min_replicas"), request.least, unit, *most));
  request.requests_each = reader.number("scale_at", fewest_requests_each, most_requests_each).value_or(1);
  request.interval_s = reader.parsed<double>("scale_interval", parse_duration_s);
  request.let_go_after_s = reader.parsed<double>("let_go_after", parse_duration_s);
  request.warm_up.whole_s = reader.parsed<double>("warm_up", parse_duration_s);
  request.warm_up.instance_start_s = reader.parsed<double>("instance_start", parse_duration_s);
  request.warm_up.compile_s = reader.parsed<double>("compile_time", parse_duration_s);
  request.weights_on = reader.text("weights_on");
  return request;
}

ScalingRequest planned_scaling(const ScalingFigures& figures, std::int64_t unit) {
  ScalingRequest request;
  request.unit = unit;
  request.least = figures.least;
  request.most = figures.most;
  request.requests_each = figures.requests_each;
  request.warm_up.compile_s = figures.compile_s;
  return request;
}

}  // namespace hakaru
