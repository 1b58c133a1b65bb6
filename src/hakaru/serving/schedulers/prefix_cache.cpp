#include "hakaru/serving/schedulers/prefix_cache.h"

#include <algorithm>

namespace hakaru {

std::int64_t BlockShelf::of(std::int32_t prefix) const {
  const auto found = by_prefix_.find(prefix);
  return found == by_prefix_.end() ? 0 : found->second->blocks;
}

void BlockShelf::put(std::int32_t prefix, std::int64_t blocks) {
  const std::int64_t before = remove(prefix);
  if (before + blocks == 0) return;
  by_prefix_[prefix] = held_.insert(held_.end(), {prefix, before + blocks});
  blocks_ += before + blocks;
}

std::int64_t BlockShelf::remove(std::int32_t prefix) {
  const auto found = by_prefix_.find(prefix);
  if (found == by_prefix_.end()) return 0;
  const std::int64_t blocks = found->second->blocks;
  held_.erase(found->second);
  by_prefix_.erase(found);
  blocks_ -= blocks;
  return blocks;
}

void BlockShelf::hold_at_most(std::int64_t most, BlockShelf* next) {
  while (blocks_ > most && blocks_ > 0) {
    Held& earliest = held_.front();
    const std::int64_t gone = std::min(earliest.blocks, blocks_ - most);
    earliest.blocks -= gone;
    blocks_ -= gone;
    if (next != nullptr) next->put(earliest.prefix, gone);
    if (earliest.blocks > 0) return;
    by_prefix_.erase(earliest.prefix);
    held_.pop_front();
  }
}

void PrefixCache::hold_at_most(std::int64_t free_blocks) {
  const std::int64_t shared_idle = shared_known_ && users_ == 0 ? shared_blocks_ : 0;
  const bool offloads = options_.host_blocks > 0;
  idle_.hold_at_most(std::max<std::int64_t>(0, free_blocks - shared_idle), offloads ? &on_host_ : nullptr);
  on_host_.hold_at_most(options_.host_blocks);
}

PrefixCache::Taken PrefixCache::take(std::int32_t prefix) {
  const bool shared = shares(find(prefix));
  idle_.remove(prefix);
  return {shared ? join_shared() : 0, on_host_.remove(prefix)};
}

void PrefixCache::keep(std::int32_t prefix, std::int64_t blocks) {
  idle_.remove(prefix);
  on_host_.remove(prefix);
  idle_.put(prefix, std::max<std::int64_t>(0, blocks - shared_blocks_));
}

std::int64_t PrefixCache::join_shared() {
  shared_known_ = true;
  return users_++ > 0 ? shared_blocks_ : 0;
}

std::int64_t PrefixCache::leave_shared() { return --users_ > 0 ? shared_blocks_ : 0; }

}  // namespace hakaru
