#include "hakaru/traffic/request_trace.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <optional>
#include <span>

#include "hakaru/core/csv_table.h"
#include "hakaru/core/from_chars.h"
#include "hakaru/core/text.h"

namespace hakaru {
namespace {

constexpr std::int64_t most_request_tokens = std::int64_t{1} << 30;
constexpr std::size_t most_requests = 10'000'000;
constexpr const char* a_timestamp = "2023-11-16 18:15:46.68";
constexpr const char* a_json_request = R"({"arrival_s": 0.25, "input": 374, "output": 44})";

/// Takes `digits` digits and the character after them off `text`; -1 where they are not there.
int take_number(std::string_view& text, std::size_t digits, std::string_view after) {
  int number = 0;
  if (text.size() < digits) return -1;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + digits, number);
  if (error != std::errc() || stop != text.data() + digits || text[0] == '-') return -1;
  text.remove_prefix(digits);
  if (!after.empty()) {
    if (text.empty() || after.find(text[0]) == std::string_view::npos) return -1;
    text.remove_prefix(1);
  }
  return number;
}

/// "2023-11-16 18:15:46.6805900", in seconds since 1970; empty where it is no time. UTC.
struct Timestamp {
  std::int64_t whole_s = 0;
  double fraction_s = 0;
};
std::optional<Timestamp> parse_timestamp(std::string_view text) {
  const int year = take_number(text, 4, "-"), month = take_number(text, 2, "-"), day = take_number(text, 2, " T");
  const int hour = take_number(text, 2, ":"), minute = take_number(text, 2, ":"), second = take_number(text, 2, "");
  if (year < 0 || month < 0 || day < 0 || hour < 0 || minute < 0 || second < 0) return std::nullopt;
  const std::chrono::year_month_day date{std::chrono::year{year}, std::chrono::month{static_cast<unsigned>(month)},
                                         std::chrono::day{static_cast<unsigned>(day)}};
  if (!date.ok() || hour > 23 || minute > 59 || second > 60) return std::nullopt;
  Timestamp time;
  const std::int64_t days = std::chrono::sys_days(date).time_since_epoch().count();
  time.whole_s = ((days * 24 + hour) * 60 + minute) * 60 + second;
  constexpr std::size_t offset = 6;  // "+09:00"
  if (text.size() >= offset && (text[text.size() - offset] == '+' || text[text.size() - offset] == '-')) {
    std::string_view east = text.substr(text.size() - offset + 1);
    const int sign = text[text.size() - offset] == '+' ? 1 : -1;
    const int hours = take_number(east, 2, ":"), minutes = take_number(east, 2, "");
    if (hours < 0 || minutes < 0) return std::nullopt;
    time.whole_s -= sign * (hours * 60 + minutes) * 60;
    text.remove_suffix(offset);
  }
  if (text.ends_with("Z")) text.remove_suffix(1);
  if (text.empty()) return time;
  if (text[0] != '.' || text.size() < 2) return std::nullopt;
  const auto [stop, error] = from_chars(text.data(), text.data() + text.size(), time.fraction_s, NumberForm::fixed);
  if (error != std::errc() || stop != text.data() + text.size()) return std::nullopt;
  return time;
}

/// Requests in order of arrival, and whether they may be there.
class Collector {
 public:
  /// `text`: what the requests are read from, one a line.
  Collector(std::string_view name, std::string_view text) : name_(name) {
    const std::ptrdiff_t lines = std::count(text.begin(), text.end(), '\n') + 1;
    requests_.reserve(std::min(static_cast<std::size_t>(lines), most_requests));
  }

