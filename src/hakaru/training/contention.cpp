#include "hakaru/training/contention.h"

#include <algorithm>

#include "hakaru/parallel/groups.h"

namespace hakaru {
namespace {

/// An all-reduce between instances.
struct Between {
  Group group;
  double bytes = 0;          ///< of one rank
  bool of_replicas = false;  ///< of shards that were reduced within each instance
};

Between between_instances(const StepWork& work, const Layout& layout, const Instance& instance) {
  const Groups groups = groups_of(layout, instance.accelerators);
  if (groups.shard.instances > 1 || groups.replicate.size == 1) return {groups.shard, work.bucket_bytes};
  return {groups.replicate, work.bucket_bytes / static_cast<double>(groups.shard.size), true};
}

}  // namespace

Result<double> lost_by_bucket_s(const StepWork& work, const Layout& layout, const Cluster& cluster,
                                NetworkQuestion conditions, const NetworkConstants& constants,
                                double network_efficiency) {
  const Instance& instance = cluster.instance();
  const Between between = between_instances(work, layout, instance);
  if (between.group.instances < 2 || between.bytes <= 0) return 0;
  conditions.operation = Operation::all_reduce;
  // More instances than can be simulated: the ring of as many as can.
  conditions.instances = std::min(between.group.instances, most_instances(conditions.operation));
  conditions.bytes = between.bytes * static_cast<double>(between.group.sharing);
  const Result<FlowAnswer> flow = simulate_network(conditions, instance, constants, network_efficiency);
  if (!flow) return fail(flow);
  return std::max(0.0, flow->last_s - flow->closed.total_s());
}

void add_lost_time(StepWork& work, const Layout& layout, const Instance& instance, double lost_by_bucket_s) {
  const bool of_replicas = between_instances(work, layout, instance).of_replicas;
  const double buckets = std::max(1, work.buckets);
  const double half_s = buckets * lost_by_bucket_s / 2;
  for (ChunkWork& chunk : work.chunks) {
    if (chunk.gather_s > 0 && !of_replicas) chunk.gather_s += half_s;
    if (chunk.reduce_s > 0) chunk.reduce_s += layout.zero == 0 || of_replicas ? 2 * half_s : half_s;
  }
}

}  // namespace hakaru
