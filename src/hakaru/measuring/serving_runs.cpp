// A server of one replica, and a client that keeps so many requests in flight.
#include <algorithm>
#include <cmath>

#include "hakaru/core/real.h"
#include "hakaru/core/text.h"
#include "hakaru/measuring/expected_bands.h"
#include "hakaru/measuring/parts.h"
#include "hakaru/measuring/serving_loads.h"
#include "hakaru/memory/serving_memory.h"
#include "hakaru/planning/served_on.h"
#include "hakaru/serving/steady/serving_estimate.h"

namespace hakaru {
namespace {

/// The fewest replicas that are a server of their own: where experts are spread over several, these.
Layout one_server(const Layout& planned) {
  Layout layout = planned;
  layout.dp = planned.ep <= 1                   ? 1
              : planned.experts_across_tensor() ? std::max<std::int64_t>(1, planned.ep / planned.tp)
                                                : planned.ep;
  return layout;
}

/// One replica at any steady load.
class SteadyReplica {
 public:
  SteadyReplica(const ServedOn& served, const Layout& layout, const Instance& instance)
      : served_(served),
        operators_(instance.accelerator, served.calibration),
        timer_(served.job.model, serving_types(served.job), layout, instance, served.calibration, operators_,
               served.job.expert_skew),
        passes_(served.compiles() ? compiled_passes() : passes_of(served.job, timer_, 1)) {
    const ServingJob& job = served.job;
    const std::int64_t tokens = serving_memory(job, layout, instance.accelerator, served.reserve, 1).tokens_that_fit;
    load_.input = real(std::max<std::int64_t>(1, job.input_length));
    load_.output = real(std::max<std::int64_t>(1, job.output_length));
    load_.prefill_tokens = batching_of(served.options).prefill_tokens;
    load_.room = served.compiles() ? real(served.options.max_num_seqs)
                                   : std::max(1.0, real(tokens) / (load_.input + load_.output / 2));
  }
  SteadyReplica(const SteadyReplica&) = delete;
  SteadyReplica& operator=(const SteadyReplica&) = delete;

  std::int64_t most() const {
    return std::max<std::int64_t>(
        1, std::min(served_.options.max_num_seqs, static_cast<std::int64_t>(std::floor(load_.room))));
  }
  bool cache_is_full_first() const { return load_.room < real(served_.options.max_num_seqs); }
  ReplicaEstimate at(std::int64_t concurrency) {
    SteadyLoad load = load_;
    load.concurrency = real(concurrency);
    if (served_.options.policy == Policy::fixed_batch) return static_batch(passes_, load, served_.calibration);
    return closed_loop(passes_, load, served_.calibration);
  }

 private:
  /// Padded to what graphs are compiled for, apart from each other.
  ReplicaPasses compiled_passes() {
    const std::vector<std::int64_t> lengths = token_buckets(served_.options);
    const std::int64_t input = std::max<std::int64_t>(1, served_.job.input_length);
    const double prompt = real(bucket_of(lengths, input));
    const double context = real(bucket_of(lengths, input + served_.job.output_length));
    const double places = real(served_.options.max_num_seqs);
    return {[this, context, places](double sequences) {
              return timer_.pass({.batch = std::max(places, sequences), .context = context, .last_token_logits = true});
            },
            [this, prompt](double prompts) {
              return timer_.pass({.batch = prompts, .new_tokens = prompt, .last_token_logits = true});
            }};
  }

