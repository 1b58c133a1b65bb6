#include "hakaru/evidence/logs/serving_results.h"

#include <algorithm>

#include "hakaru/core/fields.h"
#include "hakaru/core/text.h"

namespace hakaru {
namespace {

constexpr double largest = 1e12;

/// A number above 0 at the end of `path`; empty: there is none.
std::optional<double> number_at(const Json& table, std::initializer_list<const char*> path) {
  const Json* at = &table;
  for (const char* key : path) {
    if (!at->is_object() || !at->contains(key)) return std::nullopt;
    at = &at->at(key);
  }
  if (!at->is_number()) return std::nullopt;
  const double value = at->get<double>();
  return value > 0 && value <= largest ? std::optional(value) : std::nullopt;
}

std::string text_at(const Json& table, std::initializer_list<const char*> path) {
  const Json* at = &table;
  for (const char* key : path) {
    if (!at->is_object() || !at->contains(key)) return "";
    at = &at->at(key);
  }
  if (at->is_array() && !at->empty()) at = &at->front();
  return at->is_string() ? at->get<std::string>() : "";
}

void put(LogCells& cells, const std::string& column, std::optional<double> value, double times = 1) {
  if (value) cells[column] = fmt::format("{:.6g}", *value * times);
}

/// The load, of which at least one must be stated. Where requests come at a rate, the concurrency is but a cap.
void put_load(LogCells& cells, std::optional<double> concurrency, std::optional<double> rate_per_s) {
  put(cells, "rate_per_s", rate_per_s);
  if (rate_per_s) cells["mode"] = "poisson";
  if (!rate_per_s) put(cells, "concurrency", concurrency);
}

/// "" for protocols that several engines speak.
std::string engine_of_backend(std::string_view backend) {
  constexpr std::pair<std::string_view, std::string_view> starts[]{
      {"sglang", "sglang"}, {"vllm", "vllm"}, {"tensorrt", "trtllm"}, {"trt", "trtllm"}};
  for (const auto& [start, engine] : starts) {
    if (backend.starts_with(start)) return std::string(engine);
  }
  return "";
}

/// Evidence that a draft was verified, several tokens a pass: "accept_length 3.5"; "": nothing does.
std::string speculation_in(const Json& result) {
  for (const char* key : {"accept_length", "spec_decode_acceptance_length"}) {
    constexpr double of_plain = 1;
    if (const auto tokens = number_at(result, {key}); tokens && *tokens > of_plain)
      return fmt::format("{} {:.6g}", key, *tokens);
  }
  for (const char* key : {"spec_decode_num_drafts", "spec_decode_draft_tokens", "spec_decode_acceptance_rate"}) {
    if (const auto count = number_at(result, {key})) return fmt::format("{} {:.6g}", key, *count);
  }
  const std::string algorithm = text_at(result, {"server_info", "speculative_algorithm"});
  return algorithm.empty() || lower_case(algorithm) == "none" ? "" : "speculative_algorithm " + algorithm;
}

/// Puts SGLang's own server settings: with attention of each replica, its tp_size counts the ranks of all of them.
void put_server_of_sglang(LogCells& cells, const Json& result) {
  const auto tp = number_at(result, {"server_info", "tp_size"}), dp = number_at(result, {"server_info", "dp_size"});
  const Json server = result.value("server_info", Json::object());
  const bool of_all = tp && dp && server.value("enable_dp_attention", Json()) == true;
  put(cells, "tp", tp, of_all ? 1 / *dp : 1);
  if (of_all) put(cells, "attention_dp", dp);
}

bool is_of_vllm_or_sglang(const Json& result) {
  return result.is_object() && result.contains("output_throughput") && result.contains("total_output_tokens") &&
         result.contains("duration");
}
bool is_of_sglang(const Json& result) {
  return result.contains("total_output_tokens_retokenized") || result.contains("random_input_len") ||
         text_at(result, {"backend"}).starts_with("sglang");
}
bool is_of_genai_perf(const Json& result) {
  return result.is_object() && result.contains("output_token_throughput") && result.contains("request_latency");
}

/// vLLM's and SGLang's, whose benchmark began as vLLM's.
ServedResult of_flat(const Json& result) {
  ServedResult run;
  LogCells& cells = run.says;
  const auto completed = number_at(result, {"completed"});
  const auto mean_of = [&](const char* total) {
    const auto tokens = number_at(result, {total});
    return tokens && completed ? std::optional(*tokens / *completed) : std::nullopt;
  };
  put(cells, "input_length", mean_of("total_input_tokens"));
  put(cells, "output_length", mean_of("total_output_tokens"));
  for (const std::string metric : {"ttft_ms", "tpot_ms"}) {
    put(cells, metric, number_at(result, {("mean_" + metric).c_str()}));
    put(cells, metric + "_p50", number_at(result, {("median_" + metric).c_str()}));
    put(cells, metric + "_p99", number_at(result, {("p99_" + metric).c_str()}));
  }
  put(cells, "output_tokens_per_s", number_at(result, {"output_throughput"}));
  put_load(cells, number_at(result, {"max_concurrency"}), number_at(result, {"request_rate"}));
  std::string backend = text_at(result, {"backend"});
  if (backend.empty()) backend = text_at(result, {"endpoint_type"});
  run.engine = engine_of_backend(backend);
  run.model = text_at(result, {"model_id"});
  if (run.model.empty()) run.model = text_at(result, {"server_info", "model_path"});
  put_server_of_sglang(cells, result);
  run.speculation = speculation_in(result);
  return run;
}

ServedResult of_genai_perf(const Json& result) {
  ServedResult run;
  LogCells& cells = run.says;
  put(cells, "input_length", number_at(result, {"input_sequence_length", "avg"}));
  put(cells, "output_length", number_at(result, {"output_sequence_length", "avg"}));
  for (const auto& [column, table] :
       {std::pair<std::string, const char*>{"ttft_ms", "time_to_first_token"}, {"tpot_ms", "inter_token_latency"}}) {
    const std::string unit = text_at(result, {table, "unit"});
    const double to_ms = unit == "s" ? 1e3 : unit == "us" ? 1e-3 : unit == "ns" ? 1e-6 : 1;
    put(cells, column, number_at(result, {table, "avg"}), to_ms);
    put(cells, column + "_p50", number_at(result, {table, "p50"}), to_ms);
    put(cells, column + "_p99", number_at(result, {table, "p99"}), to_ms);
  }
  put(cells, "output_tokens_per_s", number_at(result, {"output_token_throughput", "avg"}));

  const Json asked = result.value("input_config", Json::object());
  const auto stated = [&](const char* key) {
    for (const auto& found : {number_at(asked, {key}), number_at(asked, {"perf_analyzer", "stimulus", key}),
                              number_at(asked, {"loadgen", key}), number_at(asked, {"phases", key})}) {
      if (found) return found;
    }
    return std::optional<double>();
  };
  put_load(cells, stated("concurrency"), stated("request_rate"));
  run.model = text_at(asked, {"model"});
  if (run.model.empty()) run.model = text_at(asked, {"model_names"});
  if (run.model.empty()) run.model = text_at(asked, {"endpoint", "model_names"});
  std::string backend = text_at(asked, {"backend"});
  if (backend.empty()) backend = text_at(asked, {"endpoint", "backend"});
  run.engine = engine_of_backend(backend);
  return run;
}

/// The reason why `run` cannot be used; empty: it can.
std::optional<Message> why_not(const ServedResult& run) {
  const LogCells& says = run.says;
  if (!run.speculation.empty())
    return message("line {}: it decoded speculatively ({}), and constants are of plain decoding; accepted: {}",
                   run.line, run.speculation, "a run without a draft");
  if (!says.contains("input_length") || !says.contains("output_length"))
    return message("line {}: no request was answered", run.line);
  if (!says.contains("concurrency") && !says.contains("rate_per_s"))
    return message("line {}: all requests were sent at once, which is no steady load; accepted: {}", run.line,
                   "a concurrency, a request rate");
  if (!says.contains("ttft_ms") && !says.contains("tpot_ms") && !says.contains("output_tokens_per_s"))
    return message("line {}: it has none of {}", run.line, "ttft_ms, tpot_ms, output_tokens_per_s");
  return std::nullopt;
}

/// Adds what `result` says; whether it is of a known format.
bool take_result(const Json& result, std::size_t line, ServingResults& results) {
  if (!is_of_vllm_or_sglang(result) && !is_of_genai_perf(result)) return false;
  const bool flat = is_of_vllm_or_sglang(result);
  ServedResult run = flat ? of_flat(result) : of_genai_perf(result);
  run.line = line;
  results.format = !flat ? "genai-perf" : is_of_sglang(result) ? "sglang.bench_serving" : "vllm bench serve";
  if (const auto why = why_not(run)) {
    results.left_out.push_back(*why);
  } else {
    results.runs.push_back(std::move(run));
  }
  return true;
}

}  // namespace

Result<ServingResults> read_serving_results(std::string_view text, std::string_view name) {
  ServingResults results;
  bool known = false;
  if (const Result<Json> whole = parse_json(text, name); whole) {
    const Json list = whole->is_array() ? *whole : Json::array({*whole});
    for (const Json& result : list) known = take_result(result, 1, results) || known;
  } else {
    for (std::size_t line = 1; !text.empty(); ++line) {
      const std::string_view one = take_line(text);
      const std::size_t begin = one.find_first_not_of(" \t");
      if (begin == std::string_view::npos || one[begin] != '{') continue;
      const Result<Json> result = parse_json(one, name);
      if (!result) {
        ++results.partial_lines;
        continue;
      }
      known = take_result(*result, line, results) || known;
    }
  }
  if (!known)
    return bad_input("{}: is no result of a serving benchmark; accepted: {}", name,
                     "vllm bench serve --save-result, sglang.bench_serving --output-file, genai-perf's profile export");
  if (results.runs.empty() && !results.left_out.empty())
    return because(bad_input("{}: no run can be used", name), results.left_out.front());
  return results;
}

}  // namespace hakaru
