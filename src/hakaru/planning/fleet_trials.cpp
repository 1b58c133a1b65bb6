#include "hakaru/planning/fleet_trials.h"

#include <algorithm>
#include <limits>

namespace hakaru {
namespace {

constexpr double fewest_requests = 10'000, most_requests = 2'000'000;
constexpr double quarters = 4;
constexpr std::int64_t most_replicas = 32;

/// As many as show whether the queue settles, and end before the clock does.
std::int64_t requests_for(double rate_per_s, double full_batch_s) {
  const double wanted = std::max(fewest_requests, quarters * rate_per_s * full_batch_s);
  const double until_clock_ends = std::max(1.0, rate_per_s * latest_arrival_s);
  return static_cast<std::int64_t>(std::min({wanted, until_clock_ends, most_requests}));
}

TrafficPlan traffic_of(const ServingJob& job, const ServingDemand& demand) {
  TrafficPlan traffic;
  traffic.arrivals = demand.trace.empty() ? Arrivals::poisson : Arrivals::trace;
  traffic.rate_per_s = job.rate_per_s.value_or(0);
  traffic.count = std::ssize(demand.trace);
  traffic.input = {static_cast<double>(job.input_length), 0, job.input_length};
  traffic.output = {static_cast<double>(job.output_length), 0, job.output_length};
  return traffic;
}

}  // namespace

FleetTrials::FleetTrials(const Replica& replica, std::int64_t ranks, int accelerators, const ServingJob& job,
                         const ServingDemand& demand, double full_batch_s)
    : replica_(replica),
      ranks_(ranks),
      accelerators_(accelerators),
      demand_(demand),
      traffic_(traffic_of(job, demand)),
      full_batch_s_(full_batch_s) {}

FleetTrials::Trial FleetTrials::tried(int instances, const ServiceLevel& level) const {
  const std::int64_t replicas = std::int64_t{instances} * accelerators_ / ranks_;
  FleetPlan fleet;
  fleet.routing = Routing::join_shortest_queue;
  if (!demand_.trace.empty()) {
    fleet.replicas = replicas;
    return {instances, try_level(replica_, fleet, traffic_, &demand_.trace, level), 1};
  }
  fleet.replicas = std::min(replicas, most_replicas);
  const double of_all = static_cast<double>(replicas) / static_cast<double>(fleet.replicas);
  TrafficPlan part = traffic_;
  part.rate_per_s /= of_all;
  part.count = requests_for(part.rate_per_s, full_batch_s_);
  return {instances, try_level(replica_, fleet, part, nullptr, level), of_all};
}

std::optional<FleetTrials::Trial> FleetTrials::kept_with(int instances) const {
  Trial trial = tried(instances, demand_.level);
  if (!keeps(trial.simulation, demand_.level)) return std::nullopt;
  return trial;
}

FleetTrials::Trial FleetTrials::served_with(int instances) const {
  ServiceLevel limits = demand_.level;
  limits.share = std::numeric_limits<double>::min();  // any number may miss them
  return tried(instances, limits);
}

std::optional<FleetTrials::Trial> FleetTrials::fewest(const FleetCounts& counts, int guess) const {
  if (counts.empty()) return std::nullopt;
  // In units: `missed` do not keep it, those of `best` do.
  const int least = counts.first / counts.unit, most = counts.last / counts.unit;
  int missed = least - 1, step = std::clamp((guess + counts.unit - 1) / counts.unit, least, most);
  std::optional<Trial> best;
  while (!best) {
    best = kept_with(step * counts.unit);
    if (best) break;
    missed = step;
    if (step == most) return std::nullopt;
    step = std::min(most, 2 * step);
  }
  while (step - missed > 1) {
    const int middle = missed + (step - missed) / 2;
    std::optional<Trial> fewer = kept_with(middle * counts.unit);
    if (fewer) {
      best = std::move(fewer);
      step = middle;
    } else {
      missed = middle;
    }
  }
  return best;
}

}  // namespace hakaru
