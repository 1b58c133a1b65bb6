#include "hakaru/serving/fleet/scaled_replicas.h"

#include "hakaru/core/quantities.h"
#include "hakaru/memory/serving_memory.h"

namespace hakaru {

Result<ScaledReplicas> scaled_replicas(const ScalingRequest& request, const ServingJob& job, const Layout& layout,
                                       const Instance& instance, const MemoryReserve& reserve, const Catalog& catalog,
                                       const DataFiles& data) {
  constexpr double longest_s = 30 * seconds_per_day;
  const Result<AutoscalingDefaults> defaults = find_autoscaling_defaults(data, instance.accelerator);
  if (!defaults) return fail(defaults);
  const Result<Storage> storage = catalog.storage(request.weights_on.value_or(defaults->weights_storage));
  if (!storage) return fail(storage);
  const double weights_bytes = serving_memory(job, layout, instance.accelerator, reserve, 1).device.weights_bytes;
  ScaledReplicas scaled;
  scaled.warm_up = warm_up_terms(weights_bytes, layout, instance, *storage, request.warm_up, *defaults);
  if (warm_up_s(scaled.warm_up) > longest_s)
    return bad_input("a new replica warms up for {}; accepted: at most {}", in_time(warm_up_s(scaled.warm_up)), "30d");
  scaled.plan.least = request.least;
  scaled.plan.most = request.most;
  scaled.plan.unit = request.unit;
  scaled.plan.requests_each = request.requests_each;
  scaled.plan.tolerance = defaults->tolerance;
  scaled.plan.grow_by_share = defaults->grow_by_share;
  scaled.plan.grow_by_replicas = defaults->grow_by_replicas;
  scaled.plan.interval = picoseconds(request.interval_s.value_or(defaults->interval_s));
  scaled.plan.let_go_after = picoseconds(request.let_go_after_s.value_or(defaults->let_go_after_s));
  scaled.plan.warm_up = picoseconds(warm_up_s(scaled.warm_up));
  return scaled;
}

}  // namespace hakaru
