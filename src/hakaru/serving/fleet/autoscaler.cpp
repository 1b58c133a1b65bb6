#include "hakaru/serving/fleet/autoscaler.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "hakaru/core/quantities.h"

namespace hakaru {

namespace {

/// The clock ends before `never_ps`, durations added to it may not.
Picoseconds later(Picoseconds time, Picoseconds by) { return time > never_ps - by ? never_ps : time + by; }

}  // namespace

std::int64_t Autoscaler::recommended(std::int64_t replicas, std::int64_t requests) const {
  const double aim = plan_.requests_each * static_cast<double>(replicas);
  if (std::abs(static_cast<double>(requests) - aim) <= plan_.tolerance * aim) return replicas;
  const double enough = std::ceil(static_cast<double>(requests) / plan_.requests_each);
  const auto within =
      static_cast<std::int64_t>(std::clamp(enough, static_cast<double>(plan_.least), static_cast<double>(plan_.most)));
  return std::min(plan_.most, (within + plan_.unit - 1) / plan_.unit * plan_.unit);
}

std::int64_t Autoscaler::most_after(std::int64_t replicas) const {
  const auto by_share = static_cast<std::int64_t>(plan_.grow_by_share * static_cast<double>(replicas));
  const std::int64_t most = replicas + std::max({by_share, plan_.grow_by_replicas, std::int64_t{1}});
  return (most + plan_.unit - 1) / plan_.unit * plan_.unit;
}

std::int64_t Autoscaler::wanted(Picoseconds now, std::int64_t replicas, std::int64_t requests) {
  const std::int64_t recommendation = recommended(replicas, requests);
  while (!looks_.empty() && looks_.back().second <= recommendation) looks_.pop_back();
  looks_.emplace_back(now, recommendation);
  while (now - looks_.front().first > plan_.let_go_after) looks_.pop_front();
  return recommendation >= replicas ? std::min(recommendation, most_after(replicas))
                                    : std::min(replicas, looks_.front().second);
}

std::vector<double> ScalingRecord::hours_of_instances(std::int64_t ranks, std::int64_t accelerators) const {
  std::vector<double> hours;
  for (std::size_t at = 1; at < counts.size(); ++at) {
    const auto instances =
        static_cast<std::size_t>((counts[at - 1].replicas * ranks + accelerators - 1) / accelerators);
    if (hours.size() < instances) hours.resize(instances, 0);
    for (std::size_t each = 0; each < instances; ++each)
      hours[each] += seconds(counts[at].time - counts[at - 1].time) / seconds_per_hour;
  }
  return hours;
}

double ScalingRecord::instance_hours(std::int64_t ranks, std::int64_t accelerators) const {
  const std::vector<double> hours = hours_of_instances(ranks, accelerators);
  return std::accumulate(hours.begin(), hours.end(), 0.0);
}

double ScalingRecord::replica_hours() const { return held_s / seconds_per_hour; }

ReplicaRoster::ReplicaRoster(const AutoscalerPlan& plan, Picoseconds begin)
    : plan_(plan),
      autoscaler_(plan),
      next_look_(plan.least < plan.most ? later(begin, plan.interval) : never_ps),
      phases_(static_cast<std::size_t>(plan.least), Phase::serving),
      serving_(plan.least),
      held_(plan.least) {
  note_held(begin);
}

Picoseconds ReplicaRoster::next() const {
  return warming_.empty() ? next_look_ : std::min(next_look_, later(warming_.front().first, plan_.warm_up));
}

void ReplicaRoster::go_to(Picoseconds now, std::vector<ReplicaLoad>& loads) {
  started_.clear();
  while (!warming_.empty() && now - warming_.front().first >= plan_.warm_up) {
    const auto [since, replica] = warming_.front();
    warming_.pop_front();
    record_.warming_s += seconds(now - since);
    phases_[replica] = Phase::serving;
    loads[replica].serves = true;
    ++serving_;
  }
  if (next_look_ > now) return;
  look(now, loads);
  next_look_ = later(next_look_, plan_.interval);
}

void ReplicaRoster::look(Picoseconds now, std::vector<ReplicaLoad>& loads) {
  std::int64_t requests = 0;
  for (const ReplicaLoad& load : loads) requests += load.serves ? load.requests : 0;
  record_.looks.push_back({now, requests, serving_, held_});
  const std::int64_t there = serving_ + std::ssize(warming_);
  const std::int64_t wanted = autoscaler_.wanted(now, there, requests);
  if (wanted < there) let_go(now, there - wanted, loads);
  const std::int64_t room = (plan_.most - held_) / plan_.unit * plan_.unit;
  if (wanted > there) start(now, std::min(wanted - there, room), loads);
}

void ReplicaRoster::start(Picoseconds now, std::int64_t replicas, std::vector<ReplicaLoad>& loads) {
  if (replicas <= 0) return;
  ++record_.scale_ups;
  record_.started += replicas;
  std::size_t replica = 0;
  for (std::int64_t left = replicas; left > 0; --left) {
    while (replica < phases_.size() && phases_[replica] != Phase::gone) ++replica;
    if (replica == phases_.size()) {
      phases_.push_back(Phase::gone);
      loads.push_back({0, 0, false});
    }
    phases_[replica] = Phase::warming;
    warming_.emplace_back(now, replica);
    started_.push_back(replica);
  }
  held_ += replicas;
  note_held(now);
  if (plan_.warm_up > 0) return;
  const std::vector<std::size_t> started = started_;
  for (const std::size_t each : started) {  // they serve at once
    phases_[each] = Phase::serving;
    loads[each].serves = true;
    ++serving_;
  }
  warming_.clear();
}

void ReplicaRoster::let_go(Picoseconds now, std::int64_t replicas, std::vector<ReplicaLoad>& loads) {
  while (replicas > 0 && !warming_.empty()) {  // the last begun first
    const auto [since, replica] = warming_.back();
    warming_.pop_back();
    record_.warming_s += seconds(now - since);
    leave(now, replica);
    --replicas;
  }
  for (; replicas > 0; --replicas) {
    std::size_t least = loads.size();
    for (std::size_t each = 0; each < loads.size(); ++each) {
      if (loads[each].serves && (least == loads.size() || loads[each].requests <= loads[least].requests)) least = each;
    }
    loads[least].serves = false;
    --serving_;
    phases_[least] = Phase::leaving;
    if (loads[least].requests == 0) leave(now, least);
  }
}

void ReplicaRoster::note_ended(Picoseconds now, std::size_t replica, std::int64_t requests) {
  if (phases_[replica] == Phase::leaving && requests == 0) leave(now, replica);
}

void ReplicaRoster::leave(Picoseconds now, std::size_t replica) {
  phases_[replica] = Phase::gone;
  ++record_.let_go;
  --held_;
  note_held(now);
}

void ReplicaRoster::note_held(Picoseconds now) {
  std::vector<ScalingRecord::Count>& counts = record_.counts;
  if (!counts.empty() && counts.back().time == now) {
    counts.back().replicas = held_;
  } else {
    counts.push_back({now, held_});
  }
  record_.held_peak = std::max(record_.held_peak, held_);
}

ScalingRecord ReplicaRoster::record(Picoseconds end) const {
  ScalingRecord record = record_;
  while (record.counts.size() > 1 && record.counts.back().time >= end) record.counts.pop_back();
  record.counts.push_back({std::max(end, record.counts.back().time), 0});
  for (std::size_t at = 1; at < record.counts.size(); ++at)
    record.held_s += static_cast<double>(record.counts[at - 1].replicas) *
                     seconds(record.counts[at].time - record.counts[at - 1].time);
  for (const auto& [since, replica] : warming_) record.warming_s += seconds(std::max<Picoseconds>(0, end - since));
  return record;
}

}  // namespace hakaru
