// A fat tree of two tiers: instances hang on leaf switches by their ports, every leaf is tied to every spine by one
// cable.
//
//   spine 0   spine 1  …  spine U−1           U uplinks of a leaf = its ports towards instances / oversubscription
//      ╲  ╲   ╱  ╱                            oversubscription 1: non-blocking, as much upward as downward
//      leaf 0   leaf 1  …                     bandwidth of one cable: that of a port
//      │ │ │    │ │ │
//      instances, all ports of one on one leaf, dealt to leaves in turn
//
// Neighbours in rank order stand under different leaves: nobody who rents chooses where, and a ring in rank order
// crosses the spine with every step. A way from port to port of different leaves is: port, one of U uplinks, the
// downlink of that spine, port.
//   one path      the spine is drawn by a hash of both ends, as ECMP does
//   dealt         the packets are dealt evenly over `paths` draws of a spine; some spines are drawn twice, some never
//   pooled        packets go wherever there is room: all uplinks of a leaf are one of U times the bandwidth, the limit
//                 of adaptive spraying (resource pooling; Wischik, Handley, Bagnulo Braun 2008)
//
// Worked example: 2 instances of 4 ports of 12.5 GB/s on leaves of 4 ports towards them: 2 leaves, 4 uplinks each. Four
// connections from the first to the second, each with one path: all on different uplinks with probability 4!/4⁴ = 9 %.
// Dealt over 64 paths each, the fullest of the 4 uplinks carries some 12 % more than its share; pooled, its share.
//
// Limits: one port of one leaf per cable; no failed cables, no other tenants.
#pragma once

#include <cstdint>
#include <vector>

#include "hakaru/timing/max_min.h"

namespace hakaru {

enum class PathChoice { one, dealt, pooled };

struct FatTreeShape {
  std::int64_t instances = 2;
  std::int64_t ports = 1;               ///< of one instance
  double port_bytes_per_s = 0;          ///< one way
  std::int64_t leaf_ports = 1;          ///< of one leaf, towards instances; at least `ports`
  double oversubscription = 1;          ///< bandwidth of a leaf towards instances over that towards spines
  std::int64_t paths = 1;               ///< of one dealt connection
  PathChoice choice = PathChoice::one;  ///< of every connection
  std::uint64_t seed = 1;
};

class FatTree {
 public:
  explicit FatTree(const FatTreeShape& shape);

  /// From a port of one instance to the same port of another.
  Route route(std::int64_t from, std::int64_t to, std::int64_t port) const;
  const std::vector<double>& capacities() const { return capacities_; }

  std::int64_t leaves() const { return leaves_; }
  std::int64_t uplinks() const { return uplinks_; }  ///< of one leaf
  std::int64_t leaf_of(std::int64_t instance) const { return instance % leaves_; }
  bool is_uplink(std::size_t link) const { return link >= first_uplink_ && link < first_downlink_; }

 private:
  std::size_t port_link(std::int64_t instance, std::int64_t port, bool up) const;
  std::size_t spine_link(std::int64_t leaf, std::int64_t spine, bool up) const;
  std::int64_t drawn_spine(std::int64_t from, std::int64_t to, std::int64_t port, std::int64_t draw) const;

  FatTreeShape shape_;
  std::int64_t leaves_ = 2;
  std::int64_t uplinks_ = 1;
  std::int64_t bundles_ = 1;  ///< links between a leaf and the spines: its uplinks, or one pool
  std::size_t first_uplink_ = 0, first_downlink_ = 0;
  std::vector<double> capacities_;
};

}  // namespace hakaru
