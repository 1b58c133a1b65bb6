#include "hakaru/asking/simulating/prepared_serving.h"

#include "hakaru/asking/simulating/serving_keys.h"
#include "hakaru/job/defaults.h"
#include "hakaru/job/serving_scenario.h"
#include "hakaru/planning/search/served_on.h"
#include "hakaru/serving/replica/kv_offload.h"
#include "hakaru/traffic/named_traffic.h"
#include "hakaru/traffic/request_trace.h"

namespace hakaru {
namespace {

constexpr std::int64_t most_logged_requests = 1'000'000;

Result<Incoming> incoming(const std::string& file, const SavedPlan& saved, const Json& asked, bool sessions,
                          const DataFiles& data) {
  const auto& job = std::get<ServingJob>(saved.scenario.job);
  const std::int64_t context = job.context;
  const std::string& traffic = saved.scenario.traffic;
  const bool other_lengths = asked.contains("input_length") || asked.contains("output_length") ||
                             asked.contains("length_spread") || asked.contains("mix") || sessions;
  if (file.empty() && (other_lengths || traffic.empty())) return Incoming{};
  Result<std::vector<Request>> requests = std::vector<Request>{};
  if (file.empty()) {
    requests = named_traffic(data, traffic, "traffic");
  } else {
    const Result<std::string> text = file_or_text(file, largest_trace_bytes);
    requests = text ? read_trace(*text, name_of_file(file)) : fail(text);
  }
  if (!requests) return fail(requests);
  Incoming found{std::move(*requests), 0};
  if (job.model.family == Family::encoder) {
    for (Request& request : found.requests) request.output_tokens = 1;  // each is embedded
  }
  add_to_prompts(found.requests, picture_tokens_of(job));
  found.left_out = leave_out_longer(found.requests, context);
  if (found.requests.empty())
    return bad_input("{}: every request is longer than {} tokens, the plan's context", name_of_file(file), context);
  return found;
}

/// A replica alone has its share of the plan's price; a fleet takes whole instances.
void add_price(PreparedServing& with) {
  const Plan& plan = with.saved.plan;
  const Instance& instance = plan.cluster.instance();
  const std::int64_t ranks = plan.layout.tp * plan.layout.pp;
  const bool scaled = with.fleet && with.fleet->autoscaler;
  const std::int64_t all = with.fleet && !scaled ? with.fleet->replicas * ranks : ranks;
  const std::int64_t instances = scaled ? 1 : (all + instance.accelerators - 1) / instance.accelerators;
  if (plan.costs.usd_per_h && with.fleet)
    with.usd_per_h = *plan.costs.usd_per_h / plan.cluster.instances * static_cast<double>(instances);
  if (plan.costs.usd_per_h && !with.fleet) with.usd_per_h = *plan.costs.usd_per_h / static_cast<double>(plan.layout.dp);
  if (instance.accelerator.power_w) with.power_w = *instance.accelerator.power_w * static_cast<double>(all);
}

}  // namespace

Result<PreparedServing> prepare_serving(const Json& keys, const Asking& asking) {
  Result<SavedPlan> saved = asked_plan(keys, "hakaru simulate serve FILE[#RANK]", asking);
  if (!saved) return fail(saved);
  if (!std::holds_alternative<ServingJob>(saved->scenario.job))
    return bad_input("{}: not a plan of serving; accepted: one of hakaru plan serve", shown_plan(keys));
  const Plan& plan = saved->plan;
  const std::shared_ptr<const DataFiles> made_with = saved->made_with;  // outlives what moves
  const DataFiles& data = saved->constants_in(asking.data);
  const Result<ServedOn> served = served_as_planned(saved->scenario, plan, data);
  if (!served) return fail(served);
  const ServingJob& job = served->job;

  KeyReader reader(keys, asking.place);
  const std::string requests_file = reader.text("requests").value_or("");
  const bool sustained = reader.boolean("sustained").value_or(false);
  const bool logged = reader.has("trace") || reader.has("series");
  const Result<JobDefaults> defaults = JobDefaults::read(data);
  if (!defaults) return fail(defaults);
  const std::optional<SessionPlan> sessions = sessions_of(reader, *saved, *defaults);
  SchedulerOptions options = options_of(reader, *served, plan);
  if (sessions) options.prefix_cache = prefix_cache_of(reader, *sessions, *served, plan, options.policy);
  const Speculation speculation = speculation_of(reader, job.model);
  std::optional<FleetPlan> fleet = fleet_of(reader, job, plan, options.policy);
  std::optional<ScalingRequest> scaling = scaling_of(reader, plan.layout.ep);
  // Unasked, as the plan was made; what is sustained is what a fleet does that stays as it is.
  const bool otherwise = requests_file.empty() || sustained || keys.contains("replicas") ||
                         keys.contains("disaggregate") || keys.contains("concurrency") || keys.contains("arrival");
  const bool itself = !scaling && plan.serving()->scaling && !otherwise;
  if (itself) scaling = planned_scaling(*plan.serving()->scaling, plan.layout.ep);
  const ServiceLevel level = level_of(reader);
  const double usual_spread = scheduling_policy(options.policy).continuous ? defaults->closed_loop_spread : 0;
  Result<TrafficPlan> traffic = traffic_of(reader, !requests_file.empty(), sessions, job, plan, usual_spread);
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
    Result<ScaledReplicas> scaled =
        scaled_replicas(*scaling, job, plan.layout, plan.cluster.instance(), served->reserve, asking.catalog, data);
    if (!scaled) return fail(scaled);
    if (!fleet) fleet = FleetPlan{};
    if (itself && !keys.contains("router")) fleet->routing = Routing::join_shortest_queue;
    fleet->replicas = scaling->most;
    fleet->autoscaler = scaled->plan;
    warm_up = std::move(scaled->warm_up);
  }
  if (fleet) traffic->share_of = 1;
  Result<Incoming> requests = incoming(requests_file, *saved, keys, sessions.has_value(), data);
  if (!requests) return fail(requests);
  Result<Replica> replica = make_replica(job, plan.layout, plan.cluster, served->calibration, served->reserve, options,
                                         served->engine.block_tokens, speculation);
  if (!replica) return fail(replica);
  PreparedServing with{std::move(*saved),
                       requests_file,
                       sustained,
                       logged,
                       reader.has("length_spread"),
                       std::move(*replica),
                       *traffic,
                       std::move(*requests),
                       fleet,
                       level,
                       std::move(warm_up),
                       {},
                       {}};
  add_price(with);
  return with;
}

std::int64_t requests_in(const PreparedServing& with) {
  const bool replays = with.traffic.arrivals == Arrivals::trace;
  return replays ? std::min<std::int64_t>(with.traffic.count, std::ssize(with.incoming.requests)) : with.traffic.count;
}

std::optional<Error> refuse_unanswerable(const PreparedServing& with, KeyReader& reader) {
  const bool at_once = with.traffic.arrivals == Arrivals::trace && rate_of(with.incoming.requests) <= 0;
  if (with.sustained && with.traffic.arrivals == Arrivals::closed_loop)
    reader.refuse_without("sustained", {"rate", "requests"});
  else if (at_once && (with.sustained || with.traffic.rate_per_s > 0))
    reader.refuse(bad_input("{} needs {}", reader.shown(with.sustained ? "sustained" : "rate"),
                            reader.named("requests") + " at more than one time"));
  const std::int64_t requests = requests_in(with);
  if (with.logged && requests > most_logged_requests)
    reader.refuse(bad_input("{} requests are too many for --trace and --series; accepted: --count {}", requests,
                            most_logged_requests));
  return reader.error();
}

}  // namespace hakaru
