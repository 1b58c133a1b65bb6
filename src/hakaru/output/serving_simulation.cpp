#include "hakaru/output/serving_simulation.h"

#include <array>

#include "hakaru/core/quantities.h"
#include "hakaru/core/text.h"
#include "hakaru/formats/record_json.h"
#include "hakaru/output/explanation.h"

namespace hakaru {

double per_s(std::int64_t count, const SimulationAnswer& answer) {
  const double span_s = answer.simulation.simulated_s();
  const double of_all = answer.fleet ? 1 : static_cast<double>(answer.replicas);
  return span_s > 0 ? static_cast<double>(count) / span_s * of_all : 0;
}

namespace {

struct Share {
  const char* name;
  double share;
};
constexpr std::array<Share, 4> shares{{{"p50", 0.5}, {"p90", 0.9}, {"p95", 0.95}, {"p99", 0.99}}};

/// Null where nothing was counted.
OrderedJson json_of(const Percentiles& percentiles) {
  OrderedJson json;
  for (const Share& each : shares)
    json[each.name] = percentiles.count() > 0 ? OrderedJson(percentiles.value_s(each.share)) : OrderedJson();
  return json;
}

OrderedJson means_of(const ServingMetrics& metrics) {
  OrderedJson json;
  for (const auto& [name, percentiles] : {std::pair("ttft_s", &metrics.ttft),
                                          {"tpot_s", &metrics.tpot},
                                          {"itl_s", &metrics.itl},
                                          {"e2e_s", &metrics.e2e}})
    json[name] = percentiles->count() > 0 ? OrderedJson(percentiles->mean_s()) : OrderedJson();
  return json;
}

double kv_use(std::int64_t blocks, const ServingSimulation& simulation) {
  return static_cast<double>(blocks) / static_cast<double>(simulation.kv_blocks);
}

constexpr std::int64_t requests_track = 1;  ///< of the timeline; replicas have 0, 2, 3, …
std::int64_t track_of(std::int64_t replica) { return replica == 0 ? 0 : replica + 1; }

double microseconds(Picoseconds time) { return seconds(time) * mega; }

std::string name_of(const EngineRun& run) {
  const std::string prompts = fmt::format("prefill {} tokens", run.prefill_tokens);
  std::string decodes = run.iterations > 1 ? fmt::format("{} x decode {}", run.iterations, run.decodes)
                                           : fmt::format("decode {}", run.decodes);
  if (run.prompts == 0) return decodes;
  return run.decodes == 0 ? prompts : prompts + ", " + decodes;
}

/// Looks as JSON, evenly chosen, at most as many as a picture shows.
OrderedJson looks_json(const std::vector<ScalingRecord::Look>& looks) {
  constexpr std::size_t shown = 300;
  const std::size_t every = std::max<std::size_t>(1, (looks.size() + shown - 1) / shown);
  OrderedJson json = OrderedJson::array();
  for (std::size_t at = 0; at < looks.size(); at += every) json.push_back(write_record(looks[at]));
  return json;
}

}  // namespace

/// Null where the fleet was not scaled.
OrderedJson scaling_json(const SimulationAnswer& answer) {
  if (!answer.simulation.scaling) return {};
  const ScalingRecord& scaling = *answer.simulation.scaling;
  const AutoscalerPlan& plan = *answer.fleet->autoscaler;
  OrderedJson json{{"min_replicas", plan.least},           {"max_replicas", plan.most},
                   {"scale_at", plan.requests_each},       {"tolerance", plan.tolerance},
                   {"interval_s", seconds(plan.interval)}, {"let_go_after_s", seconds(plan.let_go_after)},
                   {"warm_up_s", seconds(plan.warm_up)},   {"warm_up", json_of(answer.warm_up)}};
  json.update(write_record(scaling));
  json.update({{"instance_hours", or_null(answer.instance_hours)}, {"looks", looks_json(scaling.looks)}});
  return json;
}

/// Null where there were none.
OrderedJson sessions_json(const SimulationAnswer& answer) {
  if (!answer.sessions) return {};
  const SessionPlan& plan = *answer.sessions;
  return {{"begun", answer.simulation.sessions.begun},
          {"cut_short", answer.simulation.sessions.cut_short},
          {"turns", {plan.fewest_turns, plan.most_turns}},
          {"think_s", plan.think_s},
          {"system_prompt_tokens", plan.system_tokens}};
}

/// Null where there is none.
OrderedJson prefix_cache_json(const SimulationAnswer& answer) {
  if (!answer.options.prefix_cache) return {};
  OrderedJson json = write_record(answer.simulation.prefixes);
  json.update({{"host_blocks", answer.options.prefix_cache->host_blocks},
               {"load_block_s", seconds(answer.options.prefix_cache->load_block)}});
  return json;
}

OrderedJson json_of(const SimulationAnswer& answer) {
  const ServingSimulation& simulation = answer.simulation;
  const ServingMetrics& metrics = simulation.metrics;
  const bool limited = answer.level.ttft_s || answer.level.tpot_s;
  const bool shapes = scheduling_policy(answer.options.policy).compiled;
  OrderedJson json{{"requests", metrics.requests},
                   {"simulated_s", simulation.simulated_s()},
                   {"elapsed_s", answer.elapsed_s},
                   {"ttft_s", json_of(metrics.ttft)},
                   {"tpot_s", json_of(metrics.tpot)},
                   {"itl_s", json_of(metrics.itl)},
                   {"e2e_s", json_of(metrics.e2e)},
                   {"requests_per_s", per_s(metrics.requests, answer)},
                   {"input_tokens", metrics.input_tokens},
                   {"output_tokens", metrics.output_tokens},
                   {"output_tokens_per_s", per_s(metrics.output_tokens, answer)},
                   {"goodput_requests_per_s", limited ? OrderedJson(per_s(metrics.good, answer)) : OrderedJson()},
                   {"kv_use_peak", kv_use(simulation.kv_blocks_peak, simulation)}};
  json.update(write_record(simulation));
  json.update({{"percentile_error_pct", 100 * Percentiles::relative_error},
               {"policy", name_of(answer.options.policy)},
               {"max_num_seqs", answer.options.max_num_seqs},
               {"max_num_batched_tokens", answer.options.max_num_batched_tokens},
               {"batch_buckets", shapes ? OrderedJson(batch_buckets(answer.options)) : OrderedJson()},
               {"sequence_buckets", shapes ? OrderedJson(token_buckets(answer.options)) : OrderedJson()},
               {"prefill_batch", shapes ? OrderedJson(answer.options.prefill_batch) : OrderedJson()},
               {"replicas", answer.replicas},
               {"replicas_simulated", simulation.replicas},
               {"router", answer.fleet ? OrderedJson(name_of(answer.fleet->routing)) : OrderedJson()},
               {"scaling", scaling_json(answer)},
               {"sessions", sessions_json(answer)},
               {"prefix_cache", prefix_cache_json(answer)},
               {"sustained_requests_per_s", or_null(answer.sustained_per_s)}});
  json.update(write_record(answer.bill));
  json["means"] = means_of(metrics);
  return json;
}

namespace {

std::string latencies(const ServingMetrics& metrics, const Pen& pen) {
  const Translator& t = pen.translator;
  std::vector<Table::Column> columns{{t.say("latency")}, {t.say("mean"), Align::right}};
  for (const Share& each : shares) columns.push_back({each.name, Align::right});
  Table table(columns);
  const auto add = [&](const std::string& name, const Percentiles& percentiles) {
    const auto told = [&](double time_s) { return percentiles.count() > 0 ? t.time(time_s) : "-"; };
    std::vector<std::string> cells{name, told(percentiles.mean_s())};
    for (const Share& each : shares) cells.push_back(told(percentiles.value_s(each.share)));
    table.add(cells);
  };
  add(t.say("time to first token (TTFT)"), metrics.ttft);
  add(t.say("time per output token (TPOT)"), metrics.tpot);
  add(t.say("between tokens (ITL)"), metrics.itl);
  add(t.say("whole request (E2EL)"), metrics.e2e);
  return table.text(pen.style);
}

std::string service_text(const SimulationAnswer& answer, const Translator& t) {
  const ServingMetrics& metrics = answer.simulation.metrics;
  std::string text;
  if (answer.sustained_per_s)
    text += t.say("sustained within the limits: {} requests/s", fmt::format("{:.3g}", *answer.sustained_per_s)) + "\n";
  if (answer.level.ttft_s || answer.level.tpot_s)
    text += t.say("{} of {} requests kept the limits: goodput {} requests/s", with_separators(metrics.good),
                  with_separators(metrics.requests), fmt::format("{:.3g}", per_s(metrics.good, answer))) +
            "\n";
  const ServingBill& bill = answer.bill;
  if (bill.cost_per_million_tokens_usd && bill.cost_per_million_input_tokens_usd)
    text += t.say("{} per million output tokens, or {} per million input tokens: the full cost over either",
                  t.money(*bill.cost_per_million_tokens_usd), t.money(*bill.cost_per_million_input_tokens_usd)) +
            "\n";
  if (bill.energy_kwh) text += t.say("energy: {} kWh", fmt::format("{:.3g}", *bill.energy_kwh)) + "\n";
  return text;
}

std::string sessions_text(const SimulationAnswer& answer, const Translator& t) {
  const SessionPlan& plan = *answer.sessions;
  const SessionCounts& counts = answer.simulation.sessions;
  const std::string turns = plan.fewest_turns == plan.most_turns
                                ? with_separators(plan.most_turns)
                                : fmt::format("{} … {}", plan.fewest_turns, plan.most_turns);
  const std::string begun = with_separators(counts.begun);
  std::string text =
      (plan.think_s > 0
           ? t.say("{} sessions of {} turns, each sent {} after the last answer", begun, turns, t.time(plan.think_s))
           : t.say("{} sessions of {} turns, each sent as the last answer ends", begun, turns)) +
      "\n";
  if (counts.cut_short > 0)
    text += t.say("{} of them ended early: their next turn would not have fit in the context",
                  with_separators(counts.cut_short)) +
            "\n";
  if (!answer.options.prefix_cache) return text + t.say("nothing is cached between turns with this policy") + "\n";
  const PrefixCounts& found = answer.simulation.prefixes;
  text += t.say("prefix cache: {} of the prompts' tokens were found", in_percent(100 * found.hit_rate())) + "\n";
  if (answer.options.prefix_cache->host_blocks > 0)
    text += t.say("{} of these were loaded from the host's memory, which has room for {} blocks",
                  in_percent(100 * found.loaded_share()), with_separators(answer.options.prefix_cache->host_blocks)) +
            "\n";
  return text;
}

std::string scaling_text(const SimulationAnswer& answer, const Pen& pen) {
  const Translator& t = pen.translator;
  const ScalingRecord& scaling = *answer.simulation.scaling;
  const AutoscalerPlan& plan = *answer.fleet->autoscaler;
  const auto hours = [](double value) { return fmt::format("{:.3g}", value); };
  std::string text =
      t.say("{} to {} replicas behind a router ({}), {} requests in flight for each; at most {} at once", plan.least,
            plan.most, std::string(name_of(answer.fleet->routing)), fmt::format("{:g}", plan.requests_each),
            scaling.held_peak) +
      "\n" +
      t.say(
          "scaled up {} times, by {} replicas; {} were let go; {} replica-hours on {} instance-hours, {} of them "
          "warming up",
          with_separators(scaling.scale_ups), with_separators(scaling.started), with_separators(scaling.let_go),
          hours(scaling.replica_hours()), hours(answer.instance_hours.value_or(0)), t.time(scaling.warming_s)) +
      "\n" +
      t.say("looked at every {}: {} more or less load changes nothing, replicas go after {} of less",
            t.time(seconds(plan.interval)), in_percent(100 * plan.tolerance), t.time(seconds(plan.let_go_after))) +
      "\n\n";
  Explanation explanation(t, pen.style);
  explanation.add(t.say("warm-up of a new replica: {}", t.time(seconds(plan.warm_up))), answer.warm_up);
  return text + explanation.text();
}

}  // namespace

std::string simulation_text(const SimulationAnswer& answer, const Pen& pen) {
  const Translator& t = pen.translator;
  const ServingSimulation& simulation = answer.simulation;
  const ServingMetrics& metrics = simulation.metrics;
  const double available_s = simulation.available_s();
  const double busy = available_s > 0 ? simulation.busy_s / available_s : 0;
  std::string text = latencies(metrics, pen) + "\n";
  text += t.say("{} requests in {}: {}/s, {} output tokens/s; busy {} of the time", with_separators(metrics.requests),
                t.time(simulation.simulated_s()), fmt::format("{:.3g}", per_s(metrics.requests, answer)),
                with_separators(std::llround(per_s(metrics.output_tokens, answer))), in_percent(100 * busy)) +
          "\n";
  text +=
      t.say("at most {} in the batch, {} waiting, {} of the KV cache in use; {} preemptions",
            with_separators(simulation.running_peak), with_separators(simulation.queue_peak),
            in_percent(100 * kv_use(simulation.kv_blocks_peak, simulation)), with_separators(simulation.preemptions)) +
      "\n";
  if (scheduling_policy(answer.options.policy).compiled) {
    const auto listed = [](const std::vector<std::int64_t>& buckets) {
      return fmt::format("{}", fmt::join(buckets, ", "));
    };
    const std::vector<std::int64_t> batches = batch_buckets(answer.options), tokens = token_buckets(answer.options);
    text += t.say("compiled for batches of {} and lengths of {}, prefill of {} prompts: {} graphs, padding paid for",
                  listed(batches), listed(tokens), answer.options.prefill_batch, (batches.size() + 1) * tokens.size()) +
            "\n";
  }
  if (answer.sessions) text += sessions_text(answer, t);
  text += service_text(answer, t);
  if (answer.fleet && answer.fleet->disaggregation) {
    text += t.say("{} replicas prefill and {} decode; {} KV caches were sent",
                  answer.fleet->disaggregation->prefill_replicas, answer.fleet->disaggregation->decode_replicas,
                  with_separators(simulation.kv_transfers)) +
            "\n";
  } else if (simulation.scaling) {
    text += scaling_text(answer, pen);
  } else if (answer.fleet) {
    text += t.say("all {} replicas were simulated, behind a router ({})", answer.replicas,
                  std::string(name_of(answer.fleet->routing))) +
            "\n";
  } else if (answer.replicas > 1) {
    text += t.say("one of {} replicas was simulated, with one of {} requests; rates are those of all", answer.replicas,
                  answer.replicas) +
            "\n";
  }
  return text;
}

std::string series_csv(const ServingSimulation& simulation, const EngineLog& log) {
  std::string text = "time_s,duration_s,iterations,waiting,running,decodes,prefill_tokens,kv_use,replica\n";
  for (const EngineRun& run : log.runs) {
    text += fmt::format("{:.9f},{:.9f},{},{},{},{},{},{:.6f},{}\n", seconds(run.start), seconds(run.end - run.start),
                        run.iterations, run.waiting, run.running, run.decodes, run.prefill_tokens,
                        kv_use(run.kv_blocks, simulation), run.replica);
  }
  return text;
}

std::string serving_trace(const ServingSimulation& simulation, const EngineLog& log, const Translator& translator) {
  std::string text = "{\"displayTimeUnit\":\"ms\",\"traceEvents\":[\n";
  const auto process = [](std::int64_t track, const std::string& name) {
    return fmt::format("{{\"ph\":\"M\",\"pid\":{},\"name\":\"process_name\",\"args\":{{\"name\":\"{}\"}}}}", track,
                       name);
  };
  text += process(requests_track, translator.say("requests"));
  std::int64_t replicas = 1;
  for (const EngineRun& run : log.runs) replicas = std::max(replicas, run.replica + 1);
  for (std::int64_t replica = 0; replica < replicas; ++replica) {
    const std::string name = translator.say("replica");
    text += ",\n" + process(track_of(replica), replicas == 1 ? name : fmt::format("{} {}", name, replica + 1));
  }
  for (const EngineRun& run : log.runs) {
    const double start = microseconds(run.start);
    const std::int64_t track = track_of(run.replica);
    text += fmt::format(
        ",\n{{\"ph\":\"X\",\"pid\":{},\"tid\":0,\"name\":\"{}\",\"ts\":{:.3f},\"dur\":{:.3f},\"args\":{{"
        "\"iterations\":{},\"decodes\":{},\"prefill_tokens\":{}}}}}",
        track, name_of(run), start, microseconds(run.end - run.start), run.iterations, run.decodes, run.prefill_tokens);
    text += fmt::format(
        ",\n{{\"ph\":\"C\",\"pid\":{},\"name\":\"requests\",\"ts\":{:.3f},\"args\":{{\"waiting\":{},\"running\":{}}}}}"
        ",\n{{\"ph\":\"C\",\"pid\":{},\"name\":\"KV blocks\",\"ts\":{:.3f},\"args\":{{\"used\":{}}}}}",
        track, start, run.waiting, run.running, track, start, run.kv_blocks);
  }
  if (simulation.scaling) {
    for (const ScalingRecord::Count& count : simulation.scaling->counts)
      text +=
          fmt::format(",\n{{\"ph\":\"C\",\"pid\":{},\"name\":\"replicas\",\"ts\":{:.3f},\"args\":{{\"paid for\":{}}}}}",
                      requests_track, microseconds(count.time), count.replicas);
  }
  for (const EndedRequest& request : log.requests) {
    const auto phase = [&](const char* kind, const char* name, Picoseconds time) {
      text += fmt::format(",\n{{\"ph\":\"{}\",\"cat\":\"request\",\"pid\":1,\"id\":{},\"name\":\"{}\",\"ts\":{:.3f}}}",
                          kind, request.number, name, microseconds(time));
    };
    phase("b", "to first token", request.arrival);
    phase("e", "to first token", request.first_token);
    phase("b", "decode", request.first_token);
    phase("e", "decode", request.last_token);
  }
  return text + "\n]}\n";
}

}  // namespace hakaru
