// Time that data-parallel collectives of a step lose when connections between instances meet: second fidelity of the
// network (timing/network_flow.h), for a step.
//
// The shard groups of one stage, as many as an instance has ranks that the layout does not put into the same group,
// reduce at the same time over the same k instances: S = their number × the bytes of one bucket. What that all-reduce
// takes connection by connection beyond its closed form is added to every bucket's all-reduce, and half of it to every
// bucket's reduce-scatter and all-gather, which move half as much. Where shards stay within an instance and are
// replicated (HSDP), it is the all-reduce of a shard of each bucket among the ranks that hold it.
//
// Example: tp 8, dp 32 on 32 instances of 8: 8 groups of one rank in each of 32 instances; buckets of 80 MB make
// S = 640 MB. With one path for each connection, where two share an uplink, that takes twice as long as in closed form.
//
// Limits: stages do not meet each other; units of a fully sharded model are all as large as the largest layer; experts
// go with the rest; sends and the exchanges of experts and heads stay in closed form, as does what goes on within
// instances.
#pragma once

#include "hakaru/hardware/instance.h"
#include "hakaru/parallel/layout.h"
#include "hakaru/timing/network_flow.h"
#include "hakaru/training/step_work.h"

namespace hakaru {

/// Seconds that each bucket's all-reduce loses; 0: no group of gradients spans instances. `conditions`: of connections.
Result<double> lost_by_bucket_s(const StepWork& work, const Layout& layout, const Cluster& cluster,
                                NetworkQuestion conditions, const NetworkConstants& constants,
                                double network_efficiency);

/// Gathers and reductions lose so much.
void add_lost_time(StepWork& work, const Layout& layout, const Instance& instance, double lost_by_bucket_s);

}  // namespace hakaru
