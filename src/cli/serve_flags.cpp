#include "serve_flags.h"

#include <charconv>

#include "autoscaling_flags.h"
#include "hakaru/core/text.h"
#include "hakaru/job/serving_scenario.h"
#include "hakaru/traffic/length_mix.h"

namespace hakaru::cli {
namespace {

constexpr std::int64_t most_requests = 100'000'000, usual_requests = 10'000;
constexpr double most_burstiness = 1e6, most_rate_per_s = 1e9, widest_spread = 5;
constexpr std::int64_t most_replicas = 10'000, most_drafted = 64, most_of_an_iteration = 1'000'000;

Result<double> parse_rate(std::string_view text, std::string_view name) {
  Result<double> rate = parse_rate_per_s(text, name);
  if (!rate) return rate;
  if (*rate > most_rate_per_s) return bad_input("{} is {}; accepted: {} … {}", name, text, 0, most_rate_per_s);
  return rate;
}

Result<std::uint64_t> parse_seed(std::string_view text, std::string_view name) {
  std::uint64_t seed = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), seed);
  if (error != std::errc() || stop != text.data() + text.size())
    return bad_input("{} is '{}'; accepted: {}", name, text, "0, 1, 2, …");
  return seed;
}

/// "1,4,16": rising.
std::vector<std::int64_t> buckets_of(KeyReader& reader, const char* key,
                                     Result<std::int64_t> (*parse)(std::string_view, std::string_view)) {
  std::vector<std::int64_t> buckets;
  for (const std::string& text : reader.list(key)) {
    const std::optional<std::int64_t> bucket = reader.keep(parse(text, reader.shown(key)));
    if (!bucket) return {};
    if (*bucket < 1 || *bucket > most_of_an_iteration || (!buckets.empty() && *bucket <= buckets.back())) {
      reader.refuse(bad_input("{} is '{}' after '{}'; accepted: rising, 1 … {}", reader.shown(key), text,
                              buckets.empty() ? "" : std::to_string(buckets.back()), most_of_an_iteration));
      return {};
    }
    buckets.push_back(*bucket);
  }
  return buckets;
}

/// What graphs were compiled for, where shapes are.
void take_buckets(KeyReader& reader, std::int64_t context, SchedulerOptions& options) {
  for (const char* key : {"batch_buckets", "sequence_buckets", "prefill_batch"}) {
    if (reader.has(key) && options.policy != Policy::buckets)
      reader.refuse(bad_input("{} needs {}", reader.shown(key), "--policy buckets"));
  }
  if (reader.has("batch_buckets") && reader.has("max_num_seqs"))
    reader.refuse(bad_input("{} and {} exclude each other", "--batch-buckets", "--max-num-seqs"));
  options.batch_buckets = buckets_of(reader, "batch_buckets", parse_count);
  options.sequence_buckets = buckets_of(reader, "sequence_buckets", parse_length);
  if (!options.sequence_buckets.empty() && options.sequence_buckets.back() > context)
    reader.refuse(bad_input("{} is {}; accepted: at most {}, the plan's context", reader.shown("sequence_buckets"),
                            options.sequence_buckets.back(), context));
  constexpr std::int64_t most_prompts = 1024;
  options.prefill_batch = reader.count("prefill_batch", 1, most_prompts).value_or(options.prefill_batch);
  if (!options.batch_buckets.empty()) options.max_num_seqs = options.batch_buckets.back();
}

}  // namespace

SchedulerOptions options_of(KeyReader& reader, const ServedOn& served, const Plan& plan) {
  SchedulerOptions options = served.options;
  const Policy planned = options.policy;
  options.policy =
      policy_of(reader.one_of("policy", {"vllm", "static", "buckets"}).value_or(std::string(name_of(planned))));
  if (options.policy != planned)
    options.max_num_seqs = options.policy == Policy::vllm ? served.engine.limits.options.max_num_seqs
                                                          : std::max<std::int64_t>(1, plan.serving->batch);
  options.max_num_seqs = reader.count("max_num_seqs", 1, most_of_an_iteration).value_or(options.max_num_seqs);
  options.max_num_batched_tokens =
      reader.count("max_num_batched_tokens", 1, most_of_an_iteration).value_or(options.max_num_batched_tokens);
  options.prefix_hit_rate = reader.number("prefix_hit_rate", 0, 1).value_or(0);
  if (reader.has("prefix_hit_rate") && options.policy != Policy::vllm)
    reader.refuse(bad_input("{} needs {}", reader.shown("prefix_hit_rate"), "--policy vllm"));
  if (reader.has("prefix_hit_rate") && served.job.model.family == Family::encoder_decoder)
    reader.refuse(bad_input("{} is for decoders; {} encodes what it is asked whole", reader.shown("prefix_hit_rate"),
                            served.job.model.name));
  take_buckets(reader, served.job.context, options);
  if (reader.has("prefix_groups") && !reader.has("prefix_hit_rate"))
    reader.refuse(bad_input("{} needs {}", reader.shown("prefix_groups"), "--prefix-hit-rate"));
  return options;
}

