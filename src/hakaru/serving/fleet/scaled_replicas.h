// The plan of an autoscaler, made from what is asked of a fleet that follows its load: what nobody stated is taken from
// data/autoscaling.toml.
#pragma once

#include <optional>
#include <string>

#include "hakaru/hardware/catalog.h"
#include "hakaru/memory/memory.h"
#include "hakaru/serving/fleet/warm_up.h"

namespace hakaru {

struct ScalingRequest {
  std::int64_t least = 1, most = 1, unit = 1;  ///< replicas; they come in `unit`s
  double requests_each = 1;                    ///< in flight, that a replica should have
  std::optional<double> interval_s, let_go_after_s;
  WarmUpRequest warm_up;
  std::optional<std::string> weights_on;  ///< a storage
};

struct ScaledReplicas {
  AutoscalerPlan plan;
  Terms warm_up;
};

/// Autoscaler's plan for replicas of `job` under `layout` on `instance`; fails if they warm up for more than 30 days.
Result<ScaledReplicas> scaled_replicas(const ScalingRequest& request, const ServingJob& job, const Layout& layout,
                                       const Instance& instance, const MemoryReserve& reserve, const Catalog& catalog,
                                       const DataFiles& data);

}  // namespace hakaru
