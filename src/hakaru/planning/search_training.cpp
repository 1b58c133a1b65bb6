#include <deque>
#include <limits>

#include "hakaru/core/quantities.h"
#include "hakaru/core/text.h"
#include "hakaru/parallel/legal.h"
#include "hakaru/planning/rollout.h"
#include "hakaru/planning/search/candidates.h"
#include "hakaru/planning/search/search_parts.h"

namespace hakaru {
namespace {

/// True if the scenario has an fp16 recipe that the accelerator computes natively, and not the type asked for.
bool fp16_is_faster(const Scenario& scenario, const Accelerator& accelerator) {
  const DataType asked = std::get<TrainingJob>(scenario.job).recipe.compute;
  return scenario.fp16 && !computes_natively(accelerator, asked) &&
         computes_natively(accelerator, scenario.fp16->compute);
}

/// The job of a scenario under its recipe, where the accelerator computes that somehow; of several recipes, under each
/// that it has units for.
class JobsByRecipe {
 public:
  /// `scenario` must outlive this.
  JobsByRecipe(const Scenario& scenario, const Accelerator& accelerator) {
    const auto& own = std::get<TrainingJob>(scenario.job);
    const DataType type = own.recipe.compute;
    const bool alone = scenario.other_recipes.empty();
    if (fp16_is_faster(scenario, accelerator) && !scenario.precision_is_stated)
      jobs_.push_back(&others_.emplace_back(with_recipe(own, *scenario.fp16)));
    else if (alone ? accelerator.rate(type) != nullptr : computes_natively(accelerator, type))
      jobs_.push_back(&own);
    for (const PrecisionRecipe& recipe : scenario.other_recipes) {
      if (computes_natively(accelerator, recipe.compute))
        jobs_.push_back(&others_.emplace_back(with_recipe(own, recipe)));
    }
  }
  JobsByRecipe(const JobsByRecipe&) = delete;
  JobsByRecipe& operator=(const JobsByRecipe&) = delete;

  const std::vector<const TrainingJob*>& all() const { return jobs_; }

 private:
  std::deque<TrainingJob> others_;  // pushing back moves none
  std::vector<const TrainingJob*> jobs_;
};

class TrainingSearch {
 public:
  TrainingSearch(const SearchContext& context, const Instance& instance, const Constants& constants)
      : context_(context), jobs_(context.scenario, instance.accelerator), constants_(constants) {
    recipes_.reserve(jobs_.all().size());
    for (const TrainingJob* job : jobs_.all()) {
      recipes_.push_back({*job,
                          LayoutSearch(*job, instance, constants.calibration, constants.reserve, context.executor),
                          TrainingMemoryEstimator(*job, instance.accelerator, constants.reserve)});
    }
  }

  /// Looks at the layouts of `cluster` under each recipe; keeps the best few of each. `share`: how much of this search
  /// it is.
  void look_at(const Cluster& cluster, double share = 0) {
    if (context_.executor.watch.stopped()) return;
    std::optional<UnprovenPlan> unproven;
    double proven_s = std::numeric_limits<double>::infinity();
    for (OfRecipe& recipe : recipes_) {
      const double each = context_.share * share / static_cast<double>(recipes_.size());
      const LayoutsFound found = look_at(cluster, recipe, each);
      const std::vector<TimedLayout>& others = found.unproven.layouts();
      if (!found.fastest.layouts().empty()) proven_s = std::min(proven_s, found.fastest.layouts().front().step_time_s);
      if (!others.empty() && (!unproven || others.front().step_time_s < unproven->timed.step_time_s))
        unproven = UnprovenPlan{others.front(), named(recipe)};
    }
    if (unproven && unproven->timed.step_time_s < proven_s) result_.unproven = std::move(unproven);
  }

