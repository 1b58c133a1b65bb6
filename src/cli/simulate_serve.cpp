// hakaru simulate serve PLAN[#RANK]: a replica of a serving plan under traffic, iteration by iteration.
#include <chrono>
#include <cmath>
#include <memory>

#include "autoscaling_flags.h"
#include "commands.h"
#include "hakaru/core/csv_table.h"
#include "hakaru/core/text.h"
#include "hakaru/job/defaults.h"
#include "hakaru/job/serving_scenario.h"
#include "hakaru/output/plan_file.h"
#include "hakaru/output/serving_simulation.h"
#include "hakaru/planning/served_on.h"
#include "hakaru/serving/replica/kv_offload.h"
#include "hakaru/serving/replica/replica.h"
#include "hakaru/traffic/named_traffic.h"
#include "hakaru/traffic/request_trace.h"
#include "progress_line.h"
#include "serve_flags.h"
#include "session_flags.h"

namespace hakaru::cli {
namespace {

constexpr std::int64_t most_logged_requests = 1'000'000;

struct ServeCommand {
  std::string plan, requests, trace, series;
  NamedFlags flags;
  bool sessions = false, sustained = false;

  Json keys() const {
    Json keys = flags.keys();
    if (sessions) keys["sessions"] = true;
    return keys;
  }
};

/// The requests that come: those of a trace as far as they fit the plan's context, or of the plan's traffic.
struct Incoming {
  std::vector<Request> requests;
  std::int64_t left_out = 0;
};
Result<Incoming> incoming(const std::string& file, const SavedPlan& saved, const Json& flags, const DataFiles& data) {
  const auto& job = std::get<ServingJob>(saved.scenario.job);
  const std::int64_t context = job.context;
  const Json& keys = saved.scenario.keys;
  const bool other_lengths = flags.contains("input_length") || flags.contains("output_length") ||
                             flags.contains("length_spread") || flags.contains("mix") || flags.contains("sessions");
  if (file.empty() && (other_lengths || !keys.contains("traffic"))) return Incoming{};
  Result<std::vector<Request>> requests = std::vector<Request>{};
  if (file.empty()) {
    requests = named_traffic(data, keys["traffic"].get<std::string>(), "traffic");
  } else {
    const Result<std::string> text = read_file(file, largest_trace_bytes);
    requests = text ? read_trace(*text, file) : fail(text);
  }
  if (!requests) return fail(requests);
  Incoming found{std::move(*requests), 0};
  if (job.model.family == Family::encoder) {
    for (Request& request : found.requests) request.output_tokens = 1;  // each is embedded
  }
  add_to_prompts(found.requests, picture_tokens_of(job));
  found.left_out = leave_out_longer(found.requests, context);
  if (found.requests.empty())
    return bad_input("{}: every request is longer than {} tokens, the plan's context", file, context);
  return found;
}

struct Prepared {
  SavedPlan saved;
  Replica replica;
  TrafficPlan traffic;
  Incoming incoming;
  std::optional<FleetPlan> fleet;  ///< none was asked for: one replica, with its share
  ServiceLevel level;
  Terms warm_up;                             ///< of a replica, where the fleet is scaled
  std::optional<double> usd_per_h, power_w;  ///< of what is simulated; scaled, of one instance and of one replica
};

/// A replica alone has its share of the plan's price; a fleet takes whole instances.
void add_price(Prepared& with) {
  const Plan& plan = with.saved.plan;
  const Instance& instance = plan.cluster.instance();
  const std::int64_t ranks = plan.layout.tp * plan.layout.pp;
  const bool scaled = with.fleet && with.fleet->autoscaler;
  const std::int64_t all = with.fleet && !scaled ? with.fleet->replicas * ranks : ranks;
  const std::int64_t instances = scaled ? 1 : (all + instance.accelerators - 1) / instance.accelerators;
  if (plan.usd_per_h && with.fleet)
    with.usd_per_h = *plan.usd_per_h / plan.cluster.instances * static_cast<double>(instances);
  if (plan.usd_per_h && !with.fleet) with.usd_per_h = *plan.usd_per_h / static_cast<double>(plan.layout.dp);
  if (instance.accelerator.power_w) with.power_w = *instance.accelerator.power_w * static_cast<double>(all);
}

Result<Prepared> prepare(const ServeCommand& command, Session& session) {
  Result<SavedPlan> saved = session.plan(command.plan);
  if (!saved) return fail(saved);
  const Result<const DataFiles*> data = session.data();
  if (!data) return fail(data);
  if (!std::holds_alternative<ServingJob>(saved->scenario.job))
    return bad_input("{}: not a plan of serving; accepted: one of hakaru plan serve", command.plan);
  const Plan& plan = saved->plan;
  const Result<ServedOn> served = served_as_planned(saved->scenario, plan, **data);
  if (!served) return fail(served);
  const ServingJob& job = served->job;

  const Json keys = command.keys();
  KeyReader reader(keys, "");
  const Result<JobDefaults> defaults = JobDefaults::read(**data);
  if (!defaults) return fail(defaults);
  const std::optional<SessionPlan> sessions = sessions_of(reader, !command.requests.empty(), *saved, *defaults);
  SchedulerOptions options = options_of(reader, *served, plan);
  if (sessions) options.prefix_cache = prefix_cache_of(reader, *sessions, *served, plan, options.policy);
  const Speculation speculation = speculation_of(reader, job.model);
  std::optional<FleetPlan> fleet = fleet_of(reader, job, plan, options.policy);
  std::optional<ScalingRequest> scaling = scaling_of(reader, plan.layout.ep);
  // Unasked, as the plan was made; what is sustained is what a fleet does that stays as it is.
  const bool otherwise = command.requests.empty() || command.sustained || keys.contains("replicas") ||
                         keys.contains("disaggregate") || keys.contains("concurrency") || keys.contains("arrival");
  const bool itself = !scaling && plan.serving->scaling && !otherwise;
  if (itself) scaling = planned_scaling(*plan.serving->scaling, plan.layout.ep);
  const ServiceLevel level = level_of(reader);
  const double usual_spread = options.policy == Policy::fixed_batch ? 0 : defaults->closed_loop_spread;
  Result<TrafficPlan> traffic = traffic_of(reader, !command.requests.empty(), sessions, job, plan, usual_spread);
  if (!traffic) return fail(traffic);
  if (itself && !keys.contains("rate")) traffic->rate_per_s = job.rate_per_s.value_or(0);
  // Clients that do not divide over the replicas, or sessions, whose turns may go to any: all of these are simulated.
  const bool divides = traffic->arrivals != Arrivals::closed_loop || traffic->concurrency % plan.layout.dp == 0;
  if (!fleet && !scaling && (!divides || (sessions && plan.layout.dp > 1))) {
    fleet = FleetPlan{};
    fleet->replicas = plan.layout.dp;
  }
  Terms warm_up;
  if (scaling) {
    const Result<const Catalog*> catalog = session.catalog();
    if (!catalog) return fail(catalog);
    Result<ScaledReplicas> scaled =
        scaled_replicas(*scaling, job, plan.layout, plan.cluster.instance(), served->reserve, **catalog, **data);
    if (!scaled) return fail(scaled);
    if (!fleet) fleet = FleetPlan{};
    if (itself && !keys.contains("router")) fleet->routing = Routing::join_shortest_queue;
    fleet->replicas = scaling->most;
    fleet->autoscaler = scaled->plan;
    warm_up = std::move(scaled->warm_up);
  }
  if (fleet) traffic->share_of = 1;
  Result<Incoming> requests = incoming(command.requests, *saved, keys, **data);
  if (!requests) return fail(requests);
  Result<Replica> replica = make_replica(job, plan.layout, plan.cluster, served->calibration, served->reserve, options,
                                         served->engine.block_tokens, speculation);
  if (!replica) return fail(replica);
  Prepared with{
      std::move(*saved), std::move(*replica), *traffic, std::move(*requests), fleet, level, std::move(warm_up), {}, {}};
  add_price(with);
  return with;
}

std::optional<double> instance_hours(const Prepared& with, const ServingSimulation& simulation) {
  if (!simulation.scaling) return std::nullopt;
  const Plan& plan = with.saved.plan;
  return simulation.scaling->instance_hours(plan.layout.tp * plan.layout.pp, plan.cluster.instance().accelerators);
}

ServingBill bill_of(const Prepared& with, const ServingSimulation& simulation) {
  FleetRates rates = fleet_rates(simulation, with.usd_per_h, with.power_w);
  if (simulation.scaling) {
    rates.priced_h = *instance_hours(with, simulation);
    rates.powered_h = simulation.scaling->replica_hours();
  }
  return hakaru::bill_of(simulation, rates);
}

std::optional<Error> write_log(const ServeCommand& command, const ServingSimulation& simulation, const EngineLog& log,
                               const Translator& translator) {
  if (!command.trace.empty()) {
    if (std::optional<Error> error = write_file(command.trace, serving_trace(simulation, log, translator)))
      return error;
  }
  if (command.series.empty()) return std::nullopt;
  return write_file(command.series, series_csv(simulation, log));
}

/// The plan's question with the lengths, in the mean, of the requests that were served.
Scenario as_served(const SavedPlan& saved, const ServingMetrics& metrics) {
  Scenario scenario = saved.scenario;
  scenario.keys.erase("offline");
  auto& job = std::get<ServingJob>(scenario.job);
  const auto requests = static_cast<double>(std::max<std::int64_t>(1, metrics.requests));
  job.input_length = std::llround(static_cast<double>(metrics.input_tokens) / requests);
  job.output_length = std::llround(static_cast<double>(metrics.output_tokens) / requests);
  return scenario;
}

std::string told(const ServeCommand& command, const Prepared& with, const SimulationAnswer& answer, const Pen& pen) {
  const Translator& t = pen.translator;
  const Plan& plan = with.saved.plan;
  std::string text =
      question_of(as_served(with.saved, answer.simulation.metrics), pen) + "\n" +
      t.say("On {} × {}, {}.", plan.cluster.instances, plan.cluster.instance().name, in_short(plan.layout)) + "\n\n" +
      simulation_text(answer, pen);
  if (command.requests.empty() && with.saved.scenario.keys.contains("requests"))
    text += t.say("the plan was made for {}, whose requests are not replayed; give them by --requests",
                  with.saved.scenario.keys["requests"].get<std::string>()) +
            "\n";
  if (with.incoming.left_out > 0)
    text += t.say("{} requests are longer than the context of {} tokens: they were left out",
                  with_separators(with.incoming.left_out),
                  with_separators(std::get<ServingJob>(with.saved.scenario.job).context)) +
            "\n";
  const bool spread = with.traffic.output.spread > 0 && with.incoming.requests.empty();
  if (spread && !command.flags.keys().contains("length_spread"))
    text += t.say("lengths differ by about {}, lest requests in flight keep step; {} makes them all alike",
                  in_percent(100 * with.traffic.output.spread), "--length-spread 0") +
            "\n";
  const std::int64_t prefilling = plan.serving->prefill_replicas;
  if (prefilling > 0 && !(with.fleet && with.fleet->disaggregation))
    text += t.say("the plan's {} prefill and {} decode replicas are not apart here", prefilling,
                  plan.layout.dp - prefilling) +
            "\n";
  if (!command.trace.empty())
    text += t.say("written to {}; open it at {}", command.trace, "https://ui.perfetto.dev") + "\n";
  if (!command.series.empty()) text += t.say("written to {}", command.series) + "\n";
  return text;
}

std::int64_t requests_in(const Prepared& with) {
  const bool replays = with.traffic.arrivals == Arrivals::trace;
  return replays ? std::min<std::int64_t>(with.traffic.count, std::ssize(with.incoming.requests)) : with.traffic.count;
}

std::optional<Error> refuse_unanswerable(const ServeCommand& command, const Prepared& with) {
  const bool logged = !command.trace.empty() || !command.series.empty();
  const bool limited = with.level.ttft_s || with.level.tpot_s;
  if (command.sustained && !limited) return bad_input("{} needs {}", "--sustained", "--ttft, --tpot").value();
  if (command.sustained && logged)
    return bad_input("{} and {} exclude each other", "--sustained", "--trace, --series").value();
  // What a fleet that scales sustains is what all its replicas do.
  if (command.sustained && with.fleet && with.fleet->autoscaler)
    return bad_input("{} and {} exclude each other", "--sustained", "--max-replicas").value();
  if (command.sustained && with.traffic.arrivals == Arrivals::closed_loop)
    return bad_input("{} needs {}", "--sustained", "--rate, --requests").value();
  if (command.sustained && with.traffic.arrivals == Arrivals::trace && rate_of(with.incoming.requests) <= 0)
    return bad_input("{} needs {}", "--sustained", "--requests at more than one time").value();
  if (with.traffic.arrivals == Arrivals::trace && with.traffic.rate_per_s > 0 && rate_of(with.incoming.requests) <= 0)
    return bad_input("{} needs {}", "--rate", "--requests at more than one time").value();
  const std::int64_t requests = requests_in(with);
  if (logged && requests > most_logged_requests)
    return bad_input("{} requests are too many for --trace and --series; accepted: --count {}", requests,
                     most_logged_requests)
        .value();
  return std::nullopt;
}

struct Simulated {
  ServingSimulation simulation;
  std::optional<double> sustained_per_s;
};

Result<Simulated> simulate(const ServeCommand& command, const Prepared& with, EngineLog* log, const Translator& t) {
  const Replica& replica = with.replica;
  ProgressLine progress(std::chrono::milliseconds(200));
  const std::vector<Request>* const requests = with.incoming.requests.empty() ? nullptr : &with.incoming.requests;
  FleetPlan fleet = with.fleet.value_or(FleetPlan{});
  fleet.tell = [&](std::int64_t ended) {
    progress.show([&] {
      return t.say("{} requests of {} have ended", with_separators(ended),
                   with_separators(requests_in(with) / with.traffic.share_of));
    });
    return true;
  };
  if (command.sustained) {
    SustainedRate sustained = sustained_rate(replica, fleet, with.traffic, requests, with.level);
    if (sustained.too_few_requests)
      return unsatisfiable(
          "{} requests are too few to tell: at a rate that keeps the limits all come before most have "
          "ended; raise --count",
          with_separators(requests_in(with)));
    if (sustained.rate_per_s <= 0)
      return unsatisfiable("no rate keeps the limits: even a request alone takes longer; relax --ttft or --tpot");
    return Simulated{std::move(sustained.simulation), sustained.rate_per_s};
  }
  fleet.limits = limits_of(with.level);
  const std::unique_ptr<Traffic> traffic = make_traffic(with.traffic, requests);
  ServingSimulation simulation = simulate_fleet(*traffic, replica.cost, replica.options, replica.kv, fleet, log);
  if (simulation.clock_ended)
    return bad_input("the traffic lasts longer than the {} that are simulated; lower --count or raise --rate",
                     "92 days");
  return Simulated{std::move(simulation), std::nullopt};
}

Result<std::string> run(const ServeCommand& command, Session& session) {
  const auto started = std::chrono::steady_clock::now();
  if (command.plan.empty()) return bad_input("{} is missing: {}", "PLAN", "hakaru simulate serve FILE[#RANK]");
  const Result<Prepared> with = prepare(command, session);
  if (!with) return fail(with);
  if (const std::optional<Error> error = refuse_unanswerable(command, *with)) return tl::unexpected(*error);
  if (const std::optional<Error> error = unwritable({command.trace, command.series})) return tl::unexpected(*error);
  const bool logged = !command.trace.empty() || !command.series.empty();
  EngineLog log;
  const Result<Simulated> simulated = simulate(command, *with, logged ? &log : nullptr, session.translator());
  if (!simulated) return fail(simulated);
  const ServingSimulation& simulation = simulated->simulation;
  if (const std::optional<Error> error = write_log(command, simulation, log, session.translator()))
    return tl::unexpected(*error);
  SimulationAnswer answer{simulation,
                          with->replica.options,
                          bill_of(*with, simulation),
                          1,
                          std::nullopt,
                          {},
                          with->warm_up,
                          instance_hours(*with, simulation),
                          std::nullopt,
                          std::nullopt,
                          0};
  answer.replicas = with->fleet ? with->fleet->replicas : with->saved.plan.layout.dp;
  answer.fleet = with->fleet;
  answer.level = with->level;
  answer.sustained_per_s = simulated->sustained_per_s;
  answer.sessions = with->traffic.sessions;
  answer.elapsed_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
  if (session.json) return json_text(json_of(answer));
  if (session.csv) return csv_of(OrderedJson::array({without_elapsed(json_of(answer))}));
  return told(command, *with, answer, session.pen());
}

}  // namespace

void add_simulate_serve_command(CLI::App& simulate, Session& session) {
  const Translator& t = session.translator();
  CLI::App& command = add_command(simulate, "serve", t.say("a replica of a serving plan under traffic"));
  const auto state = std::make_shared<ServeCommand>();
  command.add_option("PLAN", state->plan, t.say("a file of plan -o, FILE or FILE#RANK"))->type_name("")->group("plan");
  command
      .add_option("--requests", state->requests, t.say("a trace: arrival, input and output tokens (CSV, JSON lines)"))
      ->type_name("FILE")
      ->group("traffic");
  command.add_flag("--sessions", state->sessions, t.say("conversations, each prompt all that was said before"))
      ->group("traffic");
  add_session_flags(state->flags, command, t);
  add_serve_flags(state->flags, command, t);
  command.add_flag("--sustained", state->sustained, t.say("find the highest rate that keeps --ttft and --tpot"))
      ->group("service");
  command.add_option("--trace", state->trace, t.say("write the timeline for Perfetto or Chrome into this file"))
      ->type_name("FILE")
      ->group("output");
  command.add_option("--series", state->series, t.say("write queue, batch and KV use over time into this CSV file"))
      ->type_name("FILE")
      ->group("output");
  command.callback([state, &session] { session.command = [state, &session] { return run(*state, session); }; });
}

}  // namespace hakaru::cli
