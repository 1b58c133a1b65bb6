#include "hakaru/planning/fleet/scaling.h"

#include <algorithm>

#include "hakaru/job/layout_fields.h"

namespace hakaru {
namespace {

/// Fixes in `request` the parts of `layout` that stay when instances are added: all but data parallelism. The
/// micro-batch is fixed under weak scaling alone, where each rank's share of the batch stays.
void keep_family(LayoutRequest& request, const Layout& layout, Sweep sweep) {
  LayoutRequest kept;
  each_layout_field([&](const auto& field) {
    const auto& value = layout.*field.value;
    const bool told = !field.unsaid_if_usual || value != usual_layout.*field.value;
    kept.*field.request = told ? value : request.*field.request;
  });
  kept.dp = request.dp;
  if (sweep != Sweep::weak) kept.micro_batch = request.micro_batch;
  request = kept;
}

Scenario scenario_at(const Scenario& scenario, const std::string& instance, const ScalePoint& point) {
  Scenario one = scenario;
  one.hardware.instances = {instance};
  one.hardware.families.clear();
  one.hardware.accelerator.reset();
  one.hardware.accelerators.reset();
  one.hardware.instance_count = point.instances;
  one.objective = Objective::time;
  one.deadline_s.reset();
  one.budget_usd.reset();
  one.top = 1;
  std::get<TrainingJob>(one.job).global_batch = point.global_batch;
  return one;
}

/// Speedups over the first point that has a plan, and efficiencies.
void compare(std::vector<Scaled>& points, Sweep sweep) {
  const auto first = std::find_if(points.begin(), points.end(), [](const Scaled& each) { return each.plan; });
  if (first == points.end()) return;
  double most = 0;
  for (Scaled& scaled : points) {
    if (!scaled.plan) continue;
    scaled.speedup = scaled.plan->made_per_s() / first->plan->made_per_s();
    most = std::max(most, scaled.speedup);
  }
  for (Scaled& scaled : points) {
    const double perfect = sweep == Sweep::batch ? most
                                                 : static_cast<double>(scaled.point.instances) /
                                                       static_cast<double>(first->point.instances);
    scaled.efficiency = scaled.speedup / perfect;
  }
}

}  // namespace

Result<std::vector<ScalePoint>> points_of_counts(const std::vector<std::int64_t>& counts, std::int64_t global_batch,
                                                 bool weak) {
  std::vector<ScalePoint> points;
  for (const std::int64_t count : counts) {
    const std::int64_t batch = weak ? global_batch * count / counts.front() : global_batch;
    if (weak && batch * counts.front() != global_batch * count) {
      return bad_input("{} of {} on {} instances is no whole number of sequences on {}", "--global-batch", global_batch,
                       counts.front(), count);
    }
    points.push_back({count, batch});
  }
  return points;
}

Result<ScalingCurve> scale(const Scenario& scenario, Sweep sweep, const std::string& instance,
                           const std::vector<ScalePoint>& points, const Catalog& catalog, const DataFiles& data,
                           const Executor& executor) {
  ScalingCurve curve{instance, {}};
  Scenario family = scenario;
  bool settled = sweep == Sweep::batch;
  for (const ScalePoint& point : points) {
    Result<PlanResult> result = make_plans(scenario_at(family, instance, point), catalog, data, executor);
    if (!result && result.error().kind == ErrorKind::bad_input) return fail(result);
    Scaled scaled{point, std::nullopt, std::nullopt};
    if (result) {
      scaled.plan = std::move(result->plans.front());
      if (!settled) keep_family(family.layout, scaled.plan->layout, sweep);
      settled = true;
    } else {
      scaled.why_not = result.error().message;
    }
    curve.points.push_back(std::move(scaled));
  }
  compare(curve.points, sweep);
  return curve;
}

}  // namespace hakaru
