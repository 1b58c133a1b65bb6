#include "hakaru/training/contention.h"

#include "hakaru/parallel/groups.h"

namespace hakaru {

Result<double> data_contention(const StepWork& work, const Layout& layout, const Cluster& cluster,
                               NetworkQuestion conditions, const NetworkConstants& constants,
                               double network_efficiency) {
  const Instance& instance = cluster.instance();
  const Group shard = groups_of(layout, instance.accelerators).shard;
  if (shard.instances() < 2 || work.bucket_bytes <= 0) return 1;
  conditions.operation = Operation::all_reduce;
  conditions.instances = shard.instances();
  conditions.bytes = work.bucket_bytes * static_cast<double>(shard.sharing);
  const Result<FlowAnswer> flow = simulate_network(conditions, instance, constants, network_efficiency);
  if (!flow) return fail(flow);
  return flow->last_s / flow->closed.total_s();
}

void slow_data_collectives(StepWork& work, double factor) {
  for (ChunkWork& chunk : work.chunks) {
    chunk.gather_s *= factor;
    chunk.reduce_s *= factor;
  }
}

}  // namespace hakaru
