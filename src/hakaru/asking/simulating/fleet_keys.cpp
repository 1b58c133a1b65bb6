#include <charconv>

#include "hakaru/asking/simulating/serving_keys.h"
#include "hakaru/core/quantities.h"

namespace hakaru {
namespace {

constexpr std::int64_t most_replicas = 10'000;

/// "1:3"
Result<std::pair<std::int64_t, std::int64_t>> parse_disaggregation(std::string_view text, std::string_view name) {
  std::pair<std::int64_t, std::int64_t> parts;
  const char* const end = text.data() + text.size();
  const auto first = std::from_chars(text.data(), end, parts.first);
  const bool divided = first.ec == std::errc() && first.ptr != end && *first.ptr == ':';
  const auto second = divided ? std::from_chars(first.ptr + 1, end, parts.second) : first;
  if (!divided || second.ec != std::errc() || second.ptr != end || std::min(parts.first, parts.second) < 1 ||
      std::max(parts.first, parts.second) > most_replicas)
    return bad_input("{} is '{}'; accepted: {}", name, text, "P:D, replicas that prefill and that decode, such as 1:3");
  return parts;
}

}  // namespace

std::optional<FleetPlan> fleet_of(KeyReader& reader, const ServingJob& job, const Plan& plan, Policy policy) {
  FleetPlan fleet;
  const std::optional<std::int64_t> replicas = reader.count("replicas", 1, most_replicas);
  const std::optional<Routing> routing = reader.choice<Routing>("router");
  auto parts = reader.parsed<std::pair<std::int64_t, std::int64_t>>("disaggregate", parse_disaggregation);
  const std::int64_t planned = plan.serving()->prefill_replicas;  // a plan whose replicas prefill or decode
  const bool sends = scheduling_policy(policy).continuous;        // a batch that begins together ends together
  if (planned > 0 && !parts && !replicas && !reader.has("max_replicas") && sends)
    parts = {planned, plan.layout.dp - planned};
  fleet.replicas = replicas.value_or(plan.layout.dp);
  fleet.routing = routing.value_or(Routing::round_robin);
  // Experts are spread over ep replicas: fewer of them hold no whole model.
  const std::int64_t least = plan.layout.ep;
  const auto spread = [least](std::int64_t count) { return count % least == 0; };
  if (replicas && !spread(*replicas))
    reader.refuse(bad_input("{} {}: ep {} spreads the experts over as many replicas; accepted: multiples of {}",
                            reader.shown("replicas"), *replicas, least, least));
  if (parts && (!spread(parts->first) || !spread(parts->second)))
    reader.refuse(bad_input("{} {}: ep {} spreads the experts over as many replicas; accepted: multiples of {}",
                            reader.shown("disaggregate"), fmt::format("{}:{}", parts->first, parts->second), least,
                            least));
  if (parts) refuse_without(reader, "disaggregate", policy, &SchedulingPolicy::continuous);
  if (parts && !reader.error()) {
    fleet.replicas = parts->first + parts->second;
    const std::optional<KvTransfer> transfer =
        reader.keep(kv_transfer(job, plan.layout, plan.cluster.instance(), fleet.replicas));
    if (transfer) fleet.disaggregation = Disaggregation{parts->first, parts->second, *transfer};
  }
  if (!replicas && !routing && !parts) return std::nullopt;
  return fleet;
}

ServiceLevel level_of(KeyReader& reader) {
  ServiceLevel level;
  level.ttft_s = reader.parsed<double>("ttft", parse_duration_s);
  level.tpot_s = reader.parsed<double>("tpot", parse_duration_s);
  level.share = reader.parsed<double>("at", parse_percentile).value_or(level.share);
  return level;
}

}  // namespace hakaru
