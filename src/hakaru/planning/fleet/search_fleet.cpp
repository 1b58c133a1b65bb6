#include "hakaru/planning/fleet/search_fleet.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>

#include "hakaru/core/quantities.h"
#include "hakaru/core/ranges.h"
#include "hakaru/planning/bands/best_measures.h"
#include "hakaru/planning/bands/planning_sources.h"
#include "hakaru/planning/fleet/fleet_plan.h"
#include "hakaru/planning/fleet/fleet_sizing.h"
#include "hakaru/planning/fleet/follow_load.h"
#include "hakaru/planning/search/candidates.h"
#include "hakaru/planning/search/nearest.h"
#include "hakaru/planning/search/pareto.h"
#include "hakaru/serving/steady/inference.h"

namespace hakaru {
namespace {

/// Kinds of replica that are simulated: where what was found says which are worth it, and where it does not.
constexpr std::size_t most_simulated = 400, most_simulated_unbounded = 48;
/// Most fleets that keep their limits with less than the confidence asked for, and are cheaper than all others, that
/// plans are made of.
constexpr std::size_t most_less_safe = 3;
/// Most fleets whose highest rate is found before they are ranked by it.
constexpr std::size_t most_ranked_by_rate = 12;
/// Most fleets that miss the limits that are simulated to the end, to find the nearest.
constexpr std::size_t most_nearest = 24;

/// The largest batch that keeps TPOT by the static estimate, at most `most`.
std::int64_t batch_within(ServingEstimator&& estimate, std::optional<double> tpot_s, std::int64_t most) {
  if (!tpot_s) return most;
  std::int64_t kept = 1, missed = most + 1;
  while (missed - kept > 1) {
    const std::int64_t middle = kept + (missed - kept) / 2;
    (estimate(middle).tpot_s <= *tpot_s ? kept : missed) = middle;
  }
  return kept;
}

Error nothing_so_far() {
  return {ErrorKind::unsatisfiable, message("ended early: no fleet simulated so far keeps the constraints")};
}

class FleetSearch {
 public:
  /// `variety`: how many plans of an instance type are wanted.
  FleetSearch(const SearchContext& context, const ServingDemand& demand, const Variety& variety,
              const SearchWatch& watch)
      : context_(context),
        demand_(demand),
        variety_(variety),
        watch_(watch),
        sizing_(context, demand, watch),
        measures_(context.scenario.top, variety) {}

  /// Notes that what comes now is left out.
  bool stops() {
    ended_early_ = ended_early_ || watch_.stopped();
    return ended_early_;
  }
  bool ended_early() const { return ended_early_; }

  /// Looks at `candidates` in their order. What takes most of the time, the tables of a replica, is made side by side
  /// for the next few of them.
  std::optional<Error> look_at_all(const std::vector<FleetCandidate>& candidates, const Executor& executor) {
    const std::size_t few = std::max<std::size_t>(1, executor.workers);
    for (std::size_t first = 0; first < candidates.size() && !stops(); first += few) {
      std::vector<std::pair<std::size_t, std::int64_t>> next;  // and the most sequences of its replicas
      for (std::size_t at = first; at < std::min(first + few, candidates.size()); ++at) {
        if (counts_worth(candidates[at])) next.emplace_back(at, limits_of_sequences(candidates[at]).front());
      }
      std::vector<std::optional<Result<Replica>>> replicas(next.size());
      executor.for_each(next.size(), [&](std::size_t each, std::size_t) {
        replicas[each] = replica_of(candidates[next[each].first], next[each].second);
      });
      for (std::size_t each = 0; each < next.size() && !stops(); ++each) {
        if (auto error = look_at(candidates[next[each].first], *replicas[each])) return error;
        if (!plans.empty()) watch_.found(plans.back());
      }
      const std::size_t seen = std::min(few, candidates.size() - first);
      watch_.looked_at(static_cast<std::int64_t>(seen),
                       static_cast<double>(seen) / static_cast<double>(candidates.size()));
    }
    return std::nullopt;
  }

