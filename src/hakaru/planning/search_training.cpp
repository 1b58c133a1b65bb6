#include "hakaru/core/text.h"
#include "hakaru/memory/training_memory.h"
#include "hakaru/parallel/legal.h"
#include "hakaru/planning/candidates.h"
#include "hakaru/planning/search.h"

namespace hakaru {
namespace {

/// Layouts that differ only in how much they recompute and shard, cheapest in time first: once one fits, the rest
/// cannot win.
std::vector<std::vector<Layout>> families_of(const std::vector<Layout>& layouts) {
  const auto shape = [](const Layout& l) {
    return std::tuple(l.tp, l.pp, l.vpp, l.cp, l.ep, l.dp, l.micro_batch, l.sequence_parallel);
  };
  std::vector<Layout> sorted = layouts;
  std::stable_sort(sorted.begin(), sorted.end(), [&](const Layout& left, const Layout& right) {
    return std::tuple(shape(left), left.recompute, left.zero) < std::tuple(shape(right), right.recompute, right.zero);
  });
  std::vector<std::vector<Layout>> families;
  for (const Layout& layout : sorted) {
    if (families.empty() || shape(families.back().front()) != shape(layout)) families.emplace_back();
    families.back().push_back(layout);
  }
  return families;
}

class TrainingSearch {
 public:
  TrainingSearch(const SearchContext& context, const TrainingJob& job, const Constants& constants)
      : context_(context), job_(job), calibration_(constants.calibration), reserve_(constants.reserve) {}

  /// Looks at every layout of `cluster`; keeps the best few.
  void look_at(const Cluster& cluster) {
    const std::vector<Layout> layouts =
        legal_training_layouts(job_.model, job_.sequence_length, job_.global_batch, cluster, context_.scenario.layout);
    if (layouts.empty() && !result_.not_legal) result_.not_legal = why_none_is_legal(cluster);
    StepEstimator estimate(job_, cluster, calibration_);
    std::vector<Plan> plans;
    for (const std::vector<Layout>& family : families_of(layouts)) {
      for (const Layout& layout : family) {
        const bool fitted = evaluate(cluster, layout, estimate, plans);
        if (fitted && !context_.scenario.exhaustive) break;
      }
    }
    rank_plans(plans, context_.scenario);
    result_.plans.insert(result_.plans.end(), plans.begin(), plans.end());
  }

  /// The shortest run among what `look_at` found for this count.
  double best_duration_s(int instances) const {
    double best = 1e300;
    for (const Plan& plan : result_.plans) {
      if (plan.cluster.instances == instances) best = std::min(best, plan.duration_s);
    }
    return best;
  }

  SearchResult take() { return std::move(result_); }

 private:
  bool evaluate(const Cluster& cluster, const Layout& layout, StepEstimator& estimate, std::vector<Plan>& plans) {
    ++result_.evaluated;
    const Accelerator& accelerator = cluster.instance.accelerator;
    const MemoryBreakdown memory = training_memory(job_, layout, accelerator, reserve_).device;
    if (memory.total_bytes() > accelerator.memory_bytes) {
      const NearestMiss miss{cluster, layout, memory.total_bytes(), accelerator.memory_bytes};
      if (!result_.miss || miss.overflow() < result_.miss->overflow()) result_.miss = miss;
      return false;
    }
    ++result_.feasible;
    Plan plan;
    plan.cluster = cluster;
    plan.layout = layout;
    plan.memory = memory;
    plan.capacity_bytes = accelerator.memory_bytes;
    plan.step = estimate(layout);
    plan.duration_s = plan.step.step_time_s * static_cast<double>(job_.steps());
    plan.calibration = calibration_.name;
    add_notes(plan);
    add_costs(plan, context_.scenario, context_.catalog, context_.recommendations);
    plans.push_back(std::move(plan));
    return true;
  }

  void add_notes(Plan& plan) const {
    if (!calibration_.relative_of.empty()) {
      plan.notes.push_back(message("no measurements of {}: timed with the constants of its nearest relative, {}",
                                   plan.cluster.instance.accelerator.name, calibration_.relative_of));
    }
    if (plan.step.loading_s > 0) {
      plan.notes.push_back(
          message("reading the data set from {} starves the accelerators: {} of each step is waiting for data",
                  job_.data_set.storage, in_time(plan.step.loading_s)));
    }
  }

  Message why_none_is_legal(const Cluster& cluster) const {
    const LayoutRequest& request = context_.scenario.layout;
    Layout layout;
    layout.tp = request.tp.value_or(1);
    layout.pp = request.pp.value_or(1);
    layout.vpp = request.vpp.value_or(1);
    layout.cp = request.cp.value_or(1);
    layout.ep = request.ep.value_or(1);
    layout.dp = request.dp.value_or(std::max<std::int64_t>(1, cluster.ranks() / (layout.tp * layout.pp * layout.cp)));
    layout.micro_batch = request.micro_batch.value_or(1);
    layout.zero = request.zero.value_or(0);
    layout.sequence_parallel = request.sequence_parallel.value_or(false);
    const std::optional<Message> why =
        why_illegal_to_train(layout, job_.model, job_.sequence_length, job_.global_batch, cluster);
    return why.value_or(message("no layout fills {} x {} with a global batch of {}", cluster.instances,
                                cluster.instance.name, job_.global_batch));
  }

  const SearchContext& context_;
  const TrainingJob& job_;
  const Calibration& calibration_;
  const MemoryReserve& reserve_;
  SearchResult result_;
};

/// With a deadline: the smallest count that meets it lies between the last thinned count that misses and the first that
/// meets it.
void refine_to_deadline(TrainingSearch& search, const Instance& instance, const std::vector<int>& all,
                        const std::vector<int>& looked_at, double deadline_s) {
  const auto meets = [&](int count) { return search.best_duration_s(count) <= deadline_s; };
  const auto first = std::find_if(looked_at.begin(), looked_at.end(), meets);
  if (first == looked_at.begin() || first == looked_at.end()) return;
  auto low = std::lower_bound(all.begin(), all.end(), *(first - 1));
  auto high = std::lower_bound(all.begin(), all.end(), *first);
  while (high - low > 1) {
    const auto middle = low + (high - low) / 2;
    search.look_at(Cluster{instance, *middle});
    (meets(*middle) ? high : low) = middle;
  }
}

}  // namespace

Result<SearchResult> search_training(const SearchContext& context, const Instance& instance) {
  TrainingJob job = std::get<TrainingJob>(context.scenario.job);
  if (instance.accelerator.rate(job.recipe.compute) == nullptr) {
    return SearchResult::impossible(
        message("{} does not compute {}", instance.accelerator.name, name_of(job.recipe.compute)));
  }
  if (!job.data_set.storage.empty()) {
    const Result<Storage> storage = context.catalog.storage(job.data_set.storage);
    if (!storage) return fail(storage);
    job.data_set.bytes_per_s = storage->bytes_per_s;
    job.data_set.over_network = storage->over_network;
  }
  const Result<std::vector<int>> counts = candidate_counts(context.scenario, instance);
  if (!counts) return fail(counts);
  const Result<const Constants*> constants = context.constants.of(instance.accelerator);
  if (!constants) return SearchResult::impossible(constants.error().message);

  TrainingSearch search(context, job, **constants);
  const std::vector<int> looked_at = context.scenario.exhaustive ? *counts : thinned(*counts, context.most_counts);
  for (const int count : looked_at) search.look_at(Cluster{instance, count});
  if (context.scenario.deadline_s)
    refine_to_deadline(search, instance, *counts, looked_at, *context.scenario.deadline_s);
  return search.take();
}

}  // namespace hakaru
