#include "hakaru/training/contention.h"

#include <algorithm>

#include "hakaru/parallel/groups.h"

namespace hakaru {

Result<double> lost_by_bucket_s(const StepWork& work, const Layout& layout, const Cluster& cluster,
                                NetworkQuestion conditions, const NetworkConstants& constants,
                                double network_efficiency) {
  const Instance& instance = cluster.instance();
  const Group shard = groups_of(layout, instance.accelerators).shard;
  if (shard.instances < 2 || work.bucket_bytes <= 0) return 0;
  conditions.operation = Operation::all_reduce;
  // More instances than can be simulated: the ring of as many as can.
  conditions.instances = std::min(shard.instances, most_instances(conditions.operation));
  conditions.bytes = work.bucket_bytes * static_cast<double>(shard.sharing);
  const Result<FlowAnswer> flow = simulate_network(conditions, instance, constants, network_efficiency);
  if (!flow) return fail(flow);
  return std::max(0.0, flow->last_s - flow->closed.total_s());
}

void add_lost_time(StepWork& work, const Layout& layout, double lost_by_bucket_s) {
  const double buckets = std::max(1, work.buckets);
  const double half_s = buckets * lost_by_bucket_s / 2;
  for (ChunkWork& chunk : work.chunks) {
    if (chunk.gather_s > 0) chunk.gather_s += half_s;
    if (chunk.reduce_s > 0) chunk.reduce_s += layout.zero == 0 ? 2 * half_s : half_s;
  }
}

}  // namespace hakaru
