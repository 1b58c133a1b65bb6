#include "hakaru/planning/fleet/explain_fleet.h"

#include "hakaru/core/quantities.h"
#include "hakaru/core/text.h"
#include "hakaru/memory/serving_memory.h"
#include "hakaru/planning/fleet/fleet_plan.h"
#include "hakaru/serving/fleet/kv_transfer.h"
#include "hakaru/serving/metrics/percentiles.h"
#include "hakaru/serving/replica/replica.h"

namespace hakaru {
namespace {

Term traffic_term(const Scenario& scenario, const ServingJob& job, const ServingFigures& figures) {
  std::string lengths = fmt::format("prompts of {}, answers of {} tokens", with_separators(job.input_length),
                                    with_separators(job.output_length));
  const std::string &file = scenario.requests_file, &name = scenario.traffic;
  if (!file.empty() || !name.empty()) lengths = fmt::format("{}: {} in the mean", file.empty() ? name : file, lengths);
  if (file.empty() && name.empty() && job.concurrency.value_or(1) > 1) lengths += ", a little apart";
  const bool replays = !file.empty() && !job.concurrency;
  std::string rate = fmt::format("{:.4g}/s", job.rate_per_s.value_or(0));
  if (const Json& said = scenario.echo; said.contains("users") && said.contains("think_time"))
    rate += fmt::format(" = {} users / {}", parse_count(as_text(said["users"]), "").value_or(0),
                        as_text(said["think_time"]));
  const std::string formula =
      job.concurrency
          ? fmt::format("{} requests in flight, each followed by the next, {}, seed 0", *job.concurrency, lengths)
      : replays ? fmt::format("replayed, {}, {}", rate, lengths)
                : fmt::format("Poisson arrivals, {}, {}, seed 0", rate, lengths);
  return {"traffic", formula, static_cast<double>(figures.live->requests), "requests", ""};
}

void add_replicas(Terms& terms, const ServingJob& job, const Plan& plan) {
  const ServingFigures& figures = *plan.serving();
  const Layout& layout = plan.layout;
  const auto count = [](std::int64_t value) { return static_cast<double>(value); };
  terms.push_back({"replicas",
                   fmt::format("{} × {} accelerators / (tp {} × pp {}), each request to the shortest queue",
                               plan.cluster.instances, plan.cluster.instance().accelerators, layout.tp, layout.pp),
                   count(layout.dp), "", ""});
  if (figures.live->replicas < layout.dp)
    terms.push_back({"replicas that were simulated",
                     fmt::format("with {:.4g} of the traffic", count(figures.live->replicas) / count(layout.dp)),
                     count(figures.live->replicas), "", ""});
  if (figures.prefill_replicas == 0) return;
  terms.push_back({"replicas that prefill", "the fewest that keep TTFT", count(figures.prefill_replicas), "", ""});
  const Result<KvTransfer> transfer = kv_transfer(job, layout, plan.cluster.instance(), layout.dp);
  if (!transfer) return;
  terms.push_back({"KV cache sent",
                   fmt::format("{} tokens × {:.6g} bytes / {:.4g} GB/s + {}", with_separators(job.input_length),
                               transfer->bytes_per_token, transfer->bytes_per_s / giga, in_time(transfer->latency_s)),
                   transfer->sending_s(job.input_length) + transfer->latency_s, "s", ""});
}

/// Adds the terms of `all` whose names begin with `prefix`, and their sum, renamed from `sum_was` to `sum`.
void add_pass(Terms& terms, const Terms& all, const std::string& prefix, const std::string& sum_was,
              const std::string& sum) {
  for (const Term& term : all) {
    if (term.name.starts_with(prefix + ":")) terms.push_back(term);
    if (term.name == sum_was) terms.push_back({sum, term.formula, term.value, term.unit, term.source});
  }
}

void add_limits(Terms& terms, const SchedulerOptions& options, const ServingEngine& engine) {
  const bool usual = options.max_num_seqs == engine.limits.options.max_num_seqs;
  terms.push_back({"sequences of an iteration", usual ? "at most, the engine's limit" : "at most, so that TPOT is kept",
                   static_cast<double>(options.max_num_seqs), "", usual ? engine.limits.source : ""});
  terms.push_back({"tokens of an iteration", "at most, the engine's limit",
                   static_cast<double>(options.max_num_batched_tokens), "", engine.limits.source});
}

/// Adds the shapes that an engine's graphs were compiled for.
void add_shapes(Terms& terms, const SchedulerOptions& options, const std::string& source) {
  const std::vector<std::int64_t> lengths = token_buckets(options);
  terms.push_back({"places of the compiled batch", "decoded together, taken or not, each with a whole context cached",
                   static_cast<double>(options.max_num_seqs), "", source});
  terms.push_back({"compiled lengths", fmt::format("padded to {}", fmt::join(lengths, ", ")),
                   static_cast<double>(lengths.size()), "", source});
  terms.push_back({"prompts of a prefill", "while it runs nothing decodes", static_cast<double>(options.prefill_batch),
                   "", source});
}

/// The iterations whose arithmetic is told: as they are, or padded to compiled shapes.
struct Passes {
  ServingJob prefill, decode;
  std::int64_t batch = 1;
  std::string decode_is = "an iteration of as many";
};

Passes passes_of(const ServingJob& job, const SchedulerOptions& options, const ServingFigures& figures) {
  Passes passes{job, job, std::max<std::int64_t>(1, figures.batch)};
  if (!scheduling_policy(options.policy).compiled) return passes;
  const std::vector<std::int64_t> lengths = token_buckets(options);
  passes.prefill.input_length = bucket_of(lengths, job.input_length);
  passes.decode.input_length = bucket_of(lengths, job.input_length + job.output_length);
  passes.decode.output_length = 0;  // nothing beyond what is padded to
  passes.batch = options.max_num_seqs;
  passes.decode_is = "an iteration of all places";
  return passes;
}

void add_outcome(Terms& terms, const Plan& plan) {
  const ServingFigures& figures = *plan.serving();
  const std::string at = percentile_name(figures.live->percentile.share);
  const std::string rank =
      fmt::format("rank {} / {}, from the shortest, simulated within {:.2g} %",
                  with_separators(nearest_rank(figures.live->percentile.share, figures.live->requests)),
                  with_separators(figures.live->requests), 100 * Percentiles::relative_error);
  terms.push_back({"TTFT " + at, rank, figures.ttft_s, "s", ""});
  terms.push_back({"TPOT " + at, "likewise, of answers of two tokens or more", figures.tpot_s, "s", ""});
  terms.push_back({"E2EL " + at, rank, figures.request_s, "s", ""});
  if (figures.live->duration_s <= 0) return;
  const double of_all =
      static_cast<double>(plan.layout.dp) / static_cast<double>(std::max<std::int64_t>(1, figures.live->replicas));
  const std::string part = of_all > 1 ? fmt::format(" × {:.4g}", of_all) : "";
  terms.push_back(
      {"requests per second",
       fmt::format("{} requests / {:.6g} s{}", with_separators(figures.live->requests), figures.live->duration_s, part),
       figures.requests_per_s, "1/s", ""});
  terms.push_back({"output tokens per second",
                   fmt::format("{:.6g} requests/s × {:.6g} tokens", figures.requests_per_s,
                               figures.output_tokens_per_s / figures.requests_per_s),
                   figures.output_tokens_per_s, "1/s", ""});
}

/// In the mean over the trace (follow_load.h).
void add_following(Terms& terms, const Plan& plan) {
  const ScalingFigures& scaling = *plan.serving()->scaling;
  const double instances = scaling.instance_hours / scaling.hours;
  terms.push_back(
      {"instances as it follows its load",
       fmt::format("{} … {} replicas, {:g} requests in flight for each: {:.6g} instance-hours / {:.6g} h",
                   scaling.least, scaling.most, scaling.requests_each, scaling.instance_hours, scaling.hours),
       instances, "", ""});
  if (!scaling.usd_per_h || !plan.costs.usd_per_h) return;
  terms.push_back(
      {"cost of an hour as it follows its load",
       fmt::format("${:.6g} / {} instances × {:.6g}", *plan.costs.usd_per_h, plan.cluster.instances, instances),
       *scaling.usd_per_h, "USD/h", plan.price ? plan.price->source : ""});
}

}  // namespace

Terms serving_memory_terms(const ServedOn& served, const Plan& plan) {
  return explain_serving_memory(served.job, plan.layout, plan.cluster.instance().accelerator, served.reserve,
                                counted_sequences(served, plan))
      .terms;
}

Result<Terms> fleet_terms(const Scenario& scenario, const ServedOn& served, const Plan& plan) {
  const ServingFigures& figures = *plan.serving();
  const ServingJob& job = served.job;
  const ServingEngine& engine = served.engine;
  const SchedulerOptions& options = served.options;
  const Result<Replica> replica =
      make_replica(job, plan.layout, plan.cluster, served.calibration, served.reserve, options, engine.block_tokens);
  if (!replica) return fail(replica);
  Terms terms{traffic_term(scenario, job, figures)};
  add_replicas(terms, job, plan);
  const bool compiled = served.compiles();
  if (compiled) {
    add_shapes(terms, replica->options, engine.limits.source);
  } else {
    add_limits(terms, options, engine);
  }
  const std::int64_t pieces = compiled ? replica->options.max_num_seqs : replica->kv.blocks();
  const std::int64_t tokens_each = compiled ? replica->options.context : engine.block_tokens;
  terms.push_back(
      {"KV cache of a replica",
       fmt::format("{} {} × {} tokens", with_separators(pieces), compiled ? "places" : "blocks", tokens_each),
       static_cast<double>(pieces * tokens_each), "tokens", served.reserve.source});
  terms.push_back(
      {"sequences that ran at once", "at most, in the fullest replica", static_cast<double>(figures.batch), "", ""});
  const Passes passes = passes_of(job, replica->options, figures);
  const auto estimate = [&](const ServingJob& padded, std::int64_t batch) {
    return explain_serving(padded, replica_layout(plan.layout, plan.cluster.instance()), plan.cluster,
                           served.calibration, batch)
        .terms;
  };
  add_pass(terms, estimate(passes.prefill, 1), "prefill", "TTFT", "a prompt alone");
  add_pass(terms, estimate(passes.decode, passes.batch), "decode", "TPOT", passes.decode_is);
  add_outcome(terms, plan);
  if (figures.scaling) add_following(terms, plan);
  return terms;
}

}  // namespace hakaru
