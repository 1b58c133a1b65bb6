#include "hakaru/formats/rehearsal_record.h"

#include <fmt/format.h>

#include <cmath>
#include <cstring>
#include <fstream>

#include "hakaru/core/text.h"

namespace hakaru {
namespace {

/// What is no number (a loss that grew beyond all bounds) is null in JSON.
std::vector<double> numbers_of(const Json& json) {
  std::vector<double> numbers;
  for (const Json& each : json) numbers.push_back(each.is_number() ? each.get<double>() : std::nan(""));
  return numbers;
}

constexpr std::uint64_t largest_task_bytes = std::uint64_t{1} << 20;
constexpr std::uint64_t largest_gradient_bytes = std::uint64_t{1} << 32;

std::string gradient_file(const std::string& folder, std::int64_t step, const std::string& parameter) {
  return fmt::format("{}/gradient.{}.{}", folder, step, parameter);
}

OrderedJson json_of(const Message& message) { return {{"format", message.format}, {"arguments", message.arguments}}; }

std::optional<Message> message_in(const Json& json) {
  if (!json.is_object() || !json.contains("format") || !json.contains("arguments")) return std::nullopt;
  return Message{json["format"].get<std::string>(), json["arguments"].get<std::vector<std::string>>()};
}

}  // namespace

std::string task_file(const std::string& folder) { return folder + "/task.json"; }

OrderedJson json_of(const RanksTask& task) {
  return {{"plan", task.plan},
          {"text", task.text},
          {"data", task.data},
          {"cache", task.cache},
          {"precision", task.precision},
          {"network", task.network},
          {"scale", task.scale},
          {"ranks", task.ranks},
          {"steps", task.steps},
          {"seed", task.seed},
          {"core_bytes", task.core_bytes},
          {"timed", task.timed}};
}

Result<RanksTask> read_task(const std::string& file) {
  const Result<std::string> text = read_file(file, largest_task_bytes);
  if (!text) return fail(text);
  const Result<Json> json = parse_json(*text, file);
  if (!json) return fail(json);
  Fields fields(*json, file);
  RanksTask task;
  task.plan = fields.text("plan");
  task.text = fields.text("text");
  task.data = fields.text("data");
  task.cache = fields.text("cache");
  task.precision = fields.text("precision");
  task.network = fields.text("network");
  task.scale = fields.text("scale");
  task.ranks = fields.integer("ranks", {});
  task.steps = fields.integer("steps", {});
  task.seed = fields.integer("seed", {});
  task.core_bytes = fields.integer("core_bytes", {});
  task.timed = fields.boolean_or("timed", false);
  if (fields.error()) return tl::unexpected(*fields.error());
  return task;
}

Result<void> write_gradients(const RankRecord& record, const std::string& folder) {
  for (const auto& [of, values] : record.gradients) {
    std::string bytes(values.size() * sizeof(float), '\0');
    std::memcpy(bytes.data(), values.data(), bytes.size());
    const std::string file = gradient_file(folder, of.first, of.second);
    if (!(std::ofstream(file, std::ios::binary) << bytes).flush()) return bad_input("{}: cannot be written", file);
  }
  return {};
}

Result<std::vector<float>> read_gradient(const std::string& folder, std::int64_t step, const std::string& parameter) {
  const Result<std::string> bytes = read_file(gradient_file(folder, step, parameter), largest_gradient_bytes);
  if (!bytes) return fail(bytes);
  std::vector<float> values(bytes->size() / sizeof(float));
  std::memcpy(values.data(), bytes->data(), values.size() * sizeof(float));
  return values;
}

std::string record_file(const std::string& folder, std::int64_t rank) {
  return fmt::format("{}/rank.{}.json", folder, rank);
}

OrderedJson json_of(const RankRecord& record) {
  OrderedJson traffic = OrderedJson::array();
  for (const auto& [key, each] : record.traffic)
    traffic.push_back(OrderedJson::array({static_cast<int>(key.first), key.second, each.messages, each.bytes}));
  OrderedJson gradients = OrderedJson::array();
  for (const GradientDifference& each : record.gradient_differences)
    gradients.push_back(
        OrderedJson::array({each.step, each.parameter, each.difference_squares, each.reference_squares}));
  OrderedJson slices = OrderedJson::array();
  for (const HostSlice& slice : record.slices)
    slices.push_back(OrderedJson::array({slice.name, slice.message, slice.start_s, slice.end_s}));
  return {{"rank", record.rank},
          {"slices", slices},
          {"loss", record.loss},
          {"gradients", gradients},
          {"gradient_squares", record.gradient_squares},
          {"messages", record.messages},
          {"weights_bytes", record.weights_bytes},
          {"gradients_bytes", record.gradients_bytes},
          {"optimizer_bytes", record.optimizer_bytes},
          {"activations_bytes", record.activations_bytes},
          {"peak_bytes", record.peak_bytes},
          {"traffic", traffic},
          {"compilations", record.compilations},
          {"loaded", record.loaded},
          {"store_trouble", record.store_trouble ? json_of(*record.store_trouble) : OrderedJson()}};
}

OrderedJson json_of(const RankNotRun& not_run) {
  OrderedJson json{{"rank", not_run.rank}, {"out_of_memory", nullptr}};
  if (const auto& own = not_run.out_of_memory) {
    json["out_of_memory"] = {{"needed_bytes", own->needed_bytes},
                             {"memory_bytes", own->memory_bytes},
                             {"core", own->core},
                             {"largest_tensors", own->largest_tensors}};
  }
  return json;
}

namespace {

Result<RankOutcome> not_run_in(const Json& json, const std::string& file) {
  Fields fields(json, file);
  RankNotRun not_run{fields.integer("rank", {}), std::nullopt};
  if (fields.error()) return tl::unexpected(*fields.error());
  const Json& own = json.at("out_of_memory");
  if (own.is_null()) return not_run;
  Fields beyond(own, file);
  tracing::OutOfMemory out_of_memory;
  out_of_memory.needed_bytes = beyond.integer("needed_bytes", {});
  out_of_memory.memory_bytes = beyond.integer("memory_bytes", {});
  out_of_memory.core = beyond.text("core");
  if (beyond.error()) return tl::unexpected(*beyond.error());
  for (const Json& tensor : own.at("largest_tensors"))
    out_of_memory.largest_tensors.push_back(tensor.get<std::string>());
  not_run.out_of_memory = std::move(out_of_memory);
  return not_run;
}

Result<RankOutcome> record_in(const Json& json, const std::string& file) {
  Fields fields(json, file);
  RankRecord record;
  record.rank = fields.integer("rank", {});
  record.weights_bytes = fields.integer("weights_bytes", {});
  record.gradients_bytes = fields.integer("gradients_bytes", {});
  record.optimizer_bytes = fields.integer("optimizer_bytes", {});
  record.activations_bytes = fields.integer("activations_bytes", {});
  record.peak_bytes = fields.integer("peak_bytes", {});
  record.compilations = fields.integer("compilations", {});
  record.loaded = fields.integer("loaded", {});
  if (fields.error()) return tl::unexpected(*fields.error());
  record.messages = fields.text("messages");
  if (fields.error()) return tl::unexpected(*fields.error());
  record.store_trouble = message_in(json.at("store_trouble"));
  record.loss = numbers_of(json.at("loss"));
  record.gradient_squares = numbers_of(json.at("gradient_squares"));
  const auto number = [](const Json& value) { return value.is_number() ? value.get<double>() : std::nan(""); };
  for (const Json& each : json.at("gradients"))
    record.gradient_differences.push_back(
        {each.at(0).get<std::int64_t>(), each.at(1).get<std::string>(), number(each.at(2)), number(each.at(3))});
  for (const Json& each : json.at("slices")) {
    record.slices.push_back(
        {each.at(0).get<std::string>(), each.at(1).get<bool>(), each.at(2).get<double>(), each.at(3).get<double>()});
  }
  for (const Json& each : json.at("traffic")) {
    record.traffic[{static_cast<RankGroup>(each.at(0).get<int>()), each.at(1).get<std::string>()}] = {
        each.at(2).get<std::int64_t>(), each.at(3).get<std::int64_t>()};
  }
  return record;
}

}  // namespace

Result<RankOutcome> read_outcome(const std::string& text, const std::string& file) {
  // Written by a process of ours a moment ago, and as long as its steps were many.
  const Json json = Json::parse(text, nullptr, false);
  return json.is_object() && json.contains("out_of_memory") ? not_run_in(json, file) : record_in(json, file);
}

std::string end_file(const std::string& folder) { return folder + "/end.json"; }

OrderedJson json_of(const RankEnd& end) {
  return {{"rank", end.rank}, {"by_signal", end.by_signal}, {"number", end.number}};
}

Result<RankEnd> read_end(const std::string& file) {
  const Result<std::string> text = read_file(file, largest_task_bytes);
  if (!text) return fail(text);
  const Result<Json> json = parse_json(*text, file);
  if (!json) return fail(json);
  Fields fields(*json, file);
  RankEnd end;
  end.rank = fields.integer("rank", {});
  end.by_signal = fields.boolean_or("by_signal", false);
  end.number = static_cast<int>(fields.integer("number", {}));
  if (fields.error()) return tl::unexpected(*fields.error());
  return end;
}

}  // namespace hakaru
