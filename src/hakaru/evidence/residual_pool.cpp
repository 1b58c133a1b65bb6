#include "hakaru/evidence/residual_pool.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <limits>
#include <unordered_map>

#include "hakaru/evidence/conformal.h"
#include "hakaru/evidence/validation.h"

namespace hakaru {
namespace {

/// The part that was held back when `run` was predicted: its row, series, model, accelerator or software.
std::string held_with(const HeldOutRun& run, Nearness nearness) {
  switch (nearness) {
    case Nearness::series:
      return run.id;
    case Nearness::model:
      return fmt::format("{}\t{}\t{}\t{}", run.software, run.accelerator, run.identity, run.configuration);
    case Nearness::pair:
    case Nearness::apart:
      return run.identity;
    case Nearness::software:
      return run.accelerator;
    case Nearness::none:
      break;
  }
  return run.software;
}

}  // namespace

GroupLevel first_level(Nearness nearness) {
  constexpr std::array<GroupLevel, nearnesses> first{GroupLevel::load,           GroupLevel::model,
                                                     GroupLevel::kind,           GroupLevel::any_of_vendor,
                                                     GroupLevel::kind_of_vendor, GroupLevel::any_of_vendor};
  return first[static_cast<std::size_t>(nearness)];
}

bool LeftOutRuns::operator()(const HeldOutRun& run) const {
  const auto is = [](const std::string& left_out, const std::string& own) {
    return !left_out.empty() && left_out == own;
  };
  return is(model, run.identity) || is(accelerator, run.accelerator) || is(software, run.software);
}

namespace {

double median_size(std::vector<double> values) {
  std::transform(values.begin(), values.end(), values.begin(), [](double value) { return std::abs(value); });
  return values.empty() ? 0 : percentile(std::move(values), 0.5);
}

}  // namespace

ResidualPool::ResidualPool(const std::vector<HeldOutRun>& runs, const RunGroups& groups, const std::string& metric,
                           Nearness nearness, const GroupShrinkage& shrinkage, const LeftOutRuns& left_out)
    : nearness_(nearness),
      first_level_(static_cast<std::size_t>(first_level(nearness))),
      shrinkage_(shrinkage),
      groups_in_all_(groups.count()) {
  std::unordered_map<std::string, std::size_t> held;
  std::unordered_map<std::uint64_t, std::size_t> units;
  std::vector<double> residuals;
  for (std::size_t at = 0; at < runs.size(); ++at) {
    if (runs[at].metric != metric || left_out(runs[at])) continue;
    const std::optional<double> residual = runs[at].residual(nearness);
    if (!residual) continue;
    runs_.push_back(&runs[at]);
    groups_.push_back(groups.of_run(at));
    residuals.push_back(*residual);
    const std::size_t held_with_it = held.try_emplace(held_with(runs[at], nearness), held.size()).first->second;
    UnitsOfRun& own = units_.emplace_back();
    for (std::size_t level = first_level_; level < group_levels; ++level) {
      const std::uint64_t unit = std::uint64_t{held_with_it} * groups_in_all_ + groups_.back()[level];
      own[level] = units.try_emplace(unit, units.size()).first->second;
    }
  }
  units_in_all_ = units.size();
  const double most = shrinkage_.most_medians ? *shrinkage_.most_medians * median_size(residuals)
                                              : std::numeric_limits<double>::infinity();
  const auto counted = [&](double value) { return std::clamp(value, -most, most); };
  std::vector<double> counted_residuals;
  std::transform(residuals.begin(), residuals.end(), std::back_inserter(counted_residuals), counted);
  residuals_ = sums_of(counted_residuals);
  std::vector<double> deviations, absolute;
  for (std::size_t at = 0; at < runs_.size(); ++at) {
    deviations.push_back(residuals[at] - shrunk(groups_[at], &units_[at], residuals_, 0));
    absolute.push_back(std::abs(counted(deviations.back())));
    mean_deviation_ += absolute.back() / static_cast<double>(runs_.size());
  }
  deviations_ = sums_of(absolute);
  std::vector<double> scores;
  for (std::size_t at = 0; at < runs_.size(); ++at) {
    const Place place = place_of(groups_[at], &units_[at]);
    normalised_.push_back({runs_[at], deviations[at] / place.spread, place});
    scores.push_back(std::abs(normalised_.back().value));
  }
  constexpr double least = 1e-6;  // where all agree exactly
  quantile_ = conformal_radius(scores, band_coverage);
  if (quantile_) quantile_ = std::max(least, *quantile_);
  half_quantile_ = conformal_radius(std::move(scores), half_coverage).value_or(0);
}

ResidualPool::Sums ResidualPool::sums_of(const std::vector<double>& values) const {
  Sums sums{std::vector<Sum>(groups_in_all_), std::vector<Sum>(units_in_all_)};
  for (std::size_t at = 0; at < values.size(); ++at) {
    for (std::size_t level = first_level_; level < group_levels; ++level) {
      Sum& group = sums.groups[groups_[at][level]];
      Sum& unit = sums.units[units_[at][level]];
      if (unit.runs == 0) group.units += 1;
      for (Sum* sum : {&group, &unit}) {
        sum->runs += 1;
        sum->total += values[at];
      }
    }
  }
  return sums;
}

double ResidualPool::shrunk(const GroupsOfRun& groups, const UnitsOfRun* held, const Sums& sums, double root) const {
  double value = root;
  for (std::size_t level = group_levels; level-- > first_level_;) {
    if (!has_runs(groups[level])) continue;
    Sum sum = sums.groups[groups[level]];
    if (held != nullptr) {
      const Sum& without = sums.units[(*held)[level]];
      sum.runs -= without.runs;
      sum.total -= without.total;
      sum.units -= 1;
    }
    if (sum.units > 0)
      value = (sum.units * sum.total / sum.runs + shrinkage_.units * value) / (sum.units + shrinkage_.units);
  }
  return value;
}

ResidualPool::Place ResidualPool::place_of(const GroupsOfRun& groups, const UnitsOfRun* held) const {
  return {shrunk(groups, held, residuals_, 0),
          std::max(shrinkage_.least_spread, shrunk(groups, held, deviations_, mean_deviation_))};
}

ResidualPool::Place ResidualPool::place_of(const GroupsOfRun& groups) const { return place_of(groups, nullptr); }

std::optional<GroupLevel> ResidualPool::level_of(const GroupsOfRun& groups) const {
  for (std::size_t level = first_level_; level < group_levels; ++level) {
    if (has_runs(groups[level])) return static_cast<GroupLevel>(level);
  }
  return std::nullopt;
}

std::vector<const HeldOutRun*> ResidualPool::alike(const GroupsOfRun& groups) const {
  const std::optional<GroupLevel> nearest = level_of(groups);
  if (!nearest) return runs_;
  const auto level = static_cast<std::size_t>(*nearest);
  std::vector<const HeldOutRun*> alike;
  for (std::size_t at = 0; at < runs_.size(); ++at) {
    if (groups_[at][level] == groups[level]) alike.push_back(runs_[at]);
  }
  return alike;
}

}  // namespace hakaru