  /// The shortest run among what `look_at` found for this count.
  double best_duration_s(int instances) const {
    double best = std::numeric_limits<double>::infinity();
    for (const Plan& plan : result_.plans) {
      if (plan.cluster.instances == instances) best = std::min(best, counted_s(plan));
    }
    return best;
  }

  bool affordable(int instances, double budget_usd) const {
    return std::any_of(result_.plans.begin(), result_.plans.end(), [&](const Plan& plan) {
      return plan.cluster.instances == instances && costs_at_most(plan, budget_usd);
    });
  }

  /// The most instances seen that a budget pays for, and the fewest above them that were seen (0: none).
  std::pair<int, int> most_affordable(double budget_usd) const {
    std::pair<int, int> found{0, 0};
    for (const Plan& plan : result_.plans) {
      if (costs_at_most(plan, budget_usd)) found.first = std::max(found.first, plan.cluster.instances);
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
      found.second = std::min(found.second, counted_s(plan) * plan.cluster.instances);
      if (counted_s(plan) <= deadline_s && (found.first == 0 || plan.cluster.instances < found.first))
        found.first = plan.cluster.instances;
    }
    return found;
  }

  SearchResult take() { return std::move(result_); }

 private:
  struct OfRecipe {
    const TrainingJob& job;
    LayoutSearch layouts;
    TrainingMemoryEstimator memory;
  };

  double counted_s(const Plan& plan) const { return counted_duration_s(plan, context_.scenario); }
  bool costs_at_most(const Plan& plan, double budget_usd) const {
    const std::optional<double> cost_usd = counted_cost_usd(plan, context_.scenario);
    return cost_usd && *cost_usd <= budget_usd;
  }

  LayoutsFound look_at(const Cluster& cluster, OfRecipe& recipe, double share) {
    const bool bounded = !context_.scenario.exhaustive;
    const Result<std::shared_ptr<const Rollouts>> rollouts = rollouts_on(cluster, recipe.job);
    if (!rollouts) {
      if (!result_.not_legal) result_.not_legal = rollouts.error().message;
      return LayoutsFound(context_.layouts_of_cluster);
    }
    if (*rollouts) note_no_room(cluster, **rollouts);
    const LayoutCaution caution =
        context_.bands.caution_of(cluster, constants_.calibration.stack, recipe.job, context_.scenario.confidence);
    LayoutsFound found = recipe.layouts(cluster, context_.scenario.layout,
                                        {context_.breadth, bounded, context_.layouts_of_cluster, context_.wants_miss,
                                         share, caution, time_besides(*rollouts), least_besides_s(*rollouts)});
    if (found.evaluated == 0 && (context_.wants_miss || !bounded) && !result_.not_legal)
      result_.not_legal = why_none_is_legal(cluster, recipe.job);
    result_.evaluated += found.evaluated;
    result_.feasible += found.feasible;
    if (found.miss)
      result_.note_miss(cluster, found.miss->layout, found.miss->memory, constants_.reserve, named(recipe),
                        recipe.job.host_update);
    if (found.lacks_room_besides && found.fastest.layouts().empty())
      result_.note_near(
          1, message("training fits {} × {} and leaves no room for the engine that samples: shard its states (--zero, "
                     "--tp), move its optimizer (--offload-optimizer true), or allow more instances",
                     cluster.instances, cluster.instance().name));
    StepEstimator estimate(recipe.job, cluster, constants_.calibration);
    for (const TimedLayout& fastest : found.fastest.layouts())
      add(cluster, fastest.layout, caution.times(fastest.layout), recipe, estimate, rollouts->get());
    return found;
  }

  /// Null: nothing is sampled.
  Result<std::shared_ptr<const Rollouts>> rollouts_on(const Cluster& cluster, const TrainingJob& job) {
    if (!job.post_training.rollout) return std::shared_ptr<const Rollouts>();
    return Rollouts::of(job, cluster, constants_, replicas_);
  }

