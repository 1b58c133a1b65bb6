#include "hakaru/formats/rehearsal_record.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <fstream>
#include <regex>

#include "hakaru/core/ranges.h"
#include "hakaru/formats/record_json.h"

namespace hakaru {
namespace {

/// Version of all files here: a rehearsal's processes are of one program, so there is no other that could be read.
constexpr std::int64_t format_version = 1;
constexpr IntegerRange this_version{format_version, format_version};

/// Number of a JSON value; null (a loss that grew beyond all bounds) is NaN.
double number_in(const Json& value) { return value.is_number() ? value.get<double>() : std::nan(""); }

bool is_of_kind(const Json& value, char kind) {
  switch (kind) {
    case 'i':
      return value.is_number_integer();
    case 's':
      return value.is_string();
    case 'b':
      return value.is_boolean();
    default:
      return value.is_number() || value.is_null();
  }
}

/// The rows under `key`: each a list of values, a letter of `letters` each: whole numbers (i), texts (s), switches (b),
/// numbers that may be null (n). None where one is anything else, which is refused.
Json rows_of(Fields& fields, std::string_view key, std::string_view letters) {
  const Json& rows = fields.value(key);
  const auto is_right = [&](const Json& row) { return row.is_array() && ranges::equal(row, letters, is_of_kind); };
  if (rows.is_array() && ranges::all_of(rows, is_right)) return rows;
  fields.refuse(key, rows.is_array() ? "a row of another kind" : "no list",
                fmt::format("rows of {} values", letters.size()));
  return Json::array();
}

/// A list of numbers that may be null.
std::vector<double> numbers_of(Fields& fields, std::string_view key) {
  const Json& values = fields.value(key);
  std::vector<double> numbers;
  if (!values.is_array() || !ranges::all_of(values, [](const Json& each) { return is_of_kind(each, 'n'); })) {
    fields.refuse(key, "no list of numbers", "a list of numbers, or of null");
    return numbers;
  }
  for (const Json& each : values) numbers.push_back(number_in(each));
  return numbers;
}

/// True if each place of the message, {} or {N}, has an argument, and nothing else is in braces.
bool can_be_told(const Message& message) {
  static const std::regex place(R"(\{([0-9]?)\})");
  std::size_t next = 0;
  for (std::sregex_iterator found(message.format.begin(), message.format.end(), place), end; found != end; ++found) {
    const std::string number = (*found)[1];
    const std::size_t at = number.empty() ? next++ : static_cast<std::size_t>(number.front() - '0');
    if (at >= message.arguments.size() || (!number.empty() && next > 0)) return false;
  }
  return std::regex_replace(message.format, place, "").find_first_of("{}") == std::string::npos;
}

constexpr std::uint64_t largest_task_bytes = std::uint64_t{1} << 20;
constexpr std::uint64_t largest_gradient_bytes = std::uint64_t{1} << 32;

std::string gradient_file(const std::string& folder, std::int64_t step, const std::string& parameter) {
  return fmt::format("{}/gradient.{}.{}", folder, step, parameter);
}

OrderedJson json_of(const Message& message) {
  OrderedJson arguments = OrderedJson::array();
  for (const Argument& argument : message.arguments) arguments.push_back(in_english(argument));
  return {{"format", message.format}, {"arguments", arguments}};
}

std::optional<Message> message_in(const Json& json) {
  Fields fields(json, "");
  const std::vector<std::string> arguments = fields.texts("arguments");
  Message message{fields.text("format"), {arguments.begin(), arguments.end()}};
  if (fields.error() || !can_be_told(message)) return std::nullopt;
  return message;
}

template <IsRecord Record>
OrderedJson with_version(const Record& of) {
  OrderedJson json{{"format_version", format_version}};
  json.update(write_record(of));
  return json;
}

template <IsRecord Record>
Result<Record> of_this_version(const Json& json, const std::string& file) {
  Fields fields(json, file);
  fields.integer("format_version", this_version);
  Record read;
  read_record(fields, read);
  if (fields.error()) return tl::unexpected(*fields.error());
  return read;
}

}  // namespace

std::string task_file(const std::string& folder) { return folder + "/task.json"; }

OrderedJson json_of(const RanksTask& task) { return with_version(task); }

Result<RanksTask> read_task(const std::string& file) {
  const Result<std::string> text = read_file(file, largest_task_bytes);
  return text ? task_in(*text, file) : fail(text);
}

Result<RanksTask> task_in(std::string_view text, const std::string& file) {
  const Result<Json> json = parse_json(text, file);
  return json ? of_this_version<RanksTask>(*json, file) : fail(json);
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
  OrderedJson core_slices = OrderedJson::array();
  for (const CoreSlice& each : record.core_slices)
    core_slices.push_back(OrderedJson::array(
        {each.engine, each.name, each.part, each.shape, each.fused, each.reads, each.line, each.start_s, each.end_s}));
  return {{"format_version", format_version},
          {"rank", record.rank},
          {"slices", slices},
          {"core_slices", core_slices},
          {"operations", record.operations},
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

OrderedJson json_of(const RankNotRun& not_run) { return with_version(not_run); }

namespace {

Result<RankOutcome> record_in(const Json& json, const std::string& file) {
  constexpr IntegerRange groups{static_cast<int>(RankGroup::tensor), rank_groups - 1};
  Fields fields(json, file);
  fields.integer("format_version", this_version);
  RankRecord record;
  record.rank = fields.integer("rank", {});
  record.weights_bytes = fields.integer("weights_bytes", {});
  record.gradients_bytes = fields.integer("gradients_bytes", {});
  record.optimizer_bytes = fields.integer("optimizer_bytes", {});
  record.activations_bytes = fields.integer("activations_bytes", {});
  record.peak_bytes = fields.integer("peak_bytes", {});
  record.compilations = fields.integer("compilations", {});
  record.loaded = fields.integer("loaded", {});
  record.operations = fields.integer("operations", {});
  record.messages = fields.text("messages");
  record.store_trouble = message_in(fields.value("store_trouble"));
  record.loss = numbers_of(fields, "loss");
  record.gradient_squares = numbers_of(fields, "gradient_squares");
  for (const Json& row : rows_of(fields, "gradients", "isnn"))
    record.gradient_differences.push_back(
        {row[0].get<std::int64_t>(), row[1].get<std::string>(), number_in(row[2]), number_in(row[3])});
  for (const Json& row : rows_of(fields, "slices", "sbnn"))
    record.slices.push_back({row[0].get<std::string>(), row[1].get<bool>(), number_in(row[2]), number_in(row[3])});
  for (const Json& row : rows_of(fields, "core_slices", "sssssssnn")) {
    const auto text = [&](std::size_t at) { return row[at].get<std::string>(); };
    record.core_slices.push_back(
        {text(0), text(1), text(2), text(3), text(4), text(5), text(6), number_in(row[7]), number_in(row[8])});
  }
  for (const Json& row : rows_of(fields, "traffic", "isii")) {
    const auto group = row[0].get<std::int64_t>();
    if (group < groups.min || group > groups.max) fields.refuse("traffic", std::to_string(group), "groups of ranks");
    if (fields.error()) break;
    record.traffic[{static_cast<RankGroup>(group), row[1].get<std::string>()}] = {row[2].get<std::int64_t>(),
                                                                                  row[3].get<std::int64_t>()};
  }
  if (fields.error()) return tl::unexpected(*fields.error());
  return record;
}

}  // namespace

Result<RankOutcome> read_outcome(const std::string& text, const std::string& file) {
  const Json json = Json::parse(text, nullptr, false);  // as long as its steps were many
  if (!json.is_object()) return bad_input("{}: not the record of a rank", file);
  if (!json.contains("out_of_memory")) return record_in(json, file);
  const Result<RankNotRun> not_run = of_this_version<RankNotRun>(json, file);
  return not_run ? Result<RankOutcome>(*not_run) : fail(not_run);
}

std::string end_file(const std::string& folder) { return folder + "/end.json"; }

OrderedJson json_of(const RankEnd& end) { return with_version(end); }

Result<RankEnd> read_end(const std::string& file) {
  const Result<std::string> text = read_file(file, largest_task_bytes);
  return text ? end_in(*text, file) : fail(text);
}

Result<RankEnd> end_in(std::string_view text, const std::string& file) {
  const Result<Json> json = parse_json(text, file);
  return json ? of_this_version<RankEnd>(*json, file) : fail(json);
}

}  // namespace hakaru
