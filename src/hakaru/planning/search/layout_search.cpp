#include "hakaru/planning/search/layout_search.h"

#include <algorithm>

#include "hakaru/memory/training_memory.h"

namespace hakaru {
namespace {

/// Families looked at side by side before what they found is told to the others.
constexpr std::size_t families_at_once = 16;

}  // namespace

void LayoutsFound::note_miss(const Layout& layout, const MemoryBreakdown& memory) {
  if (!miss || memory.total_bytes() < miss->memory.total_bytes()) miss = WeighedLayout{layout, memory};
}

void LayoutsFound::absorb(const LayoutsFound& others) {
  evaluated += others.evaluated;
  feasible += others.feasible;
  fastest.add(others.fastest);
  unproven.add(others.unproven);
  lacks_room_besides = lacks_room_besides || others.lacks_room_besides;
  if (others.miss) note_miss(others.miss->layout, others.miss->memory);
}

LayoutSearch::LayoutSearch(const TrainingJob& job, const Instance& instance, const Calibration& calibration,
                           const MemoryReserve& reserve, const Executor& executor)
    : job_(job),
      software_(calibration.stack),
      capacity_bytes_(reserve.usable_bytes(instance.accelerator)),
      host_capacity_bytes_(host_memory_of({}, job.host_update, instance).capacity_bytes / instance.accelerators),
      executor_(executor) {
  for (std::size_t worker = 0; worker < executor.workers; ++worker) {
    workers_.push_back({TrainingMemoryEstimator(job, instance.accelerator, reserve),
                        StepEstimator(job, Cluster{instance, 1}, calibration)});
  }
}

std::vector<LayoutSearch::Family> LayoutSearch::bounded_families(const LayoutSpace& space, const Options& options) {
  std::vector<Family> families;
  for (const Layout& layout : space.families()) families.push_back({layout, 0});
  const std::size_t tasks = (families.size() + families_at_once - 1) / families_at_once;
  executor_.for_each(tasks, [&](std::size_t task, std::size_t worker) {
    const std::size_t end = std::min(families.size(), (task + 1) * families_at_once);
    for (std::size_t at = task * families_at_once; at < end; ++at)
      families[at].least_s = (workers_[worker].step.least_of_family_s(families[at].layout) + options.least_besides_s) *
                             options.caution.least_times(families[at].layout);
  });
  std::stable_sort(families.begin(), families.end(),
                   [](const Family& left, const Family& right) { return left.least_s < right.least_s; });
  return families;
}

void LayoutSearch::evaluate(const Layout& layout, bool unproven, const Options& options, Worker& worker,
                            LayoutsFound& found) const {
  ++found.evaluated;
  const MemoryBreakdown memory = worker.memory(layout).stage.memory;
  const double bytes = memory.total_bytes();
  if (bytes > capacity_bytes_ || memory.host_bytes > host_capacity_bytes_) {
    if (!unproven) found.note_miss(layout, memory);
    return;
  }
  const std::optional<double> besides_s = options.besides_s ? options.besides_s(memory) : 0;
  ++found.feasible;
  found.lacks_room_besides = found.lacks_room_besides || !besides_s;
  if (!besides_s) return;
  const double step_time_s = worker.step.step_time_s(layout) + *besides_s;
  (unproven ? found.unproven : found.fastest)
      .add({layout, step_time_s, step_time_s * options.caution.times(layout), bytes});
}

void LayoutSearch::look_at(const LayoutSpace& space, const Layout& family, const Options& options,
                           const FastestLayouts& known, Worker& worker, LayoutsFound& found) const {
  const auto worth = [&](const Layout& layout) {
    if (!options.bounded) return true;
    if (!options.wants_miss && worker.memory.least_bytes(layout) > capacity_bytes_) return false;
    const double limit_s = std::min(known.limit_s(layout), found.fastest.limit_s(layout));
    const double least_s = worker.step.least_step_time_s(layout) + options.least_besides_s;
    return least_s * options.caution.least_times(layout) <= limit_s;
  };
  space.each_of(family, worth,
                [&](const Layout& layout) { evaluate(layout, space.is_unproven(layout), options, worker, found); });
}

LayoutsFound LayoutSearch::operator()(const Cluster& cluster, const LayoutRequest& request, const Options& options) {
  for (Worker& worker : workers_) worker.step.resize(cluster.instances);
  const LayoutSpace space(job_.model, job_.sequence_length, job_.global_batch, cluster, request, options.breadth,
                          job_.offers.of(software_, job_.model.experts));
  std::vector<Family> families;
  if (options.bounded) {
    families = bounded_families(space, options);
  } else {
    for (const Layout& layout : space.families()) families.push_back({layout, 0});
  }
  LayoutsFound all(options.most);
  const SearchWatch& watch = executor_.watch;
  const double share = options.share / static_cast<double>(std::max<std::size_t>(1, families.size()));
  double left = options.share;
  const std::size_t at_once = options.bounded ? families_at_once : families.size();
  for (std::size_t from = 0; from < families.size() && !watch.stopped(); from += at_once) {
    if (options.bounded && families[from].least_s > all.fastest.limit_s()) break;
    const std::size_t count = std::min(at_once, families.size() - from);
    std::vector<LayoutsFound> found(count, LayoutsFound(options.most));
    executor_.for_each(count, [&](std::size_t task, std::size_t worker) {
      if (watch.stopped()) return;
      look_at(space, families[from + task].layout, options, all.fastest, workers_[worker], found[task]);
      watch.looked_at(found[task].evaluated, share);
      if (!found[task].fastest.layouts().empty()) watch.timed(found[task].fastest.layouts().front());
    });
    left -= share * static_cast<double>(count);
    for (const LayoutsFound& each : found) all.absorb(each);
  }
  watch.looked_at(0, left);
  return all;
}

}  // namespace hakaru
