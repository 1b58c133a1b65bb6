#include "hakaru/measuring/neighbour.h"

#include <array>
#include <cmath>

#include "hakaru/core/real.h"
#include "hakaru/memory/training_memory.h"
#include "hakaru/numerics/elementary.h"
#include "hakaru/parallel/legal.h"

namespace hakaru {
namespace {

constexpr double longest_over_layout = 2, least_difference = 0.01;

struct PartOfStep {
  const char* name;
  double share;
};

std::array<PartOfStep, 7> uncertain_parts(const StepEstimate& step) {
  const Exposed& exposed = step.exposed;
  const double whole_s = step.step_time_s;
  return {{{"tensor-parallel", exposed.tensor_s / whole_s},
           {"pipeline", exposed.pipeline_s / whole_s},
           {"data-parallel", exposed.data_s / whole_s},
           {"expert-parallel", exposed.expert_s / whole_s},
           {"context-parallel", exposed.context_s / whole_s},
           {"offload", exposed.offload_s / whole_s},
           {"bubble", step.bubble_s / whole_s}}};
}

double difference(const StepEstimate& step, const StepEstimate& other) {
  double sum = 0;
  const auto ours = uncertain_parts(step), theirs = uncertain_parts(other);
  for (std::size_t i = 0; i < ours.size(); ++i) sum += std::abs(theirs[i].share - ours[i].share);
  const double by_time = std::abs(elementary::log(other.step_time_s / step.step_time_s));
  return sum < least_difference ? least_difference * std::min(1.0, by_time) : sum;
}

/// Layouts that differ from `layout` in one part.
std::vector<Layout> neighbours_of(const Layout& layout) {
  std::vector<Layout> all;
  for (std::int64_t Layout::*const degree :
       {&Layout::tp, &Layout::pp, &Layout::cp, &Layout::ep, &Layout::micro_batch}) {
    for (const bool doubled : {true, false}) {
      Layout other = layout;
      if (!doubled && other.*degree % 2 != 0) continue;
      other.*degree = doubled ? 2 * (other.*degree) : other.*degree / 2;
      if (other.pp == 1) {
        other.vpp = 1;
        other.schedule = usual_schedule(1);
      }
      if (other.pp > 1 && layout.pp == 1 && other.zero >= 2) continue;  // few programs shard what stages divide
      other.sequence_parallel = other.tp > 1 && (layout.tp == 1 || layout.sequence_parallel);
      all.push_back(other);
    }
  }
  for (const Recompute recompute : {Recompute::none, Recompute::selective, Recompute::full}) {
    Layout other = layout;
    other.recompute = recompute;
    other.recompute_layers = 1;
    if (recompute != layout.recompute) all.push_back(other);
  }
  return all;
}

}  // namespace

StepEstimate MeasuredLayouts::step(const LayoutOnCluster& layout) const {
  TrainingJob job = job_;
  job.global_batch = layout.global_batch;
  return estimate_step(job, layout.layout, layout.cluster, calibration_);
}

bool MeasuredLayouts::can_run(const LayoutOnCluster& tried) const {
  if (why_illegal_to_train(tried.layout, job_.model, job_.sequence_length, tried.global_batch, tried.cluster,
                           true))  // as what is planned
    return false;
  TrainingJob job = job_;
  job.global_batch = tried.global_batch;
  const Accelerator& accelerator = tried.cluster.instance().accelerator;
  return fits(training_memory(job, tried.layout, accelerator, reserve_).device, reserve_, job.host_update,
              tried.cluster.instance());
}

std::optional<LayoutOnCluster> MeasuredLayouts::on_fewest(const LayoutOnCluster& planned) const {
  const Layout& layout = planned.layout;
  const std::int64_t of_model = layout.tp * layout.cp * layout.pp, each = planned.global_batch / layout.dp;
  for (int instances = 1; instances < planned.cluster.instances; ++instances) {
    LayoutOnCluster fewer{Cluster(planned.cluster.instance(), instances), layout};
    if (fewer.cluster.ranks() % of_model != 0) continue;
    fewer.layout.dp = fewer.cluster.ranks() / of_model;
    fewer.global_batch = each * fewer.layout.dp;
    if (fewer.layout.expert_places() % layout.ep != 0 || !can_run(fewer)) continue;
    fewer.step = step(fewer);
    return fewer;
  }
  return std::nullopt;
}

std::optional<LayoutOnCluster> MeasuredLayouts::neighbour(
    const LayoutOnCluster& layout, const std::function<bool(const LayoutOnCluster&)>& accepts) const {
  std::optional<LayoutOnCluster> best;
  double most = 0;
  for (const Layout& each : neighbours_of(layout.layout)) {
    LayoutOnCluster other{layout.cluster, each, layout.global_batch};
    const std::int64_t of_model = each.tp * each.cp * each.pp;
    if (layout.cluster.ranks() % of_model != 0) continue;
    other.layout.dp = layout.cluster.ranks() / of_model;
    if (!accepts(other) || !can_run(other)) continue;
    other.step = step(other);
    if (other.step.step_time_s > longest_over_layout * layout.step.step_time_s) continue;
    const double differs = difference(layout.step, other.step) * layout.step.step_time_s / other.step.step_time_s;
    if (differs <= most) continue;
    most = differs;
    best = other;
  }
  return best;
}

std::string part_that_differs_most(const StepEstimate& step, const StepEstimate& other) {
  std::string found = "compute";
  double most = least_difference;
  const auto ours = uncertain_parts(step), theirs = uncertain_parts(other);
  for (std::size_t i = 0; i < ours.size(); ++i) {
    const double differs = std::abs(theirs[i].share - ours[i].share);
    if (differs <= most) continue;
    most = differs;
    found = ours[i].name;
  }
  return found;
}

}  // namespace hakaru
