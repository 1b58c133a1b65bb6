// Schedulers choose the requests of an engine's next iteration, and their tokens: one file for each policy, and its
// row in scheduler_policies.h. Others ask what a policy is, never which one:
//
//   scheduling_policy(options.policy).compiled;        // true with --policy buckets
//   policies_with(&SchedulingPolicy::continuous);      // "vllm, buckets"
//
// A policy is asked before every iteration, `schedule()`, and told when it has run, `complete()`. `repeats()` says how
// many iterations in a row would come out of `schedule()` the same, were nothing to arrive: the engine may then run
// them at once.
//
// A sequence of a prompt of P tokens and an answer of O is prefilled in one or more chunks; the iteration that computes
// its last prompt token gives its first output token, each later one gives one more. The last token that it gives is
// never computed itself, so that it holds at most P + O − 1 tokens in the cache.
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hakaru/core/record.h"
#include "hakaru/core/result.h"
#include "hakaru/serving/iteration/iteration_cost.h"
#include "hakaru/serving/metrics/replica_load.h"
#include "hakaru/serving/metrics/serving_metrics.h"
#include "hakaru/serving/schedulers/kv_blocks.h"
#include "hakaru/serving/schedulers/prefix_cache.h"
#include "hakaru/serving/schedulers/scheduler_policies.h"
#include "hakaru/traffic/request.h"

namespace hakaru {

/// A request within the engine.
struct Sequence {
  std::int64_t number = 0;  ///< of its request, in order of arrival
  Picoseconds arrival = 0, first_token = 0, last_token = 0;
  std::int32_t prompt = 0, output = 0;  ///< tokens
  std::int32_t generated = 0;
  std::int32_t computed = 0;   ///< tokens whose keys and values are cached
  std::int32_t scheduled = 0;  ///< tokens of the iteration at hand
  std::int32_t blocks = 0;     ///< of the KV cache
  std::int32_t received = 0;   ///< tokens whose keys and values came from another replica
  std::int32_t prefix = 0;     ///< of its request; like_no_other where nothing of it is cached

  std::int32_t known() const { return prompt + generated; }
  std::int32_t left() const { return output - generated; }
};

struct SchedulerOptions {
  Policy policy = {};
  std::int64_t max_num_seqs = 256;
  std::int64_t max_num_batched_tokens = 8192;
  double watermark = 0;        ///< share of the blocks that admitting a request must leave free
  double prefix_hit_rate = 0;  ///< share of a prompt's tokens that are found cached, in full blocks
  /// Continuous batching: what ended requests leave is kept, instead of a share that is stated.
  std::optional<PrefixCacheOptions> prefix_cache;
  /// Positions that an encoder reads for each prompt, beside it: vLLM bounds their sum in an iteration like tokens'.
  std::int64_t source_positions = 0;
  bool hands_over = false;   ///< ends a request with its first token; another replica decodes the rest
  std::int64_t context = 0;  ///< buckets: of one sequence, at most
  /// Buckets: sequences that decoding is compiled for, rising to max_num_seqs; empty: that alone.
  std::vector<std::int64_t> batch_buckets;
  /// Buckets: tokens of a sequence that graphs are compiled for, rising; what is longer takes the context. Empty: the
  /// smallest, doubled.
  std::vector<std::int64_t> sequence_buckets;
  std::int64_t smallest_bucket = 128;
  std::int64_t prefill_batch = 1;  ///< buckets: prompts that prefill is compiled for
};

class Scheduler {
 public:
  virtual ~Scheduler() = default;

  void arrive(const Sequence& sequence);
  /// Plans the iteration that begins at `now`; an empty batch where nothing can run.
  const Batch& schedule(Picoseconds now) {
    now_ = now;
    while (next_loaded() <= now) loading_.pop_front();
    return plan();
  }
  /// When the next request can run whose blocks are being loaded; never_ps: none is.
  Picoseconds next_loaded() const { return loading_.empty() ? never_ps : loading_.front().until; }
  /// Iterations from this one on that would be planned the same, at least 1.
  virtual std::int64_t repeats() = 0;
  /// True if a request that arrives now could change the next iteration.
  virtual bool heeds_arrivals() const = 0;
  /// The iteration ran from `start` to `first_end`, and, where it was repeated, all of them to `end`. Gives the number
  /// of requests that ended.
  virtual int complete(std::int64_t times, Picoseconds start, Picoseconds first_end, Picoseconds end,
                       ServingMetrics& metrics);

