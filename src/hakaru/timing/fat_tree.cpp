#include "hakaru/timing/fat_tree.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "hakaru/core/real.h"

namespace hakaru {
namespace {

/// Mixes bits so that near inputs give unlike outputs (SplitMix64's last step; Steele, Lea and Flood 2014).
std::uint64_t mixed(std::uint64_t bits) {
  bits = (bits ^ (bits >> 30U)) * 0xbf58476d1ce4e5b9ULL;
  bits = (bits ^ (bits >> 27U)) * 0x94d049bb133111ebULL;
  return bits ^ (bits >> 31U);
}

}  // namespace

FatTree::FatTree(const FatTreeShape& shape) : shape_(shape) {
  const std::int64_t per_leaf = std::max<std::int64_t>(1, shape.leaf_ports / shape.ports);
  // At least two leaves: under one leaf nothing contends.
  leaves_ = std::max<std::int64_t>(2, (shape.instances + per_leaf - 1) / per_leaf);
  const double upward = real(shape.leaf_ports) / shape.oversubscription;  // in ports
  uplinks_ = std::max<std::int64_t>(1, std::llround(upward));
  bundles_ = shape.choice == PathChoice::pooled ? 1 : uplinks_;
  const auto port_links = static_cast<std::size_t>(2 * shape.instances * shape.ports);
  const auto spine_links = static_cast<std::size_t>(leaves_ * bundles_);
  first_uplink_ = port_links;
  first_downlink_ = port_links + spine_links;
  capacities_.assign(port_links, shape.port_bytes_per_s);
  capacities_.resize(port_links + 2 * spine_links, shape.port_bytes_per_s * upward / real(bundles_));
}

std::size_t FatTree::port_link(std::int64_t instance, std::int64_t port, bool up) const {
  return static_cast<std::size_t>(2 * (instance * shape_.ports + port) + (up ? 0 : 1));
}

std::size_t FatTree::spine_link(std::int64_t leaf, std::int64_t spine, bool up) const {
  return (up ? first_uplink_ : first_downlink_) + static_cast<std::size_t>(leaf * bundles_ + spine);
}

std::int64_t FatTree::drawn_spine(std::int64_t from, std::int64_t to, std::int64_t port, std::int64_t draw) const {
  std::uint64_t bits = mixed(shape_.seed + 0x9e3779b97f4a7c15ULL);
  for (const std::int64_t part : {from, to, port, draw}) bits = mixed(bits + static_cast<std::uint64_t>(part) + 1);
  return static_cast<std::int64_t>(bits % static_cast<std::uint64_t>(bundles_));
}

Route FatTree::route(std::int64_t from, std::int64_t to, std::int64_t port) const {
  Route route{{port_link(from, port, true), 1}, {port_link(to, port, false), 1}};
  if (leaf_of(from) == leaf_of(to)) return route;
  std::map<std::int64_t, std::int64_t> draws;  // of each spine
  const std::int64_t paths = shape_.choice == PathChoice::dealt ? shape_.paths : 1;
  for (std::int64_t draw = 0; draw < paths; ++draw) ++draws[drawn_spine(from, to, port, draw)];
  for (const auto& [spine, count] : draws) {
    const double share = real(count) / real(paths);
    route.push_back({spine_link(leaf_of(from), spine, true), share});
    route.push_back({spine_link(leaf_of(to), spine, false), share});
  }
  return route;
}

}  // namespace hakaru