  static std::function<std::optional<double>(const MemoryBreakdown&)> time_besides(
      const std::shared_ptr<const Rollouts>& rollouts) {
    if (!rollouts) return {};
    return [rollouts](const MemoryBreakdown& training) -> std::optional<double> {
      const std::optional<RolloutFigures> found = rollouts->beside(training);
      return found ? std::optional(found->generation_s + found->handover_s) : std::nullopt;
    };
  }
  static double least_besides_s(const std::shared_ptr<const Rollouts>& rollouts) {
    return rollouts ? time_besides(rollouts)({}).value_or(0) : 0;
  }

  void note_no_room(const Cluster& cluster, const Rollouts& rollouts) {
    if (rollouts.beside({}) || result_.not_legal) return;
    result_.not_legal = message("the engine that samples has no room for the model on {} × {}", cluster.instances,
                                cluster.instance().name);
  }

  /// Name of a recipe in plans; "": there is no choice.
  std::string named(const OfRecipe& recipe) const {
    const bool as_asked = recipe.job.recipe.name == std::get<TrainingJob>(context_.scenario.job).recipe.name;
    return context_.scenario.other_recipes.empty() && as_asked ? "" : recipe.job.recipe.name;
  }

  void add(const Cluster& cluster, const Layout& layout, double counted_times, OfRecipe& recipe,
           StepEstimator& estimate, const Rollouts* rollouts) {
    const TrainingJob& job = recipe.job;
    Plan plan = begun_plan(cluster, layout, recipe.memory(layout).stage.memory, constants_.calibration,
                           constants_.reserve, job.recipe.compute, job.recipe.compute);
    plan.precision = named(recipe);
    TrainingFigures figures{.step = estimate(layout)};
    if (rollouts != nullptr) {
      figures.rollout = rollouts->beside(plan.memory);
      if (!figures.rollout) return;
      figures.rollout->resident_bytes = resident_bytes(plan.memory);
      figures.step = with_rollout(figures.step, figures.rollout->generation_s + figures.rollout->handover_s,
                                  job.post_training.rollout->between_phases);
      if (job.post_training.rollout->output_spread == 0)
        plan.notes.push_back(
            message("completions are taken to be equally long; a rollout ends with its longest: say "
                    "how they differ with --output-spread"));
    }
    figures.compile_s = context_.recommendations.support.compile_s(job.model, plan);
    figures.duration_s = figures.compile_s + figures.step.step_time_s * static_cast<double>(job.steps());
    plan.figures = figures;
    add_notes(plan, figures.step, job.data_set);
    const Accelerator& accelerator = cluster.instance().accelerator;
    if (job.flash_attention && !fuses_attention(job, accelerator))
      plan.notes.push_back(message("what trains on {} fuses the attention of decoders alone", accelerator.name));
    if (fp16_is_faster(context_.scenario, accelerator)) plan.notes.push_back(told_of_fp16(accelerator));
    const double dropped = 1 - uneven_load(job.model, 1, job.expert_choice);
    if (dropped > 0)
      plan.notes.push_back(message("experts drop {} of what tokens send them", in_percent(100 * dropped)));
    if (job.prediction_layers > 0 && layout.pp > 1 && layout.last_stage_layers == 0)
      plan.notes.push_back(message(
          "the MTP layers run on the last pipeline stage beside its own: where others wait for it, fewer layers "
          "there (--last-stage-layers) may be faster"));
    if (layout.offload_optimizer || layout.offload_weights || layout.offload_activations)
      plan.notes.push_back(told_of_host(plan));
    const OfferedLayouts& offered = job.offers.of(constants_.calibration.stack, job.model.experts);
    if (layout.captured_step && !context_.scenario.layout.captured_step)
      plan.notes.push_back(
          message("each step is launched as one CUDA graph, as {} runs it; --captured-step false: one by one",
                  constants_.calibration.stack));
    if (!constants_.calibration.unmeasured_release.empty())
      plan.notes.push_back(note_on_release(constants_.calibration, job.software.asked));
    if (auto why = why_not_offered(offered, job.model.experts, layout)) plan.notes.push_back(std::move(*why));
    if (layout.zero != layout.zero_of_step() && layout.zero == 3)
      plan.notes.push_back(
          message("zero 3 beside pipeline stages is counted as zero 2: weights stay gathered for the whole step, not "
                  "gathered again for each micro-batch"));
    add_costs(plan, context_.scenario, context_.catalog, context_.recommendations);
    plan.uncertainty = context_.bands.of(plan, job);
    plan.uncertainty.counted_times = counted_times;
    buy_offered_block(plan, context_.scenario, context_.catalog);
    context_.executor.watch.found(plan);
    result_.plans.push_back(std::move(plan));
  }

