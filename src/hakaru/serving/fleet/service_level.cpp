#include "hakaru/serving/fleet/service_level.h"

#include <algorithm>

namespace hakaru {
namespace {

/// Most requests, of `count`, that may miss a limit.
std::int64_t may_miss(std::int64_t count, double share) { return count == 0 ? 0 : count - nearest_rank(share, count); }

constexpr int most_doublings = 40;
constexpr double close_enough = 1.01;

}  // namespace

ServiceLimits limits_of(const ServiceLevel& level) {
  return {level.ttft_s ? picoseconds(*level.ttft_s) : never_ps, level.tpot_s ? picoseconds(*level.tpot_s) : never_ps};
}

bool keeps(const ServingSimulation& simulation, const ServiceLevel& level) {
  const ServingMetrics& metrics = simulation.metrics;
  return !simulation.stopped && !simulation.clock_ended && metrics.settles() &&
         metrics.missed_ttft <= may_miss(metrics.requests, level.share) &&
         metrics.missed_tpot <= may_miss(metrics.tpot.count(), level.share);
}

ServingSimulation try_level(const Replica& replica, FleetPlan fleet, const TrafficPlan& traffic,
                            const std::vector<Request>* trace, const ServiceLevel& level) {
  std::int64_t requests = traffic.count;
  if (traffic.arrivals == Arrivals::trace) requests = std::min<std::int64_t>(requests, std::ssize(*trace));
  requests = (requests + traffic.share_of - 1) / traffic.share_of;
  fleet.limits = limits_of(level);
  fleet.requests = requests;
  fleet.stop_after_missed = may_miss(requests, level.share);
  const std::unique_ptr<Traffic> made = make_traffic(traffic, trace);
  return simulate_fleet(*made, replica.cost, replica.options, replica.kv, fleet);
}

SustainedRate sustained_rate(const Replica& replica, const FleetPlan& fleet, TrafficPlan traffic,
                             const std::vector<Request>* trace, const ServiceLevel& level) {
  SustainedRate best;
  const auto kept_at = [&](double rate_per_s) {
    traffic.rate_per_s = rate_per_s;
    ServingSimulation simulation = try_level(replica, fleet, traffic, trace, level);
    if (!keeps(simulation, level)) return false;
    // All come before most have ended: what is kept then says nothing of the rate.
    const double arriving_s = static_cast<double>(simulation.metrics.requests) / rate_per_s;
    if (simulation.simulated_s() > 2 * arriving_s * static_cast<double>(traffic.share_of)) {
      best.too_few_requests = true;
      return false;
    }
    best.rate_per_s = rate_per_s;
    best.simulation = std::move(simulation);
    return true;
  };
  double kept = traffic.rate_per_s > 0 ? traffic.rate_per_s : rate_of(*trace), missed = kept;
  if (kept <= 0) kept = missed = 1;
  int steps = 0;
  if (kept_at(kept)) {
    do {
      kept = missed;
      missed *= 2;
    } while (kept_at(missed) && ++steps < most_doublings);
  } else {
    do {
      missed = kept;
      kept /= 2;
      if (++steps == most_doublings) return best;
    } while (!kept_at(kept));
  }
  while (missed > kept * close_enough) {
    const double middle = (kept + missed) / 2;
    (kept_at(middle) ? kept : missed) = middle;
  }
  return best;
}

}  // namespace hakaru
