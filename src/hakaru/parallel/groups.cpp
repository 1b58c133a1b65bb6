#include "hakaru/parallel/groups.h"

#include <algorithm>

namespace hakaru {
namespace {

/// A group of `size` ranks, neighbours `stride` apart, on instances of `ranks_per_instance`.
Group group_of(std::int64_t size, std::int64_t stride, std::int64_t ranks_per_instance) {
  return {.size = size,
          .per_instance = std::min(size, std::max<std::int64_t>(1, ranks_per_instance / stride)),
          .sharing = std::min(ranks_per_instance, stride)};
}

}  // namespace

Groups groups_of(const Layout& layout, std::int64_t ranks_per_instance) {
  const std::int64_t ranks = std::max<std::int64_t>(1, ranks_per_instance);
  const std::int64_t context_stride = layout.tp;
  const std::int64_t data_stride = layout.tp * layout.cp;
  const std::int64_t pipeline_stride = data_stride * layout.dp;
  return {.tensor = group_of(layout.tp, 1, ranks),
          .context = group_of(layout.cp, context_stride, ranks),
          .data = group_of(layout.dp, data_stride, ranks),
          .pipeline = group_of(layout.pp, pipeline_stride, ranks),
          .expert = group_of(layout.ep, layout.experts_across_tensor() ? 1 : context_stride, ranks),
          .shard = group_of(layout.dp * layout.cp, context_stride, ranks)};
}

}  // namespace hakaru
