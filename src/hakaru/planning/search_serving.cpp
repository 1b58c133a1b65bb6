#include <utility>

#include "hakaru/core/quantities.h"
#include "hakaru/core/real.h"
#include "hakaru/memory/serving_memory.h"
#include "hakaru/parallel/legal.h"
#include "hakaru/planning/bands/ranking.h"
#include "hakaru/planning/fleet/fleet_plan.h"
#include "hakaru/planning/search/candidates.h"
#include "hakaru/planning/search/search_parts.h"
#include "hakaru/planning/search/served_on.h"

namespace hakaru {
namespace {

/// Requests in flight, of the whole service: those asked for where they fit, else on every replica as many as fit and
/// the engine runs at once, or fewer.
std::vector<std::int64_t> loads_to_try(const ServedOn& served, const Layout& layout, std::int64_t that_fit) {
  if (served.has_batch_as_asked())
    return served.job.max_num_seqs <= that_fit ? std::vector{served.job.max_num_seqs * layout.dp}
                                               : std::vector<std::int64_t>{};
  if (const std::optional<std::int64_t>& asked = served.job.concurrency;
      asked && served.job.max_num_seqs > 0 && *asked > served.job.max_num_seqs * layout.dp)
    return {};
  if (const std::optional<std::int64_t>& asked = served.job.concurrency)
    return *asked <= that_fit * layout.dp ? std::vector{*asked} : std::vector<std::int64_t>{};
  std::vector<std::int64_t> loads;
  const std::int64_t most = std::min(that_fit, served.options.max_num_seqs);
  for (std::int64_t batch = 1; batch < most; batch *= 2) loads.push_back(batch * layout.dp);
  if (most >= 1) loads.push_back(most * layout.dp);
  return loads;
}

enum class Limit { ttft, tpot, rate };

/// The limit that `estimate` comes furthest from keeping, and its figure over the limit (above 1: not kept).
std::pair<double, Limit> worst_limit(const ServingJob& job, const ServingEstimate& estimate) {
  std::pair<double, Limit> worst{0, Limit::ttft};
  if (job.ttft_s) worst = std::max(worst, {estimate.ttft_s / *job.ttft_s, Limit::ttft});
  if (job.tpot_s) worst = std::max(worst, {estimate.tpot_s / *job.tpot_s, Limit::tpot});
  if (job.rate_per_s) worst = std::max(worst, {*job.rate_per_s / estimate.requests_per_s, Limit::rate});
  return worst;
}

Message why_not_kept(Limit limit, const ServingJob& job, const ServingEstimate& estimate, const std::string& plan) {
  if (limit == Limit::rate) {
    return message("nearest is {}: {}/s where {}/s are asked; lower --rate or allow more instances", plan,
                   fmt::format("{:.3g}", estimate.requests_per_s), *job.rate_per_s);
  }
  if (limit == Limit::ttft) {
    return message("nearest is {}: TTFT {} where {} is asked; relax --ttft by {}", plan, in_time(estimate.ttft_s),
                   in_time(*job.ttft_s), in_time(estimate.ttft_s - *job.ttft_s));
  }
  return message("nearest is {}: TPOT {} where {} is asked; relax --tpot by {}", plan, in_time(estimate.tpot_s),
                 in_time(*job.tpot_s), in_time(estimate.tpot_s - *job.tpot_s));
}

class ServingSearch {
 public:
  ServingSearch(const SearchContext& context, ServedOn served, const Accelerator& accelerator)
      : context_(context), served_(std::move(served)), operators_(accelerator, served_.calibration) {}

  /// Replaces the plans found.
  void look_at(const Cluster& cluster) {
    result_.plans.clear();
    const std::vector<Layout> layouts = legal_serving_layouts(job_.model, cluster, context_.scenario.layout);
    if (layouts.empty() && !result_.not_legal) result_.not_legal = why_none_is_legal(cluster);
    for (const Layout& layout : layouts) {
      ++result_.evaluated;
      const ServingMemory memory = serving_memory(job_, layout, cluster.instance().accelerator, served_.reserve, 1);
      if (memory.sequences_that_fit < 1) {
        result_.note_miss(cluster, layout, memory.device, served_.reserve);
        continue;
      }
      ++result_.feasible;
      note_concurrency(cluster, layout, memory.sequences_that_fit);
      ServingEstimator estimate(job_, layout, cluster, served_.calibration, operators_, batching_of(served_.options));
      for (const std::int64_t requests :
           loads_to_try(served_, layout, most_at_once(memory.sequences_that_fit, layout))) {
        add(cluster, layout, requests, estimate.of(requests));
      }
    }
  }

  /// Replaces the plans found by those of the fewest instances, more than `missed`, that keep the limits.
  void find_fewest(const Instance& instance, int missed) {
    int enough = result_.plans.front().cluster.instances;
    while (enough - missed > 1) {
      const int middle = missed + (enough - missed) / 2;
      std::vector<Plan> before = result_.plans;
      look_at(Cluster{instance, middle});
      if (satisfied()) {
        enough = middle;
      } else {
        missed = middle;
        result_.plans = std::move(before);
      }
    }
  }

  /// Plans within the limits, and likely to end by the deadline, have been found.
  bool satisfied() const {
    if (!context_.scenario.deadline_s) return !result_.plans.empty();
    return ranges::any_of(result_.plans, [&](const Plan& plan) {
      return chance_to_keep_limits(plan, context_.scenario).value_or(1) >= context_.scenario.confidence;
    });
  }
  /// The highest rate of the plans found.
  double most_per_s() const {
    double most = 0;
    for (const Plan& plan : result_.plans) most = std::max(most, plan.serving()->requests_per_s);
    return most;
  }
  /// The best of what was found.
  SearchResult take() {
    rank_plans(result_.plans, context_.scenario);
    return std::move(result_);
  }

