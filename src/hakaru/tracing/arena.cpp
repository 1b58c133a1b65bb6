#include "hakaru/tracing/arena.h"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>

namespace hakaru::tracing {
namespace {

std::int64_t rounded(std::int64_t bytes) {
  return (bytes + arena_alignment_bytes - 1) / arena_alignment_bytes * arena_alignment_bytes;
}

bool meet(const Buffer& one, const Buffer& other) { return one.first <= other.last && other.first <= one.last; }

/// The smallest gap for `bytes` among `taken`, which is ordered by offset.
std::int64_t best_offset(const std::vector<const Buffer*>& taken, std::int64_t bytes) {
  std::int64_t best = -1, smallest = std::numeric_limits<std::int64_t>::max(), end = 0;
  for (const Buffer* buffer : taken) {
    const std::int64_t gap = buffer->offset - end;
    if (gap >= bytes && gap < smallest) {
      best = end;
      smallest = gap;
    }
    end = std::max(end, buffer->offset + rounded(buffer->bytes));
  }
  return best >= 0 ? best : end;
}

}  // namespace

std::int64_t place(std::vector<Buffer>& buffers) {
  std::vector<std::size_t> order(buffers.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t one, std::size_t other) { return buffers[one].bytes > buffers[other].bytes; });
  std::vector<const Buffer*> placed;  // by offset
  std::int64_t whole = 0;
  for (const std::size_t at : order) {
    Buffer& buffer = buffers[at];
    std::vector<const Buffer*> taken;
    std::copy_if(placed.begin(), placed.end(), std::back_inserter(taken),
                 [&](const Buffer* other) { return meet(buffer, *other); });
    buffer.offset = best_offset(taken, rounded(buffer.bytes));
    whole = std::max(whole, buffer.offset + rounded(buffer.bytes));
    const auto after = std::upper_bound(placed.begin(), placed.end(), &buffer,
                                        [](const Buffer* one, const Buffer* two) { return one->offset < two->offset; });
    placed.insert(after, &buffer);
  }
  return whole;
}

FullestMoment fullest_moment(const std::vector<Buffer>& buffers) {
  std::map<std::int64_t, std::int64_t> changes;
  for (const Buffer& buffer : buffers) {
    changes[buffer.first] += buffer.bytes;
    changes[buffer.last + 1] -= buffer.bytes;
  }
  FullestMoment fullest;
  std::int64_t now = 0;
  for (const auto& [instruction, change] : changes) {
    now += change;
    if (now > fullest.bytes) fullest = {instruction, now};
  }
  return fullest;
}

}  // namespace hakaru::tracing
