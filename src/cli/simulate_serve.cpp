// hakaru simulate serve PLAN[#RANK]: a replica of a serving plan under traffic, iteration by iteration.
#include <charconv>
#include <chrono>
#include <filesystem>
#include <memory>

#include "commands.h"
#include "hakaru/core/csv_table.h"
#include "hakaru/core/text.h"
#include "hakaru/job/key_reader.h"
#include "hakaru/output/plan_file.h"
#include "hakaru/output/serving_simulation.h"
#include "hakaru/planning/constants.h"
#include "hakaru/serving/engine_defaults.h"
#include "hakaru/serving/replica.h"
#include "hakaru/serving/request_trace.h"
#include "named_flags.h"

namespace hakaru::cli {
namespace {

constexpr std::int64_t most_requests = 100'000'000, most_logged_requests = 1'000'000;
constexpr std::int64_t usual_requests = 10'000;
constexpr double most_burstiness = 1e6, most_rate_per_s = 1e9, widest_spread = 5;

struct ServeCommand {
  std::string plan, requests, trace, series;
  NamedFlags flags;
};

/// "5/s", or "5": per second.
Result<double> parse_rate(std::string_view text, std::string_view name) {
  const bool bare = text.find('/') == std::string_view::npos;
  Result<double> rate = parse_rate_per_s(bare ? std::string(text) + "/s" : std::string(text), name);
  if (!rate) return bad_input("{} is '{}'; accepted: a rate such as 5/s, 300/m", name, text);
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

SchedulerOptions options_of(KeyReader& reader, const SchedulerOptions& defaults, const Plan& plan) {
  SchedulerOptions options = defaults;
  if (reader.one_of("policy", {"vllm", "static"}).value_or("vllm") == "static") {
    options.policy = Policy::fixed_batch;
    options.max_num_seqs = std::max<std::int64_t>(1, plan.serving->batch);
  }
  constexpr std::int64_t most = 1'000'000;
  options.max_num_seqs = reader.count("max_num_seqs", 1, most).value_or(options.max_num_seqs);
  options.max_num_batched_tokens =
      reader.count("max_num_batched_tokens", 1, most).value_or(options.max_num_batched_tokens);
  options.prefix_hit_rate = reader.number("prefix_hit_rate", 0, 1).value_or(0);
  return options;
}

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
    traffic.concurrency = job.concurrency.value_or(std::max<std::int64_t>(1, plan.serving->batch * plan.layout.dp));
  }
}

void choose_lengths(KeyReader& reader, bool has_trace, const ServingJob& job, TrafficPlan& traffic) {
  for (const char* key : {"input_length", "output_length", "length_spread"}) {
    if (has_trace && reader.has(key))
      reader.refuse(bad_input("{} and {} exclude each other", reader.shown(key), "--requests"));
  }
  const std::int64_t input = reader.length("input_length").value_or(std::max<std::int64_t>(1, job.input_length));
  const std::int64_t output = reader.length("output_length").value_or(std::max<std::int64_t>(1, job.output_length));
  const double spread = reader.number("length_spread", 0, widest_spread).value_or(0);
  if (!has_trace && (input < 1 || output < 1 || input + output > job.context))
    reader.refuse(bad_input("{} + {} tokens; accepted: at most {}, the plan's context", input, output, job.context));
  // Of what the two leave of the context each may have a part as its mean is.
  const double room = static_cast<double>(job.context) / static_cast<double>(std::max<std::int64_t>(1, input + output));
  const auto most = [&](std::int64_t mean) { return static_cast<std::int64_t>(static_cast<double>(mean) * room); };
  traffic.input = {static_cast<double>(input), spread, std::max<std::int64_t>(1, most(input))};
  traffic.output = {static_cast<double>(output), spread, std::max<std::int64_t>(1, most(output))};
}

Result<TrafficPlan> traffic_of(KeyReader& reader, bool has_trace, const ServingJob& job, const Plan& plan) {
  TrafficPlan traffic;
  choose_arrivals(reader, has_trace, job, plan, traffic);
  choose_lengths(reader, has_trace, job, traffic);
  const bool replays = traffic.arrivals == Arrivals::trace;
  traffic.count = reader.count("count", 1, most_requests).value_or(replays ? most_requests : usual_requests);
  traffic.seed = reader.parsed<std::uint64_t>("seed", parse_seed).value_or(0);
  traffic.share_of = plan.layout.dp;
  if (reader.error()) return tl::unexpected(*reader.error());
  return traffic;
}

/// Whether both name one file; a plan may be followed by #RANK.
bool same_file(const std::string& written, const std::string& read) {
  std::error_code error;
  return std::filesystem::equivalent(written, read.substr(0, read.rfind('#')), error) && !error;
}

std::optional<Error> refuse_overwriting(const ServeCommand& command) {
  for (const auto& [flag, written] : {std::pair{"--trace", command.trace}, std::pair{"--series", command.series}}) {
    if (written.empty()) continue;
    if (same_file(written, command.plan) || (!command.requests.empty() && same_file(written, command.requests)))
      return bad_input("{} is {}, which is read; accepted: another file", flag, written).value();
  }
  if (!command.trace.empty() && command.trace == command.series)
    return bad_input("{} and {} are one file, {}; accepted: two", "--trace", "--series", command.trace).value();
  return std::nullopt;
}

struct Prepared {
  SavedPlan saved;
  Replica replica;
  TrafficPlan traffic;
  std::vector<Request> requests;
};

Result<std::vector<Request>> read_requests(const std::string& file, std::int64_t context) {
  const Result<std::string> text = read_file(file, largest_table_bytes);
  if (!text) return fail(text);
  return read_trace(*text, file, context);
}

Result<Prepared> prepare(const ServeCommand& command, Session& session) {
  Result<SavedPlan> saved = session.plan(command.plan);
  if (!saved) return fail(saved);
  const Result<const DataFiles*> data = session.data();
  if (!data) return fail(data);
  const auto* job = std::get_if<ServingJob>(&saved->scenario.job);
  if (job == nullptr) return bad_input("{}: not a plan of serving; accepted: one of hakaru plan serve", command.plan);
  const Plan& plan = saved->plan;
  const Accelerator& accelerator = plan.cluster.instance().accelerator;
  const Result<EngineDefaults> engine = find_engine_defaults(**data, "vllm", accelerator);
  if (!engine) return fail(engine);

  const Json keys = command.flags.keys();
  KeyReader reader(keys, "");
  const SchedulerOptions options = options_of(reader, engine->options, plan);
  Result<TrafficPlan> traffic = traffic_of(reader, !command.requests.empty(), *job, plan);
  if (!traffic) return fail(traffic);
  std::vector<Request> requests;
  if (!command.requests.empty()) {
    Result<std::vector<Request>> read = read_requests(command.requests, job->context);
    if (!read) return fail(read);
    requests = std::move(*read);
  }
  ConstantsByAccelerator constants(**data, saved->scenario.job);
  const Result<const Constants*> known = constants.of(accelerator);
  if (!known) return fail(known);
  Result<Replica> replica = make_replica(*job, plan.layout, plan.cluster, (*known)->calibration, (*known)->reserve,
                                         options, engine->block_tokens);
  if (!replica) return fail(replica);
  return Prepared{std::move(*saved), std::move(*replica), *traffic, std::move(requests)};
}

std::optional<Error> write_log(const ServeCommand& command, const ServingSimulation& simulation, const EngineLog& log,
                               const Translator& translator) {
  if (!command.trace.empty()) {
    if (std::optional<Error> error = write_file(command.trace, serving_trace(log, translator))) return error;
  }
  if (command.series.empty()) return std::nullopt;
  return write_file(command.series, series_csv(simulation, log));
}

std::string told(const ServeCommand& command, const Prepared& with, const ServingSimulation& simulation,
                 const Pen& pen) {
  const Translator& t = pen.translator;
  const Plan& plan = with.saved.plan;
  std::string text =
      question_of(with.saved.scenario, pen) + "\n" +
      t.say("On {} × {}, {}.", plan.cluster.instances, plan.cluster.instance().name, in_short(plan.layout)) + "\n\n" +
      simulation_text(simulation, plan.layout.dp, pen);
  if (!command.trace.empty())
    text += t.say("written to {}; open it at {}", command.trace, "https://ui.perfetto.dev") + "\n";
  if (!command.series.empty()) text += t.say("written to {}", command.series) + "\n";
  return text;
}

Result<std::string> run(const ServeCommand& command, Session& session) {
  const auto started = std::chrono::steady_clock::now();
  if (command.plan.empty()) return bad_input("{} is missing: {}", "PLAN", "hakaru simulate serve FILE[#RANK]");
  if (const std::optional<Error> error = refuse_overwriting(command)) return tl::unexpected(*error);
  const Result<Prepared> with = prepare(command, session);
  if (!with) return fail(with);
  const TrafficPlan& plan = with->traffic;
  const bool logged = !command.trace.empty() || !command.series.empty();
  const std::int64_t in_trace = static_cast<std::int64_t>(with->requests.size());
  const std::int64_t requests = plan.arrivals == Arrivals::trace ? std::min(plan.count, in_trace) : plan.count;
  if (logged && requests > most_logged_requests)
    return bad_input("{} requests are too many for --trace and --series; accepted: --count {}", requests,
                     most_logged_requests);
  const std::unique_ptr<Traffic> traffic = make_traffic(plan, with->requests.empty() ? nullptr : &with->requests);
  EngineLog log;
  const Replica& replica = with->replica;
  const ServingSimulation simulation =
      simulate_serving(*traffic, replica.cost, replica.options, replica.kv, Advance::at_once, logged ? &log : nullptr);
  if (simulation.clock_ended)
    return bad_input("the traffic lasts longer than the {} that are simulated; lower --count or raise --rate",
                     "92 days");
  if (const std::optional<Error> error = write_log(command, simulation, log, session.translator()))
    return tl::unexpected(*error);
  const double elapsed_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
  const OrderedJson json = json_of(simulation, with->saved.plan.layout.dp, replica.options, elapsed_s);
  if (session.json) return json_text(json);
  if (session.csv) return csv_of(OrderedJson::array({json}));
  return told(command, *with, simulation, session.pen());
}

}  // namespace