  std::optional<Error> add(int line, std::string_view column, double arrival_s, std::int64_t input, std::int64_t output,
                           std::int64_t prefix) {
    if (requests_.size() == most_requests)
      return bad_input("{}: line {}: is one request more than {}; accepted: up to that many", name_, line,
                       most_requests)
          .value();
    if (!requests_.empty() && arrival_s < requests_.back().arrival_s)
      return bad_input("{}: line {}: came before line {}; accepted: requests in order of arrival", name_, line,
                       last_line_)
          .value();
    if (!(arrival_s >= 0 && arrival_s <= latest_arrival_s))
      return bad_input("{}: line {}: '{}' is {}; accepted: seconds, 0 … {}", name_, line, column, arrival_s,
                       latest_arrival_s)
          .value();
    requests_.push_back({arrival_s, static_cast<std::int32_t>(input), static_cast<std::int32_t>(output),
                         static_cast<std::int32_t>(prefix)});
    last_line_ = line;
    return std::nullopt;
  }
  Result<std::vector<Request>> take() {
    if (requests_.empty()) return bad_input("{}: holds no request; accepted: one a line", name_);
    return std::move(requests_);
  }

 private:
  std::string name_;
  std::vector<Request> requests_;
  int last_line_ = 0;
};

/// A trace that says which prompts begin alike says of the others that they do not.
std::int64_t group_of(std::int64_t prefix) { return prefix == 0 ? like_no_other : prefix; }

/// Names that traces give one of the things that are read of each request, and whose traces do.
struct TraceName {
  std::string_view name, whose;
};
using TraceNames = std::span<const TraceName>;
constexpr std::array arrival_names{TraceName{"arrival_s", ""},
                                   TraceName{"arrival", ""},
                                   TraceName{"TIMESTAMP", "Azure"},
                                   TraceName{"Timestamp", "BurstGPT"},
                                   TraceName{"timestamp", "Mooncake, Qwen"},
                                   TraceName{"arrived_at", "Vidur"},
                                   TraceName{"arrival_timestamp", "Splitwise"}};
constexpr std::array input_names{TraceName{"input", ""},
                                 TraceName{"input_tokens", ""},
                                 TraceName{"ContextTokens", "Azure"},
                                 TraceName{"Request tokens", "BurstGPT"},
                                 TraceName{"input_length", "Mooncake, Qwen"},
                                 TraceName{"num_prefill_tokens", "Vidur"},
                                 TraceName{"prompt_size", "Splitwise"},
                                 TraceName{"prompt_tokens", ""}};
constexpr std::array output_names{TraceName{"output", ""},
                                  TraceName{"output_tokens", ""},
                                  TraceName{"GeneratedTokens", "Azure"},
                                  TraceName{"Response tokens", "BurstGPT"},
                                  TraceName{"output_length", "Mooncake, Qwen"},
                                  TraceName{"num_decode_tokens", "Vidur"},
                                  TraceName{"token_size", "Splitwise"},
                                  TraceName{"completion_tokens", ""}};

std::string listed_names(TraceNames names) {
  std::vector<std::string> parts;
  for (const TraceName& each : names)
    parts.push_back(each.whose.empty() ? std::string(each.name) : fmt::format("{} ({})", each.name, each.whose));
  return join(parts);
}

/// Columns, or keys, that are read.
struct TraceColumns {
  std::string arrival, input, output;
  bool in_milliseconds = false;
};

/// `found`: the columns of a table, the keys of an object. Mooncake's arrivals are milliseconds; Qwen's, of the same
/// keys, belong to chats and are seconds.
Result<TraceColumns> columns_of_trace(const std::vector<std::string>& found, std::string_view name) {
  const auto has = [&](std::string_view wanted) { return std::ranges::count(found, wanted) > 0; };
  std::optional<Error> error;
  const auto first_of = [&](TraceNames names) {
    for (const TraceName& each : names) {
      if (has(each.name)) return std::string(each.name);
    }
    if (!error)
      error = bad_input("{}: has no '{}'; found: {}; accepted for it: {}", name, names.front().name, join(found),
                        listed_names(names))
                  .value();
    return std::string();
  };
  TraceColumns columns{first_of(arrival_names), first_of(input_names), first_of(output_names)};
  if (error) return tl::unexpected(std::move(*error));
  columns.in_milliseconds = columns.arrival == "timestamp" && columns.input == "input_length" && !has("chat_id");
  return columns;
}

/// Arrivals in seconds from the first on, or from the trace's own start.
class TraceClock {
 public:
  /// The name of the arrivals decides their unit.
  void read(const TraceColumns& columns) { columns_ = columns; }

