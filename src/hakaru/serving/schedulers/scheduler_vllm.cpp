// Continuous batching as vLLM's V1 scheduler does it (vllm/v1/core/sched/scheduler.py, first come, first served):
//
//   1. Requests that run come first, in order of admission: a decoding one gets one token, one that is being prefilled
//      as much of its prompt as the iteration's budget of tokens leaves (chunked prefill).
//   2. Tokens need blocks of the KV cache. Where none is free, the request admitted last loses its blocks and goes back
//      to the front of the queue, its prompt and what it has generated to be computed again (preemption by recompute).
//   3. Then requests that wait, in order of arrival, while budget, places (max_num_seqs) and blocks last; none in an
//      iteration that preempted. Of a prompt the share that is found in the prefix cache needs no prefill: full blocks
//      only, and never the whole prompt: a share that is stated, or what the prefix cache holds (prefix_cache.h), to
//      which a preempted request leaves its blocks too; where some of them lie on the host, it has its place and its
//      blocks at once and is prefilled when they are loaded. Where an encoder reads an audio for each, as many as its
//      own budget lasts for (as large as that of tokens, at least one audio).
//
// Limits: blocks of a stated share count for every request that has it. No priorities, no speculative tokens.
#include <limits>

#include "hakaru/serving/schedulers/scheduler.h"

namespace hakaru {
namespace {

class VllmScheduler : public Scheduler {
 public:
  VllmScheduler(const SchedulerOptions& options, const KvBlocks& kv)
      : Scheduler(options, kv),
        kept_free_(static_cast<std::int64_t>(options.watermark * static_cast<double>(kv.blocks()))) {
    if (options.prefix_cache) prefixes_.emplace(*options.prefix_cache, kv.block_tokens());
  }

  const Batch& plan() override {
    batch_.clear();
    budget_ = options_.max_num_batched_tokens;
    least_left_ = std::numeric_limits<std::int64_t>::max();
    preempted_ = false;
    const std::size_t ran = schedule_running();
    unscheduled_ = ran < running_.size();
    for (std::size_t at = ran; at < running_.size(); ++at) running_[at].scheduled = 0;
    if (!preempted_) admit();
    return batch_;
  }

  std::int64_t repeats() override {
    if (preempted_ || unscheduled_ || !batch_.chunks.empty() || next_loaded() < never_ps) return 1;
    return within_blocks(least_left_);
  }

  bool heeds_arrivals() const override { return waiting_.empty() && running() < options_.max_num_seqs && budget_ > 0; }

 private:
  /// Gives tokens to running sequences, in order; returns how many were reached, with those whose blocks are loading.
  std::size_t schedule_running() {
    const bool loads = next_loaded() < never_ps;
    std::size_t at = 0;
    for (; at < running_.size() && budget_ > 0; ++at) {
      if (loads && is_loading(running_[at])) {
        running_[at].scheduled = 0;
        continue;
      }
      const std::int64_t tokens = std::min<std::int64_t>(running_[at].known() - running_[at].computed, budget_);
      if (!kv_.hold(running_[at].blocks, running_[at].computed + tokens) && !make_room(at, tokens)) break;
      give(running_[at], tokens);
    }
    return at;
  }

  /// Blocks for `tokens` more of the sequence at `at`, taken from those admitted after it; false: it had to go itself.
  bool make_room(std::size_t at, std::int64_t tokens) {
    const std::int64_t needed = kv_.holding(running_[at].computed + tokens) - running_[at].blocks;
    while (needed > kv_.free()) {
      const bool itself = at + 1 == running_.size();
      preempt_last();
      if (itself) return false;
    }
    return true;
  }

  void preempt_last() {
    Sequence& last = running_.back();
    release(last);
    last.computed = last.scheduled = last.received = 0;
    waiting_.push_front(last);
    running_.pop_back();
    ++preemptions_;
    preempted_ = true;
  }

  /// For `tokens` in all. Once these are the whole system prompt, it has that together with others.
  void take_blocks(Sequence& sequence, std::int64_t tokens) {
    const auto holds = static_cast<std::int32_t>(kv_.holding(tokens));
    kv_.take(holds - sequence.blocks);
    if (prefixes_ && prefixes_->shares(holds) && !prefixes_->shares(sequence.blocks))
      kv_.give_back(prefixes_->join_shared());
    sequence.blocks = holds;
  }