void add_simulate_serve_command(CLI::App& simulate, Session& session) {
  const Translator& t = session.translator();
  CLI::App& command = add_command(simulate, "serve", t.say("a replica of a serving plan under traffic"));
  const auto state = std::make_shared<ServeCommand>();
  NamedFlags& flags = state->flags;
  command.add_option("PLAN", state->plan, t.say("a file of plan -o, FILE or FILE#RANK"))->type_name("")->group("plan");
  command
      .add_option("--requests", state->requests, t.say("a trace: arrival, input and output tokens (CSV, JSON lines)"))
      ->type_name("FILE")
      ->group("traffic");
  flags.add(command, "rate", "RATE", "traffic", t.say("requests per second (5/s); a trace is stretched to it"));
  flags.add(command, "arrival", "poisson|gamma|constant", "traffic", t.say("how requests come (default poisson)"));
  flags.add(command, "burstiness", "B", "traffic", t.say("shape of gamma gaps: below 1 bursts, above 1 even"));
  flags.add(command, "concurrency", "COUNT", "traffic", t.say("requests in flight, each followed by another"));
  flags.add(command, "count", "COUNT", "traffic", t.say("requests in all (default 10,000, or the whole trace)"));
  flags.add(command, "input_length", "TOKENS", "traffic", t.say("mean tokens of a prompt (default: the plan's)"));
  flags.add(command, "output_length", "TOKENS", "traffic", t.say("mean tokens of an answer (default: the plan's)"));
  flags.add(command, "length_spread", "SIGMA", "traffic", t.say("lognormal spread of both lengths (default 0)"));
  flags.add(command, "seed", "N", "traffic", t.say("of the random numbers (default 0)"));
  flags.add(command, "policy", "vllm|static", "engine", t.say("continuous batching (default), or batch after batch"));
  flags.add(command, "max_num_seqs", "COUNT", "engine", t.say("most sequences of an iteration"));
  flags.add(command, "max_num_batched_tokens", "COUNT", "engine", t.say("most tokens of an iteration"));
  flags.add(command, "prefix_hit_rate", "SHARE", "engine", t.say("share of each prompt that is found cached (0.3)"));
  command.add_option("--trace", state->trace, t.say("write the timeline for Perfetto or Chrome into this file"))
      ->type_name("FILE")
      ->group("output");
  command.add_option("--series", state->series, t.say("write queue, batch and KV use over time into this CSV file"))
      ->type_name("FILE")
      ->group("output");
  command.callback([state, &session] { session.command = [state, &session] { return run(*state, session); }; });
}

}  // namespace hakaru::cli