  const ServedOn& served_;
  OperatorTimer operators_;
  IterationTimer timer_;
  ReplicaPasses passes_;
  SteadyLoad load_;
};

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

std::string type_name(DataType type) { return std::string(name_of(type)); }

/// A type of fewer than 16 bits that the weights are to be kept in and are not published in; empty: none.
std::optional<DataType> converted_to(const ServingJob& job) {
  constexpr double bytes_of_16_bits = 2;
  for (const DataType type : {job.weights, job.experts}) {
    if (bytes_per_value(type) >= bytes_of_16_bits) continue;
    const bool is_stored = type == job.model.stored_type || type == job.model.stored_expert_type;
    return is_stored ? std::nullopt : std::optional<DataType>(type);
  }
  return std::nullopt;
}

/// Lengths differ a little, lest requests in flight keep step; compiled shapes have no room for that.
constexpr double spread_of_lengths = 0.1;
constexpr std::int64_t tokens_of_a_tokenizer =
    16;  ///< more than were asked for: a random prompt does not survive it whole

/// Of requests whose lengths differ.
std::int64_t longest_request(const ServingJob& job) {
  const double longest = (1 + spread_of_lengths) * real(job.input_length + job.output_length);
  return static_cast<std::int64_t>(std::ceil(longest)) + tokens_of_a_tokenizer;
}

/// Whether lengths may differ: neither compiled shapes nor the longest sequence of the model end before that.
bool lengths_differ(const ServedOn& served) {
  const std::int64_t most = served.job.model.max_positions;
  return !served.compiles() && (most == 0 || longest_request(served.job) <= std::max(most, served.job.context));
}

/// That the longest request fits.
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
  const LaunchProgram& program = programs.program(engine.server);
  const ServingJob& job = served.job;
  CommandMaker maker(program);
  maker.tell("model", variable("MODEL", weights_of(job.model)));
  const bool spread = layout.dp > 1;  // experts, over replicas
  maker.must_tell("tp", std::to_string(spread && program.tp_is_of_all ? layout.tp * layout.dp : layout.tp));
  if (layout.pp > 1) maker.must_tell("pp", std::to_string(layout.pp));
  if (spread && program.tp_is_of_all) maker.must_tell("attention", "of_each_replica");
  if (spread && !maker.tell("replicas", std::to_string(layout.dp)) && !program.tp_is_of_all)
    maker.must_tell("replicas", std::to_string(layout.dp));
  if (layout.ep > 1 && !maker.chooses("expert_parallel", "true")) maker.must_tell("experts", std::to_string(layout.ep));
  maker.must_tell("context", std::to_string(context_of(served)));
  const std::int64_t limited = spread && program.limits_are_of_all ? layout.dp : 1;  // replicas together
  maker.must_tell("sequences", std::to_string(limited * served.options.max_num_seqs));
  if (!served.compiles())
    maker.must_tell("batched_tokens", std::to_string(limited * served.options.max_num_batched_tokens));
  maker.must_tell("compute", type_name(served.wanted));
  maker.must_tell("kv_cache", type_name(job.kv_cache));
  const std::optional<DataType> converted = converted_to(job);
  if (converted && !maker.tell("weights", type_name(*converted)))
    notes.push_back(message("MODEL must be a copy whose weights are {}: {} does not convert them", name_of(*converted),
                            program.shown));
  maker.tell("port", std::to_string(engine.port));
  for (const std::string& unsaid : maker.unsaid())
    notes.push_back(message("{} has no flag for '{}': set it in its own configuration", program.shown, unsaid));
  return {program.shown, maker.command()};
}

MeasuringRun run_at(const LoadOfRun& load, const ServedOn& served, const Layout& layout, const LaunchProgram& client,
                    const EnginePrograms& engine, const ReplicaEstimate& estimate) {
  const ServingJob& job = served.job;
  const std::int64_t output = std::max<std::int64_t>(1, job.output_length), concurrency = load.concurrency * layout.dp;
  const double request_s = estimate.ttft_s + real(output - 1) * estimate.tpot_s;
  const std::int64_t generations = generations_of_a_run(request_s);
  MeasuringRun run;
  run.name = fmt::format("concurrency-{}", concurrency);
  run.tool = client.shown;
  CommandMaker maker(client);
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
    measuring.runs.push_back(
        run_at(load, *served, layout, programs.program(engine->client), *engine, replica.at(load.concurrency)));
    measuring.runs.back().why = why_this_load(load, loads, replica.cache_is_full_first(), layout.dp);
    measuring.runs.back().instances = instances;
    Plan as_run = plan;
    as_run.layout = layout;
    as_run.serving()->simulated_requests = 0;  // no live service: so many are in flight
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
