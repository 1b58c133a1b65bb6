#include "hakaru/timing/collective_timer.h"

#include <algorithm>

#include "hakaru/core/real.h"

namespace hakaru {
CollectiveConstants constants_of(const Interconnect& within, const Calibration& calibration) {
  if (calibration.kernels->collectives) return *calibration.kernels->collectives;
  CollectiveConstants constants;
  constants.launch_s = calibration.launch_s;
  constants.hop_s = within.latency_s;
  constants.ring_efficiency = constants.in_switch_efficiency = constants.pair_efficiency =
      calibration.collective_efficiency;
  return constants;
}

CollectiveTimer::CollectiveTimer(const Instance& instance, const Calibration& calibration,
                                 const CollectiveConstants& constants)
    : within_(instance.within.topology, instance.within.bytes_per_s, instance.within.in_switch_reduction, constants),
      network_latency_s_(instance.between.latency_s),
      network_bytes_per_s_(instance.between.bytes_per_s * calibration.network_efficiency),
      ramp_s_(constants.network_ramp_messages * instance.between.latency_s),
      ramp_bytes_(constants.network_ramp_bytes) {}

CollectiveTimer::Time CollectiveTimer::between(Operation operation, double bytes, std::int64_t instances,
                                               double bytes_per_s, double hidden_s) const {
  if (instances <= 1) return {};
  const double k = real(instances);
  const double ramp_s = ramp_s_ * bytes / (bytes + ramp_bytes_);
  const auto time = [&](double messages, double volume) {
    return Time{messages * network_latency_s_ + ramp_s, time_at(volume * bytes, bytes_per_s)};
  };
  switch (operation) {
    case Operation::send:
      return time(1, 1);
    case Operation::broadcast:
      return time(tree_depth(instances), 1);
    case Operation::all_reduce: {
      const Time circle = time(2 * (k - 1), 2 * (k - 1) / k);
      const Time trees = time(2 * tree_depth(instances), 2);
      const auto exposed_s = [&](const Time& way) { return way.latency_s + std::max(way.transfer_s, hidden_s); };
      return exposed_s(trees) < exposed_s(circle) ? trees : circle;
    }
    default:
      return time(k - 1, (k - 1) / k);
  }
}

double CollectiveTimer::time_s(Operation operation, double message_bytes, const Group& group) const {
  if (group.size <= 1) return 0;
  const std::int64_t local = std::min(group.size, group.per_instance);
  const std::int64_t instances = group.instances;
  const double per_rank = network_bytes_per_s_ / real(local * group.sharing);
  if (operation == Operation::send) {
    if (instances <= 1) return within_.time(operation, message_bytes, local).total_s();
    return within_.time(operation, message_bytes, 1).latency_s +
           between(operation, message_bytes, instances, per_rank, 0).total_s();
  }
  // All-to-all keeps within an instance what is for its ranks alone; the others gather or reduce everything there.
  const bool to_each = operation == Operation::all_to_all;
  const double share = real(local) / real(group.size);
  const Time inner = within_.time(operation, to_each ? message_bytes * share : message_bytes, local);
  const Time outer =
      between(operation, to_each ? message_bytes : message_bytes / real(local), instances, per_rank, inner.transfer_s);
  return inner.latency_s + outer.latency_s + std::max(inner.transfer_s, outer.transfer_s);
}

}  // namespace hakaru
