// The prefix cache of a replica: KV blocks that ended requests leave, until their place is needed.
//
//   block     cached once it is full: a sequence of t computed tokens leaves ⌊t / block⌋ of them
//   hit       a turn of a session finds the blocks of its conversation from the first on that are still there
//   room      what no running request uses; where more is needed the blocks of the session that ended least recently
//             go, its last block first (LRU, as vLLM's automatic prefix caching and SGLang's radix cache)
//   shared    the full blocks of a system prompt are there once for all: in use as long as any request is, never the
//             least recently used, so that they stay
//   host      evicted blocks go to the host's memory, where there is room for some (--kv-offload), the earliest of them
//             leaving it; those found there are loaded over the host link, one request after another, and are the
//             device's again. The request waits for them, others go on
// Example: blocks of 16. A first turn of 100 + 50 tokens computes 149 and leaves 9 blocks; the next, of 250, is
// prefilled from token 144 on. With equal turns of I + O tokens and room enough turn k of T finds
// ⌊((k − 1)(I + O) − 1) / 16⌋ · 16.
// Sources: vllm/v1/core/kv_cache_manager.py and block_pool.py (blocks are freed last first, to the end of the queue
// that new ones are taken from); Zheng et al. 2024, SGLang, arXiv 2312.07104.
// Limits: a system prompt counts as computed as soon as its blocks are taken, and it is the same for all; nothing but
// conversations and the system prompt is alike; windows and recurrent states are taken to be kept with the blocks.
// Memory grows with the sessions that have blocks.
#pragma once

#include <cstdint>
#include <list>
#include <unordered_map>

#include "hakaru/core/record.h"
#include "hakaru/traffic/request.h"

namespace hakaru {

struct PrefixCacheOptions {
  std::int64_t shared_tokens = 0;  ///< of the system prompt
  std::int64_t host_blocks = 0;    ///< that the host's memory has room for
  Picoseconds load_block = 0;      ///< time that one of them takes over the host link
};

/// Tokens that were looked up, and found. A request that was preempted looks again.
struct PrefixCounts {
  std::int64_t asked_tokens = 0, hit_tokens = 0;
  std::int64_t loaded_tokens = 0;  ///< of the hits, those that were in the host's memory

  double hit_rate() const { return share(hit_tokens, asked_tokens); }
  double loaded_share() const { return share(loaded_tokens, hit_tokens); }

 private:
  static double share(std::int64_t part, std::int64_t whole) {
    return whole > 0 ? static_cast<double>(part) / static_cast<double>(whole) : 0;
  }
};

template <>
inline constexpr auto record<PrefixCounts> =
    described("prefix_counts", "what stayed cached between turns",
              field("hit_rate", &PrefixCounts::hit_rate, "share of the prompts' tokens that was found, 0 … 1"),
              field("asked_tokens", &PrefixCounts::asked_tokens, "tokens of the prompts"),
              field("hit_tokens", &PrefixCounts::hit_tokens, "of which were found"),
              field("loaded_tokens", &PrefixCounts::loaded_tokens, "of which were loaded from the host's memory"));

/// Blocks by prefix, in the order in which they were put there.
class BlockShelf {
 public:
  std::int64_t blocks() const { return blocks_; }
  std::int64_t of(std::int32_t prefix) const;
  /// To those of `prefix`, which are then the latest.
  void put(std::int32_t prefix, std::int64_t blocks);
  /// Gives how many there were.
  std::int64_t remove(std::int32_t prefix);
  /// All but `most` go, the earliest first: to `next`, where there is one.
  void hold_at_most(std::int64_t most, BlockShelf* next = nullptr);

 private:
  struct Held {
    std::int32_t prefix = 0;
    std::int64_t blocks = 0;
  };
  std::list<Held> held_;  ///< the earliest first
  std::unordered_map<std::int32_t, std::list<Held>::iterator> by_prefix_;
  std::int64_t blocks_ = 0;
};

class PrefixCache {
 public:
  PrefixCache(const PrefixCacheOptions& options, std::int64_t block_tokens)
      : options_(options), shared_blocks_(options.shared_tokens / block_tokens), shared_known_(shared_blocks_ == 0) {}

  /// No more than are free: the others are needed.
  void hold_at_most(std::int64_t free_blocks);
  /// Blocks that a request of `prefix` begins with.
  std::int64_t find(std::int32_t prefix) const {
    return shared_known_ ? shared_blocks_ + idle_.of(prefix) + on_host_.of(prefix) : 0;
  }
  /// Blocks of a request in use: those that others use too, and those that must be loaded from the host first.
  struct Taken {
    std::int64_t shared = 0, on_host = 0;
  };
  /// Takes the blocks found for `prefix` into use.
  Taken take(std::int32_t prefix);
  Picoseconds loading(std::int64_t blocks) const { return blocks * options_.load_block; }
  /// A request has left `blocks` of `prefix`, its shared ones among them.
  void keep(std::int32_t prefix, std::int64_t blocks);

  /// True if a request that has so many blocks has all of the system prompt: these are shared.
  bool shares(std::int64_t blocks) const { return shared_blocks_ > 0 && blocks >= shared_blocks_; }
  std::int64_t shared_in_use() const { return users_ > 0 ? shared_blocks_ : 0; }
  /// A request shares them from now on. Gives those that others have already.
  std::int64_t join_shared();
  /// One that did has left. Gives those that others still use.
  std::int64_t leave_shared();

 private:
  PrefixCacheOptions options_;
  std::int64_t shared_blocks_;
  bool shared_known_;
  std::int64_t users_ = 0;  ///< requests that share
  BlockShelf idle_, on_host_;
};

}  // namespace hakaru
