#include "hakaru/evidence/residual_pool.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "hakaru/evidence/conformal.h"

namespace hakaru {
namespace {

/// Of one group, what was held back with this.
std::string held_within(const std::string& group, const std::string& held) { return group + '\n' + held; }

}  // namespace

ResidualPool::ResidualPool(const std::vector<HeldOutRun>& runs, const std::string& metric, Nearness nearness,
                           const GroupShrinkage& shrinkage)
    : nearness_(nearness), shrinkage_(shrinkage) {
  for (const HeldOutRun& run : runs) {
    if (run.metric == metric && run.residual(nearness)) runs_.push_back(&run);
  }
  const auto add = [](std::map<std::string, Sum>& sums, const std::string& key, double value) {
    Sum& sum = sums[key];
    sum.runs += 1;
    sum.total += value;
  };
  const auto add_all = [&](std::map<std::string, Sum>& sums, const HeldOutRun& run, double value) {
    for (const std::string& group : groups_of(run)) {
      add(sums, group, value);
      add(sums, held_within(group, held_with(run)), value);
    }
  };
  for (const HeldOutRun* run : runs_) add_all(residuals_, *run, *run->residual(nearness));
  std::vector<double> deviations;
  for (const HeldOutRun* run : runs_) {
    const double centre = shrunk(groups_of(*run), held_with(*run), residuals_, 0);
    deviations.push_back(*run->residual(nearness) - centre);
  }
  for (std::size_t at = 0; at < runs_.size(); ++at) {
    add_all(deviations_, *runs_[at], std::abs(deviations[at]));
    mean_deviation_ += std::abs(deviations[at]) / static_cast<double>(runs_.size());
  }
  for (std::size_t at = 0; at < runs_.size(); ++at) {
    const double spread = place_of(groups_of(*runs_[at]), held_with(*runs_[at])).spread;
    normalised_.push_back({runs_[at], deviations[at] / spread});
  }
}

ResidualPool::Groups ResidualPool::groups_of(const RunContext& figure) const {
  const std::string pair = fmt::format("{}\t{}", figure.software, figure.accelerator);
  const std::string of_model = fmt::format("model\t{}\t{}", pair, figure.identity);
  const std::string of_series = fmt::format("series\t{}\t{}\t{}", pair, figure.identity, figure.configuration);
  const Groups all{fmt::format("load\t{}\t{}", of_series, figure.load),
                   of_series,
                   of_model,
                   fmt::format("kind\t{}\t{}", pair, figure.model_kind),
                   fmt::format("pair\t{}", pair),
                   fmt::format("software\t{}\t{}", figure.software, figure.model_kind),
                   fmt::format("all\t{}", figure.model_kind)};
  constexpr std::array<std::ptrdiff_t, nearnesses> first{0, 2, 3, 5, 6};
  return {all.begin() + first[static_cast<std::size_t>(nearness_)], all.end()};
}

std::string ResidualPool::held_with(const HeldOutRun& run) const {
  switch (nearness_) {
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

double ResidualPool::shrunk(const Groups& groups, const std::string& held, const std::map<std::string, Sum>& sums,
                            double root) const {
  const auto found = [&](const std::string& key) {
    const auto sum = sums.find(key);
    return sum == sums.end() ? Sum{} : sum->second;
  };
  double value = root;
  for (auto group = groups.rbegin(); group != groups.rend(); ++group) {
    const Sum all = found(*group), without = found(held_within(*group, held));
    value = (all.total - without.total + shrinkage_.runs * value) / (all.runs - without.runs + shrinkage_.runs);
  }
  return value;
}

ResidualPool::Place ResidualPool::place_of(const Groups& groups, const std::string& held) const {
  return {shrunk(groups, held, residuals_, 0),
          std::max(shrinkage_.least_spread, shrunk(groups, held, deviations_, mean_deviation_))};
}

std::optional<double> ResidualPool::quantile(double coverage) const {
  std::vector<double> scores;
  scores.reserve(normalised_.size());
  for (const Normalised& each : normalised_) scores.push_back(std::abs(each.value));
  return conformal_radius(std::move(scores), coverage);
}

ResidualPool::Alike ResidualPool::alike(const RunContext& figure) const {
  const Groups groups = groups_of(figure);
  for (std::size_t level = 0; level < groups.size(); ++level) {
    if (!residuals_.contains(groups[level])) continue;
    Alike alike{level, {}};
    std::ranges::copy_if(runs_, std::back_inserter(alike.runs),
                         [&](const HeldOutRun* run) { return groups_of(*run)[level] == groups[level]; });
    return alike;
  }
  return {groups.size(), runs_};
}

}  // namespace hakaru
