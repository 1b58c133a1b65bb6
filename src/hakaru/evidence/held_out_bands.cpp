#include "hakaru/evidence/held_out_bands.h"

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

HeldOutBands::HeldOutBands(const Bands& bands, const std::vector<HeldOutRun>& runs) {
  std::map<std::tuple<std::string, Nearness, LeftOutRuns>, ResidualPool> pools;
  for (const HeldOutRun& run : runs) {
    const std::optional<Nearness> near = held_out_nearness(run);
    if (!near) continue;
    const LeftOutRuns left_out{run.identity, near == Nearness::software ? run.accelerator : "",
                               near == Nearness::none ? run.software : ""};
    const std::tuple key(run.metric, *near, left_out);
    auto pool = pools.find(key);
    if (pool == pools.end()) pool = pools.emplace(key, bands.pool_without(run.metric, *near, left_out)).first;
    const std::optional<double>& quantile = pool->second.quantile();
    if (!quantile) continue;
    const ResidualPool::Place place = pool->second.place_of(bands.groups_of(run));
    const double radius = *quantile * place.spread;
    const double low = elementary::exp(place.centre - radius), high = elementary::exp(place.centre + radius);
    const double predicted = *run.unseen[static_cast<std::size_t>(*near)];
    bands_[{run.id, run.metric}] = {high * (is_rate(run.metric) ? 1 / predicted : predicted), (high - low) / 2,
                                    std::abs(*run.residual(*near) - place.centre) <= radius};
  }
}

std::optional<HeldOutBand> HeldOutBands::of(const HeldOutRun& run) const {
  const auto found = bands_.find({run.id, run.metric});
  return found == bands_.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace hakaru
