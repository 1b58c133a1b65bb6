// One replica of a serving plan, ready to be simulated: the cost of its iterations and the blocks of its KV cache.
//
//   blocks = ⌊(device memory − reserve − weights − activations of the largest iteration − logits of max_num_seqs rows)
//             / bytes that a token of a sequence at the job's context caches⌋ / block
// Where an encoder reads something else beside the prompt, each sequence holds blocks of its positions too, as wide as
// tokens. The bytes are those of the fullest stage (memory/serving_memory.h).
// Limits: with sliding windows or recurrent states a token of a short sequence takes more, on average, than one of a
// sequence at the job's context.
// Compiled shapes (buckets) hold a whole context for each place of the largest batch that is compiled, beside the
// activations of a prefill of prefill_batch whole contexts: what fits of these limits the batch.
// Example: 10 GB are left for caches of 1 GB each: of batches of 1, 4 and 16 those of 1 and 4 are compiled.
#pragma once

#include <memory>

#include "hakaru/core/result.h"
#include "hakaru/hardware/instance.h"
#include "hakaru/job/job.h"
#include "hakaru/memory/memory.h"
#include "hakaru/parallel/layout.h"
#include "hakaru/serving/iteration/iteration_cost.h"
#include "hakaru/serving/iteration/speculation.h"
#include "hakaru/serving/schedulers/kv_blocks.h"
#include "hakaru/serving/schedulers/scheduler.h"
#include "hakaru/timing/calibration.h"

namespace hakaru {

struct Replica {
  IterationCost cost;
  KvBlocks kv;
  SchedulerOptions options;
};

/// A replica's ranks lie together however many replicas there are: `layout` with as many as fill the fewest whole
/// instances that its blocks of tp · pp · ep ranks fill. Example: tp 2, pp 2, dp 7 on instances of 4: dp 1; of 8: dp 2.
Layout replica_layout(const Layout& layout, const Instance& instance);

/// `reserve` with the prompt tokens that an iteration of the engine has at most, and the size of its blocks where its
/// cache is paged.
MemoryReserve engine_reserve(MemoryReserve reserve, const SchedulerOptions& options, std::int64_t block_tokens,
                             std::int64_t context);

/// Timed in its replica_layout(). `options.max_num_seqs` is lowered to what the cache holds. Fails where a sequence at
/// the job's context does not fit.
Result<Replica> make_replica(const ServingJob& job, const Layout& layout, const Cluster& cluster,
                             const Calibration& calibration, const MemoryReserve& reserve,
                             const SchedulerOptions& options, std::int64_t block_tokens,
                             const Speculation& speculation = {});

/// `replica`, made for `job` and the others as above, with fewer sequences at once: its tables serve these too.
Result<Replica> with_fewer_sequences(Replica replica, std::int64_t max_num_seqs, const ServingJob& job,
                                     const Layout& layout, const Cluster& cluster, const MemoryReserve& reserve,
                                     std::int64_t block_tokens);

}  // namespace hakaru
