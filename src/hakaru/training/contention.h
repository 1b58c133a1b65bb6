// What the data-parallel collectives of a step take when connections between instances meet: the second fidelity of the
// network (timing/network_flow.h), for a step.
//
// The shard groups of one stage, one for each rank of an instance that the layout does not put into the same group,
// reduce at the same time over the same k instances: S = their number × the bytes of one bucket. Their collective,
// simulated connection by connection, over the same in closed form is the factor by which the step's gathers and
// reductions grow.
//
// Example: tp 8, dp 32 on 32 instances of 8: 8 groups of one rank in each of 32 instances; buckets of 80 MB make S =
// 640 MB. With one path for each connection, where two share an uplink, the ring takes twice as long: factor 2. Limits:
// stages do not meet each other; sends and the exchanges of experts and heads stay in closed form; nothing within
// instances.
#pragma once

#include "hakaru/hardware/instance.h"
#include "hakaru/parallel/layout.h"
#include "hakaru/timing/network_flow.h"
#include "hakaru/training/step_work.h"

namespace hakaru {

/// The factor for `work` under `layout`; 1 where no shard group spans instances. `conditions`: how connections run.
Result<double> data_contention(const StepWork& work, const Layout& layout, const Cluster& cluster,
                               NetworkQuestion conditions, const NetworkConstants& constants,
                               double network_efficiency);

/// Gathers and reductions take `factor` times as long.
void slow_data_collectives(StepWork& work, double factor);

}  // namespace hakaru
