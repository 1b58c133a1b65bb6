#include "hakaru/timing/collective_model.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "hakaru/numerics/elementary.h"

namespace hakaru {
namespace {

/// Message at which NCCL leaves its low-latency protocol: the same on every measured accelerator.
constexpr double low_latency_bytes = 16384;

/// Share of the buffers of a ring that a pair fills. None through the host, where both read one host buffer.
constexpr double pair_buffers = 0.5;

/// A switch that reduces fills these three times: its all-reduce needs three times as long, and as large a message, to
/// reach its rate (H100, H200 and B200 alike).
constexpr double in_switch_buffers = 3;

using C = CollectiveConstants;
using Parameter = Constant<CollectiveConstants>;

constexpr Parameter launch{"launch_s", &C::launch_s, "s", 6e-6, 1e-6, 20e-6, "start and end of the kernel"};
constexpr Parameter hop{"hop_s", &C::hop_s, "s", 1e-6, 0.1e-6, 5e-6, "a step of a ring, low-latency protocol"};
constexpr Parameter protocol{"protocol_cost", &C::protocol_cost, "", 0.15, 0, 1, "growth of latency beyond 16 KiB"};
constexpr Parameter ring{"ring_efficiency", &C::ring_efficiency, "", 0.75, 0.2, 1, "of the link: rings and trees"};
constexpr Parameter own{"own_copy", &C::own_copy, "", 0.35, 0, 2, "moving a rank's own part, by sending it"};
constexpr Parameter in_switch{
    "in_switch_efficiency", &C::in_switch_efficiency, "", 0.6, 0.2, 1, "of the link: in-switch reduction"};
constexpr Parameter host{"host_contention", &C::host_contention, "", 1.5, 1, 3, "power of (n/2) through the host"};
constexpr Parameter fill{"fill_s", &C::fill_s, "s", 20e-6, 0, 200e-6, "filling the pipeline"};
constexpr Parameter fill_bytes{"fill_bytes", &C::fill_bytes, "B", 3e6, 5e4, 1e8, "message that fills it half"};
constexpr Parameter pair_fill{"pair_fill_s", &C::pair_fill_s, "s", 8e-6, 0, 100e-6, "the same, all_to_all and send"};
constexpr Parameter pair_fill_bytes{
    "pair_fill_bytes", &C::pair_fill_bytes, "B", 2e4, 1e3, 1e6, "part for one partner that fills it half"};
constexpr Parameter pair{"pair_efficiency", &C::pair_efficiency, "", 0.65, 0.2, 1, "of the link: all_to_all and send"};
constexpr Parameter pair_own{"pair_own_copy", &C::pair_own_copy, "", 0.3, 0, 2, "own_copy of all_to_all"};

constexpr std::array every_one{launch,     hop,       protocol,        ring, own,     in_switch, host, fill,
                               fill_bytes, pair_fill, pair_fill_bytes, pair, pair_own};
constexpr std::array links{launch,     hop,       protocol,        ring, own,     fill,
                           fill_bytes, pair_fill, pair_fill_bytes, pair, pair_own};
constexpr std::array reducing_switch{launch,     hop,       protocol,        ring, own,     in_switch, fill,
                                     fill_bytes, pair_fill, pair_fill_bytes, pair, pair_own};
constexpr std::array through_the_host{launch, hop, ring, own, host, fill, fill_bytes, pair_fill, pair_fill_bytes, pair};

double reciprocal(double bytes_per_s) {
  return bytes_per_s > 0 ? 1 / bytes_per_s : std::numeric_limits<double>::infinity();
}

/// 0 · ∞ of a level without links is nothing to move.
double transfer(double bytes, double s_per_byte) { return bytes > 0 ? bytes * s_per_byte : 0; }

double saturating(double x) { return x / (1 + x); }

bool goes_through_the_host(Topology topology) { return topology == Topology::pcie || topology == Topology::network; }

int dimensions(Topology topology) {
  switch (topology) {
    case Topology::ring:
      return 1;
    case Topology::torus_2d:
      return 2;
    case Topology::torus_3d:
      return 3;
    default:
      return 0;  // no neighbours: any to any
  }
}

double side_of(double ranks, int dimensions) {
  if (dimensions == 1) return ranks;
  return dimensions == 2 ? std::sqrt(ranks) : elementary::cube_root(ranks);
}

/// Round the ring, or round the rings of one dimension after the other.
double ring_steps(Topology topology, double ranks) {
  const int d = dimensions(topology);
  return d > 1 ? d * (side_of(ranks, d) - 1) : ranks - 1;
}

/// Links that a message between two ranks crosses in the mean, so many messages share each.
double mean_hops(Topology topology, double ranks) {
  const int d = dimensions(topology);
  return d > 0 ? std::max(1.0, d * side_of(ranks, d) / 4) : 1;
}

double diameter(Topology topology, double ranks) {
  const int d = dimensions(topology);
  return d > 0 ? std::max(1.0, d * side_of(ranks, d) / 2) : 1;
}

}  // namespace

double tree_depth(std::int64_t ranks) {
  return static_cast<double>(std::bit_width(static_cast<std::uint64_t>(ranks - 1)));
}

std::span<const Constant<CollectiveConstants>> all_collective_constants() { return every_one; }

std::span<const Constant<CollectiveConstants>> collective_constants(const Interconnect& within) {
  if (goes_through_the_host(within.topology)) return through_the_host;
  if (within.in_switch_reduction) return reducing_switch;
  return links;
}

CollectiveConstants measured_links() {
  CollectiveConstants constants;
  // Eight ranks reduce small messages round the ring, in 14 of its steps, wherever it was measured: so the 6 of a tree
  // and the 2 of a switch each cost at least this many times as much. Taken as the least; felt beyond 8 ranks only.
  constants.tree_hop = 14.0 / 6;
  constants.in_switch_hop = 14.0 / 2;
  // nccl-tests of 2 x p4de.24xlarge and 2 x p5.48xlarge, 61 points, with 70 and 27 us between them.
  constants.network_ramp_messages = 10;
  constants.network_ramp_bytes = 1e6;
  return constants;
}

CollectiveModel::CollectiveModel(Topology topology, double bytes_per_s, bool in_switch_reduction,
                                 const CollectiveConstants& constants)
    : topology_(topology),
      through_host_(goes_through_the_host(topology)),
      in_switch_reduction_(in_switch_reduction),
      constants_(constants),
      ring_s_per_byte_(reciprocal(bytes_per_s * constants.ring_efficiency)),
      in_switch_s_per_byte_(reciprocal(bytes_per_s * constants.in_switch_efficiency)),
      pair_s_per_byte_(reciprocal(bytes_per_s * constants.pair_efficiency)),
      fills_per_byte_(1 / constants.fill_bytes) {
  host_shares_.fill(1);
  for (std::size_t ranks = 3; through_host_ && ranks < host_shares_.size(); ++ranks) {
    host_shares_[ranks] = elementary::pow(static_cast<double>(ranks) / 2, constants.host_contention);
  }
}

double CollectiveModel::host_share(std::int64_t ranks) const {
  return host_shares_[std::min(static_cast<std::size_t>(ranks), host_shares_.size() - 1)];
}

CollectiveModel::Time CollectiveModel::time(Operation operation, double bytes, std::int64_t ranks) const {
  if (ranks <= 1) return {constants_.launch_s, 0};
  const double n = static_cast<double>(ranks);
  switch (operation) {
    case Operation::all_to_all: {
      const double steps = dimensions(topology_) > 0 ? n - 1 : elementary::log2(n);
      const double volume = ((n - 1) * mean_hops(topology_, n) + constants_.pair_own_copy) / n;
      return paired({steps, volume}, bytes, bytes / n, host_share(ranks));
    }
    case Operation::send:
      return paired({1, 1}, bytes, bytes, host_share(ranks));
    default:
      return along_the_ring(operation, bytes, ranks);
  }
}

double CollectiveModel::filling_s(double bytes) const {
  const double filled = bytes * fills_per_byte_;
  return constants_.fill_s * saturating(filled * std::sqrt(filled));
}

CollectiveModel::Time CollectiveModel::paired(Way way, double bytes, double part, double share) const {
  const double start_s = constants_.pair_fill_s * share * saturating(part / constants_.pair_fill_bytes);
  const double fill_s = through_host_ ? 0 : pair_buffers * filling_s(part);
  return {constants_.launch_s + constants_.hop_s * way.steps + start_s + fill_s,
          transfer(way.volume * share * bytes, pair_s_per_byte_)};
}

CollectiveModel::Time CollectiveModel::along_the_ring(Operation operation, double bytes, std::int64_t ranks) const {
  const double n = static_cast<double>(ranks);
  const double share = host_share(ranks);
  const double small = bytes * (1 / low_latency_bytes);
  const double growth = 1 + constants_.protocol_cost * saturating(small * small);
  const double ring_fill_s = share * filling_s(bytes);
  const auto time_of = [&](Way way, double s_per_byte, double fill_s) {
    return Time{(constants_.launch_s + constants_.hop_s * way.steps) * growth + fill_s,
                transfer(way.volume * share * bytes, s_per_byte)};
  };
  if (operation == Operation::broadcast) return time_of({n - 1, 1}, ring_s_per_byte_, ring_fill_s);

  const bool reduces_all = operation == Operation::all_reduce;
  const double passes = reduces_all ? 2 : 1;
  const double others = passes * (n - 1) / n;
  const double own_part = constants_.own_copy / n;
  Time best = time_of({passes * ring_steps(topology_, n), others + own_part}, ring_s_per_byte_, ring_fill_s);
  const auto try_also = [&](Way way, double s_per_byte, double fill_s) {
    if (const Time other = time_of(way, s_per_byte, fill_s); other.total_s() < best.total_s()) best = other;
  };
  if (dimensions(topology_) > 0) {
    try_also({passes * diameter(topology_, n), others * mean_hops(topology_, n) + own_part}, ring_s_per_byte_,
             ring_fill_s);
  }
  if (!reduces_all) return best;
  try_also({2 * tree_depth(ranks) * constants_.tree_hop, 2}, ring_s_per_byte_, ring_fill_s);
  if (in_switch_reduction_) {
    try_also({2 * constants_.in_switch_hop, (n + 1) / n}, in_switch_s_per_byte_,
             in_switch_buffers * filling_s(bytes / in_switch_buffers));
  }
  return best;
}

}  // namespace hakaru
