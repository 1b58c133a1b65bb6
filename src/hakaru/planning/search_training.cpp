#include <limits>

#include "hakaru/core/text.h"
#include "hakaru/parallel/legal.h"
#include "hakaru/planning/candidates.h"
#include "hakaru/planning/search_parts.h"

namespace hakaru {
namespace {

class TrainingSearch {
 public:
  TrainingSearch(const SearchContext& context, const TrainingJob& job, const Instance& instance,
                 const Constants& constants)
      : context_(context),
        job_(job),
        calibration_(constants.calibration),
        layouts_(job, instance, constants.calibration, constants.reserve, context.executor),
        memory_(job, instance.accelerator, constants.reserve) {}

  /// Looks at the layouts of `cluster`; keeps the best few.
  void look_at(const Cluster& cluster) {
    const bool bounded = !context_.scenario.exhaustive;
    const LayoutsFound found = layouts_(cluster, context_.scenario.layout,
                                        {context_.breadth, bounded, context_.layouts_of_cluster, context_.wants_miss});
    if (found.evaluated == 0 && (context_.wants_miss || !bounded) && !result_.not_legal)
      result_.not_legal = why_none_is_legal(cluster);
    result_.evaluated += found.evaluated;
    result_.feasible += found.feasible;
    if (found.miss) result_.note_miss(cluster, found.miss->layout, found.miss->memory);
    StepEstimator estimate(job_, cluster, calibration_);
    for (const TimedLayout& fastest : found.fastest.layouts()) add(cluster, fastest.layout, estimate);
    note_unproven(found);
  }

  /// The shortest run among what `look_at` found for this count.
  double best_duration_s(int instances) const {
    double best = std::numeric_limits<double>::infinity();
    for (const Plan& plan : result_.plans) {
      if (plan.cluster.instances == instances) best = std::min(best, plan.duration_s);
    }
    return best;
  }

  bool affordable(int instances, double budget_usd) const {
    return std::any_of(result_.plans.begin(), result_.plans.end(), [&](const Plan& plan) {
      return plan.cluster.instances == instances && plan.cost_usd && *plan.cost_usd <= budget_usd;
    });
  }

  /// The most instances seen that a budget pays for, and the fewest above them that were seen (0: none).
  std::pair<int, int> most_affordable(double budget_usd) const {
    std::pair<int, int> found{0, 0};
    for (const Plan& plan : result_.plans) {
      if (plan.cost_usd && *plan.cost_usd <= budget_usd) found.first = std::max(found.first, plan.cluster.instances);
    }
    for (const Plan& plan : result_.plans) {
      const int count = plan.cluster.instances;
      if (count > found.first && (found.second == 0 || count < found.second)) found.second = count;
    }
    return found;
  }

  /// The fewest instances seen to meet a deadline (0: none), and the least of instances × seconds seen at all.
  std::pair<int, double> fewest_in_time(double deadline_s) const {
    std::pair<int, double> found{0, std::numeric_limits<double>::max()};
    for (const Plan& plan : result_.plans) {
      found.second = std::min(found.second, plan.duration_s * plan.cluster.instances);
      if (plan.duration_s <= deadline_s && (found.first == 0 || plan.cluster.instances < found.first))
        found.first = plan.cluster.instances;
    }
    return found;
  }

  SearchResult take() { return std::move(result_); }

 private:
  void add(const Cluster& cluster, const Layout& layout, StepEstimator& estimate) {
    Plan plan = begun_plan(cluster, layout, memory_(layout).stage.memory, calibration_, job_.recipe.compute,
                           job_.recipe.compute);
    plan.step = estimate(layout);
    plan.duration_s = plan.step.step_time_s * static_cast<double>(job_.steps());
    add_notes(plan);
    add_costs(plan, context_.scenario, context_.catalog, context_.recommendations);
    result_.plans.push_back(std::move(plan));
  }

  void note_unproven(const LayoutsFound& found) {
    if (found.unproven.layouts().empty()) return;
    const TimedLayout& other = found.unproven.layouts().front();
    const std::vector<TimedLayout>& proven = found.fastest.layouts();
    if (proven.empty() || other.step_time_s < proven.front().step_time_s) result_.unproven = other;
  }

  void add_notes(Plan& plan) const {
    const DataSet& data = job_.data_set;
    const double local_bytes = plan.cluster.instance().local_storage_bytes;
    if (plan.step.loading_s > 0) {
      plan.notes.push_back(
          message("reading the data set from {} starves the accelerators: {} of each step is waiting for data",
                  data.storage, in_time(plan.step.loading_s)));
    }
    if (data.bytes > 0 && data.storage.empty()) {
      plan.notes.push_back(
          message("where the data set lies is not said (--data-set-storage), so reading it is not timed"));
    }
    if (!data.storage.empty() && !data.over_network && local_bytes > 0 && data.bytes > local_bytes) {
      plan.notes.push_back(message("the data set ({}) does not fit the local storage of {} ({})", in_gb(data.bytes),
                                   plan.cluster.instance().name, in_gb(local_bytes)));
    }
  }

