#include "hakaru/asking/simulating/autoscaling_keys.h"

#include "hakaru/core/text.h"

namespace hakaru {
namespace {

constexpr double most_requests_each = 1e6, fewest_requests_each = 1e-3;
constexpr double longest_s = 30 * seconds_per_day, shortest_interval_s = 1;

Result<double> parse_time_within(std::string_view text, std::string_view name, double least_s) {
  Result<double> time_s = parse_duration_s(text, name);
  if (time_s && (*time_s < least_s || *time_s > longest_s))
    return bad_input("{} is {}; accepted: {} … {}", name, text, fmt::format("{}s", least_s), "30d");
  return time_s;
}
Result<double> parse_time(std::string_view text, std::string_view name) { return parse_time_within(text, name, 0); }
Result<double> parse_interval(std::string_view text, std::string_view name) {
  return parse_time_within(text, name, shortest_interval_s);
}

void refuse_what_excludes(KeyReader& reader) {
  for (const char* other : {"replicas", "disaggregate"}) {
    if (reader.has(other))
      reader.refuse(bad_input("{} and {} exclude each other", reader.shown("max_replicas"), reader.shown(other)));
  }
  for (const char* part : {"instance_start", "weights_on", "compile_time"}) {
    if (reader.has("warm_up") && reader.has(part))
      reader.refuse(bad_input("{} and {} exclude each other", reader.shown("warm_up"), reader.shown(part)));
  }
}

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
  if (!most) {
    for (const char* key : {"min_replicas", "scale_at", "scale_interval", "let_go_after", "weights_on",
                            "instance_start", "compile_time", "warm_up"}) {
      if (reader.has(key)) reader.refuse(bad_input("{} needs {}", reader.shown(key), reader.named("max_replicas")));
    }
    return std::nullopt;
  }
  refuse_what_excludes(reader);
  ScalingRequest request;
  request.unit = unit;
  request.most = *most;
  request.least = replicas_of(reader, "min_replicas", unit).value_or(unit);
  if (request.least > request.most)
    reader.refuse(bad_input("{} is {}; accepted: {} … {}", reader.shown("min_replicas"), request.least, unit, *most));
  if (!reader.has("scale_at"))
    reader.refuse(bad_input("{} needs {}", reader.shown("max_replicas"), reader.named("scale_at")));
  request.requests_each = reader.number("scale_at", fewest_requests_each, most_requests_each).value_or(1);
  request.interval_s = reader.parsed<double>("scale_interval", parse_interval);
  request.let_go_after_s = reader.parsed<double>("let_go_after", parse_time);
  request.warm_up.whole_s = reader.parsed<double>("warm_up", parse_time);
  request.warm_up.instance_start_s = reader.parsed<double>("instance_start", parse_time);
  request.warm_up.compile_s = reader.parsed<double>("compile_time", parse_time);
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
