// Groups of ranks: their members, how many share an instance, and how many groups use an instance's network at once.
//
// With g ranks per instance and ranks numbered tensor, context, data, pipeline, a group whose members are `stride`
// apart has min(size, max(1, g / stride)) members in one instance, and min(g, stride) such groups share that instance's
// network.
// Example: tp 8, dp 32 on instances of 8: the tensor group lies within one instance; the data group has one member in
// each of 32 instances, and 8 data groups share each network.
//
// Groups that do not divide an instance straddle two or more: each block of `stride` groups is placed where its ranks
// are, and the group that stands for all is the one with the slowest links: over the most instances, with the most
// members in one, and as many groups beside it as any of its instances has.
// Example: tp 6 on instances of 8, 24 ranks: 0-5 stay within an instance, 6-11 are 2 and 4 of two, 12-17 are 4 and 2,
// 18-23 stay within; 6-11 and 12-17 both use the network of the instance in the middle: 2 instances, 4 members in one,
// 2 sharing.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "hakaru/hardware/instance.h"
#include "hakaru/parallel/layout.h"

namespace hakaru {

struct Group {
  std::int64_t size = 1;          ///< ranks
  std::int64_t per_instance = 1;  ///< of them in one instance
  std::int64_t sharing = 1;       ///< equal groups that use one instance's network at the same time
  std::int64_t instances = (size + per_instance - 1) / per_instance;  ///< that it spans
  bool operator==(const Group&) const = default;
};

struct Groups {
  Group tensor, context, data, pipeline, expert;
  /// dp × cp: what gradients are reduced over and ZeRO shards across; twice that where the model lies on the stages
  /// twice, its other ranks taken for the next ones. Of replicated shards (HSDP) those of one replica.
  Group shard;
  Group expert_data;  ///< dp × cp / ep: the same for experts
  /// Ranks that hold the same shards, one of each group of `shard`; 1 where each shard is held once.
  Group replicate;
};

Groups groups_of(const Layout& layout, std::int64_t ranks_per_instance);

/// Groups of replicas that serve apart (ep of them together where experts are spread over them): the ranks of one are
/// neighbours.
Groups groups_of_replicas(const Layout& layout, std::int64_t ranks_per_instance);

/// A kind of group of several ranks: rank r is of the group ⌊r / (size · stride)⌋ · stride + r mod stride.
struct TalkingGroup {
  std::string_view kind;  ///< "tensor", "context", "expert", "data", "replicate", "pipeline"
  Group group;
  std::int64_t stride = 1;  ///< ranks between two neighbours of it
};

/// Groups of a layout's ranks that talk to each other; `trains`: replicas of a service do not.
std::vector<TalkingGroup> talking_groups(const Layout& layout, std::int64_t ranks_per_instance, bool trains);

}  // namespace hakaru