  std::optional<double> seconds_of(double value) {
    if (!unit_s_) {
      // Numbers as large are times since 1970, of which the size tells the unit.
      constexpr double since_1970_s = 1e9, since_1970_ms = 1e11, since_1970_us = 1e14, since_1970_ns = 1e17;
      unit_s_ = columns_.in_milliseconds ? 1e-3 : 1;
      if (value >= since_1970_s) {
        first_ = value;
        unit_s_ = value >= since_1970_ns ? 1e-9 : value >= since_1970_us ? 1e-6 : value >= since_1970_ms ? 1e-3 : 1;
      }
    }
    return (value - first_) * *unit_s_;
  }
  std::optional<double> seconds_of(const std::string& text) {
    double value = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, error] = from_chars(text.data(), end, value);
    if (error == std::errc() && stop == end) return seconds_of(value);
    if (is_plain()) return std::nullopt;
    const std::optional<Timestamp> time = parse_timestamp(text);
    if (!time) return std::nullopt;
    if (!first_s_) first_s_ = time->whole_s;
    return static_cast<double>(time->whole_s - *first_s_) + time->fraction_s;
  }
  tl::unexpected<Error> refusal(const std::string& place, const std::string& found) const {
    return bad_input("{}: '{}' is '{}'; accepted: {}", place, columns_.arrival, found,
                     is_plain() ? std::string("a number of seconds, 0 or more")
                                : fmt::format("a number of seconds, 0 or more, or a time such as {}", a_timestamp));
  }

 private:
  bool is_plain() const { return columns_.arrival == "arrival_s" || columns_.arrival == "arrival"; }

  TraceColumns columns_;
  double first_ = 0;
  std::optional<double> unit_s_;
  std::optional<std::int64_t> first_s_;  ///< the second in which the first came
};

class CsvTrace {
 public:
  CsvTrace(const CsvTable& table, TraceColumns columns) : table_(table), columns_(std::move(columns)) {
    clock_.read(columns_);
  }

  std::optional<Error> read(const CsvTable::Row& row, Collector& requests) {
    CsvFields fields(table_, row);
    const std::string when = fields.text(columns_.arrival);
    const std::optional<double> arrival_s = clock_.seconds_of(when);
    if (!arrival_s) return clock_.refusal(fmt::format("{}: line {}", table_.file, row.line), when).value();
    const std::int64_t input = fields.whole(columns_.input, {1, most_request_tokens}),
                       output = fields.whole(columns_.output, {1, most_request_tokens});
    const std::int64_t prefix = table_.column(prefix_) ? group_of(fields.whole(prefix_, {0, most_request_tokens})) : 0;
    if (fields.error()) return fields.error();
    return requests.add(row.line, columns_.arrival, *arrival_s, input, output, prefix);
  }

 private:
  const CsvTable& table_;
  TraceColumns columns_;
  TraceClock clock_;
  std::string prefix_ = "prefix";
};

Result<std::vector<Request>> read_csv_trace(std::string_view text, std::string_view name) {
  Collector requests(name, text);
  std::optional<CsvTrace> trace;
  CsvReader reader(text, name);
  for (;;) {
    const Result<const CsvTable::Row*> row = reader.next();
    if (!row) return fail(row);
    if (!trace) {
      Result<TraceColumns> columns = columns_of_trace(reader.table().columns, name);
      if (!columns) return fail(columns);
      trace.emplace(reader.table(), std::move(*columns));
    }
    if (*row == nullptr) return requests.take();
    if (const std::optional<Error> error = trace->read(**row, requests)) return tl::unexpected(*error);
  }
}