  /// Finds the highest rate that each fleet could serve. Simulations alone are run side by side: timers of operators,
  /// which an accelerator's candidates share, are for one thread.
  void add_held(std::vector<Plan>& of, const Executor& executor) const {
    std::vector<Holding> holding;
    holding.reserve(of.size());  // trials hold on to their replicas
    for (Plan& plan : of) {
      const auto found = found_.find(name_of_fleet(plan));
      if (found == found_.end()) continue;
      const auto& [candidate, largest] = found->second;
      if (!candidate->on->job.rate_per_s) continue;
      Result<Replica> replica = replica_of(*candidate, plan.serving()->max_num_seqs, largest);
      if (!replica) continue;
      holding.push_back({&plan, std::move(*replica), most_per_s(plan), {}});
      holding.back().trials.emplace(sizing_.trials_of(*candidate, holding.back().replica, 1));
    }
    executor.for_each(holding.size(), [&](std::size_t at, std::size_t) {
      Holding& each = holding[at];
      const double asked_per_s = *std::get<ServingJob>(context_.scenario.job).rate_per_s;
      ServingFigures& serving = *each.plan->serving();
      const FleetTrials::Trial fleet{each.plan->cluster.instances, {}, 1, serving.prefill_replicas};
      const std::optional<double> times = each.trials->highest_load(fleet, each.most_per_s / asked_per_s);
      if (times) serving.live->held_per_s = *times * asked_per_s;
    });
  }

  /// Why none of `candidates` keeps the demand: the nearest, served to the end.
  Error why_none(const std::vector<FleetCandidate>& candidates) {
    std::optional<Excess> nearest;
    std::size_t served = 0;
    for (const FleetCandidate& candidate : candidates) {
      if (served >= most_nearest) break;
      std::vector<std::int64_t> limits = limits_of_sequences(candidate);
      if (candidate.on->compiles()) limits.resize(1);
      bool is_served = false;
      for (const std::int64_t sequences : limits) {
        const Result<Replica> replica = replica_of(candidate, sequences);
        if (!replica) continue;
        if (!std::exchange(is_served, true)) ++served;
        FleetTrials trials = sizing_.trials_of(candidate, *replica, 1);
        const FleetTrials::Trial trial = trials.served_with(candidate.counts.last);
        if (trials.ended_early()) return nothing_so_far();
        Excess excess = excess_of(candidate, trial, replica->options, demand_, context_);
        if (!nearest || excess.ratio < nearest->ratio) nearest = std::move(excess);
      }
    }
    if (nearest) return Error{ErrorKind::unsatisfiable, std::move(nearest->why)};
    return no_room_.value();
  }

  /// The least that the objective may count of so many instances; empty where it is unknown.
  std::optional<double> measure(const FleetCandidate& candidate, int instances) const {
    const Instance& instance = candidate.plan.cluster.instance();
    const double ranks = static_cast<double>(instances) * instance.accelerators;
    switch (context_.scenario.objective) {
      case Objective::cost:
        return candidate.usd_per_h ? std::optional(*candidate.usd_per_h * instances) : std::nullopt;
      case Objective::energy:
        return instance.accelerator.power_w ? std::optional(*instance.accelerator.power_w * ranks) : std::nullopt;
      case Objective::accelerators:
        return ranks;
      case Objective::time:
        return candidate.alone_s / (1 + Percentiles::relative_error);
      case Objective::throughput:
        break;
    }
    return -ranks / static_cast<double>(candidate.ranks_of_replica()) / candidate.work_s;
  }
  std::size_t simulated() const { return simulated_; }
  /// A bound of the rate that the fleet of `plan` could serve; 0: it was not found here.
  double most_per_s(const Plan& plan) const {
    const auto found = found_.find(name_of_fleet(plan));
    return found == found_.end() ? 0 : static_cast<double>(plan.layout.dp) / found->second.candidate->work_s;
  }

  std::vector<Plan> plans;
  std::vector<Plan> front;  ///< where the scenario asks for it

 private:
  /// Counts of instances of `candidate` that are worth a look; empty: none are.
  std::optional<FleetCounts> counts_worth(const FleetCandidate& candidate) const {
    FleetCounts counts = candidate.counts;
    counts.last = std::min({counts.last, most_worth(candidate), most_within_budget(candidate)});
    if (context_.scenario.pareto && is_dominated(candidate)) return std::nullopt;
    if (!candidate.can_be_safe && !is_worth_its_risk(candidate, candidate.least_instances)) return std::nullopt;
    if (counts.empty() || candidate.least_instances > counts.last || simulated_ >= most_to_simulate())
      return std::nullopt;
    return counts;
  }

