// The paged KV cache of a replica: equal blocks, of which so many are in use (Kwon et al. 2023, arXiv 2309.06180). A
// sequence of t cached tokens holds ⌈t / block⌉ of them, and ⌈s / block⌉ for s positions of an encoder's results.
#pragma once

#include <algorithm>
#include <cstdint>

namespace hakaru {

class KvBlocks {
 public:
  KvBlocks(std::int64_t blocks, std::int64_t block_tokens, std::int64_t source_positions = 0)
      : blocks_(blocks), block_tokens_(block_tokens), of_source_(whole(source_positions)) {}

  std::int64_t holding(std::int64_t tokens) const { return whole(tokens) + of_source_; }
  /// True if so many blocks hold `tokens`; quicker than holding().
  bool hold(std::int64_t blocks, std::int64_t tokens) const { return tokens <= (blocks - of_source_) * block_tokens_; }
  std::int64_t free() const { return blocks_ - used_; }
  std::int64_t used() const { return used_; }
  std::int64_t peak() const { return peak_; }
  std::int64_t blocks() const { return blocks_; }
  std::int64_t block_tokens() const { return block_tokens_; }

  void take(std::int64_t blocks) {
    used_ += blocks;
    peak_ = std::max(peak_, used_);
  }
  void give_back(std::int64_t blocks) { used_ -= blocks; }

 private:
  std::int64_t whole(std::int64_t tokens) const { return (tokens + block_tokens_ - 1) / block_tokens_; }

  std::int64_t blocks_, block_tokens_, of_source_, used_ = 0, peak_ = 0;
};

}  // namespace hakaru
