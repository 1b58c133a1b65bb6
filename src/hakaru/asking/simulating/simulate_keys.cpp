#include "hakaru/asking/answers.h"
#include "hakaru/asking/network_keys.h"
#include "hakaru/serving/fleet/router.h"
#include "hakaru/serving/schedulers/scheduler.h"

namespace hakaru {

QuestionKey timeline_key() {
  QuestionKey key{"trace", "output", "FILE", "write the timeline for Perfetto or Chrome into this file"};
  key.is_output = true;
  return key;
}

namespace {

/// "continuous batching, batch after batch, or compiled shapes (default: the plan's)"
QuestionKey policy_key() {
  std::string help;
  for (const Policy policy : all_choices<Policy>()) {
    const bool is_last = policy == all_choices<Policy>().back();
    help += fmt::format("{}{}{}", help.empty() ? "" : ", ", is_last ? "or " : "", scheduling_policy(policy).help);
  }
  return {"policy", "engine", accepted_names<Policy>("|"), help + " (default: the plan's)"};
}

}  // namespace

std::vector<QuestionKey> simulate_train_keys() {
  std::vector<QuestionKey> keys{
      plan_key(),
      {"jitter", "simulation", "SIGMA", "spread of each task's time (0.05)"},
      {"stragglers", "simulation", "SIGMA", "spread of whole ranks' speed (0.02)"},
      usually("0", {"seed", "simulation", "N", "of the random numbers"}),
      usually("closed", {"network", "network", "closed|flow",
                         "collectives between instances in closed form, or their connections too"})};
  for (QuestionKey& key : network_condition_keys()) keys.push_back(ruled({.needs = "network=flow"}, std::move(key)));
  keys.push_back(timeline_key());
  return keys;
}

std::vector<QuestionKey> simulate_serve_keys() {
  QuestionKey series{"series", "output", "FILE", "write queue, batch and KV use over time into this CSV file"};
  series.is_output = true;
  const std::string compiled = policies_with(&SchedulingPolicy::compiled) + ": ";
  return {
      plan_key(),
      ruled({.excludes = "input_length output_length length_spread"},
            {"requests", "traffic", "FILE", "a trace: arrival, input and output tokens (CSV, JSON lines)"}),
      ruled({.excludes = "requests prefix_hit_rate prefix_groups"},
            {"sessions", "traffic", "", "conversations, each prompt all that was said before"}),
      ruled({.needs = "sessions"},
            {"turns", "traffic", "COUNT", "of a session: 5, or 6-9 drawn evenly (default: data/defaults.toml)"}),
      ruled({.needs = "sessions", .least = "0s", .most = "30d"},
            usually("0s", {"think_time", "traffic", "DURATION", "between an answer and the next turn"})),
      ruled({.needs = "sessions"},
            {"system_prompt", "traffic", "TOKENS", "that all sessions begin with, cached once (default 0)"}),
      ruled({.needs = "sessions"},
            {"kv_offload", "engine", "SIZE",
             "host memory of a replica for blocks that the cache has no room for (100GB; default 0)"}),
      {"rate", "traffic", "RATE", "requests per second (5/s); a trace is stretched to it"},
      usually("poisson", {"arrival", "traffic", "poisson|gamma|constant", "how requests come"}),
      ruled({.needs = "arrival=gamma"},
            {"burstiness", "traffic", "B", "shape of gamma gaps: below 1 bursts, above 1 even"}),
      ruled({.excludes = "rate arrival"},
            {"concurrency", "traffic", "COUNT", "requests, or sessions, at once, each followed by another"}),
      {"count", "traffic", "COUNT", "requests in all (default 10,000, or the whole trace)"},
      {"input_length", "traffic", "TOKENS", "mean tokens of a prompt (default: the plan's)"},
      {"output_length", "traffic", "TOKENS", "mean tokens of an answer (default: the plan's)"},
      {"length_spread", "traffic", "SIGMA",
       "lognormal spread of both lengths (default 0; 0.1 with requests in flight)"},
      ruled({.excludes = "requests input_length output_length"},
            {"mix", "traffic", "SHARE:INPUT:OUTPUT,…", "kinds of requests by their shares (0.7:500:200,0.3:8000:500)"}),
      ruled({.needs = "prefix_hit_rate"},
            {"prefix_groups", "traffic", "COUNT", "prompts begin alike in so many groups"}),
      usually("0", {"seed", "traffic", "N", "of the random numbers"}),
      policy_key(),
      {"max_num_seqs", "engine", "COUNT", "most sequences of an iteration"},
      {"max_num_batched_tokens", "engine", "COUNT", "most tokens of an iteration"},
      ruled({.excludes = "max_num_seqs"},
            {"batch_buckets", "engine", "COUNT,…", compiled + "compiled batches of decoding (1,4,16)"}),
      {"sequence_buckets", "engine", "TOKENS,…", compiled + "compiled lengths (default 128, 256, …)"},
      usually("1", {"prefill_batch", "engine", "COUNT", compiled + "prompts prefilled together"}),
      {"prefix_hit_rate", "engine", "SHARE", "share of each prompt that is found cached (0.3)"},
      ruled({.needs = "acceptance"}, {"speculate", "engine", "TOKENS", "tokens that a draft proposes for each pass"}),
      ruled({.needs = "speculate"}, {"acceptance", "engine", "SHARE", "probability that a drafted token is accepted"}),
      ruled({.needs = "speculate"},
            {"draft_cost", "engine", "SHARE", "time of a drafted token in decode passes (default: one layer)"}),
      {"replicas", "fleet", "COUNT", "replicas, all simulated (default: one of the plan's)"},
      usually("round-robin", {"router", "fleet", accepted_names<Routing>("|"), "which replica a request goes to"}),
      ruled({.excludes = "replicas"},
            {"disaggregate", "fleet", "P:D", "P replicas prefill, D decode; the KV cache is sent"}),
      ruled({.needs = "scale_at", .excludes = "replicas disaggregate"},
            {"max_replicas", "autoscaling", "COUNT", "the fleet follows its load up to so many replicas"}),
      ruled({.needs = "max_replicas"},
            usually("1", {"min_replicas", "autoscaling", "COUNT", "and down to so many, which are there at first"})),
      ruled({.needs = "max_replicas"},
            {"scale_at", "autoscaling", "REQUESTS", "requests in flight that each replica should have"}),
      ruled({.needs = "max_replicas", .least = "1s", .most = "30d"},
            {"scale_interval", "autoscaling", "DURATION",
             "between two looks at the load (default: data/autoscaling.toml)"}),
      ruled({.needs = "max_replicas", .least = "0s", .most = "30d"},
            {"let_go_after", "autoscaling", "DURATION",
             "of less load, before replicas go (default: data/autoscaling.toml)"}),
      ruled({.needs = "max_replicas"}, {"weights_on", "autoscaling", "STORAGE",
                                        "where a new replica reads its weights (default: data/autoscaling.toml)"}),
      ruled(
          {.needs = "max_replicas", .least = "0s", .most = "30d"},
          {"instance_start", "autoscaling", "DURATION", "until its machine is there (default: data/autoscaling.toml)"}),
      ruled({.needs = "max_replicas", .least = "0s", .most = "30d"},
            {"compile_time", "autoscaling", "DURATION", "it compiles first (default: its graphs are cached)"}),
      ruled(
          {.needs = "max_replicas", .excludes = "instance_start weights_on compile_time", .least = "0s", .most = "30d"},
          {"warm_up", "autoscaling", "DURATION", "all of its warm-up, instead of these"}),
      {"ttft", "service", "DURATION", "limit of the time to first token (500ms)"},
      {"tpot", "service", "DURATION", "limit of the time per output token (30ms)"},
      usually("p50", {"at", "service", "PERCENTILE", "percentile that keeps the limits"}),
      ruled({.needs = "ttft|tpot", .excludes = "trace series max_replicas"},
            {"sustained", "service", "", "find the highest rate that keeps --ttft and --tpot"}),
      timeline_key(),
      series,
  };
}

}  // namespace hakaru