  /// The prefixes of those, until the next time.
  const std::vector<std::int32_t>& ended() const { return ended_; }
  /// Requests that ended here with their first token, to be decoded elsewhere. What it gives is valid until complete().
  const std::vector<Sequence>& handed_over() const { return handed_over_; }
  ReplicaLoad load() const { return {waiting() + running(), prompt_tokens_, true}; }
  std::int64_t waiting() const { return static_cast<std::int64_t>(waiting_.size()); }
  std::int64_t running() const { return static_cast<std::int64_t>(running_.size()); }
  std::int64_t preemptions() const { return preemptions_; }
  const PrefixCounts& prefix_counts() const { return prefix_counts_; }
  /// Its engine starts anew: nothing of what it had is cached.
  void forget_prefixes();
  const KvBlocks& kv() const { return kv_; }

 protected:
  Scheduler(const SchedulerOptions& options, const KvBlocks& kv) : options_(options), kv_(kv) {}

  /// Plans the next iteration, begins loads.
  virtual const Batch& plan() = 0;
  /// The blocks of `sequence` that lie on the host are loaded, behind all other loads.
  void load(const Sequence& sequence, std::int64_t blocks);
  bool is_loading(const Sequence& sequence) const;

  /// Its blocks are free: those that are full stay cached, where there is a prefix cache, until they are needed.
  void release(Sequence& sequence);

  SchedulerOptions options_;
  KvBlocks kv_;
  std::deque<Sequence> waiting_;   ///< first come, first served
  std::vector<Sequence> running_;  ///< in order of admission
  Batch batch_;
  std::int64_t preemptions_ = 0;
  std::optional<PrefixCache> prefixes_;
  PrefixCounts prefix_counts_;

 private:
  void advance(std::int64_t iterations);
  void leave(Sequence& sequence, ServingMetrics& metrics);

  std::vector<Sequence> handed_over_;
  std::vector<std::int32_t> ended_;
  struct Load {
    Picoseconds until = 0;
    std::int64_t number = 0;  ///< of the request
  };
  std::deque<Load> loading_;  ///< one after another
  Picoseconds now_ = 0, link_free_ = 0;
  std::int64_t prompt_tokens_ = 0;  ///< of requests that wait or run
};

/// Policies' files have this of their own kind.
template <typename Kind>
std::unique_ptr<Scheduler> scheduler_of_kind(const SchedulerOptions& options, const KvBlocks& kv) {
  return std::make_unique<Kind>(options, kv);
}

struct SchedulingPolicy {
  std::string_view help;  ///< in the list of policies; Japanese has the list as one sentence
  /// `kv` with nothing in use. Every request that arrives must fit in it alone.
  std::unique_ptr<Scheduler> (*scheduler)(const SchedulerOptions& options, const KvBlocks& kv);
  /// Most new tokens of one iteration, with sequences of up to `context`.
  std::int64_t (*most_new_tokens)(const SchedulerOptions& options, std::int64_t context);
  bool continuous = false;  ///< requests join and leave a batch that runs; else all of it begins and ends together
  bool compiled = false;  ///< runs shapes that were compiled before, each place with a context of its own cached; else
                          ///< shapes are as they come, and the cache is paged
  bool caches_prefixes = false;  ///< what prompts begin alike with is computed once
};

const SchedulingPolicy& scheduling_policy(Policy policy);
/// Names of the policies that have `property`.
std::string policies_with(bool SchedulingPolicy::*property, std::string_view between = ", ");

/// Buckets: the sequences that decoding is compiled for, rising.
std::vector<std::int64_t> batch_buckets(const SchedulerOptions& options);
/// Buckets: the tokens of a sequence that graphs are compiled for, rising to the context.
std::vector<std::int64_t> token_buckets(const SchedulerOptions& options);
/// The smallest of them that holds `tokens`, at most the last.
std::int64_t bucket_of(const std::vector<std::int64_t>& buckets, std::int64_t tokens);

}  // namespace hakaru
