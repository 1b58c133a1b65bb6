#include "hakaru/serving/replica/replica.h"

#include <algorithm>
#include <numeric>

#include "hakaru/memory/serving_memory.h"
#include "hakaru/serving/steady/serving_estimate.h"

namespace hakaru {
namespace {

/// Options and cache within what memory holds.
struct Within {
  SchedulerOptions options;
  KvBlocks kv;
};

/// Paged: with nothing cached in it, sequences are limited to those that any memory would hold.
Result<Within> paged_within(const ServingJob& job, const Layout& layout, const Accelerator& accelerator,
                            const MemoryReserve& usual, const SchedulerOptions& options, std::int64_t block_tokens) {
  const MemoryReserve reserve = engine_reserve(usual, options, block_tokens, job.context);
  // The engine measures itself with a full iteration: at least as many sequences as fill one.
  const std::int64_t filling = (options.max_num_batched_tokens + job.context - 1) / job.context;
  const std::int64_t sequences = std::max(options.max_num_seqs, filling);
  const ServingMemory memory = serving_memory(job, layout, accelerator, reserve, sequences);
  const std::int64_t blocks = memory.tokens_that_fit / block_tokens;
  const std::int64_t positions = source_positions(job.model);
  const KvBlocks kv(blocks, block_tokens, positions);
  const std::int64_t needed = kv.holding(job.context);
  if (blocks < needed)
    return unsatisfiable(
        "the KV cache has room for {} tokens, a request at the context takes {}; lower --max-num-seqs or "
        "--max-num-batched-tokens, or plan with a shorter --context",
        std::max<std::int64_t>(0, blocks * block_tokens), job.context + positions);
  SchedulerOptions able = options;
  able.max_num_seqs = std::min(options.max_num_seqs, blocks / kv.holding(1));
  return Within{able, kv};
}

/// Sequences that compiled shapes have places for, with a prefill of `prefill_batch` prompts.
std::int64_t places_of(const ServingJob& job, const Layout& layout, const Accelerator& accelerator,
                       const MemoryReserve& reserve, SchedulerOptions options, std::int64_t prefill_batch,
                       std::int64_t block_tokens) {
  options.prefill_batch = prefill_batch;
  const MemoryReserve compiled = engine_reserve(reserve, options, block_tokens, job.context);
  const std::int64_t fit = serving_memory(job, layout, accelerator, compiled, prefill_batch).sequences_that_fit;
  return std::min(fit, options.max_num_seqs);
}

/// Compiled: a whole context for each place of the largest batch that memory holds.
Result<Within> compiled_within(const ServingJob& job, const Layout& layout, const Accelerator& accelerator,
                               const MemoryReserve& reserve, const SchedulerOptions& options,
                               std::int64_t block_tokens) {
  const auto places = [&](std::int64_t prompts) {
    return places_of(job, layout, accelerator, reserve, options, prompts, block_tokens);
  };
  if (places(1) < 1)
    return unsatisfiable("the KV cache has no room for a sequence at the context of {}; plan with a shorter --context",
                         job.context);
  SchedulerOptions able = options;
  able.max_num_seqs = places(options.prefill_batch);
  if (able.max_num_seqs < options.prefill_batch) {
    std::int64_t most = 1;
    while (most + 1 <= places(most + 1)) ++most;
    return bad_input("{} is {}; accepted: at most {}, the sequences that decode together", "--prefill-batch",
                     options.prefill_batch, most);
  }
  if (!able.batch_buckets.empty()) {
    std::erase_if(able.batch_buckets, [&](std::int64_t batch) { return batch > able.max_num_seqs; });
    if (able.batch_buckets.empty())
      return unsatisfiable("the KV cache has room for {} sequences at the context, the smallest batch bucket is {}",
                           able.max_num_seqs, options.batch_buckets.front());
    able.max_num_seqs = able.batch_buckets.back();
  }
  const std::int64_t positions = source_positions(job.model);
  const std::int64_t blocks_each = KvBlocks(0, block_tokens, positions).holding(job.context);
  return Within{able, KvBlocks(able.max_num_seqs * blocks_each, block_tokens, positions)};
}

Result<Within> fitting_within(const ServingJob& job, const Layout& layout, const Accelerator& accelerator,
                              const MemoryReserve& reserve, const SchedulerOptions& options,
                              std::int64_t block_tokens) {
  const auto within = scheduling_policy(options.policy).compiled ? compiled_within : paged_within;
  Result<Within> fitting = within(job, layout, accelerator, reserve, options, block_tokens);
  if (!fitting) return fitting;
  fitting->options.context = job.context;
  fitting->options.source_positions = source_positions(job.model);
  return fitting;
}

}  // namespace

MemoryReserve engine_reserve(MemoryReserve reserve, const SchedulerOptions& options, std::int64_t block_tokens,
                             std::int64_t context) {
  if (const SchedulingPolicy& policy = scheduling_policy(options.policy); policy.compiled) {
    reserve.prefill_tokens = policy.most_new_tokens(options, context);
  } else {
    reserve.prefill_tokens = options.max_num_batched_tokens;
    reserve.kv_block_tokens = block_tokens;
  }
  return reserve;
}

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
  const Layout layout = replica_layout(of_fleet, cluster.instance());
  const Accelerator& accelerator = cluster.instance().accelerator;
  const Result<Within> fitting = fitting_within(job, layout, accelerator, reserve, options, block_tokens);
  if (!fitting) return fail(fitting);
  const SchedulerOptions& able = fitting->options;
  OperatorTimer operators(accelerator, calibration);
  IterationTimer timer(job.model, serving_types(job), layout, cluster.instance(), calibration, operators,
                       job.expert_skew);
  const std::int64_t tokens = scheduling_policy(able.policy).most_new_tokens(able, job.context);
  const CostLimits limits{able.max_num_seqs, std::max(tokens, std::int64_t{1}), job.context};
  return Replica{IterationCost(speculated(pass_times(job, timer), speculation), limits), fitting->kv, able};
}

Result<Replica> with_fewer_sequences(Replica replica, std::int64_t max_num_seqs, const ServingJob& job,
                                     const Layout& of_fleet, const Cluster& cluster, const MemoryReserve& reserve,
                                     std::int64_t block_tokens) {
  SchedulerOptions options = replica.options;
  options.max_num_seqs = max_num_seqs;
  const Layout layout = replica_layout(of_fleet, cluster.instance());
  const Result<Within> fitting =
      fitting_within(job, layout, cluster.instance().accelerator, reserve, options, block_tokens);
  if (!fitting) return fail(fitting);
  replica.kv = fitting->kv;
  replica.options = fitting->options;
  return replica;
}

}  // namespace hakaru
