#include "hakaru/planning/fleet/fleet_trials.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "hakaru/job/serving_scenario.h"

namespace hakaru {
namespace {

constexpr double fewest_to_hold = 2'000, most_requests = 2'000'000;
/// Requests of a trial, of which so many lie beyond the percentile.
constexpr double fewest_of_trial = 3'000, enough_of_trial = 10'000, beyond_percentile = 150;
constexpr double quarters = 4;
/// Ratio of loads below which the bisection ends.
constexpr double close_to_rate = 1.05, close_to_trace = 1.2;
/// Most replicas that are simulated: alike behind one queue, the same of compiled batches, apart in two groups, and for a
/// trace, which is thinned out for more.
constexpr std::int64_t most_replicas = 8, most_compiled = 32, most_replicas_apart = 1024,
                       most_replicas_of_trace = 10'000;
/// Most users that are simulated: of more, those of fewer replicas.
constexpr std::int64_t most_users = 1'000;
/// Batches that only decode come near their last size slowly: near full, each request more makes all others longer.
constexpr std::int64_t longer_apart = 4;

/// As many as show whether the queue settles, and end before the clock does. Of users who all begin at once, the first
/// requests are few among them.
std::int64_t requests_for(const TrafficPlan& traffic, double full_batch_s, double fewest_requests) {
  constexpr std::int64_t each = 50, fewest_each = 4;
  if (traffic.arrivals == Arrivals::closed_loop)
    return std::clamp(std::max(each * std::min(traffic.concurrency, most_users), fewest_each * traffic.concurrency),
                      static_cast<std::int64_t>(fewest_requests), static_cast<std::int64_t>(most_requests));
  const double rate_per_s = traffic.rate_per_s;
  const double wanted = std::max(fewest_requests, quarters * rate_per_s * full_batch_s);
  const double until_clock_ends = std::max(1.0, rate_per_s * latest_arrival_s);
  return static_cast<std::int64_t>(std::min({wanted, until_clock_ends, most_requests}));
}

/// Each at most its mean's part of the context.
Lengths around(std::int64_t mean, double spread, const ServingJob& job) {
  const double room = static_cast<double>(job.context) / static_cast<double>(job.input_length + job.output_length);
  const auto most = static_cast<std::int64_t>(static_cast<double>(mean) * (spread > 0 ? room : 1));
  return {static_cast<double>(mean), spread, std::max(mean, most), 0};
}

TrafficPlan traffic_of(const ServingJob& job, const ServingDemand& demand) {
  TrafficPlan traffic;
  traffic.arrivals = demand.replays ? Arrivals::trace : job.concurrency ? Arrivals::closed_loop : Arrivals::poisson;
  traffic.rate_per_s = job.rate_per_s.value_or(0);
  traffic.concurrency = job.concurrency.value_or(1);
  traffic.count = std::ssize(demand.requests);
  traffic.input = around(job.input_length, demand.length_spread, job);
  traffic.input.pictures = picture_tokens_of(job);
  traffic.output = around(job.output_length, demand.length_spread, job);
  return traffic;
}

}  // namespace

FleetTrials::FleetTrials(const Replica& replica, std::int64_t ranks, int accelerators, const ServingJob& job,
                         const ServingDemand& demand, double full_batch_s, std::optional<Apart> apart,
                         double load_times, const SearchWatch& watch, std::int64_t replicas)
    : replica_(replica),
      ranks_(ranks),
      accelerators_(accelerators),
      job_(job),
      demand_(demand),
      traffic_(traffic_of(job, demand)),
      full_batch_s_(full_batch_s),
      apart_(apart),
      watch_(watch),
      replicas_(replicas),
      fewest_requests_(apart || !demand.level.ttft_s ? enough_of_trial
                                                     : std::clamp(beyond_percentile / (1 - demand.level.share),
                                                                  fewest_of_trial, enough_of_trial)) {
  load(load_times);
}

void FleetTrials::load(double times) {
  traffic_.rate_per_s = times * job_.rate_per_s.value_or(0);
  sooner_.clear();
  if (!demand_.replays || times == 1) return;
  sooner_ = demand_.requests;
  for (Request& request : sooner_) request.arrival_s /= times;
}

bool FleetTrials::stops() {
  ended_early_ = watch_.asked_to_stop() || ended_early_;
  return ended_early_;
}

ServingSimulation FleetTrials::simulated(FleetPlan fleet, const TrafficPlan& traffic,
                                         const std::vector<Request>& requests, const ServiceLevel& level) {
  fleet.tell = [this](std::int64_t) { return !stops(); };
  return try_level(replica_, std::move(fleet), traffic, requests.empty() ? nullptr : &requests, level);
}

FleetTrials::Part FleetTrials::part_of(std::int64_t replicas, std::int64_t most, std::int64_t longer) const {
  if (demand_.replays) most = most_replicas_of_trace;
  if (traffic_.arrivals == Arrivals::closed_loop && traffic_.concurrency > most_users)
    most = std::clamp<std::int64_t>(most_users * replicas / traffic_.concurrency, 1, most);
  Part part{traffic_, replicas, 1};
  if (demand_.replays && replicas > most) {
    part.traffic.share_of = (replicas + most - 1) / most;
    part.replicas = replicas / part.traffic.share_of;
  } else {
    part.replicas = std::min(replicas, most);
  }
  part.of_all = static_cast<double>(replicas) / static_cast<double>(part.replicas);
  if (demand_.replays) return part;
  TrafficPlan& traffic = part.traffic;
  traffic.rate_per_s /= part.of_all;
  traffic.concurrency = std::max<std::int64_t>(1, std::llround(static_cast<double>(traffic.concurrency) / part.of_all));
  traffic.count = longer * requests_for(traffic, full_batch_s_, fewest_requests_);
  return part;
}

FleetTrials::Trial FleetTrials::tried(const Trial& fleet, const ServiceLevel& level) {
  return apart_ ? tried_apart(fleet.instances, fleet.prefill_replicas, level) : tried(fleet.instances, level);
}

FleetTrials::Trial FleetTrials::tried(int instances, const ServiceLevel& level) {
  const bool compiled = scheduling_policy(replica_.options.policy).compiled;
  const Part part = part_of(replicas_on(instances), compiled ? most_compiled : most_replicas, 1);
  FleetPlan fleet;
  fleet.routing = Routing::join_shortest_queue;
  fleet.replicas = part.replicas;
  return {instances, simulated(fleet, part.traffic, requests(), level), part.of_all, 0};
}

FleetTrials::Trial FleetTrials::tried_apart(int instances, std::int64_t prefill_replicas, const ServiceLevel& level) {
  const std::int64_t replicas = replicas_on(instances);
  const Result<KvTransfer> transfer = kv_transfer(job_, *apart_->layout, *apart_->instance, replicas);
  const Part part = part_of(replicas, most_replicas_apart, longer_apart);
  const auto whole = static_cast<std::int64_t>(static_cast<double>(prefill_replicas) / part.of_all);
  const std::int64_t prefilling = std::max<std::int64_t>(1, whole);
  FleetPlan fleet;
  fleet.routing = Routing::join_shortest_queue;
  fleet.replicas = part.replicas;
  fleet.disaggregation = Disaggregation{prefilling, part.replicas - prefilling, transfer.value_or(KvTransfer{})};
  return {instances, simulated(fleet, part.traffic, requests(), level), part.of_all, prefill_replicas};
}

bool FleetTrials::keeps_first_tokens(std::int64_t prefill_replicas) {
  const Part part = part_of(prefill_replicas, most_replicas_apart, longer_apart);
  FleetPlan fleet;
  fleet.routing = Routing::join_shortest_queue;
  fleet.disaggregation = Disaggregation{part.replicas, 1, {}};
  ServiceLevel level = demand_.level;
  level.tpot_s.reset();
  TrafficPlan traffic = part.traffic;
  traffic.output = {};
  if (first_tokens_.empty()) {
    first_tokens_ = requests();
    for (Request& request : first_tokens_) request.output_tokens = 1;
  }
  return keeps(simulated(fleet, traffic, first_tokens_, level), level);
}

std::optional<std::int64_t> FleetTrials::fewest_that_prefill(int instances) {
  const std::int64_t unit = apart_->layout->ep, most = replicas_on(instances) - unit;
  if (prefill_kept_) return *prefill_kept_ <= most ? prefill_kept_ : std::nullopt;
  std::int64_t step = prefill_missed_ + unit;
  while (step <= most && !keeps_first_tokens(step)) {
    if (stops()) return std::nullopt;
    prefill_missed_ = step;
    if (step == most) return std::nullopt;
    step = std::min(most, 2 * step);
  }
  if (step > most) return std::nullopt;
  while (step - prefill_missed_ > unit) {
    if (stops()) return std::nullopt;
    const std::int64_t middle = prefill_missed_ + (step - prefill_missed_) / unit / 2 * unit;
    (keeps_first_tokens(middle) ? step : prefill_missed_) = middle;
  }
  prefill_kept_ = step;
  return step;
}

std::optional<FleetTrials::Trial> FleetTrials::kept_with(int instances) {
  if (stops()) return std::nullopt;
  const std::optional<std::int64_t> prefilling = apart_ ? fewest_that_prefill(instances) : std::nullopt;
  if (apart_ && !prefilling) return std::nullopt;
  Trial trial = apart_ ? tried_apart(instances, *prefilling, demand_.level) : tried(instances, demand_.level);
  if (!keeps(trial.simulation, demand_.level)) return std::nullopt;
  return trial;
}

std::optional<double> FleetTrials::highest_load(const Trial& fleet, double most_times) {
  const double close_enough = demand_.replays ? close_to_trace : close_to_rate;
  if (traffic_.arrivals == Arrivals::closed_loop) return std::nullopt;
  fewest_requests_ = fewest_to_hold;
  double kept = 1, missed = std::max(kept, most_times) * close_enough;
  while (missed > close_enough * kept && !stops()) {
    const double times = std::sqrt(kept * missed);
    load(times);
    (keeps(tried(fleet, demand_.level).simulation, demand_.level) ? kept : missed) = times;
  }
  load(1);
  return ended_early_ ? std::nullopt : std::optional(kept);
}

FleetTrials::Trial FleetTrials::served_with(int instances) {
  ServiceLevel limits = demand_.level;
  limits.share = std::numeric_limits<double>::min();  // any number may miss them
  if (!apart_) return tried(instances, limits);
  const std::int64_t unit = apart_->layout->ep, half = std::max(unit, replicas_on(instances) / unit / 2 * unit);
  return tried_apart(instances, fewest_that_prefill(instances).value_or(half), limits);
}

FleetTrials::Trial FleetTrials::served_by(const Trial& fleet) {
  ServiceLevel limits = demand_.level;
  limits.share = std::numeric_limits<double>::min();  // any number may miss them
  return tried(fleet, limits);
}

std::optional<FleetTrials::Trial> FleetTrials::fewest(const FleetCounts& counts, int guess) {
  if (counts.empty()) return std::nullopt;
  // In units: `missed` do not keep it, those of `best` do.
  const int least = counts.first / counts.unit, most = counts.last / counts.unit;
  int missed = least - 1, step = std::clamp((guess + counts.unit - 1) / counts.unit, least, most);
  std::optional<Trial> best;
  while (!best) {
    best = kept_with(step * counts.unit);
    if (best) break;
    if (ended_early_) return std::nullopt;
    missed = step;
    if (step == most) return std::nullopt;
    step = std::min(most, 2 * step);
  }
  while (step - missed > 1 && !stops()) {
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