 private:
  /// Sequences of a replica, no more than the lot has for each.
  std::int64_t most_at_once(std::int64_t that_fit, const Layout& layout) const {
    return job_.items > 0 ? std::min(that_fit, (job_.items + layout.dp - 1) / layout.dp) : that_fit;
  }

  void add(const Cluster& cluster, const Layout& layout, std::int64_t requests, const ServingEstimate& estimate) {
    const auto [excess, limit] = worst_limit(job_, estimate);
    if (excess > 1) {
      const bool nearer = !result_.near || excess < result_.near->excess;
      if (nearer) result_.note_near(excess, why_not_kept(limit, job_, estimate, told(cluster, layout)));
      return;
    }
    const Accelerator& accelerator = cluster.instance().accelerator;
    const MemoryBreakdown memory = serving_memory(job_, layout, accelerator, served_.reserve, estimate.batch).device;
    Plan plan = begun_plan(cluster, layout, memory, served_.calibration, served_.reserve, served_.wanted, job_.compute);
    ServingFigures figures;
    take_steady(job_, estimate, figures);
    figures.mfu = estimate.mfu;
    if (job_.items > 0) figures.lot = lot_of(job_.items, estimate.requests_per_s, figures.request_s);
    const std::int64_t usual = served_.options.max_num_seqs;
    carry(served_, served_.compiles() ? estimate.batch : std::max(usual, estimate.batch), figures);
    plan.figures = std::move(figures);
    note_release(served_, plan);
    note_load(plan, requests, usual);
    add_costs(plan, context_.scenario, context_.catalog, context_.recommendations);
    plan.uncertainty = context_.bands.of(plan, job_);
    buy_offered_block(plan, context_.scenario, context_.catalog);
    result_.plans.push_back(std::move(plan));
  }

  static void note_load(Plan& plan, std::int64_t requests, std::int64_t usual) {
    const std::int64_t replicas = plan.layout.dp;
    if (const std::int64_t idle = spread_over(requests, replicas).idle(); idle > 0)
      plan.notes.push_back(
          message("{} requests in flight leave {} of {} replicas without one", requests, idle, replicas));
    if (plan.serving()->batch > usual)
      plan.notes.push_back(message("{} sequences run at once, where {} runs {} unless it is told: max_num_seqs {}",
                                   plan.serving()->batch, plan.serving()->engine, usual, plan.serving()->batch));
  }

  static std::string told(const Cluster& cluster, const Layout& layout) {
    return fmt::format("{} × {}, {}", cluster.instances, cluster.instance().name, in_short(layout));
  }

  void note_concurrency(const Cluster& cluster, const Layout& layout, std::int64_t that_fit) {
    if (served_.has_batch_as_asked() && job_.max_num_seqs > that_fit) {
      result_.note_near(real(job_.max_num_seqs) / real(that_fit),
                        message("a compiled batch of {} does not fit: {} holds {}; lower --max-num-seqs",
                                job_.max_num_seqs, told(cluster, layout), that_fit));
      return;
    }
    if (job_.concurrency && job_.max_num_seqs > 0 && *job_.concurrency > job_.max_num_seqs * layout.dp)
      result_.note_near(
          real(*job_.concurrency) / real(job_.max_num_seqs * layout.dp),
          message("{} requests in flight are more than --max-num-seqs {} lets run on {} replicas, and the "
                  "others wait: ask without --offline, which simulates it, or raise --max-num-seqs",
                  *job_.concurrency, job_.max_num_seqs, layout.dp));
    if (!job_.concurrency || *job_.concurrency <= that_fit * layout.dp) return;
    const double excess = static_cast<double>(*job_.concurrency) / static_cast<double>(that_fit * layout.dp);
    result_.note_near(
        excess, message("{} requests in flight do not fit: {} holds {}; lower --concurrency or allow more instances",
                        *job_.concurrency, told(cluster, layout), that_fit * layout.dp));
  }

  Message why_none_is_legal(const Cluster& cluster) const {
    const std::optional<Message> why =
        why_illegal_to_serve(filling_layout(context_.scenario.layout, cluster), job_.model, cluster);
    return why.value_or(message("no layout fills {} × {}", cluster.instances, cluster.instance().name));
  }

  const SearchContext& context_;
  const ServedOn served_;
  const ServingJob& job_ = served_.job;
  OperatorTimer operators_;
  SearchResult result_;
};

}  // namespace

Result<SearchResult> search_serving(const SearchContext& context, const Instance& instance) {
  const Result<std::vector<int>> counts = candidate_counts(context.scenario, instance);
  if (!counts) return fail(counts);
  const auto& job = std::get<ServingJob>(context.scenario.job);
  Result<ServedOn> served = served_on(job, instance.accelerator, context.constants);
  if (!served) return SearchResult::impossible(served.error());
  ServingSearch search(context, std::move(*served), instance.accelerator);
  int missed = 0;
  double most_per_s = 0;
  for (const int count : *counts) {
    search.look_at(Cluster{instance, count});
    if (search.satisfied()) break;  // more instances only add replicas
    if (context.scenario.deadline_s && search.most_per_s() > 0 && search.most_per_s() <= most_per_s) {
      search.look_at(Cluster{instance, missed});  // as many requests in flight, or replicas, as are asked for
      break;
    }
    most_per_s = search.most_per_s();
    missed = count;
  }
  // Counts double: the fewest that sustain the rate lie between the last that did not and the first that did.
  if ((job.rate_per_s || context.scenario.deadline_s) && search.satisfied()) search.find_fewest(instance, missed);
  return search.take();
}

}  // namespace hakaru
