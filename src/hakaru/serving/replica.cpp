#include "hakaru/serving/replica.h"

#include <algorithm>
#include <numeric>

#include "hakaru/memory/serving_memory.h"
#include "hakaru/serving/static_batch.h"

namespace hakaru {
namespace {

/// With nothing cached in it; its sequences are limited to those that any memory would hold.
Result<KvBlocks> blocks_of(const ServingJob& job, const Layout& layout, const Accelerator& accelerator,
                           MemoryReserve reserve, const SchedulerOptions& options, std::int64_t block_tokens) {
  reserve.prefill_tokens = options.max_num_batched_tokens;
  reserve.kv_block_tokens = block_tokens;
  // The engine measures itself with a full iteration: at least as many sequences as fill one.
  const std::int64_t filling = (options.max_num_batched_tokens + job.context - 1) / job.context;
  const std::int64_t sequences = std::max(options.max_num_seqs, filling);
  const ServingMemory memory = serving_memory(job, layout, accelerator, reserve, sequences);
  const std::int64_t blocks = memory.tokens_that_fit / block_tokens;
  const KvBlocks kv(blocks, block_tokens);
  const std::int64_t needed = kv.holding(job.context);
  if (blocks < needed)
    return unsatisfiable(
        "the KV cache has room for {} tokens, a request at the context takes {}; lower --max-num-seqs or "
        "--max-num-batched-tokens, or plan with a shorter --context",
        std::max<std::int64_t>(0, blocks * block_tokens), job.context);
  return kv;
}

}  // namespace

Layout replica_layout(const Layout& layout, const Instance& instance) {
  if (layout.experts_across_tensor()) return layout;  // its experts lie on the ranks of all its replicas
  const std::int64_t model = layout.tp * layout.pp;
  Layout together = layout;
  together.dp = std::lcm(model * layout.ep, std::int64_t{instance.accelerators}) / model;
  return together;
}

Result<Replica> make_replica(const ServingJob& job, const Layout& of_fleet, const Cluster& cluster,
                             const Calibration& calibration, const MemoryReserve& reserve,
                             const SchedulerOptions& options, std::int64_t block_tokens,
                             const Speculation& speculation) {
  if (encodes_its_prompt(job.model))
    return bad_input("{} encodes its prompt, which is not simulated; accepted: decoders", job.model.name);
  const Layout layout = replica_layout(of_fleet, cluster.instance());
  const Accelerator& accelerator = cluster.instance().accelerator;
  const Result<KvBlocks> kv = blocks_of(job, layout, accelerator, reserve, options, block_tokens);
  if (!kv) return fail(kv);
  SchedulerOptions able = options;
  able.context = job.context;
  const std::int64_t blocks_each = able.policy == Policy::buckets ? kv->holding(job.context) : 1;
  able.max_num_seqs = std::min(options.max_num_seqs, kv->blocks() / blocks_each);
  if (!able.batch_buckets.empty()) {  // the largest compiled batch that memory holds
    std::erase_if(able.batch_buckets, [&](std::int64_t batch) { return batch > able.max_num_seqs; });
    if (able.batch_buckets.empty())
      return unsatisfiable("the KV cache has room for {} sequences at the context, the smallest batch bucket is {}",
                           able.max_num_seqs, options.batch_buckets.front());
    able.max_num_seqs = able.batch_buckets.back();
  }
  if (able.policy == Policy::buckets && able.prefill_batch > able.max_num_seqs)
    return bad_input("{} is {}; accepted: at most {}, the sequences that decode together", "--prefill-batch",
                     able.prefill_batch, able.max_num_seqs);
  const OperatorTimer operators(accelerator, calibration);
  const IterationTimer timer(job.model, serving_types(job), layout, cluster.instance(), calibration, operators);
  // A static batch prefills all its prompts in one iteration, compiled shapes as many as they were compiled for.
  const std::int64_t most_tokens = able.policy == Policy::fixed_batch ? able.max_num_seqs * job.context
                                   : able.policy == Policy::buckets   ? able.prefill_batch * job.context
                                                                      : able.max_num_batched_tokens;
  const CostLimits limits{able.max_num_seqs, std::max(most_tokens, std::int64_t{1}), job.context};
  return Replica{IterationCost(speculated(pass_times(job.model, timer), speculation), limits), *kv, able};
}

}  // namespace hakaru