namespace {

/// Flags that do not go together, and arrivals that were not said: those of the plan's scenario.
void choose_arrivals(KeyReader& reader, bool has_trace, const ServingJob& job, const Plan& plan, TrafficPlan& traffic) {
  const std::optional<double> rate = reader.parsed<double>("rate", parse_rate);
  const std::optional<std::int64_t> concurrency = reader.count("concurrency", 1, most_requests);
  const std::optional<std::string> arrival = reader.text("arrival");
  if (concurrency && rate)
    reader.refuse(bad_input("{} and {} exclude each other", reader.shown("concurrency"), reader.shown("rate")));
  if (concurrency && arrival)
    reader.refuse(bad_input("{} and {} exclude each other", reader.shown("concurrency"), reader.shown("arrival")));
  if (reader.has("burstiness") && arrival != "gamma")
    reader.refuse(bad_input("{} needs {}", reader.shown("burstiness"), "--arrival gamma"));
  traffic.burstiness = reader.number("burstiness", 1e-3, most_burstiness).value_or(1);
  traffic.rate_per_s = rate.value_or(0);
  if (concurrency) {
    traffic.arrivals = Arrivals::closed_loop;
    traffic.concurrency = *concurrency;
  } else if (arrival) {
    traffic.arrivals = reader.keep(parse_arrivals(*arrival, reader.shown("arrival"))).value_or(Arrivals::poisson);
    if (!rate) traffic.rate_per_s = job.rate_per_s.value_or(0);
    if (traffic.rate_per_s == 0) reader.refuse(bad_input("{} needs {}", reader.shown("arrival"), "--rate"));
  } else if (has_trace) {
    traffic.arrivals = Arrivals::trace;
  } else if (rate || job.rate_per_s) {
    traffic.arrivals = Arrivals::poisson;
    traffic.rate_per_s = rate ? *rate : *job.rate_per_s;
  } else {
    traffic.arrivals = Arrivals::closed_loop;
    traffic.concurrency = requests_in_flight(job, plan.layout, plan.serving->batch);
  }
}

/// Each may be as long as its mean's part of the context that the means leave.
LengthShare kind_of(KeyReader& reader, double share, std::int64_t input, std::int64_t output, double spread,
                    const ServingJob& job, const TrafficPlan& traffic) {
  const std::int64_t before = traffic.sessions ? traffic.sessions->system_tokens : 0;
  const std::int64_t context = job.context - before;
  if (input < 1 || output < 1 || input + output > context)
    reader.refuse(
        before == 0 ? bad_input("{} + {} tokens; accepted: at most {}, the plan's context", input, output, job.context)
                    : bad_input("{} + {} + {} tokens of system prompt, message and answer; accepted: at most "
                                "{}, the plan's context",
                                before, input, output, job.context));
  const double room = static_cast<double>(context) / static_cast<double>(std::max<std::int64_t>(1, input + output));
  const auto lengths = [&](std::int64_t mean) {
    const auto most = static_cast<std::int64_t>(static_cast<double>(mean) * room);
    return Lengths{static_cast<double>(mean), spread, std::max<std::int64_t>(1, most), 0};
  };
  LengthShare kind{share, lengths(input), lengths(output)};
  kind.input.pictures = picture_tokens_of(job);
  return kind;
}

/// `usual_spread`: of the lengths of requests in flight, each like the others.
void choose_lengths(KeyReader& reader, bool has_trace, const ServingJob& job, double usual_spread,
                    TrafficPlan& traffic) {
  for (const char* key : {"input_length", "output_length", "length_spread", "mix"}) {
    if (has_trace && reader.has(key))
      reader.refuse(bad_input("{} and {} exclude each other", reader.shown(key), "--requests"));
  }
  for (const char* key : {"input_length", "output_length"}) {
    if (reader.has("mix") && reader.has(key))
      reader.refuse(bad_input("{} and {} exclude each other", "--mix", reader.shown(key)));
  }
  const bool keep_step =
      traffic.arrivals == Arrivals::closed_loop && traffic.concurrency > 1 && !traffic.sessions && !reader.has("mix");
  const double spread = reader.number("length_spread", 0, widest_spread).value_or(keep_step ? usual_spread : 0);
  const std::int64_t pictures = picture_tokens_of(job);
  for (const MixedKind& each :
       reader.parsed<std::vector<MixedKind>>("mix", parse_mix).value_or(std::vector<MixedKind>{}))
    traffic.mixture.push_back(kind_of(reader, each.share, each.input + pictures, each.output, spread, job, traffic));
  const std::optional<std::int64_t> text = reader.length("input_length");
  const std::int64_t input = text ? *text + pictures : std::max<std::int64_t>(1, job.input_length);
  const std::int64_t output = reader.length("output_length").value_or(std::max<std::int64_t>(1, job.output_length));
  if (has_trace || reader.has("mix")) return;
  const LengthShare alike = kind_of(reader, 1, input, output, spread, job, traffic);
  traffic.input = alike.input;
  traffic.output = alike.output;
}

}  // namespace