  /// True where so many instances may cost less than all safe plans, and be one of the cheapest of the others.
  bool is_worth_its_risk(const FleetCandidate& candidate, int instances) const {
    if (!is_measured()) return risky_measures_.size() < most_less_safe;
    const std::optional<double> least = measure(candidate, instances);
    return (measures_.empty() || (least && *least < measures_.least())) &&
           (risky_measures_.size() < most_less_safe || (least && *least < *risky_measures_.rbegin()));
  }

  /// `first`: a replica of the most sequences.
  std::optional<Error> look_at(const FleetCandidate& candidate, const Result<Replica>& first) {
    const std::optional<FleetCounts> worth = counts_worth(candidate);
    if (!worth) return std::nullopt;
    FleetCounts counts = *worth;
    ++simulated_;
    const bool by_time = context_.scenario.objective == Objective::time;
    const auto rank_of = [&](const Plan& plan) {
      return std::tuple(!plan.is_safe, by_time ? 0 : plan.cluster.instances, plan.serving()->request_s);
    };
    std::optional<Plan> best, less_sure;
    std::optional<Replica> largest;
    for (const std::int64_t sequences : limits_of_sequences(candidate)) {
      if (counts.empty() || stops()) break;
      const int guess = least_instances_with(candidate, sequences);
      if (guess > counts.last) break;
      const Result<Replica> replica = largest ? replica_of(candidate, sequences, largest) : first;
      if (replica && !largest) largest = *replica;
      if (!replica && replica.error().kind == ErrorKind::bad_input) return replica.error();
      if (!replica) {  // the engine's own memory leaves no room
        if (!no_room_) no_room_ = replica.error();
        continue;
      }
      FleetTrials trials = sizing_.trials_of(candidate, *replica, 1);
      const auto trial = trials.fewest(counts, std::max(guess, likely_instances(candidate, demand_.level)));
      std::optional<SizedFleet> sized;
      std::vector<Plan> kept;
      if (trial) {
        sized = sizing_.with_confidence(candidate, counts, trials, *trial, *replica);
        kept = sizing_.until_no_faster(candidate, trials, std::move(sized->plan), *replica);
      }
      ended_early_ = ended_early_ || trials.ended_early() || sizing_.ended_early();
      if (!trial && best && candidate.on->compiles()) break;  // even fewer places bear no more
      if (!trial) continue;
      Plan& chosen = by_time ? kept.back() : kept.front();
      // Compiled batches are also tried on as many instances, as a smaller one may be quicker.
      if (!by_time && chosen.is_safe)
        counts.last = chosen.cluster.instances - (candidate.on->compiles() ? 0 : counts.unit);
      if (!best || rank_of(chosen) < rank_of(*best)) {
        best = chosen;
        less_sure = std::move(sized->less_sure);
      }
      if (context_.scenario.pareto && kept.front().is_safe) add_to_front(std::move(kept));
    }
    if (!best) return std::nullopt;
    const Found found{&candidate, std::move(*largest)};
    found_.insert_or_assign(name_of_fleet(*best), found);
    take(candidate, std::move(*best));
    if (!less_sure || !is_worth_its_risk(candidate, less_sure->cluster.instances)) return std::nullopt;
    found_.insert_or_assign(name_of_fleet(*less_sure), found);
    take(candidate, std::move(*less_sure));
    return std::nullopt;
  }

  std::vector<std::int64_t> limits_of_sequences(const FleetCandidate& candidate) const {
    const std::int64_t most = candidate.most_sequences;
    std::optional<double> tpot_s = demand_.level.tpot_s;
    const PlanUncertainty& known = candidate.plan.uncertainty;
    if (tpot_s) *tpot_s /= std::max(1.0, counted_factor(known, known.time, context_.scenario.confidence));
    const std::int64_t batch = batch_within(static_estimate(candidate), tpot_s, most);
    if (candidate.on->has_batch_as_asked()) return {candidate.on->job.max_num_seqs};
    if (candidate.on->compiles()) return compiled_batches(batch);
    return batch < most ? std::vector{most, batch} : std::vector{most};
  }

