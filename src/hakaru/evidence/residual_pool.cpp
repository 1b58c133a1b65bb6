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
                           Nearness nearness, const GroupShrinkage& shrinkage, const LeavesOut& left_out)
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
  std::vector<double> sizes;
  std::transform(residuals.begin(), residuals.end(), std::back_inserter(sizes),
                 [&](double residual) { return std::min(std::abs(residual), most); });
  add_sizes(sizes);
  std::vector<double> scores;
  for (std::size_t at = 0; at < runs_.size(); ++at) {
    normalised_.push_back({runs_[at], residuals[at] / spread_of(groups_[at], &units_[at])});
    scores.push_back(std::abs(normalised_.back().value));
  }
  constexpr double least = 1e-6;  // where all agree exactly
  quantile_ = conformal_radius(scores, band_coverage);
  if (quantile_) quantile_ = std::max(least, *quantile_);
  half_quantile_ = conformal_radius(std::move(scores), half_coverage).value_or(0);
}

void ResidualPool::add_sizes(const std::vector<double>& sizes) {
  of_groups_.resize(groups_in_all_);
  of_units_.resize(units_in_all_);
  for (std::size_t at = 0; at < sizes.size(); ++at) {
    mean_size_ += sizes[at] / static_cast<double>(sizes.size());
    for (std::size_t level = first_level_; level < group_levels; ++level) {
      Sum& group = of_groups_[groups_[at][level]];
      Sum& unit = of_units_[units_[at][level]];
      if (unit.runs == 0) group.units += 1;
      for (Sum* sum : {&group, &unit}) {
        sum->runs += 1;
        sum->total += sizes[at];
      }
    }
  }
}

double ResidualPool::spread_of(const GroupsOfRun& groups, const UnitsOfRun* held) const {
  double spread = mean_size_;
  for (std::size_t level = group_levels; level-- > first_level_;) {
    if (!has_runs(groups[level])) continue;
    Sum sum = of_groups_[groups[level]];
    if (held != nullptr) {
      const Sum& without = of_units_[(*held)[level]];
      sum.runs -= without.runs;
      sum.total -= without.total;
      sum.units -= 1;
    }
    if (sum.units > 0)
      spread = (sum.units * sum.total / sum.runs + shrinkage_.units * spread) / (sum.units + shrinkage_.units);
  }
  return std::max(shrinkage_.least_spread, spread);
}

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
