// Which ranks form a group, how many of them share an instance, and how many groups use an instance's network at once.
//
// With g ranks per instance and ranks numbered tensor, context, data, pipeline, a group whose members are `stride`
// apart has min(size, max(1, g / stride)) members in one instance, and min(g, stride) such groups share that instance's
// network. Example: tp 8, dp 32 on instances of 8: the tensor group lies within one instance; the data group has one
// member in each of 32 instances, and 8 data groups share each network.
#pragma once

#include <cstdint>

#include "hakaru/hardware/instance.h"
#include "hakaru/parallel/layout.h"

namespace hakaru {

struct Group {
  std::int64_t size = 1;          ///< ranks
  std::int64_t per_instance = 1;  ///< of them in one instance
  std::int64_t sharing = 1;       ///< equal groups that use one instance's network at the same time
  std::int64_t instances() const { return (size + per_instance - 1) / per_instance; }
};

struct Groups {
  Group tensor, context, data, pipeline, expert;
  Group shard;  ///< dp × cp: what gradients are reduced over and ZeRO shards across
};

Groups groups_of(const Layout& layout, std::int64_t ranks_per_instance);

}  // namespace hakaru
