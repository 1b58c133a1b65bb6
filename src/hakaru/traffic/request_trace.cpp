#include "hakaru/traffic/request_trace.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <optional>

#include "hakaru/core/csv_table.h"
#include "hakaru/core/from_chars.h"
#include "hakaru/core/text.h"

namespace hakaru {
namespace {

constexpr std::int64_t most_request_tokens = std::int64_t{1} << 30;
constexpr std::size_t most_requests = 10'000'000;
constexpr const char* a_timestamp = "2023-11-16 18:15:46.68";

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
  if (text.ends_with("+00:00")) text.remove_suffix(6);
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

/// The first of `names` that is a column; none: the last where arrivals are timestamps as in Azure's, else the first.
std::string column_of(const CsvTable& table, const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    if (table.column(name)) return name;
  }
  return table.column("TIMESTAMP") ? names.back() : names.front();
}

class CsvTrace {
 public:
  explicit CsvTrace(const CsvTable& table)
      : table_(table),
        arrival_(column_of(table, {"arrival_s", "arrival", "TIMESTAMP"})),
        input_(column_of(table, {"input", "input_tokens", "ContextTokens"})),
        output_(column_of(table, {"output", "output_tokens", "GeneratedTokens"})) {}

  std::optional<Error> missing() const { return table_.without({arrival_, input_, output_}); }

  std::optional<Error> read(const CsvTable::Row& row, Collector& requests) {
    CsvFields fields(table_, row);
    const std::string when = fields.text(arrival_);
    const std::optional<double> arrival_s = seconds_of(when);
    if (!arrival_s)
      return bad_input("{}: line {}: '{}' is '{}'; accepted: {}", table_.file, row.line, arrival_, when,
                       stamped() ? std::string("a time such as ") + a_timestamp : "a number of seconds, 0 or more")
          .value();
    const std::int64_t input = fields.whole(input_, {1, most_request_tokens}),
                       output = fields.whole(output_, {1, most_request_tokens});
    const std::int64_t prefix = table_.column(prefix_) ? group_of(fields.whole(prefix_, {0, most_request_tokens})) : 0;
    if (fields.error()) return fields.error();
    return requests.add(row.line, arrival_, *arrival_s, input, output, prefix);
  }

 private:
  bool stamped() const { return arrival_ == "TIMESTAMP"; }

  std::optional<double> seconds_of(const std::string& text) {
    if (!stamped()) {
      double value = 0;
      const char* const end = text.data() + text.size();
      const auto [stop, error] = from_chars(text.data(), end, value);
      return error == std::errc() && stop == end ? std::optional(value) : std::nullopt;
    }
    const std::optional<Timestamp> time = parse_timestamp(text);
    if (!time) return std::nullopt;
    if (!first_s_) first_s_ = time->whole_s;
    return static_cast<double>(time->whole_s - *first_s_) + time->fraction_s;
  }

  const CsvTable& table_;
  std::string arrival_, input_, output_, prefix_ = "prefix";
  std::optional<std::int64_t> first_s_;  ///< the second in which the first came
};

Result<std::vector<Request>> read_csv_trace(std::string_view text, std::string_view name) {
  Collector requests(name, text);
  std::optional<CsvTrace> trace;
  CsvReader reader(text, name);
  for (;;) {
    const Result<const CsvTable::Row*> row = reader.next();
    if (!row) return fail(row);
    if (!trace) {
      trace.emplace(reader.table());
      if (const std::optional<Error> error = trace->missing()) return tl::unexpected(*error);
    }
    if (*row == nullptr) return requests.take();
    if (const std::optional<Error> error = trace->read(**row, requests)) return tl::unexpected(*error);
  }
}

std::optional<Error> read_json_line(const std::string& line, int number, std::string_view name, Collector& requests) {
  const Result<Json> object = parse_json(line, name);
  if (!object || !object->is_object())
    return bad_input("{}: line {}: is not a JSON object; accepted: {}", name, number,
                     R"({"arrival_s": 0.25, "input": 374, "output": 44})")
        .value();
  Fields fields(*object, fmt::format("{}: line {}", name, number));
  const auto key_of = [&](const char* one, const char* other) {
    return !fields.has(one) && fields.has(other) ? other : one;
  };
  const char* const arrival = key_of("arrival_s", "arrival");
  const double arrival_s = fields.number(arrival, {0, latest_arrival_s});
  const std::int64_t input = fields.integer(key_of("input", "input_tokens"), {1, most_request_tokens});
  const std::int64_t output = fields.integer(key_of("output", "output_tokens"), {1, most_request_tokens});
  const std::int64_t prefix = fields.has("prefix") ? group_of(fields.integer("prefix", {0, most_request_tokens})) : 0;
  if (fields.error()) return fields.error();
  return requests.add(number, arrival, arrival_s, input, output, prefix);
}

Result<std::vector<Request>> read_json_trace(std::string_view text, std::string_view name) {
  Collector requests(name, text);
  std::string line;
  for (int number = 1; !text.empty(); ++number) {
    line = take_line(text);
    if (line.find_first_not_of(" \t") == std::string::npos) continue;
    if (const std::optional<Error> error = read_json_line(line, number, name, requests)) return tl::unexpected(*error);
  }
  return requests.take();
}

}  // namespace

Result<std::vector<Request>> read_trace(std::string_view text, std::string_view name) {
  constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
  if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first != std::string_view::npos && text[first] == '[')
    return bad_input("{}: is a JSON array; accepted: an object a line", name);
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