  Message why_none_is_legal(const Cluster& cluster) const {
    const Layout layout = filling_layout(context_.scenario.layout, cluster);
    const std::optional<Message> why =
        why_illegal_to_train(layout, job_.model, job_.sequence_length, job_.global_batch, cluster);
    return why.value_or(message("no layout fills {} x {} with a global batch of {}", cluster.instances,
                                cluster.instance().name, job_.global_batch));
  }

  const SearchContext& context_;
  const TrainingJob& job_;
  const Calibration& calibration_;
  LayoutSearch layouts_;
  TrainingMemoryEstimator memory_;
  SearchResult result_;
};

/// Counts between the fewest that could meet the deadline at the best efficiency seen and the fewest that were seen to
/// meet it: all of them, or, were they too many, the candidates among them.
std::vector<int> counts_in_doubt(const TrainingSearch& search, const std::vector<int>& all, double deadline_s) {
  constexpr double slack = 0.8;  // a count not looked at may be somewhat more efficient than those that were
  constexpr int most = 256;
  const std::pair<int, double> known = search.fewest_in_time(deadline_s);
  const int fewest = known.first;
  if (fewest == 0) return {};
  const int least = std::max(1, static_cast<int>(slack * known.second / deadline_s));
  std::vector<int> counts;
  if (fewest - least <= most) {
    for (int count = least; count < fewest; ++count) counts.push_back(count);
    return counts;
  }
  std::copy_if(all.begin(), all.end(), std::back_inserter(counts),
               [&](int count) { return count >= least && count < fewest; });
  return counts;
}

/// The fewest instances that meet a deadline, or that do the job at all, are worth finding exactly.
void refine_to_deadline(TrainingSearch& search, const Instance& instance, const std::vector<int>& all,
                        double deadline_s) {
  for (const int count : counts_in_doubt(search, all, deadline_s)) {
    search.look_at(Cluster{instance, count});
    if (search.best_duration_s(count) <= deadline_s) return;
  }
}

/// With a budget, the most instances that it pays for are worth finding: more of them are faster and cost more.
void refine_to_budget(TrainingSearch& search, const Instance& instance, const std::vector<int>& all,
                      double budget_usd) {
  const std::pair<int, int> known = search.most_affordable(budget_usd);
  if (known.first == 0 || known.second == 0) return;
  auto first = std::upper_bound(all.begin(), all.end(), known.first);
  auto last = std::lower_bound(all.begin(), all.end(), known.second);
  while (first < last) {
    const auto middle = first + (last - first) / 2;
    search.look_at(Cluster{instance, *middle});
    if (search.affordable(*middle, budget_usd)) {
      first = middle + 1;
    } else {
      last = middle;
    }
  }
}

Result<const Constants*> constants_for(const SearchContext& context, const Instance& instance) {
  const auto& job = std::get<TrainingJob>(context.scenario.job);
  if (instance.accelerator.rate(job.recipe.compute) == nullptr)
    return unsatisfiable("{} does not compute {}", instance.accelerator.name, name_of(job.recipe.compute));
  return context.constants.of(instance.accelerator);
}

}  // namespace

Result<SearchResult> search_training(const SearchContext& context, const Instance& instance) {
  const auto& job = std::get<TrainingJob>(context.scenario.job);
  const Result<std::vector<int>> counts = candidate_counts(context.scenario, instance);
  if (!counts) return fail(counts);
  const Result<const Constants*> constants = constants_for(context, instance);
  if (!constants) return SearchResult::impossible(constants.error().message);
  TrainingSearch search(context, job, instance, **constants);
  for (const int count : *counts) search.look_at(Cluster{instance, count});
  const bool free_count = counts->size() > 1;
  const Objective objective = context.scenario.objective;
  const std::optional<double>& deadline_s = context.scenario.deadline_s;
  const std::optional<double>& budget_usd = context.scenario.budget_usd;
  if (free_count && (deadline_s || objective == Objective::accelerators))
    refine_to_deadline(search, instance, *counts, deadline_s.value_or(std::numeric_limits<double>::max()));
  if (free_count && budget_usd && (objective == Objective::time || objective == Objective::throughput))
    refine_to_budget(search, instance, *counts, *budget_usd);
  return search.take();
}

Result<SearchResult> search_training_on(const SearchContext& context, const Instance& instance,
                                        const std::set<int>& counts) {
  const Result<const Constants*> constants = constants_for(context, instance);
  if (!constants) return SearchResult::impossible(constants.error().message);
  TrainingSearch search(context, std::get<TrainingJob>(context.scenario.job), instance, **constants);
  for (const int count : counts) search.look_at(Cluster{instance, count});
  return search.take();
}

}  // namespace hakaru