  static void add_notes(Plan& plan, const StepEstimate& step, const DataSet& data) {
    if (step.loading_s > 0) {
      plan.notes.push_back(
          message("reading the data set from {} starves the accelerators: {} of each step is waiting for data",
                  data.storage, in_time(step.loading_s)));
    }
    if (data.bytes > 0 && data.storage.empty()) {
      plan.notes.push_back(
          message("where the data set lies is not said (--data-set-storage), so reading it is not timed"));
    }
  }

  Message told_of_fp16(const Accelerator& accelerator) const {
    const std::string_view asked = std::get<TrainingJob>(context_.scenario.job).recipe.name;
    const std::string& instead = context_.scenario.fp16->name;
    if (context_.scenario.precision_is_stated)
      return message("{} has units for {} and none for {}: --precision {} is faster there", accelerator.name, instead,
                     asked, instead);
    return message(
        "{} has no units for {}: planned in {}, mixed with fp32 and with loss scaling (--precision {}: in that)",
        accelerator.name, asked, instead, asked);
  }

  static Message told_of_host(const Plan& plan) {
    const Instance& instance = plan.cluster.instance();
    const std::string taken = in_gib(instance.accelerators * plan.memory.host_bytes);
    if (instance.host_memory_bytes <= 0)
      return message("what is offloaded takes {} of the host's memory of each {}, which is not known", taken,
                     instance.name);
    return message("what is offloaded takes {} of the {} of memory of each {}", taken,
                   in_gib(instance.host_memory_bytes), instance.name);
  }

  Message why_none_is_legal(const Cluster& cluster, const TrainingJob& job) const {
    const Layout layout = filling_layout(context_.scenario.layout, cluster);
    const std::optional<Message> why =
        why_illegal_to_train(layout, job.model, job.sequence_length, job.global_batch, cluster,
                             job.offers.of(constants_.calibration.stack, job.model.experts).shards_stages);
    return why.value_or(message("no layout fills {} × {} with a global batch of {}", cluster.instances,
                                cluster.instance().name, job.global_batch));
  }

