// A server of one replica, and a client that keeps so many requests in flight.
#include <algorithm>
#include <cmath>

#include "hakaru/core/real.h"
#include "hakaru/launching/server_command.h"
#include "hakaru/launching/settings_file.h"
#include "hakaru/measuring/expected_bands.h"
#include "hakaru/measuring/parts.h"
#include "hakaru/measuring/serving_loads.h"
#include "hakaru/planning/fleet/steady_replica.h"

namespace hakaru {
namespace {

Message why_this_load(const LoadOfRun& load, const std::vector<LoadOfRun>& loads, bool cache_is_full_first,
                      std::int64_t replicas) {
  switch (load.reason) {
    case LoadReason::alone:
      if (replicas > 1)
        return message("one request at a time on each of {} replicas: reading the weights and the host's time",
                       replicas);
      return message("one request at a time: reading the weights and the host's time, with nothing to hide behind");
    case LoadReason::planned:
      return message("the plan's own load");
    case LoadReason::knee:
      return message("a token takes twice as long as alone: half of it is what grows with the load");
    case LoadReason::full:
      return cache_is_full_first ? message("as many as the KV cache holds")
                                 : message("as many as the engine runs at once");
    case LoadReason::between:
      break;
  }
  const auto at = std::find(loads.begin(), loads.end(), load);
  return message("between {} and {}: whether the curve bends as predicted", std::prev(at)->concurrency * replicas,
                 std::next(at)->concurrency * replicas);
}

/// Lengths differ a little, lest requests in flight keep step; compiled shapes have no room for that.
constexpr double spread_of_lengths = 0.1;
constexpr std::int64_t tokens_of_a_tokenizer =
    16;  ///< more than were asked for: a random prompt does not survive it whole

/// Tokens of the longest of requests whose lengths differ.
std::int64_t longest_request(const ServingJob& job) {
  const double longest = (1 + spread_of_lengths) * real(job.input_length + job.output_length);
  return static_cast<std::int64_t>(std::ceil(longest)) + tokens_of_a_tokenizer;
}

/// True if lengths may differ: neither compiled shapes nor the longest sequence of the model end before that.
bool lengths_differ(const ServedOn& served) {
  const std::int64_t most = served.job.model.max_positions;
  return !served.compiles() && (most == 0 || longest_request(served.job) <= std::max(most, served.job.context));
}

/// Context in which the longest request fits.
std::int64_t context_of(const ServedOn& served) {
  const ServingJob& job = served.job;
  if (served.compiles()) return job.context;
  return std::max(job.context, lengths_differ(served) ? longest_request(job) : job.model.max_positions);
}

std::int64_t input_of(const ServedOn& served) {
  const ServingJob& job = served.job;
  const std::int64_t left = context_of(served) - job.output_length - tokens_of_a_tokenizer;
  return std::max<std::int64_t>(1, lengths_differ(served) ? job.input_length : std::min(job.input_length, left));
}

MeasuredServer server_of(const ServedOn& served, const Layout& layout, const EnginePrograms& engine,
                         const LaunchPrograms& programs, std::vector<Message>& notes) {
  const std::string& shown = programs.program(engine.server).shown;
  const ServerCommand server =
      server_command(served, {layout, context_of(served), LaunchPurpose::measuring}, engine, programs);
  if (server.other_weights)
    notes.push_back(message("MODEL must be a copy whose weights are {}: {} does not convert them",
                            name_of(*server.other_weights), shown));
  for (const std::string& unsaid : server.unsaid)
    notes.push_back(message("{} has no flag for '{}': set it in its own configuration", shown, unsaid));
  const LaunchProgram* const settings = programs.find(programs.program(engine.server).settings);
  if (settings == nullptr || server.settings.empty()) return {shown, server.command};
  return {shown, server.command, {{settings->file, settings_text(settings_tree(server.settings), settings->form)}}};
}

MeasuringRun run_at(const LoadOfRun& load, const ServedOn& served, const Layout& layout, const LaunchPrograms& programs,
                    const EnginePrograms& engine, const ReplicaEstimate& estimate) {
  const LaunchProgram& client = programs.program(engine.client);
  const ServingJob& job = served.job;
  const std::int64_t output = std::max<std::int64_t>(1, job.output_length), concurrency = load.concurrency * layout.dp;
  const double request_s = estimate.ttft_s + real(output - 1) * estimate.tpot_s;
  const std::int64_t generations = generations_of_a_run(request_s);
  MeasuringRun run;
  run.name = fmt::format("concurrency-{}", concurrency);
  run.tool = client.shown;
  CommandMaker maker(programs, client, LaunchPurpose::measuring);
  maker.tell("model", variable("MODEL", weights_of(job.model)));
  maker.tell("url", variable("URL", fmt::format("http://127.0.0.1:{}", engine.port)));
  maker.tell("input", std::to_string(input_of(served)));
  maker.tell("output", std::to_string(output));
  maker.tell("requests", std::to_string(concurrency * generations));
  maker.tell("concurrency", std::to_string(concurrency));
  maker.tell("spread", lengths_differ(served) ? fmt::format("{}", spread_of_lengths) : "0");
  maker.tell("seed", std::to_string(concurrency));  // other prompts than before, none of them cached
  maker.tell("folder", std::string(results_folder));
  maker.tell("file", run.name + ".json");
  maker.tell("path", fmt::format("{}/{}.json", results_folder, run.name));
  run.command = maker.command();
  run.result = run.name + ".json";
  run.expected = {{"ttft_ms", 1e3 * estimate.ttft_s},
                  {"tpot_ms", 1e3 * estimate.tpot_s},
                  {"output_tokens_per_s", real(concurrency * output) / request_s},
                  {"requests_per_s", real(concurrency) / request_s}};
  run.seconds = real(generations) * request_s;
  return run;
}

}  // namespace

Result<Measuring> serving_runs(const Scenario& scenario, const Plan& plan, const LaunchPrograms& programs,
                               const DataFiles& data) {
  const Result<ServedOn> served = served_as_planned(scenario, plan, data);
  if (!served) return fail(served);
  const ServingJob& job = served->job;
  if (job.model.family != Family::decoder)
    return bad_input("{} is no model that generates from its prompt: no client of a server measures it; accepted: {}",
                     job.model.name, "decoders");
  const EnginePrograms* const engine = programs.of_engine(served->engine.name);
  if (engine == nullptr)
    return bad_input("no server command of {} is known; measured can be plans of: {}", served->engine.name,
                     "vllm, sglang, trtllm, nxd-inference, vllm-tpu, sglang-jax, atom");
  const Layout layout = one_server(plan.layout);
  SteadyReplica replica(*served, layout, plan.cluster.instance());
  const std::int64_t planned = std::clamp<std::int64_t>(plan.serving()->batch, 1, replica.most());
  const std::vector<LoadOfRun> loads = loads_that_tell_most(
      planned, replica.most(), [&](std::int64_t concurrency) { return replica.at(concurrency).tpot_s; });
  const Result<std::shared_ptr<const PlanBands>> bands = PlanBands::read(data, scenario.job);
  if (!bands) return fail(bands);
  Measuring measuring;
  measuring.server = server_of(*served, layout, *engine, programs, measuring.notes);
  const std::int64_t per_instance = std::max(1, plan.cluster.instance().accelerators);
  const int instances = static_cast<int>((layout.tp * layout.pp * layout.dp + per_instance - 1) / per_instance);
  for (const LoadOfRun& load : loads) {
    measuring.runs.push_back(run_at(load, *served, layout, programs, *engine, replica.at(load.concurrency)));
    measuring.runs.back().why = why_this_load(load, loads, replica.cache_is_full_first(), layout.dp);
    measuring.runs.back().instances = instances;
    Plan as_run = plan;
    as_run.layout = layout;
    as_run.serving()->live.reset();  // no live service: so many are in flight
    ServingJob loaded = std::get<ServingJob>(scenario.job);
    loaded.concurrency = load.concurrency * layout.dp;
    measuring.runs.back().bands = bands_of_expected(measuring.runs.back(), (*bands)->of(as_run, loaded));
  }
  if (layout.dp > 1)
    measuring.notes.push_back(message("experts are spread over {} replicas, which are measured together", layout.dp));
  if (plan.layout.dp > layout.dp && layout.dp == 1)
    measuring.notes.push_back(
        message("one of the plan's {} replicas is measured: the others are its equals", plan.layout.dp));
  if (plan.serving()->prefill_replicas > 0)
    measuring.notes.push_back(message("the plan prefills and decodes apart: here one replica does both"));
  if (job.images > 0)
    measuring.notes.push_back(
        message("pictures are left out: their tokens are text here, and their towers are not measured"));
  if (instances > 1)
    measuring.notes.push_back(
        message("the server spans {} machines: start it as {} tells, then set URL", instances, measuring.server->tool));
  return measuring;
}

}  // namespace hakaru