/// Lines may name what they have in other words than those before them.
class JsonTrace {
 public:
  std::optional<Error> read(const Json& object, const std::string& place, int number, Collector& requests) {
    if (!has_all(object)) {
      std::vector<std::string> keys;
      for (const auto& [key, value] : object.items()) keys.push_back(key);
      Result<TraceColumns> columns = columns_of_trace(keys, place);
      if (!columns) return columns.error();
      columns_ = std::move(*columns);
      clock_.read(columns_);
    }
    Fields fields(object, place);
    std::optional<double> arrival_s;
    if (const Json& when = object.at(columns_.arrival); when.is_string()) {
      arrival_s = clock_.seconds_of(when.get_ref<const std::string&>());
      if (!arrival_s) return clock_.refusal(place, when.get<std::string>()).value();
    } else {
      arrival_s = clock_.seconds_of(fields.number(columns_.arrival, {0, largest_time}));
    }
    const std::int64_t input = fields.integer(columns_.input, {1, most_request_tokens});
    const std::int64_t output = fields.integer(columns_.output, {1, most_request_tokens});
    const std::int64_t prefix =
        fields.has("prefix") ? group_of(fields.integer("prefix", {0, most_request_tokens})) : group_of_blocks(object);
    if (fields.error()) return fields.error();
    return requests.add(number, columns_.arrival, *arrival_s, input, output, prefix);
  }

 private:
  static constexpr double largest_time = 1e19;  ///< nanoseconds since 1970

  bool has_all(const Json& object) const {
    return !columns_.arrival.empty() && object.contains(columns_.arrival) && object.contains(columns_.input) &&
           object.contains(columns_.output);
  }

  /// Prompts whose first blocks have one hash begin alike.
  static std::int64_t group_of_blocks(const Json& object) {
    const auto blocks = object.find("hash_ids");
    if (blocks == object.end() || !blocks->is_array() || blocks->empty()) return 0;
    const Json& first = blocks->front();
    const std::int64_t hash = first.is_number_integer() ? first.get<std::int64_t>() : -1;
    return hash >= 0 && hash < most_request_tokens ? hash + 1 : 0;
  }

  TraceColumns columns_;
  TraceClock clock_;
};

Result<std::vector<Request>> read_json_trace(std::string_view text, std::string_view name) {
  Collector requests(name, text);
  JsonTrace trace;
  std::string line;
  for (int number = 1; !text.empty(); ++number) {
    line = take_line(text);
    if (line.find_first_not_of(" \t") == std::string::npos) continue;
    const std::string place = fmt::format("{}: line {}", name, number);
    const Result<Json> object = parse_json(line, name);
    if (!object || !object->is_object())
      return bad_input("{}: is not a JSON object; accepted: {}", place, a_json_request);
    if (const std::optional<Error> error = trace.read(*object, place, number, requests)) return tl::unexpected(*error);
  }
  return requests.take();
}

}  // namespace

Result<std::vector<Request>> read_trace(std::string_view text, std::string_view name) {
  constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
  if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first != std::string_view::npos && text[first] == '[')
    return bad_input("{}: is a JSON array; accepted: an object a line, {}", name, a_json_request);
  const bool json = first != std::string_view::npos && text[first] == '{';
  return json ? read_json_trace(text, name) : read_csv_trace(text, name);
}

void add_to_prompts(std::vector<Request>& requests, std::int64_t tokens) {
  for (Request& request : requests) request.input_tokens += static_cast<std::int32_t>(tokens);
}

std::int64_t leave_out_longer(std::vector<Request>& requests, std::int64_t context) {
  return static_cast<std::int64_t>(
      std::erase_if(requests, [&](const Request& request) { return tokens_of(request) > context; }));
}

}  // namespace hakaru
