// The parts of a layout that a scenario fixes, to ask about one that is already run. parallel/ fills in the rest.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "hakaru/core/result.h"

namespace hakaru {

/// Which activations are computed again in the backward pass instead of kept.
enum class Recompute { none, selective, full };

std::string_view name_of(Recompute recompute);
Result<Recompute> parse_recompute(std::string_view text);

/// An empty part is free.
struct LayoutRequest {
  std::optional<std::int64_t> tp, pp, vpp, cp, ep, dp, micro_batch;
  std::optional<int> zero;
  std::optional<bool> sequence_parallel;
  std::optional<Recompute> recompute;
};

}  // namespace hakaru