  const SearchContext& context_;
  JobsByRecipe jobs_;
  const Constants& constants_;
  std::vector<OfRecipe> recipes_;
  SamplingReplicas replicas_;
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

/// "--data-set-storage s3, …"
std::vector<std::string> storages_that_hold(double bytes, const Instance& instance, const Catalog& catalog) {
  std::vector<std::string> ways;
  for (const Storage& each : catalog.storages()) {
    const bool holds = each.local ? instance.local_storage_bytes >= bytes : is_within_reach(each, instance);
    if (holds) ways.push_back("--data-set-storage " + each.name);
  }
  return ways;
}

/// Other storage, and what has the same accelerator and drives that are large enough.
std::string what_holds_data(double bytes, const Instance& instance, const Catalog& catalog) {
  std::vector<std::string> ways = storages_that_hold(bytes, instance, catalog);
  for (const Instance& each : catalog.instances()) {
    const bool is_alike = each.accelerator.name == instance.accelerator.name && each.cloud == instance.cloud;
    if (is_alike && each.local_storage_bytes >= bytes) ways.push_back("--instance " + each.name);
  }
  return ways.empty() ? "–" : join(ways);
}

Message out_of_reach(const Storage& named, const Instance& instance, const std::vector<std::string>& ways) {
  if (ways.empty())
    return message(
        "{} is storage of {}, and {} a machine of {}, of whose own storage nothing is known: without "
        "--data-set-storage reading is not timed",
        named.name, named.cloud, instance.name, instance.cloud);
  return message(
      "{} is storage of {}, and {} a machine of {}, of whose own storage nothing is known: without "
      "--data-set-storage reading is not timed; what holds the data set there: {}",
      named.name, named.cloud, instance.name, instance.cloud, join(ways));
}

/// Error: the storage is out of reach, or local drives are too small; empty: neither, or not known outside clouds.
std::optional<Error> why_data_does_not_fit(const SearchContext& context, const Instance& instance) {
  const Catalog& catalog = context.catalog;
  const DataSet& data = std::get<TrainingJob>(context.scenario.job).data_set;
  const Result<Storage> named = catalog.storage(data.storage);
  if (named && data.bytes > 0 && !is_within_reach(*named, instance)) {
    const std::vector<std::string>& stated = context.scenario.hardware.instances;
    const bool only_one = stated.size() == 1;  // so that the user stated both
    return Error{only_one ? ErrorKind::bad_input : ErrorKind::unsatisfiable,
                 out_of_reach(*named, instance, storages_that_hold(data.bytes, instance, catalog))};
  }
  const double local_bytes = instance.local_storage_bytes;
  if (!data.local || data.bytes <= 0 || local_bytes >= data.bytes) return std::nullopt;
  if (local_bytes > 0)
    return unsatisfiable(
               "the data set ({}) does not fit the local storage of {} ({}), each of which must hold it; "
               "what holds it: {}",
               in_gb(data.bytes), instance.name, in_gb(local_bytes), what_holds_data(data.bytes, instance, catalog))
        .value();
  if (instance.cloud.empty()) return std::nullopt;
  return unsatisfiable("{} has no local storage for the data set; what holds it: {}", instance.name,
                       what_holds_data(data.bytes, instance, catalog))
      .value();
}

Result<const Constants*> constants_for(const SearchContext& context, const Instance& instance) {
  const Accelerator& accelerator = instance.accelerator;
  if (std::optional<Error> error = why_data_does_not_fit(context, instance)) return tl::unexpected(std::move(*error));
  if (JobsByRecipe(context.scenario, accelerator).all().empty()) {
    std::vector<std::string> types{std::string(name_of(std::get<TrainingJob>(context.scenario.job).recipe.compute))};
    for (const PrecisionRecipe& recipe : context.scenario.other_recipes) types.emplace_back(name_of(recipe.compute));
    return types.size() == 1 ? unsatisfiable("{} does not compute {}", accelerator.name, types.front())
                             : unsatisfiable("{} has no units for any of {}", accelerator.name, join(types));
  }
  return context.constants.of(accelerator);
}

}  // namespace

Result<SearchResult> search_training(const SearchContext& context, const Instance& instance) {
  const Result<std::vector<int>> counts = candidate_counts(context.scenario, instance);
  if (!counts) return fail(counts);
  const Result<const Constants*> constants = constants_for(context, instance);
  if (!constants) return SearchResult::impossible(constants.error());
  TrainingSearch search(context, instance, **constants);
  for (const int count : *counts) search.look_at(Cluster{instance, count}, 1 / static_cast<double>(counts->size()));
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
  if (!constants) return SearchResult::impossible(constants.error());
  TrainingSearch search(context, instance, **constants);
  for (const int count : counts) search.look_at(Cluster{instance, count}, 1 / static_cast<double>(counts.size()));
  return search.take();
}

}  // namespace hakaru
