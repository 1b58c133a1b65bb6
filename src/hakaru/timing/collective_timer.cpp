#include "hakaru/timing/collective_timer.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace hakaru {
namespace {

double real(std::int64_t value) { return static_cast<double>(value); }

double ratio(double bytes, double bytes_per_s) {
  if (bytes <= 0) return 0;
  return bytes_per_s > 0 ? bytes / bytes_per_s : std::numeric_limits<double>::infinity();
}

/// Links that a message between two ranks crosses in the mean, so many messages share each.
double mean_hops(Topology topology, double ranks) {
  switch (topology) {
    case Topology::ring:
      return std::max(1.0, ranks / 4);
    case Topology::torus_2d:
      return std::max(1.0, std::sqrt(ranks) / 2);
    case Topology::torus_3d:
      return std::max(1.0, 3 * std::cbrt(ranks) / 4);
    default:
      return 1;
  }
}

bool shares_the_host(Topology topology) { return topology == Topology::pcie || topology == Topology::network; }

struct Steps {
  double messages = 0;  ///< one after another
  double volume = 0;    ///< of the message, through one rank's link
};

Steps ring(Operation operation, double ranks) {
  const double rest = ranks - 1;
  switch (operation) {
    case Operation::all_reduce:
      return {2 * rest, 2 * rest / ranks};
    case Operation::send:
      return {1, 1};
    default:
      return {rest, rest / ranks};
  }
}

double tree_depth(std::int64_t ranks) { return std::bit_width(static_cast<std::uint64_t>(ranks - 1)); }

}  // namespace

std::string_view name_of(Operation operation) {
  switch (operation) {
    case Operation::all_reduce:
      return "all_reduce";
    case Operation::all_gather:
      return "all_gather";
    case Operation::reduce_scatter:
      return "reduce_scatter";
    case Operation::all_to_all:
      return "all_to_all";
    case Operation::send:
      return "send";
  }
  return "";
}

CollectiveTimer::Level CollectiveTimer::within(Operation operation, double bytes, std::int64_t ranks) const {
  if (ranks <= 1) return {};
  const Interconnect& link = instance_.within;
  const double n = real(ranks);
  const double sharing = shares_the_host(link.topology) ? std::max(1.0, n / 2) : 1;
  const double bytes_per_s = link.bytes_per_s * calibration_.collective_efficiency / sharing;
  const auto level = [&](Steps steps) {
    return Level{steps.messages * link.latency_s, ratio(steps.volume * bytes, bytes_per_s)};
  };
  Level best = level(ring(operation, n));
  if (operation == Operation::all_to_all) best.transfer_s *= mean_hops(link.topology, n);
  if (operation != Operation::all_reduce) return best;
  const auto try_also = [&](Steps steps) {
    if (const Level other = level(steps); other.total_s() < best.total_s()) best = other;
  };
  try_also({2 * tree_depth(ranks), 2});
  if (link.in_switch_reduction) try_also({2, (n + 1) / n});
  return best;
}

CollectiveTimer::Level CollectiveTimer::between(Operation operation, double bytes, std::int64_t instances,
                                                double bytes_per_s) const {
  if (instances <= 1) return {};
  const double latency_s = instance_.between.latency_s;
  const auto level = [&](Steps steps) {
    return Level{steps.messages * latency_s, ratio(steps.volume * bytes, bytes_per_s)};
  };
  const Level circle = level(ring(operation, real(instances)));
  if (operation != Operation::all_reduce) return circle;
  const Level trees = level({2 * tree_depth(instances), 2});
  return trees.total_s() < circle.total_s() ? trees : circle;
}

double CollectiveTimer::time_s(Operation operation, double message_bytes, const Group& group) const {
  if (group.size <= 1) return 0;
  const std::int64_t local = std::min(group.size, group.per_instance);
  const std::int64_t instances = group.instances();
  const double per_rank = instance_.between.bytes_per_s * calibration_.network_efficiency / real(local * group.sharing);
  if (operation == Operation::send) {
    const Level hop = instances > 1 ? between(operation, message_bytes, instances, per_rank)
                                    : within(operation, message_bytes, local);
    return calibration_.launch_s + hop.total_s();
  }
  // All-to-all keeps within an instance what is for its ranks alone; the others gather or reduce everything there.
  const bool to_each = operation == Operation::all_to_all;
  const double share = real(local) / real(group.size);
  const Level inner = within(operation, to_each ? message_bytes * share : message_bytes, local);
  const Level outer = between(operation, to_each ? message_bytes : message_bytes / real(local), instances, per_rank);
  return calibration_.launch_s + inner.latency_s + outer.latency_s + std::max(inner.transfer_s, outer.transfer_s);
}

}  // namespace hakaru
