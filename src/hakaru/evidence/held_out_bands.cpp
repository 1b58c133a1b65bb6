#include "hakaru/evidence/held_out_bands.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>

#include "hakaru/numerics/elementary.h"

namespace hakaru {

std::optional<Nearness> held_out_nearness(const HeldOutRun& run) {
  for (const Nearness near : {Nearness::pair, Nearness::apart, Nearness::software, Nearness::none}) {
    if (run.unseen[static_cast<std::size_t>(near)]) return near;
  }
  return std::nullopt;
}

namespace {

/// The half-width of the band of runs in `groups`, in ln, where `pool_of` has the pool of a nearness; empty: too few.
template <typename PoolOf>
std::optional<double> radius_of(const GroupsOfRun& groups, Nearness near, const PoolOf& pool_of) {
  std::optional<double> radius;
  for (int judged_by = static_cast<int>(near); judged_by >= 0 && !radius; --judged_by) {
    const ResidualPool& pool = pool_of(static_cast<Nearness>(judged_by));
    if (pool.quantile()) radius = *pool.quantile() * pool.spread_of(groups);
  }
  if (!radius || near < Nearness::apart) return radius;
  const ResidualPool& nearer = pool_of(Bands::were_it_run(near));
  return std::max(*radius, Bands::widening * nearer.quantile().value_or(0) * nearer.spread_of(groups));
}

/// The band of that half-width about the held-out prediction of `run`.
HeldOutBand band_about(const HeldOutRun& run, Nearness near, double radius) {
  const double predicted = *run.unseen[static_cast<std::size_t>(near)];
  return {is_rate(run.metric) ? 1 / predicted : predicted, (elementary::exp(radius) - elementary::exp(-radius)) / 2,
          std::abs(*run.residual(near)) <= radius};
}

/// Pools of one metric without the runs of one source, and what its other runs are of.
class OtherSources {
 public:
  OtherSources(const Bands& bands, const std::vector<HeldOutRun>& runs, std::string metric, LeavesOut left_out)
      : bands_(&bands), metric_(std::move(metric)), left_out_(std::move(left_out)) {
    for (const HeldOutRun& run : runs) {
      if (run.metric != metric_ || left_out_(run)) continue;
      for (const std::size_t group : bands.groups_of(run)) groups_.insert(group);
      software_.insert(run.software);
      accelerators_.insert(run.accelerator);
    }
  }

  Nearness nearness_of(const HeldOutRun& run, const GroupsOfRun& groups) const {
    const auto is_known = [&](GroupLevel level) { return groups_.contains(groups[static_cast<std::size_t>(level)]); };
    if (is_known(GroupLevel::series)) return Nearness::series;
    if (is_known(GroupLevel::model)) return Nearness::model;
    if (is_known(GroupLevel::pair)) return Nearness::pair;
    if (!software_.contains(run.software)) return Nearness::none;
    return accelerators_.contains(run.accelerator) ? Nearness::apart : Nearness::software;
  }

  const ResidualPool& pool_of(Nearness nearness) {
    auto pool = pools_.find(nearness);
    if (pool == pools_.end()) pool = pools_.emplace(nearness, bands_->pool_without(metric_, nearness, left_out_)).first;
    return pool->second;
  }

 private:
  const Bands* bands_;
  std::string metric_;
  LeavesOut left_out_;
  std::set<std::size_t> groups_;
  std::set<std::string, std::less<>> software_, accelerators_;
  std::map<Nearness, ResidualPool> pools_;
};

}  // namespace

HeldOutBands HeldOutBands::without_model(const Bands& bands, const std::vector<HeldOutRun>& runs) {
  HeldOutBands held_out;
  std::map<std::tuple<std::string, Nearness, LeftOutRuns>, ResidualPool> pools;
  for (const HeldOutRun& run : runs) {
    const std::optional<Nearness> near = held_out_nearness(run);
    if (!near) continue;
    const LeftOutRuns left_out{run.identity, near == Nearness::software ? run.accelerator : "",
                               near == Nearness::none ? run.software : ""};
    const auto pool_of = [&](Nearness nearness) -> const ResidualPool& {
      const std::tuple key(run.metric, nearness, left_out);
      auto pool = pools.find(key);
      if (pool == pools.end()) pool = pools.emplace(key, bands.pool_without(run.metric, nearness, left_out)).first;
      return pool->second;
    };
    if (const std::optional<double> radius = radius_of(bands.groups_of(run), *near, pool_of))
      held_out.bands_[{run.id, run.metric}] = band_about(run, *near, *radius);
  }
  return held_out;
}

HeldOutBands HeldOutBands::without_source(const Bands& bands, const std::vector<HeldOutRun>& runs,
                                          const RunSources& sources) {
  const auto source_of = [&](const HeldOutRun& run) {
    const auto found = sources.find(run.id);
    return found == sources.end() ? run.id : found->second;
  };
  HeldOutBands held_out;
  std::map<std::pair<std::string, std::string>, OtherSources> others;
  for (const HeldOutRun& run : runs) {
    const std::optional<Nearness> predicted_from = held_out_nearness(run);
    if (!predicted_from) continue;
    const std::pair key(run.metric, source_of(run));
    auto other = others.find(key);
    if (other == others.end()) {
      const auto is_its_own = [source_of, source = key.second](const HeldOutRun& each) {
        return source_of(each) == source;
      };
      other = others.emplace(key, OtherSources(bands, runs, run.metric, is_its_own)).first;
    }
    const GroupsOfRun groups = bands.groups_of(run);
    const auto pool_of = [&](Nearness nearness) -> const ResidualPool& { return other->second.pool_of(nearness); };
    if (const std::optional<double> radius = radius_of(groups, other->second.nearness_of(run, groups), pool_of))
      held_out.bands_[{run.id, run.metric}] = band_about(run, *predicted_from, *radius);
  }
  return held_out;
}

std::optional<HeldOutBand> HeldOutBands::of(const HeldOutRun& run) const {
  const auto found = bands_.find({run.id, run.metric});
  return found == bands_.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace hakaru
