#include "hakaru/core/text.h"
#include "hakaru/memory/serving_memory.h"
#include "hakaru/parallel/legal.h"
#include "hakaru/planning/candidates.h"
#include "hakaru/planning/search.h"

namespace hakaru {
namespace {

/// vLLM's default for max_num_seqs on large accelerators: more sequences in flight are not tried unless asked for.
constexpr std::int64_t most_sequences_by_default = 1024;

std::vector<std::int64_t> batches_to_try(const ServingJob& job, const Layout& layout, std::int64_t that_fit) {
  if (job.concurrency) {
    const std::int64_t each = (*job.concurrency + layout.dp - 1) / layout.dp;
    return each <= that_fit ? std::vector{each} : std::vector<std::int64_t>{};
  }
  std::vector<std::int64_t> batches;
  const std::int64_t most = std::min(that_fit, most_sequences_by_default);
  for (std::int64_t batch = 1; batch < most; batch *= 2) batches.push_back(batch);
  if (most >= 1) batches.push_back(most);
  return batches;
}

bool within_limits(const ServingJob& job, const ServingEstimate& estimate) {
  return (!job.ttft_s || estimate.ttft_s <= *job.ttft_s) && (!job.tpot_s || estimate.tpot_s <= *job.tpot_s) &&
         (!job.rate_per_s || estimate.requests_per_s >= *job.rate_per_s);
}

class ServingSearch {
 public:
  ServingSearch(const SearchContext& context, const ServingJob& job, const Constants& constants)
      : context_(context), job_(job), calibration_(constants.calibration), reserve_(constants.reserve) {}

  void look_at(const Cluster& cluster) {
    const std::vector<Layout> layouts = legal_serving_layouts(job_.model, cluster, context_.scenario.layout);
    if (layouts.empty() && !result_.not_legal) result_.not_legal = why_none_is_legal(cluster);
    for (const Layout& layout : layouts) {
      ++result_.evaluated;
      const Accelerator& accelerator = cluster.instance.accelerator;
      const ServingMemory memory = serving_memory(job_, layout, accelerator, reserve_, 1);
      if (memory.sequences_that_fit < 1) {
        const NearestMiss miss{cluster, layout, memory.device.total_bytes(), accelerator.memory_bytes};
        if (!result_.miss || miss.overflow() < result_.miss->overflow()) result_.miss = miss;
        continue;
      }
      ++result_.feasible;
      const ServingEstimator estimate(job_, layout, cluster, calibration_);
      for (const std::int64_t batch : batches_to_try(job_, layout, memory.sequences_that_fit)) {
        add(cluster, layout, estimate(batch));
      }
    }
  }

  /// Plans within the limits have been found.
  bool satisfied() const { return !result_.plans.empty(); }
  SearchResult take() { return std::move(result_); }

 private:
  void add(const Cluster& cluster, const Layout& layout, const ServingEstimate& estimate) {
    if (!within_limits(job_, estimate)) {
      remember(estimate);
      return;
    }
    Plan plan;
    plan.cluster = cluster;
    plan.layout = layout;
    plan.memory = serving_memory(job_, layout, cluster.instance.accelerator, reserve_, estimate.batch).device;
    plan.capacity_bytes = cluster.instance.accelerator.memory_bytes;
    plan.step.mfu = estimate.mfu;
    const double request_s = estimate.ttft_s + static_cast<double>(job_.output_length - 1) * estimate.tpot_s;
    plan.serving = ServingFigures{
        estimate.batch, estimate.ttft_s, estimate.tpot_s, estimate.requests_per_s, estimate.output_tokens_per_s,
        request_s,      std::nullopt};
    plan.calibration = calibration_.name;
    const DataType wanted = std::get<ServingJob>(context_.scenario.job).compute;
    plan.notes = notes_on_types(cluster.instance.accelerator, wanted, job_.compute);
    if (!calibration_.relative_of.empty()) {
      plan.notes.push_back(message("no measurements of {}: timed with the constants of its nearest relative, {}",
                                   cluster.instance.accelerator.name, calibration_.relative_of));
    }
    add_costs(plan, context_.scenario, context_.catalog, context_.recommendations);
    result_.plans.push_back(std::move(plan));
  }

  /// Keeps the nearest figures to the limits, for the message when no plan meets them.
  void remember(const ServingEstimate& estimate) {
    best_.ttft_s = std::min(best_.ttft_s, estimate.ttft_s);
    best_.tpot_s = std::min(best_.tpot_s, estimate.tpot_s);
    best_.requests_per_s = std::max(best_.requests_per_s, estimate.requests_per_s);
    result_.not_legal =
        message("the limits are not met: least TTFT {}, least TPOT {}, highest rate {}/s among the layouts that fit",
                in_time(best_.ttft_s), in_time(best_.tpot_s), fmt::format("{:.3g}", best_.requests_per_s));
  }

  Message why_none_is_legal(const Cluster& cluster) const {
    const LayoutRequest& request = context_.scenario.layout;
    Layout layout;
    layout.tp = request.tp.value_or(1);
    layout.pp = request.pp.value_or(1);
    layout.ep = request.ep.value_or(1);
    layout.dp = request.dp.value_or(std::max<std::int64_t>(1, cluster.ranks() / (layout.tp * layout.pp)));
    const std::optional<Message> why = why_illegal_to_serve(layout, job_.model, cluster);
    return why.value_or(message("no layout fills {} x {}", cluster.instances, cluster.instance.name));
  }

  const SearchContext& context_;
  const ServingJob& job_;
  const Calibration& calibration_;
  const MemoryReserve& reserve_;
  SearchResult result_;
  struct {
    double ttft_s = 1e300, tpot_s = 1e300, requests_per_s = 0;
  } best_;
};

}  // namespace

Result<SearchResult> search_serving(const SearchContext& context, const Instance& instance) {
  ServingJob job = std::get<ServingJob>(context.scenario.job);
  const std::optional<DataType> compute = compute_type_on(instance.accelerator, job.compute);
  if (!compute) {
    return SearchResult::impossible(message("{} does not compute {}", instance.accelerator.name, name_of(job.compute)));
  }
  job.compute = *compute;
  const Result<std::vector<int>> counts = candidate_counts(context.scenario, instance);
  if (!counts) return fail(counts);
  const Result<const Constants*> constants = context.constants.of(instance.accelerator);
  if (!constants) return SearchResult::impossible(constants.error().message);
  ServingSearch search(context, job, **constants);
  for (const int count : *counts) {
    search.look_at(Cluster{instance, count});
    if (search.satisfied()) break;  // more instances only add replicas
  }
  return search.take();
}

}  // namespace hakaru
