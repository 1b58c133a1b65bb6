#include <algorithm>
#include <functional>
#include <optional>
#include <utility>

#include "hakaru/core/quantities.h"
#include "hakaru/core/ranges.h"
#include "hakaru/planning/bands/plan_choice.h"
#include "hakaru/planning/bands/planning_sources.h"
#include "hakaru/planning/bands/ranking.h"
#include "hakaru/planning/fleet/search_fleet.h"
#include "hakaru/planning/money/costing.h"
#include "hakaru/planning/money/in_region.h"
#include "hakaru/planning/money/pricing.h"
#include "hakaru/planning/search/candidates.h"
#include "hakaru/planning/search/deepening.h"
#include "hakaru/planning/search/nearest.h"
#include "hakaru/planning/search/pareto.h"
#include "hakaru/planning/search/search_parts.h"

namespace hakaru {
namespace {

constexpr double share_of_first = 0.8;  ///< of two looks, about, of their time

/// Searches one instance type; one that cannot be planned for gives a reason, no error, so that the others are kept.
Result<SearchResult> search(const SearchContext& context, const Instance& instance) {
  const bool training = std::holds_alternative<TrainingJob>(context.scenario.job);
  Result<SearchResult> result = training ? search_training(context, instance)
                                : std::holds_alternative<ServingJob>(context.scenario.job)
                                    ? search_serving(context, instance)
                                    : search_inference(context, instance);
  if (!training && result) context.executor.watch.looked_at(result->evaluated, context.share);
  if (!result && result.error().kind == ErrorKind::unsatisfiable)
    return SearchResult::impossible(result.error().message);
  return result;
}

/// The plan with the fewest accelerators, of those answered and of a first look, which saw more counts; all in time.
FewestInTime fewest_in_time(const std::vector<Plan>& plans, const std::vector<Plan>& first_look) {
  const auto key = [](const Plan& plan) { return std::tuple(plan.cluster.ranks(), plan.duration_s()); };
  const Plan* fewest = &plans.front();
  for (const std::vector<Plan>* seen : {&plans, &first_look}) {
    for (const Plan& plan : *seen) {
      if (key(plan) < key(*fewest)) fewest = &plan;
    }
  }
  return {fewest->cluster, fewest->duration_s().value_or(0)};
}

/// "1024"; of accelerators with several ranks each "768 chips of 4 ranks".
Argument accelerators_in(const Cluster& cluster) {
  const int ranks = cluster.ranks(), of_chip = cluster.instance().accelerator.ranks_per_chip;
  const bool in_chips = of_chip > 1 && ranks % of_chip == 0;
  if (in_chips) return message("{} chips of {} ranks", ranks / of_chip, of_chip);
  return std::to_string(ranks);
}

Message note_on(const FewestInTime& fewest) {
  return message("fewest accelerators that meet the deadline: {} ({} × {}), done in {}",
                 accelerators_in(fewest.cluster), fewest.cluster.instances, fewest.cluster.instance().name,
                 in_time(fewest.duration_s));
}

Message faster_elsewhere(const UnprovenPlan& other) {
  return message("{} would take {} a step, by formulas that no measured step has confirmed; ask for it by its flags",
                 in_short(other.timed.layout, other.precision), in_time(other.timed.step_time_s));
}

/// Training may stretch rotary positions; it must be meant.
std::optional<Message> note_on_length(const Job& job) {
  const auto* training = std::get_if<TrainingJob>(&job);
  if (training == nullptr) return std::nullopt;
  const Model& model = training->model;
  if (model.max_positions <= 0 || training->sequence_length <= model.max_positions || encodes_its_prompt(model))
    return std::nullopt;
  return message("{} was made for sequences of {} tokens: its positions must be stretched to {} (rope_scaling)",
                 model.name, with_separators(model.max_positions), with_separators(training->sequence_length));
}

/// A model that generates is run once over each item; what it would write takes a pass for each token.
std::optional<Message> note_on_one_pass(const Job& job) {
  const auto* inference = std::get_if<BatchInferenceJob>(&job);
  const Family family = inference != nullptr ? inference->model.family : Family::encoder;
  if (family != Family::decoder) return std::nullopt;
  return message(
      "one pass over each item (scores, embeddings), nothing is generated: for answers ask hakaru plan serve "
      "--offline --items");
}

/// A model that reads pictures, asked about without any.
std::optional<Message> note_on_pictures(const Job& job) {
  constexpr std::int64_t usual_side = 1024;
  const auto* serving = std::get_if<ServingJob>(&job);
  if (serving == nullptr || serving->images > 0 || !picture_tokens(serving->model, usual_side)) return std::nullopt;
  return message("prompts have no pictures here; {} adds one to each", "--images 1 --image-size 1024");
}

/// Notes the recipes of a list that were not looked at on an instance type, where instance types are few.
void note_left_out(const Scenario& scenario, const std::vector<Instance>& instances, PlanResult& answer) {
  if (scenario.other_recipes.empty() || instances.size() > few_instances) return;
  std::vector<PrecisionRecipe> recipes{std::get<TrainingJob>(scenario.job).recipe};
  recipes.insert(recipes.end(), scenario.other_recipes.begin(), scenario.other_recipes.end());
  for (const Instance& instance : instances) {
    for (const PrecisionRecipe& recipe : recipes) {
      if (computes_natively(instance.accelerator, recipe.compute)) continue;
      Message note = message("{} has no units for {}, so {} was not looked at there", instance.accelerator.name,
                             name_of(recipe.compute), recipe.name);
      const bool told = std::find(answer.notes.begin(), answer.notes.end(), note) != answer.notes.end();
      if (!told) answer.notes.push_back(std::move(note));
    }
  }
}

Breadth breadth_of(const Scenario& scenario, std::size_t instances, bool one_cluster) {
  if (!std::holds_alternative<TrainingJob>(scenario.job)) return Breadth::proven;
  if (scenario.exhaustive && one_cluster) return Breadth::whole;
  return scenario.exhaustive || instances <= few_instances ? Breadth::proven : Breadth::usual;
}

/// All that was found within the limits.
struct Looks {
  std::vector<Plan> plans;
  std::vector<Plan> first;  ///< of a first look, where there were two
  std::int64_t evaluated = 0, feasible = 0;
  std::optional<UnprovenPlan> unproven;
  bool ended_early = false;
};

/// True if the nearest of some plans takes several times as long as the deadline, or costs several times the budget:
/// layouts that are not usual gain less.
bool is_far_from_limits(const std::vector<Plan>& plans, const Scenario& scenario) {
  constexpr double several = 4;
  std::optional<double> least;
  for (const Plan& plan : plans) {
    const double late = scenario.deadline_s ? counted_duration_s(plan, scenario) / *scenario.deadline_s : 0;
    const double dear =
        scenario.budget_usd && plan.cost_usd() ? *counted_cost_usd(plan, scenario) / *scenario.budget_usd : 0;
    least = std::min(least.value_or(std::max(late, dear)), std::max(late, dear));
  }
  return least.value_or(0) > several;
}

/// One look, or two where the first was at usual layouts; why nothing works, where nothing does.
Result<Looks> looked(SearchContext& context, const std::vector<Instance>& instances) {
  const Scenario& scenario = context.scenario;
  const auto kept = [&](const Plan& plan) { return within_limits(plan, scenario); };
  const auto stopped = [&] { return context.executor.watch.stopped(); };
  if (context.breadth == Breadth::usual) context.share = share_of_first;
  Result<SearchResult> found = search_each(context, instances, search);
  if (!found) return fail(found);
  const auto none = [&] { return std::none_of(found->plans.begin(), found->plans.end(), kept); };
  const bool may_gain = !scenario.exhaustive && none() && !is_far_from_limits(found->plans, scenario);
  if (std::holds_alternative<TrainingJob>(scenario.job) && may_gain && !stopped()) {
    context.breadth = Breadth::proven;
    context.wants_miss = true;
    context.share = 0;  // nobody expected it
    found = search_each(context, instances, search);
    if (!found) return fail(found);
    if (instances.size() == 1 && found->evaluated == 0) {  // a layout may be legal of which no step was measured
      context.breadth = Breadth::whole;
      Result<SearchResult> whole = search_each(context, instances, search);
      if (!whole) return fail(whole);
      found->unproven = std::move(whole->unproven);
    }
  }
  if (none() && stopped())
    return unsatisfiable("ended early: none of the {} layouts looked at so far keeps the constraints",
                         with_separators(found->evaluated));
  if (none()) return tl::unexpected(Error{ErrorKind::unsatisfiable, why_nothing_works(context, instances, *found)});
  Looks looks;
  if (context.breadth == Breadth::usual && !stopped()) {
    context.share = 1 - share_of_first;
    Result<SearchResult> deeper = deepened(context, found->plans);
    if (!deeper) return fail(deeper);
    looks.plans = std::exchange(deeper->plans, {});
    looks.first = std::exchange(found->plans, {});
    found->absorb(std::move(*deeper));
  } else {
    looks.plans = std::move(found->plans);
  }
  looks.ended_early = stopped();
  if (looks.ended_early) looks.plans.insert(looks.plans.end(), looks.first.begin(), looks.first.end());
  std::erase_if(looks.plans, std::not_fn(kept));
  std::erase_if(looks.first, std::not_fn(kept));
  looks.evaluated = found->evaluated;
  looks.feasible = found->feasible;
  looks.unproven = std::move(found->unproven);
  return looks;
}

}  // namespace

Message ended_early(std::int64_t layouts) {
  return message("ended early: the best of the {} layouts looked at so far, not of all", with_separators(layouts));
}

Result<PlanResult> make_plans(const Scenario& scenario, const Catalog& catalog, const DataFiles& data,
                              const Executor& executor) {
  PlanningSources sources(data);
  return make_plans(scenario, catalog, sources, executor);
}

namespace {

Result<PlanResult> plans_as_asked(const Scenario& scenario, const Catalog& catalog, PlanningSources& sources,
                                  const Executor& executor) {
  if (scenario.demand) return make_fleets(scenario, catalog, sources, executor);
  if (!scenario.other_quantisations.empty())
    return bad_input("several types in {} and {} exclude each other", "--weights, --kv-cache", "--offline");
  if (scenario.pareto && std::holds_alternative<ServingJob>(scenario.job))
    return bad_input("{} and {} exclude each other; accepted: one of them", "--pareto", "--offline");
  Result<std::vector<Instance>> instances = candidate_instances(scenario, catalog);
  if (!instances) return fail(instances);
  const Result<Recommendations>& recommendations = sources.recommendations();
  if (!recommendations) return fail(recommendations);
  const std::optional<Message> ended = leave_out_ended(*instances, scenario, recommendations->support);
  const Result<std::shared_ptr<const PlanBands>> bands = sources.bands(scenario.job);
  if (!bands) return fail(bands);
  const Variety variety = variety_of(scenario, instances->size());
  const bool one_cluster = instances->size() == 1 && variety.per_cluster > 1;
  SearchContext context{scenario,
                        catalog,
                        sources.constants(scenario),
                        *recommendations,
                        **bands,
                        executor,
                        breadth_of(scenario, instances->size(), one_cluster),
                        static_cast<std::size_t>(std::min(scenario.top, variety.per_cluster))};
  Result<Looks> looks = looked(context, *instances);
  if (!looks) return fail(looks);
  PlanResult answer;
  answer.evaluated_layouts = looks->evaluated;
  answer.feasible_layouts = looks->feasible;
  answer.plans = std::move(looks->plans);
  answer.complete = !looks->ended_early;
  if (looks->ended_early) answer.notes.push_back(ended_early(answer.evaluated_layouts));
  if (auto few = left_out_of_region(scenario, catalog)) answer.note_left_out(*few);
  if (scenario.deadline_s) {
    answer.fewest = fewest_in_time(answer.plans, looks->first);
    answer.notes.push_back(note_on(*answer.fewest));
  }
  if (scenario.pareto) answer.pareto = pareto_front(answer.plans);
  rank_plans(answer.plans, scenario, variety);
  if (!answer.plans.empty())
    answer.unpriced = unpriced_in_region(scenario, catalog, &answer.plans.front(), [&](const Instance& each) {
      return some_layout_fits(context, Cluster{each, 1});
    });
  if (one_cluster && looks->unproven) answer.notes.push_back(faster_elsewhere(*looks->unproven));
  note_left_out(scenario, *instances, answer);
  if (std::optional<Message> note = note_on_one_pass(scenario.job)) answer.notes.insert(answer.notes.begin(), *note);
  if (std::optional<Message> note = note_on_length(scenario.job)) answer.notes.push_back(std::move(*note));
  const auto* training = std::get_if<TrainingJob>(&scenario.job);
  if (training != nullptr && training->software.note) answer.notes.push_back(*training->software.note);
  if (std::optional<Message> note = note_on_porting(answer.plans)) answer.notes.push_back(std::move(*note));
  if (scenario.recommends_machine) answer.notes.push_back(recommended_machine(*recommendations, scenario.job));
  if (ended) answer.note_left_out(*ended);
  answer.left_out = machines_left_out(scenario, catalog);
  return answer;
}

/// The surest to keep its limits first.
void rank_by_chance(std::vector<Plan>& plans, const Scenario& scenario) {
  ranges::stable_sort(plans, std::greater<>(),
                      [&](const Plan& plan) { return chance_to_keep_limits(plan, scenario).value_or(0); });
  for (std::size_t at = 0; at < plans.size(); ++at) plans[at].rank = static_cast<int>(at) + 1;
}

/// Removes the note on a lacking price from each plan where a note of the answer says it of all instance types.
void tell_lacking_price_once(PlanResult& answer, const Scenario& scenario, const Catalog& catalog) {
  if (!lacks_price_kind(scenario, catalog)) return;
  for (std::vector<Plan>* each : {&answer.plans, &answer.pareto}) {
    for (Plan& plan : *each)
      std::erase(plan.notes, why_without_price(plan.cluster.instance(), scenario.hardware, catalog));
  }
}

/// Plans of what ends that keep its limits with less than the confidence asked for.
Result<PlanResult> less_sure(const Scenario& scenario, const Catalog& catalog, PlanningSources& sources,
                             const Executor& executor) {
  constexpr double least_confidence = 0.05;
  Scenario other = scenario;
  other.confidence = std::min(scenario.confidence, least_confidence);
  other.objective = scenario.deadline_s ? Objective::time : Objective::cost;  // the likeliest to keep its limits first
  Result<PlanResult> answer = plans_as_asked(other, catalog, sources, executor);
  if (!answer) return answer;
  for (std::vector<Plan>* each : {&answer->plans, &answer->pareto}) {
    for (Plan& plan : *each) plan.is_safe = false;
  }
  return answer;
}

/// Says of an answer without a plan that is safe how sure the first is; refuses it where the user asked for more.
Result<PlanResult> surest_first(const Scenario& scenario, PlanResult answer) {
  rank_by_chance(answer.plans, scenario);
  const Plan& first = answer.plans.front();
  const std::string asked = in_whole_percent(scenario.confidence);
  const std::string found = in_whole_percent(chance_to_keep_limits(first, scenario).value_or(0));
  if (scenario.confidence_is_stated)
    return unsatisfiable(
        "no plan keeps the limits with {}; the likeliest, {} × {}, with {}: lower --confidence, or relax "
        "the limits",
        asked, first.cluster.instances, first.cluster.instance().name, found);
  answer.notes.insert(answer.notes.begin(),
                      message("no plan keeps the limits with {}: the likeliest first, with {}; relax the limits, or "
                              "measure it (hakaru measure)",
                              asked, found));
  return answer;
}

}  // namespace

Result<PlanResult> make_plans(const Scenario& scenario, const Catalog& catalog, PlanningSources& sources,
                              const Executor& executor) {
  const std::optional<Message> out_of_region = left_out_of_region(scenario, catalog);
  if (out_of_region && !scenario.hardware.names_hardware() && lacks_price_kind(scenario, catalog))
    return tl::unexpected(Error{ErrorKind::unsatisfiable, *out_of_region});
  Result<PlanResult> answer = plans_as_asked(scenario, catalog, sources, executor);
  const bool none = !answer && answer.error().kind == ErrorKind::unsatisfiable;
  const bool has_limits = (scenario.deadline_s || scenario.budget_usd) && !scenario.demand;
  if (none && has_limits && !scenario.confidence_is_stated && !executor.watch.stopped()) {
    Result<PlanResult> other = less_sure(scenario, catalog, sources, executor);
    if (other) answer = std::move(other);
  }
  if (!answer) return answer;
  tell_lacking_price_once(*answer, scenario, catalog);
  if (std::optional<Message> note = note_on_pictures(scenario.job)) answer->notes.push_back(std::move(*note));
  if (answer->complete && !answer->plans.empty() && !answer->plans.front().is_safe) {
    answer = surest_first(scenario, std::move(*answer));
    if (!answer) return answer;
  }
  const Result<std::shared_ptr<const PlanBands>> bands = sources.bands(scenario.job);
  if (!bands) return fail(bands);
  answer->choice = choice_among(answer->plans, scenario, (*bands)->own_share());
  if (std::optional<Message> prices = told_prices(answer->plans, scenario.hardware))
    answer->notes.push_back(std::move(*prices));
  return answer;
}

Result<std::vector<Comparison>> compare(const Scenario& scenario, const std::vector<std::string>& instances,
                                        const Catalog& catalog, const DataFiles& data, const Executor& executor) {
  std::vector<Comparison> comparisons;
  for (const std::string& name : instances) {
    Scenario one = scenario;
    one.hardware.instances = {name};
    one.hardware.families.clear();
    one.hardware.accelerator.reset();
    one.top = 1;
    Result<PlanResult> result = make_plans(one, catalog, data, executor);
    if (!result && result.error().kind == ErrorKind::bad_input) return fail(result);
    Comparison comparison{name, std::nullopt, std::nullopt};
    if (result) {
      comparison.plan = std::move(result->plans.front());
    } else {
      comparison.why_not = result.error().message;
    }
    comparisons.push_back(std::move(comparison));
  }
  return comparisons;
}

}  // namespace hakaru
