// What the flags of `simulate serve` say of a fleet that follows its load.
#pragma once

#include <optional>

#include "hakaru/job/key_reader.h"
#include "hakaru/planning/plan.h"
#include "hakaru/serving/warm_up.h"
#include "named_flags.h"
#include "session.h"

namespace hakaru::cli {

void add_autoscaling_flags(NamedFlags& flags, CLI::App& command, const Translator& translator);

struct ScalingRequest {
  std::int64_t least = 1, most = 1, unit = 1;
  double requests_each = 1;
  std::optional<double> interval_s, let_go_after_s;
  WarmUpRequest warm_up;
  std::optional<std::string> weights_on;
};
/// Empty where none was asked for. Replicas come in `unit`s.
std::optional<ScalingRequest> scaling_of(KeyReader& reader, std::int64_t unit);

struct ScaledReplicas {
  AutoscalerPlan plan;
  Terms warm_up;
};
/// With what nobody said taken from data/autoscaling.toml.
Result<ScaledReplicas> scaled_replicas(const ScalingRequest& request, const ServingJob& job, const Plan& plan,
                                       const MemoryReserve& reserve, const Catalog& catalog, const DataFiles& data);

}  // namespace hakaru::cli
