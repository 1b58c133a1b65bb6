#include "hakaru/parallel/groups.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "hakaru/parallel/schedule.h"

namespace hakaru {
namespace {

/// All ranks, `per_instance` of them in each instance.
struct Ranks {
  std::int64_t all, per_instance;
};

/// The slowest of the groups of `size` ranks, neighbours `stride` apart, of which blocks of size × stride ranks
/// consist.
Group group_of(std::int64_t size, std::int64_t stride, const Ranks& ranks) {
  const std::int64_t each = ranks.per_instance;
  const std::int64_t block = size * stride;
  Group group{.size = size,
              .per_instance = std::min(size, std::max<std::int64_t>(1, each / stride)),
              .sharing = std::min(each, stride)};
  const bool divides = size == 1 || stride >= each || each % block == 0 || (block % each == 0 && each % stride == 0);
  if (divides) return group;

  Group slowest{.size = size, .per_instance = 1, .sharing = group.sharing, .instances = 1};
  std::int64_t straddled = -1;  // the last instance of the block before, where that straddles
  const std::int64_t until_alike = each / std::gcd(each, block);
  for (std::int64_t at = 0; at < std::min(ranks.all / block, until_alike); ++at) {
    const std::int64_t begin = at * block, end = begin + block;
    const std::int64_t first = begin / each, last = (end - 1) / each;
    if (first == last) continue;
    const std::int64_t most = last - first > 1 ? each : std::max((first + 1) * each - begin, end - last * each);
    slowest.instances = std::max(slowest.instances, last - first + 1);
    slowest.per_instance = std::max(slowest.per_instance, std::min(group.per_instance, (most + stride - 1) / stride));
    if (first == straddled) slowest.sharing = std::min(each, 2 * stride);
    straddled = last;
  }
  if (slowest.instances == 1) slowest.per_instance = size;
  return slowest;
}

/// Ranks between two neighbours of a group.
struct Strides {
  std::int64_t context, data, pipeline, expert;
};

/// `together`: of the dp ranks, those beside each other in a stage.
Strides strides_of(const Layout& layout, std::int64_t together) {
  const std::int64_t data = layout.tp * layout.cp;
  return {.context = layout.tp,
          .data = data,
          .pipeline = data * together,
          .expert = layout.experts_across_tensor() ? 1 : layout.expert_tp()};
}

Groups groups_of(const Layout& layout, std::int64_t together, const Ranks& ranks) {
  const Strides stride = strides_of(layout, together);
  // Blocks of these repeat until they meet every boundary, as they do on instances that are filled: so what they take
  // is the same of all layouts of a family.
  const Ranks many{std::numeric_limits<std::int64_t>::max(), ranks.per_instance};
  const std::int64_t copies = model_copies(layout);
  return {.tensor = group_of(layout.tp, 1, many),
          .context = group_of(layout.cp, stride.context, many),
          .data = group_of(layout.shard_ranks() / layout.cp, stride.data, ranks),
          .pipeline = group_of(layout.pp, stride.pipeline, ranks),
          .expert = group_of(layout.ep, stride.expert, many),
          .shard = group_of(layout.shard_ranks() * copies, stride.context, ranks),
          .expert_data = group_of(layout.expert_shard_ranks() * copies, layout.expert_tp() * layout.ep, ranks),
          .replicate = group_of(layout.dp_replicate, layout.tp * layout.shard_ranks() * copies, ranks)};
}

/// Replicas of a service beside each other in a stage: those over which experts are spread.
std::int64_t replicas_together(const Layout& layout) { return std::clamp<std::int64_t>(layout.ep, 1, layout.dp); }

}  // namespace

Groups groups_of(const Layout& layout, std::int64_t ranks_per_instance) {
  return groups_of(layout, layout.dp, {layout.ranks(), std::max<std::int64_t>(1, ranks_per_instance)});
}

Groups groups_of_replicas(const Layout& layout, std::int64_t ranks_per_instance) {
  return groups_of(layout, replicas_together(layout), {layout.ranks(), std::max<std::int64_t>(1, ranks_per_instance)});
}

std::vector<TalkingGroup> talking_groups(const Layout& layout, std::int64_t ranks_per_instance, bool trains) {
  const Groups groups = trains ? groups_of(layout, ranks_per_instance) : groups_of_replicas(layout, ranks_per_instance);
  const Strides stride = strides_of(layout, trains ? layout.dp : replicas_together(layout));
  std::vector<TalkingGroup> talking{{"tensor", groups.tensor, 1},
                                    {"context", groups.context, stride.context},
                                    {"expert", groups.expert, stride.expert}};
  if (trains) talking.push_back({"data", groups.data, stride.data});
  if (trains) talking.push_back({"replicate", groups.replicate, layout.tp * layout.shard_ranks()});
  talking.push_back({"pipeline", groups.pipeline, stride.pipeline});
  std::erase_if(talking, [](const TalkingGroup& each) { return each.group.size == 1; });
  return talking;
}

}  // namespace hakaru
