#include "hakaru/evidence/residual_pool.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "hakaru/evidence/conformal.h"

namespace hakaru {
namespace {

/// Of one group, what was held back with this.
std::uint64_t held_within(std::size_t group, std::uint32_t held) { return (std::uint64_t{group} << 32U) + held; }

/// What was held back when `run` was predicted.
std::string held_with(const HeldOutRun& run, Nearness nearness) {
  switch (nearness) {
    case Nearness::series:
      return run.id;
    case Nearness::model:
      return fmt::format("{}\t{}\t{}\t{}", run.software, run.accelerator, run.identity, run.configuration);
    case Nearness::pair:
      return run.identity;
    case Nearness::software:
      return run.accelerator;
    case Nearness::none:
      break;
  }
  return run.software;
}

}  // namespace

std::size_t first_level(Nearness nearness) {
  constexpr std::array<std::size_t, nearnesses> first{0, 2, 3, 5, 7};
  return first[static_cast<std::size_t>(nearness)];
}

ResidualPool::ResidualPool(const std::vector<HeldOutRun>& runs, const RunGroups& groups, const std::string& metric,
                           Nearness nearness, const GroupShrinkage& shrinkage)
    : nearness_(nearness), first_level_(first_level(nearness)), shrinkage_(shrinkage) {
  std::unordered_map<std::string, std::uint32_t> known;
  for (std::size_t at = 0; at < runs.size(); ++at) {
    const HeldOutRun& run = runs[at];
    if (run.metric != metric || !run.residual(nearness)) continue;
    runs_.push_back(&run);
    groups_.push_back(groups.of_run(at));
    const auto next = static_cast<std::uint32_t>(known.size());
    held_.push_back(known.try_emplace(held_with(run, nearness), next).first->second);
  }
  for (std::size_t at = 0; at < runs_.size(); ++at) add(residuals_, at, *runs_[at]->residual(nearness));
  std::vector<double> deviations;
  for (std::size_t at = 0; at < runs_.size(); ++at)
    deviations.push_back(*runs_[at]->residual(nearness) - shrunk(groups_[at], held_[at], residuals_, 0));
  for (std::size_t at = 0; at < runs_.size(); ++at) {
    add(deviations_, at, std::abs(deviations[at]));
    mean_deviation_ += std::abs(deviations[at]) / static_cast<double>(runs_.size());
  }
  for (std::size_t at = 0; at < runs_.size(); ++at) {
    const Place place = place_of(groups_[at], held_[at]);
    normalised_.push_back({runs_[at], deviations[at] / place.spread, place});
  }
  std::vector<double> scores;
  for (const Normalised& each : normalised_) scores.push_back(std::abs(each.value));
  constexpr double least = 1e-6;  // where all agree exactly
  quantile_ = conformal_radius(scores, band_coverage);
  if (quantile_) quantile_ = std::max(least, *quantile_);
  half_quantile_ = conformal_radius(std::move(scores), half_coverage).value_or(0);
}

void ResidualPool::add(Sums& sums, std::size_t run, double value) const {
  for (std::size_t level = first_level_; level < group_levels; ++level) {
    const std::size_t group = groups_[run][level];
    Sum& all = sums.all[group];
    const auto [within, is_new] = sums.held.try_emplace(held_within(group, held_[run]));
    for (Sum* sum : {&all, &within->second}) {
      sum->runs += 1;
      sum->total += value;
    }
    if (is_new) all.units += 1;
  }
}

double ResidualPool::shrunk(const GroupsOfRun& groups, std::uint32_t held, const Sums& sums, double root) const {
  double value = root;
  for (std::size_t level = group_levels; level-- > first_level_;) {
    const auto all = sums.all.find(groups[level]);
    if (all == sums.all.end()) continue;
    Sum sum = all->second;
    if (const auto without = sums.held.find(held_within(groups[level], held)); without != sums.held.end()) {
      sum.runs -= without->second.runs;
      sum.total -= without->second.total;
      sum.units -= 1;
    }
    if (sum.units > 0)
      value = (sum.units * sum.total / sum.runs + shrinkage_.units * value) / (sum.units + shrinkage_.units);
  }
  return value;
}

ResidualPool::Place ResidualPool::place_of(const GroupsOfRun& groups, std::uint32_t held) const {
  return {shrunk(groups, held, residuals_, 0),
          std::max(shrinkage_.least_spread, shrunk(groups, held, deviations_, mean_deviation_))};
}

ResidualPool::Alike ResidualPool::alike(const GroupsOfRun& groups) const {
  for (std::size_t level = first_level_; level < group_levels; ++level) {
    if (!residuals_.all.contains(groups[level])) continue;
    Alike alike{level, {}};
    for (std::size_t at = 0; at < runs_.size(); ++at) {
      if (groups_[at][level] == groups[level]) alike.runs.push_back(runs_[at]);
    }
    return alike;
  }
  return {group_levels, runs_};
}

}  // namespace hakaru
