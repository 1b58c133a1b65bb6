#include "hakaru/evidence/held_out_bands.h"

#include <algorithm>
#include <cmath>
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

/// Pools without a run's own, made once.
class PoolsWithout {
 public:
  explicit PoolsWithout(const Bands& bands) : bands_(&bands) {}

  const ResidualPool& of(const HeldOutRun& run, Nearness nearness, const LeftOutRuns& left_out) {
    const std::tuple key(run.metric, nearness, left_out);
    auto pool = pools_.find(key);
    if (pool == pools_.end()) pool = pools_.emplace(key, bands_->pool_without(run.metric, nearness, left_out)).first;
    return pool->second;
  }

 private:
  const Bands* bands_;
  std::map<std::tuple<std::string, Nearness, LeftOutRuns>, ResidualPool> pools_;
};

}  // namespace

HeldOutBands::HeldOutBands(const Bands& bands, const std::vector<HeldOutRun>& runs) {
  PoolsWithout pools(bands);
  for (const HeldOutRun& run : runs) {
    const std::optional<Nearness> near = held_out_nearness(run);
    if (!near) continue;
    const LeftOutRuns left_out{run.identity, near == Nearness::software ? run.accelerator : "",
                               near == Nearness::none ? run.software : ""};
    const ResidualPool& pool = pools.of(run, *near, left_out);
    const std::optional<double>& quantile = pool.quantile();
    if (!quantile) continue;
    const GroupsOfRun groups = bands.groups_of(run);
    const ResidualPool::Place place = pool.place_of(groups);
    double radius = *quantile * place.spread;
    if (*near >= Nearness::apart) {
      const ResidualPool& nearer = pools.of(run, Bands::were_it_run(*near), left_out);
      radius = std::max(radius, Bands::widening * nearer.quantile().value_or(0) * nearer.place_of(groups).spread);
    }
    const double low = elementary::exp(place.centre - radius), high = elementary::exp(place.centre + radius);
    const double predicted = *run.unseen[static_cast<std::size_t>(*near)];
    bands_[{run.id, run.metric}] = {is_rate(run.metric) ? 1 / predicted : predicted, (high - low) / 2,
                                    std::abs(*run.residual(*near) - place.centre) <= radius};
  }
}

std::optional<HeldOutBand> HeldOutBands::of(const HeldOutRun& run) const {
  const auto found = bands_.find({run.id, run.metric});
  return found == bands_.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace hakaru