  /// The fewest instances to try. Fewer never keep the rate: a compiled batch of `sequences` cannot grow.
  static int least_instances_with(const FleetCandidate& candidate, std::int64_t sequences) {
    if (!candidate.on->compiles() || candidate.on->job.concurrency) return candidate.least_instances;
    constexpr double most = std::numeric_limits<int>::max();
    const double least = instances_for(candidate, least_work_of(candidate, sequences));
    return std::max(candidate.least_instances, static_cast<int>(std::min(most, least)));
  }

  /// The most instances with which `candidate` may still be one of the plans that are asked for.
  int most_worth(const FleetCandidate& candidate) const {
    constexpr int any = std::numeric_limits<int>::max();
    if (const int fewer = fewer_of_type(candidate); fewer < any) return fewer;
    if (context_.scenario.pareto || !measures_.full() || !is_measured()) return any;
    const double worst = measures_.worst() * (1 + as_good_share);
    const std::optional<double> each = measure(candidate, 1);
    if (!each) return 0;
    if (context_.scenario.objective == Objective::time) return *each <= worst ? any : 0;
    constexpr double rounding = 1e-9;
    return *each > 0 ? static_cast<int>(std::min<double>(any, worst / *each + rounding)) : any;
  }
  /// Ranked by cost the cheapest is found anyhow, and told where it costs too much.
  int most_within_budget(const FleetCandidate& candidate) const {
    constexpr double any = std::numeric_limits<int>::max();
    const Scenario& scenario = context_.scenario;
    if (!scenario.budget_usd || scenario.objective == Objective::cost) return std::numeric_limits<int>::max();
    if (!candidate.usd_per_h) return 0;
    return static_cast<int>(std::min(any, *scenario.budget_usd / (*candidate.usd_per_h * hours_per_month)));
  }
  /// Most instances worth a look where a safe plan is known of the same type, or of one that serves like it: fewer than
  /// that plan's, or as many if they may be quicker. INT_MAX: any, as where several plans of a cluster are wanted.
  int fewer_of_type(const FleetCandidate& candidate) const {
    constexpr int any = std::numeric_limits<int>::max();
    const bool by_time = context_.scenario.objective == Objective::time;
    const Scenario& scenario = context_.scenario;
    const bool wants_all_layouts = scenario.pareto || variety_.per_cluster > 1 || scenario.hardware.count_is_fixed();
    if (wants_all_layouts || !is_measured() || by_time) return any;
    const double least_s = candidate.alone_s / (1 + Percentiles::relative_error);
    int fewest = any;
    for (const Plan& plan : plans) {
      const std::string& name = candidate.plan.cluster.instance().name;
      const bool same_type = plan.cluster.instance().name == name || ranges::count(plan.also, name) > 0;
      const bool may_be_quicker = least_s < plan.serving()->request_s;
      if (plan.is_safe && same_type && plan.precision == candidate.plan.precision)
        fewest = std::min(fewest, plan.cluster.instances - (may_be_quicker ? 0 : 1));
    }
    return fewest;
  }
  /// True if plans are ranked by `measure`: accelerators, time, cost, or energy at a known rate.
  bool is_measured() const {
    const Objective objective = context_.scenario.objective;
    const bool known = std::get<ServingJob>(context_.scenario.job).rate_per_s.has_value();
    return objective == Objective::accelerators || objective == Objective::time || objective == Objective::cost ||
           (known && objective == Objective::energy);
  }
  std::size_t most_to_simulate() const {
    return context_.scenario.pareto || is_measured() ? most_simulated : most_simulated_unbounded;
  }

  void add_to_front(std::vector<Plan> kept) {
    std::move(kept.begin(), kept.end(), std::back_inserter(front));
    front = pareto_front(std::move(front));
  }

  /// By a fleet on the front, however many instances of `candidate` are taken.
  bool is_dominated(const FleetCandidate& candidate) const {
    Plan least = candidate.plan;
    least.cluster.instances = candidate.least_instances;
    least.figures = ServingFigures{};
    add_costs(least, context_.scenario, context_.catalog, context_.recommendations);
    least.serving()->request_s = candidate.alone_s / (1 + Percentiles::relative_error);
    return std::any_of(front.begin(), front.end(), [&](const Plan& plan) { return dominates(plan, least); });
  }

