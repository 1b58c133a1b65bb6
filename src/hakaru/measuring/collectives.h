// The collectives that take most of a step, as messages that tests of collectives can send.
//
//   tensor    all-reduce, or all-gather with sequence parallelism, of micro-batch · tokens/cp · width
//   data      what ZeRO says, of the largest bucket of one rank's gradients; ZeRO 3: all-gather of a layer's weights
//   expert    all-to-all of micro-batch · tokens/cp · experts per token · width
//   context   all-to-all of micro-batch · tokens/cp · width; round a ring: sent to the next
//   pipeline  sent to the next stage: micro-batch · tokens/cp · width
// each times the bytes of an activation or of a gradient. Those that take at least a thirtieth of the step, not hidden,
// are told, at most two. Sizes go from a sixteenth of the message to four times as much, doubling.
// Example: micro-batch 1 of 8,192 tokens, width 8,192, bf16: 134 MB between 8 ranks: 8 MiB to 512 MiB.
#pragma once

#include <vector>

#include "hakaru/job/job.h"
#include "hakaru/parallel/groups.h"
#include "hakaru/timing/collective_model.h"
#include "hakaru/training/step.h"

namespace hakaru {

struct CollectiveOfStep {
  std::string part;  ///< "tensor", "data", "expert", "context", "pipeline"
  Operation operation = Operation::all_reduce;
  double bytes = 0;  ///< as nccl-tests counts them
  Group group;
  std::int64_t stride = 1;  ///< between two ranks of the group
  double share = 0;         ///< of the step, not hidden
};

/// The one that takes most first.
std::vector<CollectiveOfStep> collectives_that_take_most(const TrainingJob& job, const Layout& layout,
                                                         const Cluster& cluster, const StepEstimate& step,
                                                         double bucket_bytes);

/// Powers of two.
struct SizesOfTest {
  std::int64_t least = 1, most = 1;
};
SizesOfTest sizes_around(double bytes);

}  // namespace hakaru