Result<TrafficPlan> traffic_of(KeyReader& reader, bool has_trace, const std::optional<SessionPlan>& sessions,
                               const ServingJob& job, const Plan& plan, double usual_spread) {
  TrafficPlan traffic;
  traffic.sessions = sessions;
  choose_arrivals(reader, has_trace, job, plan, traffic);
  choose_lengths(reader, has_trace, job, usual_spread, traffic);
  const bool replays = traffic.arrivals == Arrivals::trace;
  traffic.count = reader.count("count", 1, most_requests).value_or(replays ? most_requests : usual_requests);
  traffic.seed = reader.parsed<std::uint64_t>("seed", parse_seed).value_or(0);
  traffic.prefix_groups = reader.count("prefix_groups", 1, most_requests).value_or(0);
  traffic.share_of = plan.layout.dp;
  if (reader.error()) return tl::unexpected(*reader.error());
  return traffic;
}

Speculation speculation_of(KeyReader& reader, const Model& model) {
  Speculation speculation;
  speculation.tokens = reader.count("speculate", 1, most_drafted).value_or(0);
  const std::optional<double> acceptance = reader.number("acceptance", 0, 1);
  if ((speculation.tokens > 0) != acceptance.has_value())
    reader.refuse(bad_input("{} needs {}", reader.shown(acceptance ? "acceptance" : "speculate"),
                            acceptance ? "--speculate" : "--acceptance"));
  if (reader.has("draft_cost") && speculation.tokens == 0)
    reader.refuse(bad_input("{} needs {}", reader.shown("draft_cost"), "--speculate"));
  speculation.acceptance = acceptance.value_or(0);
  // A draft of one layer, as EAGLE's (Li et al. 2024, arXiv 2401.15077).
  const double one_layer = 1 / static_cast<double>(std::max<std::int64_t>(1, std::ssize(model.layers)));
  speculation.draft_cost = reader.number("draft_cost", 0, 1).value_or(one_layer);
  return speculation;
}

namespace {

/// "1:3"
Result<std::pair<std::int64_t, std::int64_t>> parse_disaggregation(std::string_view text, std::string_view name) {
  std::pair<std::int64_t, std::int64_t> parts;
  const char* const end = text.data() + text.size();
  const auto first = std::from_chars(text.data(), end, parts.first);
  const bool divided = first.ec == std::errc() && first.ptr != end && *first.ptr == ':';
  const auto second = divided ? std::from_chars(first.ptr + 1, end, parts.second) : first;
  if (!divided || second.ec != std::errc() || second.ptr != end || std::min(parts.first, parts.second) < 1 ||
      std::max(parts.first, parts.second) > most_replicas)
    return bad_input("{} is '{}'; accepted: {}", name, text, "P:D, replicas that prefill and that decode, such as 1:3");
  return parts;
}

}  // namespace

std::optional<FleetPlan> fleet_of(KeyReader& reader, const ServingJob& job, const Plan& plan, Policy policy) {
  FleetPlan fleet;
  const std::optional<std::int64_t> replicas = reader.count("replicas", 1, most_replicas);
  const std::optional<Routing> routing = reader.parsed<Routing>("router", parse_routing);
  auto parts = reader.parsed<std::pair<std::int64_t, std::int64_t>>("disaggregate", parse_disaggregation);
  const std::int64_t planned = plan.serving->prefill_replicas;  // a plan whose replicas prefill or decode
  const bool sends = policy != Policy::fixed_batch;             // a batch that begins together ends together
  if (planned > 0 && !parts && !replicas && !reader.has("max_replicas") && sends)
    parts = {planned, plan.layout.dp - planned};
  fleet.replicas = replicas.value_or(plan.layout.dp);
  fleet.routing = routing.value_or(Routing::round_robin);
  // Experts are spread over ep replicas: fewer of them hold no whole model.
  const std::int64_t least = plan.layout.ep;
  const auto spread = [least](std::int64_t count) { return count % least == 0; };
  if (replicas && !spread(*replicas))
    reader.refuse(bad_input("{} {}: ep {} spreads the experts over as many replicas; accepted: multiples of {}",
                            reader.shown("replicas"), *replicas, least, least));
  if (parts && (!spread(parts->first) || !spread(parts->second)))
    reader.refuse(bad_input("{} {}: ep {} spreads the experts over as many replicas; accepted: multiples of {}",
                            reader.shown("disaggregate"), fmt::format("{}:{}", parts->first, parts->second), least,
                            least));
  if (parts && replicas)
    reader.refuse(bad_input("{} and {} exclude each other", reader.shown("disaggregate"), reader.shown("replicas")));
  if (parts && !sends) reader.refuse(bad_input("{} needs {}", reader.shown("disaggregate"), "--policy vllm, buckets"));
  if (parts && !reader.error()) {
    fleet.replicas = parts->first + parts->second;
    const std::optional<KvTransfer> transfer =
        reader.keep(kv_transfer(job, plan.layout, plan.cluster.instance(), fleet.replicas));
    if (transfer) fleet.disaggregation = Disaggregation{parts->first, parts->second, *transfer};
  }
  if (!replicas && !routing && !parts) return std::nullopt;
  return fleet;
}

