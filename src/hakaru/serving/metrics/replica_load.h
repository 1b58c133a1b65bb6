// Load of each replica of a fleet, for its router.
#pragma once

#include <cstdint>

namespace hakaru {

/// A replica as a router sees it.
struct ReplicaLoad {
  std::int64_t requests = 0;       ///< that wait or run
  std::int64_t prompt_tokens = 0;  ///< of those
  bool serves = true;              ///< takes requests; at least one replica of a fleet does
};

}  // namespace hakaru