  void take(const FleetCandidate& candidate, Plan plan) {
    const bool by_time = context_.scenario.objective == Objective::time;
    const auto value = by_time ? std::optional(plan.serving()->request_s) : measure(candidate, plan.cluster.instances);
    if (value && plan.is_safe && !ends_with_block(plan))
      measures_.keep(*value, plan.cluster.instance().name, plan.cluster.instances);
    if (value && !plan.is_safe) risky_measures_.insert(*value);
    if (risky_measures_.size() > most_less_safe) risky_measures_.erase(std::prev(risky_measures_.end()));
    plans.push_back(std::move(plan));
  }

  /// A candidate that keeps the demand, and a replica of its most sequences.
  struct Found {
    const FleetCandidate* candidate = nullptr;
    Replica replica;
  };
  /// A plan whose fleet is tried at higher rates.
  struct Holding {
    Plan* plan = nullptr;
    Replica replica;
    double most_per_s = 0;
    std::optional<FleetTrials> trials;
  };
  static std::string name_of_fleet(const Plan& plan) {
    return fmt::format("{} × {} {} {}", plan.cluster.instances, plan.cluster.instance().name,
                       in_short(plan.layout, plan.precision), plan.serving()->prefill_replicas);
  }

  const SearchContext& context_;
  const ServingDemand& demand_;
  Variety variety_;
  const SearchWatch& watch_;
  FleetSizing sizing_;
  bool ended_early_ = false;
  std::size_t simulated_ = 0;
  BestMeasures measures_;                 ///< of safe plans
  std::multiset<double> risky_measures_;  ///< of others
  std::optional<Error> no_room_;
  std::map<std::string, Found> found_;
};

/// Sorts candidates: those that can be safe first, then supported ones if preferred, then by least measure.
void sort(std::vector<FleetCandidate>& candidates, const FleetSearch& search, const Scenario& scenario) {
  constexpr double unknown = std::numeric_limits<double>::infinity();
  using Key = std::tuple<bool, bool, double, double, double>;
  std::vector<std::pair<Key, std::size_t>> order;
  for (std::size_t at = 0; at < candidates.size(); ++at) {
    const FleetCandidate& each = candidates[at];
    const double least = search.measure(each, each.least_instances).value_or(unknown);
    order.push_back({{!each.can_be_safe, scenario.prefer_supported && !each.supported, least,
                      each.usd_per_h.value_or(unknown), each.alone_s},
                     at});
  }
  std::sort(order.begin(), order.end());
  std::vector<FleetCandidate> sorted;
  for (const auto& [key, at] : order) sorted.push_back(std::move(candidates[at]));
  candidates = std::move(sorted);
}

/// Keeps the first of candidates that serve alike, on machines of the same accelerators; its `also` names the others.
void fold_larger_boxes(std::vector<FleetCandidate>& candidates) {
  std::map<std::string, FleetCandidate*> first;
  std::vector<FleetCandidate> kept;
  kept.reserve(candidates.size());
  for (FleetCandidate& candidate : candidates) {
    const Instance& instance = candidate.plan.cluster.instance();
    const std::string serves = fmt::format(
        "{} {} {} {} {} {} {} {} {} {}", instance.family, instance.accelerator.name, instance.accelerator.memory_bytes,
        instance.accelerators, in_short(candidate.plan.layout, candidate.plan.precision), candidate.counts.unit,
        candidate.counts.first, candidate.counts.last, candidate.apart, candidate.can_be_safe);
    const auto [found, is_new] = first.try_emplace(serves, nullptr);
    if (!is_new) {
      found->second->plan.also.push_back(instance.name);
      continue;
    }
    kept.push_back(std::move(candidate));
    found->second = &kept.back();
  }
  candidates = std::move(kept);
}

/// Keeps the plans that may serve most: as many as are wanted, or a few more.
void keep_most_able(std::vector<Plan>& plans, const Scenario& scenario, const FleetSearch& search) {
  const std::size_t most = std::max(most_ranked_by_rate, static_cast<std::size_t>(scenario.top));
  if (plans.size() <= most) return;
  ranges::stable_sort(plans, std::less<>(), [&](const Plan& plan) {
    const bool by_rate = scenario.objective == Objective::throughput;
    const double value =
        by_rate ? 0 : objective_value(plan, scenario.objective).value_or(std::numeric_limits<double>::max());
    return std::tuple(!plan.is_safe, value, -search.most_per_s(plan));
  });
  plans.resize(most);
}

}  // namespace

Result<PlanResult> make_fleets(const Scenario& scenario, const Catalog& catalog, PlanningSources& sources,
                               const Executor& executor) {
  const SearchWatch& watch = executor.watch;
  const ServingDemand& demand = *scenario.demand;
  Result<std::vector<Instance>> instances = candidate_instances(scenario, catalog);
  if (!instances) return fail(instances);
  const Result<Recommendations>& recommendations = sources.recommendations();
  if (!recommendations) return fail(recommendations);
  const std::optional<Message> ended = leave_out_ended(*instances, scenario, recommendations->support);
  const Result<std::shared_ptr<const PlanBands>> bands = sources.bands(scenario.job);
  if (!bands) return fail(bands);
  const Executor serial;
  const SearchContext context{scenario, catalog, sources.constants(scenario), *recommendations, **bands, serial};
  FleetCandidates candidates(context, demand);
  for (const Instance& instance : *instances) {
    if (const std::optional<Error> error = candidates.add(instance)) return tl::unexpected(*error);
  }
  const auto unpriced_beside = [&](const Plan* first) {
    return unpriced_in_region(scenario, catalog, first, [&](const Instance& each) {
      return some_layout_fits(context, Cluster{each, 1});
    });
  };
  const auto refused = [&](Error why) {
    if (auto unpriced = unpriced_beside(nullptr)) why.also.push_back(std::move(*unpriced));
    return tl::unexpected(std::move(why));
  };
  if (candidates.all.empty())
    return refused({ErrorKind::unsatisfiable, why_nothing_works(context, *instances, candidates.found)});
  const Variety variety = variety_of(scenario, instances->size());
  FleetSearch search(context, demand, variety, watch);
  sort(candidates.all, search, scenario);
  if (scenario.hardware.instances.empty()) fold_larger_boxes(candidates.all);
  if (const std::optional<Error> error = search.look_at_all(candidates.all, executor)) return tl::unexpected(*error);
  const bool ended_early = search.ended_early();
  if (search.plans.empty() && ended_early) return tl::unexpected(nothing_so_far());
  if (search.plans.empty() && scenario.budget_usd && scenario.objective != Objective::cost)
    return unsatisfiable(
        "no fleet that costs at most {} a month keeps the limits; ask with --objective cost for the "
        "cheapest that does",
        in_usd(*scenario.budget_usd));
  if (search.plans.empty()) return refused(search.why_none(candidates.all));
  PlanResult answer;
  answer.evaluated_layouts = candidates.found.evaluated;
  answer.feasible_layouts = candidates.found.feasible;
  answer.plans = std::move(search.plans);
  if (scenario.pareto) answer.pareto = std::move(search.front);
  if (scenario.budget_usd) {
    if (std::optional<Error> error = keep_budget(answer.plans, *scenario.budget_usd)) return tl::unexpected(*error);
    keep_budget(answer.pareto, *scenario.budget_usd);
  }
  const bool ranks_by_held = scenario.objective == Objective::throughput || scenario.hardware.count_is_fixed();
  if (ranks_by_held) {
    keep_most_able(answer.plans, scenario, search);
    search.add_held(answer.plans, executor);
  }
  rank_plans(answer.plans, scenario, variety);
  if (!ranks_by_held) search.add_held(answer.plans, executor);
  if (scenario.follow && !ended_early) {
    if (const auto error = follow_load(answer, scenario, catalog, sources.data(), demand, watch))
      return tl::unexpected(*error);
  }
  answer.complete = !ended_early && !watch.stopped();
  if (!answer.complete)
    answer.notes.push_back(message("ended early: the best of the fleets simulated so far, not of all"));
  if (!answer.plans.empty()) answer.unpriced = unpriced_beside(&answer.plans.front());
  if (auto few = left_out_of_region(scenario, catalog)) answer.note_left_out(*few);
  if (std::optional<Message> note = note_on_porting(answer.plans)) answer.notes.push_back(std::move(*note));
  if (scenario.recommends_machine) answer.notes.push_back(recommended_machine(*recommendations, scenario.job));
  if (ended) answer.note_left_out(*ended);
  answer.left_out = machines_left_out(scenario, catalog);
  answer.simulated_kinds = static_cast<std::int64_t>(search.simulated());
  answer.kinds = std::ssize(candidates.all);
  return answer;
}

}  // namespace hakaru