ServiceLevel level_of(KeyReader& reader) {
  ServiceLevel level;
  level.ttft_s = reader.parsed<double>("ttft", parse_duration_s);
  level.tpot_s = reader.parsed<double>("tpot", parse_duration_s);
  level.share = reader.parsed<double>("at", parse_percentile).value_or(level.share);
  return level;
}

void add_serve_flags(NamedFlags& flags, CLI::App& command, const Translator& t) {
  flags.add(command, "rate", "RATE", "traffic", t.say("requests per second (5/s); a trace is stretched to it"));
  flags.add(command, "arrival", "poisson|gamma|constant", "traffic", t.say("how requests come (default poisson)"));
  flags.add(command, "burstiness", "B", "traffic", t.say("shape of gamma gaps: below 1 bursts, above 1 even"));
  flags.add(command, "concurrency", "COUNT", "traffic",
            t.say("requests, or sessions, at once, each followed by another"));
  flags.add(command, "count", "COUNT", "traffic", t.say("requests in all (default 10,000, or the whole trace)"));
  flags.add(command, "input_length", "TOKENS", "traffic", t.say("mean tokens of a prompt (default: the plan's)"));
  flags.add(command, "output_length", "TOKENS", "traffic", t.say("mean tokens of an answer (default: the plan's)"));
  flags.add(command, "length_spread", "SIGMA", "traffic",
            t.say("lognormal spread of both lengths (default 0; 0.1 with requests in flight)"));
  flags.add(command, "mix", "SHARE:INPUT:OUTPUT,…", "traffic",
            t.say("kinds of requests by their shares (0.7:500:200,0.3:8000:500)"));
  flags.add(command, "prefix_groups", "COUNT", "traffic", t.say("prompts begin alike in so many groups"));
  flags.add(command, "seed", "N", "traffic", t.say("of the random numbers (default 0)"));
  flags.add(command, "policy", "vllm|static|buckets", "engine",
            t.say("continuous batching, batch after batch, or compiled shapes (default: the plan's)"));
  flags.add(command, "max_num_seqs", "COUNT", "engine", t.say("most sequences of an iteration"));
  flags.add(command, "max_num_batched_tokens", "COUNT", "engine", t.say("most tokens of an iteration"));
  flags.add(command, "batch_buckets", "COUNT,…", "engine", t.say("buckets: compiled batches of decoding (1,4,16)"));
  flags.add(command, "sequence_buckets", "TOKENS,…", "engine",
            t.say("buckets: compiled lengths (default 128, 256, …)"));
  flags.add(command, "prefill_batch", "COUNT", "engine", t.say("buckets: prompts prefilled together (default 1)"));
  flags.add(command, "prefix_hit_rate", "SHARE", "engine", t.say("share of each prompt that is found cached (0.3)"));
  flags.add(command, "speculate", "TOKENS", "engine", t.say("tokens that a draft proposes for each pass"));
  flags.add(command, "acceptance", "RATE", "engine", t.say("probability that a drafted token is accepted"));
  flags.add(command, "draft_cost", "SHARE", "engine",
            t.say("time of a drafted token in decode passes (default: one layer)"));
  flags.add(command, "replicas", "COUNT", "fleet", t.say("replicas, all simulated (default: one of the plan's)"));
  flags.add(command, "router", "round-robin|least-loaded|join-shortest-queue|prefix-aware", "fleet",
            t.say("which replica a request goes to (default round-robin)"));
  flags.add(command, "disaggregate", "P:D", "fleet", t.say("P replicas prefill, D decode; the KV cache is sent"));
  add_autoscaling_flags(flags, command, t);
  flags.add(command, "ttft", "DURATION", "service", t.say("limit of the time to first token (500ms)"));
  flags.add(command, "tpot", "DURATION", "service", t.say("limit of the time per output token (30ms)"));
  flags.add(command, "at", "PERCENTILE", "service", t.say("percentile that keeps the limits (p95; default p50)"));
}

}  // namespace hakaru::cli
