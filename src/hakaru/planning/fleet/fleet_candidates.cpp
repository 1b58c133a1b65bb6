#include "hakaru/planning/fleet/fleet_candidates.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "hakaru/core/quantities.h"
#include "hakaru/core/real.h"
#include "hakaru/planning/search/candidates.h"
#include "hakaru/planning/search/search_parts.h"

namespace hakaru {
namespace {

/// The longest prompt, or answer, of those that must keep the limits, the shortest being chosen for that.
std::int64_t length_that_counts(const ServingDemand& demand, std::int32_t Request::*length) {
  std::vector<std::int32_t> lengths;
  for (const Request& request : demand.requests) lengths.push_back(request.*length);
  const std::ptrdiff_t at = nearest_rank(demand.level.share, std::ssize(lengths)) - 1;
  std::nth_element(lengths.begin(), lengths.begin() + at, lengths.end());
  return lengths[static_cast<std::size_t>(at)];
}

ServingEstimate alone(ServingJob job, const Plan& plan, OnAccelerator& on, std::int64_t input, std::int64_t output) {
  job.input_length = input;
  job.output_length = output;
  return ServingEstimator(job, plan.layout, plan.cluster, on.calibration, on.operators)(1);
}

/// Seconds of the prefill of one prompt, padded to the compiled length that holds it.
double padded_prefill_s(const Plan& plan, OnAccelerator& on, std::int64_t input) {
  const std::int64_t padded = bucket_of(token_buckets(on.options), input);
  return alone(on.job, plan, on, padded, 1).ttft_s;
}

}  // namespace

double least_work_of(const FleetCandidate& candidate, std::int64_t sequences) {
  OnAccelerator& on = *candidate.on;
  const Plan& plan = candidate.plan;
  IterationTimer timer(on.job.model, serving_types(on.job), plan.layout, plan.cluster.instance(), on.calibration,
                       on.operators, on.job.expert_skew);
  const PassTimes times = pass_times(on.job, timer);
  return on.compiles() ? least_work_apart_s(times, on.job, sequences)
                       : least_work_s(times, on.job, {sequences, on.options.max_num_batched_tokens});
}

double instances_for(const FleetCandidate& candidate, double each_s) {
  const double replicas = candidate.on->job.rate_per_s.value_or(0) * each_s / (1 + QueueGrowth::most_growth);
  const double ranks = replicas * static_cast<double>(candidate.ranks_of_replica());
  return std::ceil(ranks / candidate.plan.cluster.instance().accelerators);
}

int likely_instances(const FleetCandidate& candidate, const ServiceLevel& level) {
  const ServingJob& job = candidate.on->job;
  if (!job.concurrency || !level.ttft_s || !level.tpot_s) return 1;
  const double longest_s = *level.ttft_s + static_cast<double>(job.output_length) * *level.tpot_s;
  const double replicas = static_cast<double>(*job.concurrency) * candidate.work_s / longest_s;
  const double ranks = replicas * static_cast<double>(candidate.ranks_of_replica());
  constexpr double most = std::numeric_limits<int>::max();
  return static_cast<int>(std::min(most, std::ceil(ranks / candidate.plan.cluster.instance().accelerators)));
}

std::vector<std::int64_t> compiled_batches(std::int64_t most) {
  std::vector<std::int64_t> batches;
  for (std::int64_t batch = 1; batch <= most; batch *= 2) batches.insert(batches.begin(), batch);
  return batches;
}

FleetCandidates::FleetCandidates(const SearchContext& context, const ServingDemand& demand)
    : context_(context), demand_(demand), quantisations_{quantisation_of(std::get<ServingJob>(context.scenario.job))} {
  const std::vector<Quantisation>& others = context.scenario.other_quantisations;
  quantisations_.insert(quantisations_.end(), others.begin(), others.end());
  if (demand.requests.empty()) return;
  input_that_counts_ = length_that_counts(demand, &Request::input_tokens);
  output_that_counts_ = length_that_counts(demand, &Request::output_tokens);
}

Result<OnAccelerator*> FleetCandidates::on(const Accelerator& accelerator, std::size_t quantisation) {
  const auto before = known_.find({accelerator.name, quantisation});
  if (before != known_.end()) return before->second.get();
  const Quantisation& types = quantisations_.at(quantisation);
  const ServingJob job = quantised(std::get<ServingJob>(context_.scenario.job), types);
  Result<ServedOn> served = served_on(job, accelerator, context_.constants);
  if (!served) return fail(served);
  OperatorTimer operators(accelerator, served->calibration);
  const std::optional<Quantisation> named = quantisations_.size() > 1 ? std::optional(types) : std::nullopt;
  auto made = std::make_unique<OnAccelerator>(OnAccelerator{std::move(*served), named, std::move(operators)});
  return known_.emplace(std::pair(accelerator.name, quantisation), std::move(made)).first->second.get();
}

std::optional<Error> FleetCandidates::add(const Instance& instance) {
  for (std::size_t each = 0; each < quantisations_.size(); ++each) {
    if (std::optional<Error> error = add(instance, each)) return error;
  }
  return std::nullopt;
}

std::optional<Error> FleetCandidates::add(const Instance& instance, std::size_t quantisation) {
  const Result<std::vector<int>> counts = candidate_counts(context_.scenario, instance);
  const Result<OnAccelerator*> with = counts ? on(instance.accelerator, quantisation) : Result<OnAccelerator*>(nullptr);
  for (const Error* error : {counts ? nullptr : &counts.error(), with ? nullptr : &with.error()}) {
    if (error == nullptr) continue;
    if (error->kind == ErrorKind::bad_input) return *error;
    if (!found.not_legal) found.not_legal = error->message;  // one that cannot do it does not stop the others
    return std::nullopt;
  }
  const int most = counts->back();
  for (const ReplicaShape& shape :
       replica_shapes(context_.scenario, (*with)->job, instance, most, (*with)->reserve,
                      (*with)->quantisation ? name_of(*(*with)->quantisation) : "", found)) {
    look_at(instance, shape, most, **with);
  }
  return std::nullopt;
}

FleetCounts FleetCandidates::counts_of(const Instance& instance, const ReplicaShape& shape, int most) const {
  FleetCounts counts{shape.unit, context_.scenario.hardware.count_is_fixed() ? most : 1, most};
  if (const std::optional<std::int64_t>& dp = context_.scenario.layout.dp) {
    const std::int64_t ranks = *dp * shape.layout.tp * shape.layout.pp;
    const std::int64_t instances = (ranks + instance.accelerators - 1) / instance.accelerators;
    const bool whole = *dp % shape.layout.ep == 0 && instances <= counts.last;
    counts.first = std::max(counts.first, static_cast<int>(whole ? instances : 1));
    counts.last = whole ? counts.first : 0;
    counts.replicas = *dp;
  }
  counts.first = (counts.first + shape.unit - 1) / shape.unit * shape.unit;
  counts.last = counts.last / shape.unit * shape.unit;
  return counts;
}

bool FleetCandidates::keeps_alone(FleetCandidate& candidate) {
  const Plan& plan = candidate.plan;
  OnAccelerator& on = *candidate.on;
  const ServiceLevel& level = demand_.level;
  const bool alike = demand_.requests.empty();
  const std::int64_t input = alike ? on.job.input_length : input_that_counts_;
  const std::int64_t output = alike ? on.job.output_length : output_that_counts_;
  const ServingEstimate first = alone(on.job, plan, on, input, output);
  const double tpot_s = alike ? first.tpot_s : alone(on.job, plan, on, 1, 1).tpot_s;
  const double ttft_s = on.compiles() ? padded_prefill_s(plan, on, input) : first.ttft_s;
  candidate.alone_s = (alike ? ttft_s : 0) + static_cast<double>(output - 1) * tpot_s;
  if (!level.ttft_s && !level.tpot_s) return true;
  const std::string where = fmt::format("{} × {}, {}", plan.cluster.instances, plan.cluster.instance().name,
                                        in_short(plan.layout, plan.precision));
  const double ttft_excess = level.ttft_s ? ttft_s / *level.ttft_s : 0;
  const double tpot_excess = level.tpot_s ? tpot_s / *level.tpot_s : 0;
  ServingFigures& figures = *candidate.plan.serving();
  figures.ttft_s = ttft_s;
  figures.tpot_s = tpot_s;
  candidate.can_be_safe = slowdown_to_tolerate(plan, level, context_.scenario.confidence).has_value();
  if (std::max(ttft_excess, tpot_excess) <= 1) return true;
  if (ttft_excess >= tpot_excess) {
    found.note_near(ttft_excess,
                    message("nearest is {}: TTFT {} of a request alone where {} is asked; relax --ttft by {}", where,
                            in_time(ttft_s), in_time(*level.ttft_s), in_time(ttft_s - *level.ttft_s)));
  } else {
    found.note_near(tpot_excess,
                    message("nearest is {}: TPOT {} of a request alone where {} is asked; relax --tpot by {}", where,
                            in_time(tpot_s), in_time(*level.tpot_s), in_time(tpot_s - *level.tpot_s)));
  }
  return false;
}

bool FleetCandidates::can_keep_demand(FleetCandidate& candidate, const ReplicaShape& shape) {
  const OnAccelerator& on = *candidate.on;
  if (!keeps_alone(candidate)) return false;
  const std::int64_t usual = on.options.max_num_seqs;
  if (on.has_batch_as_asked() && shape.sequences_that_fit < usual) {
    found.note_near(real(usual) / real(std::max<std::int64_t>(1, shape.sequences_that_fit)),
                    message("a compiled batch of {} does not fit: {} on {} holds {}; lower --max-num-seqs", usual,
                            in_short(shape.layout), candidate.plan.cluster.instance().name, shape.sequences_that_fit));
    return false;
  }
  candidate.most_sequences = on.compiles() ? std::min(usual, shape.sequences_that_fit) : usual;
  const std::int64_t prompt = on.job.input_length + source_positions(on.job.model);
  const std::int64_t prompts_that_fit = shape.tokens_that_fit / std::max<std::int64_t>(1, prompt);
  const std::int64_t at_once = on.compiles() ? candidate.most_sequences : std::min(usual, prompts_that_fit);
  candidate.work_s = least_work_of(candidate, std::max<std::int64_t>(1, at_once));
  const double least = instances_for(candidate, candidate.work_s);
  if (least > candidate.counts.last) {
    Layout filling = shape.layout;
    filling.dp = candidate.counts.replicas > 0
                     ? candidate.counts.replicas
                     : candidate.counts.last * std::int64_t{candidate.plan.cluster.instance().accelerators} /
                           candidate.ranks_of_replica();
    found.note_near(least / candidate.counts.last,
                    message("nearest is {} × {}, {}: {}/s at most where {}/s are asked; lower --rate or --users, or "
                            "allow more instances",
                            candidate.counts.last, candidate.plan.cluster.instance().name, in_short(filling),
                            fmt::format("{:.3g}", static_cast<double>(filling.dp) / candidate.work_s),
                            fmt::format("{:.3g}", *on.job.rate_per_s)));
    return false;
  }
  candidate.least_instances = std::max(candidate.counts.first, static_cast<int>(least));
  return true;
}

void FleetCandidates::look_at(const Instance& instance, const ReplicaShape& shape, int most, OnAccelerator& on) {
  FleetCandidate candidate;
  candidate.counts = counts_of(instance, shape, most);
  if (candidate.counts.empty()) {
    if (!found.not_legal)
      found.not_legal = message("{} fills multiples of {} × {} only; allow such a count", in_short(shape.layout),
                                shape.unit, instance.name);
    return;
  }
  const Cluster unit{instance, shape.unit};
  candidate.on = &on;
  candidate.plan = begun_plan(unit, shape.layout, {}, on.calibration, on.reserve, on.wanted, on.job.compute);
  note_release(on, candidate.plan);
  candidate.plan.figures = ServingFigures{};
  candidate.plan.quantisation = on.quantisation;
  if (on.quantisation) candidate.plan.precision = name_of(*on.quantisation);
  candidate.plan.uncertainty = context_.bands.of(candidate.plan, on.job);
  add(std::move(candidate), shape);
}

void FleetCandidates::add(FleetCandidate candidate, const ReplicaShape& shape) {
  if (!can_keep_demand(candidate, shape)) return;
  Plan priced = candidate.plan;
  add_costs(priced, context_.scenario, context_.catalog, context_.recommendations);
  candidate.supported = priced.porting.supported;
  if (priced.costs.usd_per_h) candidate.usd_per_h = *priced.costs.usd_per_h / shape.unit;
  if (context_.scenario.disaggregate) add_apart(candidate);
  all.push_back(std::move(candidate));
}

void FleetCandidates::add_apart(FleetCandidate candidate) {
  const Layout& layout = candidate.plan.layout;
  const Instance& instance = candidate.plan.cluster.instance();
  const std::int64_t fewest_ranks = 2 * layout.ep * candidate.ranks_of_replica();
  const auto fewest = static_cast<int>((fewest_ranks + instance.accelerators - 1) / instance.accelerators);
  candidate.least_instances = std::max(candidate.least_instances, fewest);
  if (candidate.least_instances > candidate.counts.last) return;
  const std::int64_t replicas =
      std::int64_t{candidate.least_instances} * instance.accelerators / candidate.ranks_of_replica();
  if (!kv_transfer(candidate.on->job, layout, instance, replicas)) return;  // nothing to send caches over
  candidate.apart = true;
  all.push_back(std::move(candidate));
}

}  // namespace hakaru
