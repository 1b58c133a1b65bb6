#include "hakaru/serving/fleet/kv_transfer.h"

namespace hakaru {

Result<KvTransfer> kv_transfer(const ServingJob& job, const Layout& layout, const Instance& instance,
                               std::int64_t replicas) {
  const std::int64_t ranks = layout.tp * layout.pp;
  KvTransfer transfer;
  transfer.bytes_per_token = cached_values(job.model, job.context) * bytes_per_value(job.kv_cache) /
                             static_cast<double>(std::max<std::int64_t>(1, job.context));
  const bool within = replicas * ranks <= instance.accelerators;
  const Interconnect& link = within ? instance.within : instance.between;
  if (link.bytes_per_s <= 0)
    return unsatisfiable("{} has no known link to send a KV cache over: {} replicas of {} ranks do not fit on one {}",
                         instance.name, replicas, ranks, instance.name);
  const auto share = static_cast<double>(ranks) / (within ? 1 : instance.accelerators);
  transfer.bytes_per_s = link.bytes_per_s * share;
  transfer.latency_s = link.latency_s;
  return transfer;
}

}  // namespace hakaru