  /// `first`: of its prompt, of which nothing was computed before.
  void give(Sequence& sequence, std::int64_t tokens, bool first = false) {
    if (!kv_.hold(sequence.blocks, sequence.computed + tokens)) take_blocks(sequence, sequence.computed + tokens);
    sequence.scheduled = static_cast<std::int32_t>(tokens);
    budget_ -= tokens;
    if (sequence.generated > 0 && sequence.computed + 1 == sequence.known()) {
      ++batch_.decodes;
      batch_.decode_context += sequence.computed;
      least_left_ = std::min<std::int64_t>(least_left_, sequence.left());
    } else {
      batch_.add({tokens, sequence.computed, first});
    }
  }

  void admit() {
    std::int64_t encoder_budget = std::max(options_.max_num_batched_tokens, options_.source_positions);
    while (!waiting_.empty() && budget_ > 0 && running() < options_.max_num_seqs) {
      Sequence& next = waiting_.front();
      const std::int64_t cached = found_cached(next);
      const std::int64_t tokens = std::min(next.known() - cached, budget_);
      const std::int64_t left_free = running_.empty() ? 0 : kept_free_;
      const std::int64_t shared = prefixes_ && cached > 0 ? prefixes_->shared_in_use() : 0;
      if (kv_.holding(cached + tokens) - shared + left_free > kv_.free()) return;
      const std::int64_t encoded = cached == 0 ? options_.source_positions : 0;
      if (encoded > encoder_budget) return;
      encoder_budget -= encoded;
      next.computed = static_cast<std::int32_t>(cached);
      next.scheduled = 0;
      if (prefixes_) take_prefix(next);
      running_.push_back(next);
      waiting_.pop_front();
      if (next_loaded() < never_ps && is_loading(running_.back())) continue;
      give(running_.back(), tokens, cached == 0 && running_.back().generated == 0);
    }
  }

  /// Takes the blocks that `sequence` found cached into use, and counts its tokens.
  void take_prefix(Sequence& sequence) {
    prefix_counts_.asked_tokens += sequence.known();
    prefix_counts_.hit_tokens += sequence.computed;
    if (sequence.computed == 0 || sequence.received > 0) return;
    sequence.blocks = static_cast<std::int32_t>(kv_.holding(sequence.computed));
    const PrefixCache::Taken taken = prefixes_->take(sequence.prefix);
    kv_.take(sequence.blocks - taken.shared);
    prefix_counts_.loaded_tokens += taken.on_host * kv_.block_tokens();
    if (taken.on_host > 0) load(sequence, taken.on_host);
  }

  std::int64_t found_cached(const Sequence& sequence) {
    if (sequence.received > 0) return sequence.received;
    if (prefixes_) {
      prefixes_->hold_at_most(kv_.free());
      return prefixes_->find(sequence.prefix) * kv_.block_tokens();
    }
    if (options_.prefix_hit_rate == 0 || sequence.prefix == like_no_other) return 0;
    const double hit = options_.prefix_hit_rate * static_cast<double>(sequence.prompt);
    const std::int64_t most = std::min<std::int64_t>(static_cast<std::int64_t>(hit), sequence.prompt - 1);
    return most / kv_.block_tokens() * kv_.block_tokens();
  }

  /// Iterations, of `iterations`, that need no more blocks than are free; the first has its blocks.
  std::int64_t within_blocks(std::int64_t iterations) {
    const std::int64_t block = kv_.block_tokens();
    if (running() * ((iterations - 1 + block - 1) / block) <= kv_.free()) return iterations;
    // Sequences that need a block in the i-th iteration after this one, by i mod block.
    beginning_.assign(static_cast<std::size_t>(block), 0);
    for (const Sequence& sequence : running_) {
      const std::int64_t filled = (sequence.computed + 1) % block;  // when this one has run
      ++beginning_[static_cast<std::size_t>(filled == 0 ? 0 : block - filled)];
    }
    std::int64_t free = kv_.free(), done = 1;
    for (; done < iterations; ++done) {
      free -= beginning_[static_cast<std::size_t>((done - 1) % block)];
      if (free < 0) break;
    }
    return done;
  }

  std::int64_t kept_free_;  ///< blocks
  std::int64_t budget_ = 0;
  std::int64_t least_left_ = 0;  ///< output tokens of the decoding sequence that ends first
  bool preempted_ = false, unscheduled_ = false;
  std::vector<std::int64_t> beginning_;  ///< room of within_blocks(), kept
};

}  // namespace

SchedulingPolicy vllm_policy() {
  return {
      .help = "continuous batching",
      .scheduler = scheduler_of_kind<VllmScheduler>,
      .most_new_tokens = [](const SchedulerOptions& options, std::int64_t) { return options.max_num_batched_tokens; },
      .continuous = true,
      .caches_prefixes = true};
}

}  // namespace hakaru
