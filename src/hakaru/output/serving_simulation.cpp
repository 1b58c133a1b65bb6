#include "hakaru/output/serving_simulation.h"

#include <array>

#include "hakaru/core/text.h"

namespace hakaru {
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

double per_s(std::int64_t count, const ServingSimulation& simulation) {
  const double span_s = simulation.simulated_s();
  return span_s > 0 ? static_cast<double>(count) / span_s : 0;
}

double kv_use(std::int64_t blocks, const ServingSimulation& simulation) {
  return static_cast<double>(blocks) / static_cast<double>(simulation.kv_blocks);
}

double micro(Picoseconds time) { return seconds(time) * mega; }

std::string name_of(const EngineRun& run) {
  const std::string prompts = fmt::format("prefill {} tokens", run.prefill_tokens);
  std::string decodes = run.iterations > 1 ? fmt::format("{} x decode {}", run.iterations, run.decodes)
                                           : fmt::format("decode {}", run.decodes);
  if (run.prompts == 0) return decodes;
  return run.decodes == 0 ? prompts : prompts + ", " + decodes;
}

}  // namespace

OrderedJson json_of(const ServingSimulation& simulation, std::int64_t replicas, const SchedulerOptions& options,
                    double elapsed_s) {
  const ServingMetrics& metrics = simulation.metrics;
  return {{"requests", metrics.requests},
          {"simulated_s", simulation.simulated_s()},
          {"elapsed_s", elapsed_s},
          {"ttft_s", json_of(metrics.ttft)},
          {"tpot_s", json_of(metrics.tpot)},
          {"itl_s", json_of(metrics.itl)},
          {"e2e_s", json_of(metrics.e2e)},
          {"requests_per_s", per_s(metrics.requests, simulation)},
          {"input_tokens", metrics.input_tokens},
          {"output_tokens", metrics.output_tokens},
          {"output_tokens_per_s", per_s(metrics.output_tokens, simulation)},
          {"kv_use_peak", kv_use(simulation.kv_blocks_peak, simulation)},
          {"kv_blocks", simulation.kv_blocks},
          {"preemptions", simulation.preemptions},
          {"queue_peak", simulation.queue_peak},
          {"running_peak", simulation.running_peak},
          {"iterations", simulation.iterations},
          {"busy_s", seconds(simulation.busy)},
          {"percentile_error_pct", 100 * Percentiles::relative_error},
          {"policy", options.policy == Policy::vllm ? "vllm" : "static"},
          {"max_num_seqs", options.max_num_seqs},
          {"max_num_batched_tokens", options.max_num_batched_tokens},
          {"replicas", replicas},
          {"replicas_simulated", 1}};
}

std::string simulation_text(const ServingSimulation& simulation, std::int64_t replicas, const Pen& pen) {
  const Translator& t = pen.translator;
  const ServingMetrics& metrics = simulation.metrics;
  std::vector<Table::Column> columns{{t.say("latency")}};
  for (const Share& each : shares) columns.push_back({each.name, Align::right});
  Table table(columns);
  const auto add = [&](const std::string& name, const Percentiles& percentiles) {
    std::vector<std::string> cells{name};
    for (const Share& each : shares)
      cells.push_back(percentiles.count() > 0 ? t.time(percentiles.value_s(each.share)) : "-");
    table.add(cells);
  };
  add(t.say("time to first token (TTFT)"), metrics.ttft);
  add(t.say("time per output token (TPOT)"), metrics.tpot);
  add(t.say("between tokens (ITL)"), metrics.itl);
  add(t.say("whole request (E2EL)"), metrics.e2e);
  const double busy = simulation.simulated_s() > 0 ? seconds(simulation.busy) / simulation.simulated_s() : 0;
  std::string text = table.text(pen.style) + "\n";
  text += t.say("{} requests in {}: {}/s, {} output tokens/s; busy {} of the time", with_separators(metrics.requests),
                t.time(simulation.simulated_s()), fmt::format("{:.3g}", per_s(metrics.requests, simulation)),
                with_separators(std::llround(per_s(metrics.output_tokens, simulation))), in_percent(100 * busy)) +
          "\n";
  text +=
      t.say("at most {} in the batch, {} waiting, {} of the KV cache in use; {} preemptions",
            with_separators(simulation.running_peak), with_separators(simulation.queue_peak),
            in_percent(100 * kv_use(simulation.kv_blocks_peak, simulation)), with_separators(simulation.preemptions)) +
      "\n";
  if (replicas > 1)
    text += t.say("one of {} replicas was simulated, with every {}th request", replicas, replicas) + "\n";
  return text;
}

std::string series_csv(const ServingSimulation& simulation, const EngineLog& log) {
  std::string text = "time_s,duration_s,iterations,waiting,running,decodes,prefill_tokens,kv_use\n";
  for (const EngineRun& run : log.runs) {
    text += fmt::format("{:.9f},{:.9f},{},{},{},{},{},{:.6f}\n", seconds(run.start), seconds(run.end - run.start),
                        run.iterations, run.waiting, run.running, run.decodes, run.prefill_tokens,
                        kv_use(run.kv_blocks, simulation));
  }
  return text;
}

std::string serving_trace(const EngineLog& log, const Translator& translator) {
  std::string text = "{\"displayTimeUnit\":\"ms\",\"traceEvents\":[\n";
  text += fmt::format(
      "{{\"ph\":\"M\",\"pid\":0,\"name\":\"process_name\",\"args\":{{\"name\":\"{}\"}}}},\n"
      "{{\"ph\":\"M\",\"pid\":1,\"name\":\"process_name\",\"args\":{{\"name\":\"{}\"}}}}",
      translator.say("replica"), translator.say("requests"));
  for (const EngineRun& run : log.runs) {
    const double start = micro(run.start);
    text += fmt::format(
        ",\n{{\"ph\":\"X\",\"pid\":0,\"tid\":0,\"name\":\"{}\",\"ts\":{:.3f},\"dur\":{:.3f},\"args\":{{"
        "\"iterations\":{},\"decodes\":{},\"prefill_tokens\":{}}}}}",
        name_of(run), start, micro(run.end - run.start), run.iterations, run.decodes, run.prefill_tokens);
    text += fmt::format(
        ",\n{{\"ph\":\"C\",\"pid\":0,\"name\":\"requests\",\"ts\":{:.3f},\"args\":{{\"waiting\":{},\"running\":{}}}}}"
        ",\n{{\"ph\":\"C\",\"pid\":0,\"name\":\"KV blocks\",\"ts\":{:.3f},\"args\":{{\"used\":{}}}}}",
        start, run.waiting, run.running, start, run.kv_blocks);
  }
  for (const EndedRequest& request : log.requests) {
    const auto phase = [&](const char* kind, const char* name, Picoseconds time) {
      text += fmt::format(",\n{{\"ph\":\"{}\",\"cat\":\"request\",\"pid\":1,\"id\":{},\"name\":\"{}\",\"ts\":{:.3f}}}",
                          kind, request.number, name, micro(time));
    };
    phase("b", "to first token", request.arrival);
    phase("e", "to first token", request.first_token);
    phase("b", "decode", request.first_token);
    phase("e", "decode", request.last_token);
  }
  return text + "\n]}\n";
}

}  // namespace hakaru
