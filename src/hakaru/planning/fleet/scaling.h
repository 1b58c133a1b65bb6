// Scaling of a training job: the same job, or the same work for each instance, on more and more instances.
//
//   strong  the global batch B stays;          weak  B grows with the instances: B · n / n₁
//   speedup of n instances over the first n₁ = tokens/s of n / tokens/s of n₁
//   efficiency                               = speedup · n₁ / n
// The layout family stays: tensor, pipeline, context and expert parallel degrees, ZeRO stage and recompute are those of
// the best plan at the first count that has one, data parallelism takes the rest. Under weak scaling the micro-batch
// stays too; under strong scaling it is free where the scenario does not fix it, since each rank's batch shrinks.
//
// A third sweep keeps the instances and changes the global batch; each batch has its own best layout, and efficiency is
// tokens/s over the most at any batch.
//
// Worked example: 8.23 sequences/s on one instance with 64 a step, 122.13 on sixteen with 1,024: 14.84 times as fast,
// 92.7 %. The work of an instance is the same, so this is weak scaling.
//
// Limits: those of the estimate of a step (training/step.h): stragglers in the mean; failures are not counted
// (training/run.h).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hakaru/core/choice.h"
#include "hakaru/core/data_files.h"
#include "hakaru/planning/plan/plan.h"

namespace hakaru {

struct ScalePoint {
  std::int64_t instances = 1;
  std::int64_t global_batch = 1;
};

/// `weak`: the batch, which is that of the first count, grows in proportion. Bad input where it would not be whole.
Result<std::vector<ScalePoint>> points_of_counts(const std::vector<std::int64_t>& counts, std::int64_t global_batch,
                                                 bool weak);

struct Scaled {
  ScalePoint point;
  std::optional<Plan> plan;
  std::optional<Message> why_not;
  double speedup = 0;     ///< 0: no plan
  double efficiency = 0;  ///< 1 is perfect
};

/// The curve of one instance type.
struct ScalingCurve {
  std::string instance;
  std::vector<Scaled> points;  ///< in the order given
};

enum class Sweep { strong, weak, batch };
template <>
inline constexpr auto choice_names<Sweep> = std::to_array<std::string_view>({"strong", "weak", "batch"});

/// `scenario` is a training job; its own hardware and batch are those of the points.
Result<ScalingCurve> scale(const Scenario& scenario, Sweep sweep, const std::string& instance,
                           const std::vector<ScalePoint>& points, const Catalog& catalog, const DataFiles& data,
                           const Executor& executor = {});

}  // namespace hakaru
