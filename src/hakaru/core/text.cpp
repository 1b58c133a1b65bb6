#include "hakaru/core/text.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <chrono>
#include <cmath>
#include <numeric>
#include <optional>

#include "hakaru/core/from_chars.h"

namespace hakaru {
namespace {

struct Unit {
  std::string_view suffix;
  double factor;
};

struct Split {
  double number = 0;
  std::string rest;
  bool valid = false;
};

/// Without the commas between its thousands; empty where they stand elsewhere.
std::string without_separators(std::string_view text) {
  constexpr std::size_t group = 3;
  const std::size_t digits = std::min(text.find_first_not_of("0123456789,"), text.size());
  std::string plain;
  for (std::size_t at = 0; at < digits; ++at) {
    if (text[at] != ',') {
      plain += text[at];
      continue;
    }
    const std::size_t next = std::min(text.find(',', at + 1), digits);
    if (at == 0 || next - at - 1 != group) return "";
  }
  return plain.append(text.substr(digits));
}

/// "1,000,000", "3 days": the number, and what stands after it and the blanks behind it.
Split leading_number(std::string_view text) {
  Split split;
  const std::string plain = without_separators(text);
  const auto [end, error] = from_chars(plain.data(), plain.data() + plain.size(), split.number);
  split.valid = error == std::errc() && std::isfinite(split.number) && split.number >= 0;
  if (!split.valid) return split;
  split.rest = plain.substr(static_cast<std::size_t>(end - plain.data()));
  if (split.rest.starts_with(' ') && split.rest.find_first_not_of(' ') != std::string::npos)
    split.rest.erase(0, split.rest.find_first_not_of(' '));
  return split;
}

/// The number before one of `units`, times its factor.
template <std::size_t Count>
std::optional<double> scaled(std::string_view text, const std::array<Unit, Count>& units) {
  const Split split = leading_number(text);
  if (!split.valid) return std::nullopt;
  for (const Unit& unit : units) {
    if (split.rest == unit.suffix) return split.number * unit.factor;
  }
  return std::nullopt;
}

constexpr double ten_thousand = 1e4, hundred_million = 1e8;  // 万 and 億
constexpr std::array decimal_units{Unit{"", 1},
                                   Unit{"k", kilo},
                                   Unit{"K", kilo},
                                   Unit{"M", mega},
                                   Unit{"m", mega},
                                   Unit{"B", giga},
                                   Unit{"G", giga},
                                   Unit{"b", giga},
                                   Unit{"T", tera},
                                   Unit{"thousand", kilo},
                                   Unit{"million", mega},
                                   Unit{"billion", giga},
                                   Unit{"trillion", tera},
                                   Unit{"千", kilo},
                                   Unit{"万", ten_thousand},
                                   Unit{"億", hundred_million},
                                   Unit{"兆", tera}};

/// Bounds of a quantity beside 0: a value far beyond what anyone means would become infinite in what is computed.
struct Bounds {
  double least, most;
  std::string_view shown_least, shown_most;
};

Result<double> kept_within(const Bounds& bounds, double value, std::string_view text, std::string_view name) {
  if (value == 0 || (value >= bounds.least && value <= bounds.most)) return value;
  return bad_input("{} is '{}'; accepted: {} … {}", name, text, bounds.shown_least, bounds.shown_most);
}

constexpr double largest_count = 9e15;  // whole numbers stay exact in a double below 2^53

/// 1.1B is whole though 1.1 × 10⁹ is a little more in binary; 1.5 is not.
bool is_whole(double value) {
  constexpr double rounding = 1e-12;
  return std::abs(value - std::round(value)) <= rounding * value;
}

std::size_t edit_distance(std::string_view left, std::string_view right) {
  std::vector<std::size_t> row(right.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= left.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= right.size(); ++j) {
      const std::size_t substituted = diagonal + (left[i - 1] == right[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({substituted, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row[right.size()];
}

}  // namespace

namespace {

/// `text` without what is counted (人, 件) and the blanks before it.
std::string_view without_counted(std::string_view text) {
  for (const std::string_view what : {"人", "名", "件", "回", "個", "台", "トークン", "リクエスト"}) {
    if (text.ends_with(what)) text.remove_suffix(what.size());
  }
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

/// "3億5000万" as one number, what is counted left out; `text` scaled by one unit otherwise.
std::optional<double> counted(std::string_view text) {
  text = without_counted(text);
  double sum = 0;
  for (const auto& [name, counts] : {Unit{"兆", tera}, Unit{"億", hundred_million}, Unit{"万", ten_thousand}}) {
    const std::size_t at = text.find(name);
    if (at == std::string_view::npos || at + name.size() == text.size()) continue;
    const std::optional<double> part = scaled(text.substr(0, at), std::array{Unit{"", counts}});
    if (!part) return std::nullopt;
    sum += *part;
    text.remove_prefix(at + name.size());
  }
  const std::optional<double> rest = scaled(text, decimal_units);
  return rest ? std::optional(sum + *rest) : std::nullopt;
}

/// An amount of yen, which needs a rate of exchange.
bool is_in_yen(std::string_view text) {
  return text.ends_with("円") || text.starts_with("¥") || text.starts_with("￥");
}

}  // namespace

Result<std::int64_t> parse_count(std::string_view text, std::string_view name) {
  const std::optional<double> value = counted(text);
  if (!value || *value > largest_count || !is_whole(*value))
    return bad_input("{} is '{}'; accepted: a count such as 7, 12k, 300B, 1.5T", name, text);
  return std::llround(*value);
}

Result<std::int64_t> parse_length(std::string_view text, std::string_view name) {
  constexpr std::array<Unit, 5> units{{{"", 1}, {"k", kibi}, {"K", kibi}, {"M", mebi}, {"m", mebi}}};
  const std::optional<double> value = scaled(without_counted(text), units);
  if (!value || *value > largest_count || *value < 1 || !is_whole(*value))
    return bad_input("{} is '{}'; accepted: a length in tokens such as 2048, 8k, 1M", name, text);
  return std::llround(*value);
}

Result<double> parse_duration_s(std::string_view text, std::string_view name) {
  constexpr double minute = 60, week = 7 * seconds_per_day, month = hours_per_month * seconds_per_hour,
                   year = 365 * seconds_per_day;
  constexpr std::array units{Unit{"us", 1e-6},
                             Unit{"マイクロ秒", 1e-6},
                             Unit{"ms", 1e-3},
                             Unit{"msec", 1e-3},
                             Unit{"millisecond", 1e-3},
                             Unit{"ミリ秒", 1e-3},
                             Unit{"s", 1},
                             Unit{"sec", 1},
                             Unit{"second", 1},
                             Unit{"秒", 1},
                             Unit{"m", minute},
                             Unit{"min", minute},
                             Unit{"minute", minute},
                             Unit{"分", minute},
                             Unit{"分間", minute},
                             Unit{"h", seconds_per_hour},
                             Unit{"hr", seconds_per_hour},
                             Unit{"hour", seconds_per_hour},
                             Unit{"時間", seconds_per_hour},
                             Unit{"d", seconds_per_day},
                             Unit{"day", seconds_per_day},
                             Unit{"日", seconds_per_day},
                             Unit{"日間", seconds_per_day},
                             Unit{"w", week},
                             Unit{"week", week},
                             Unit{"週", week},
                             Unit{"週間", week},
                             Unit{"mo", month},
                             Unit{"month", month},
                             Unit{"ヶ月", month},
                             Unit{"ヵ月", month},
                             Unit{"か月", month},
                             Unit{"カ月", month},
                             Unit{"ケ月", month},
                             Unit{"ヶ月間", month},
                             Unit{"か月間", month},
                             Unit{"カ月間", month},
                             Unit{"y", year},
                             Unit{"year", year},
                             Unit{"年", year},
                             Unit{"年間", year}};
  const bool plural = text.size() > 2 && text.ends_with('s') && !text.ends_with("ms") && !text.ends_with("us");
  const std::optional<double> one = scaled(text, units);
  const std::optional<double> value = one || !plural ? one : scaled(text.substr(0, text.size() - 1), units);
  if (!value)
    return bad_input("{} is '{}'; accepted: a duration with its unit such as 30d, 36h, 15m, 90s, 500ms", name, text);
  return kept_within({1e-9, 1e6 * seconds_per_day, "0.001us", "1000000d"}, *value, text, name);
}

Result<double> parse_number(std::string_view text, std::string_view name) {
  const Split split = leading_number(text);
  if (!split.valid || !split.rest.empty())
    return bad_input("{} is '{}'; accepted: a number such as 2, 0.37", name, text);
  return kept_within({1e-12, 1e15, "1e-12", "1e15"}, split.number, text, name);
}

Result<double> parse_percent(std::string_view text, std::string_view name) {
  const Split split = leading_number(text);
  const bool marked = split.rest == "%" || split.rest == "％" || split.rest == "パーセント" || split.rest == " %" ||
                      (split.number == 0 && split.rest.empty());
  if (!split.valid || !marked || split.number < 0 || split.number > 100)
    return bad_input("{} is '{}'; accepted: {}", name, text, "a percentage such as 5%, 0%");
  return split.number / 100;
}

Result<double> parse_percentile(std::string_view text, std::string_view name) {
  const bool marked = text.starts_with('p') || text.starts_with('P');
  const Split split = leading_number(marked ? text.substr(1) : text);
  // A bare 0.95 is more likely a share than a percentile.
  const bool in_range = split.number <= 100 && (marked ? split.number > 0 : split.number >= 1);
  if (!split.valid || !split.rest.empty() || !in_range)
    return bad_input("{} is '{}'; accepted: {}", name, text, "a percentile such as p50, p95, p99");
  return split.number / 100;
}

Result<double> parse_money_usd(std::string_view text, std::string_view name) {
  if (is_in_yen(text))
    return bad_input("{} is '{}', in yen; give {} too", name, text, "--currency JPY --exchange-rate 150");
  std::string_view amount = text;
  if (amount.starts_with('$')) amount.remove_prefix(1);
  if (constexpr std::string_view dollars = "ドル"; amount.ends_with(dollars)) amount.remove_suffix(dollars.size());
  const std::optional<double> value = counted(amount);
  if (!value)
    return bad_input("{} is '{}'; accepted: US dollars such as $20k, $1.5M, 2000, or amounts in --currency", name,
                     text);
  return kept_within({1e-6, 1e15, "$0.000001", "$1000T"}, *value, text, name);
}

Result<double> parse_money_usd_per_month(std::string_view text, std::string_view name) {
  for (const std::string_view suffix : {" per month", "/month", "/mo", "/月"}) {
    if (text.ends_with(suffix)) return parse_money_usd(text.substr(0, text.size() - suffix.size()), name);
  }
  for (const std::string_view prefix : {"月額", "月"}) {
    if (text.starts_with(prefix)) return parse_money_usd(text.substr(prefix.size()), name);
  }
  return parse_money_usd(text, name);
}

Result<double> parse_bandwidth_bytes_per_s(std::string_view text, std::string_view name) {
  constexpr double bits = 8;
  constexpr std::array units{Unit{"Gb/s", giga / bits}, Unit{"Gbps", giga / bits}, Unit{"Gbit/s", giga / bits},
                             Unit{"Tb/s", tera / bits}, Unit{"Tbps", tera / bits}, Unit{"Tbit/s", tera / bits},
                             Unit{"GB/s", giga},        Unit{"MB/s", mega},        Unit{"TB/s", tera}};
  const std::optional<double> value = scaled(text, units);
  if (!value) return bad_input("{} is '{}'; accepted: a bandwidth such as 400Gb/s, 50GB/s", name, text);
  return kept_within({mega, peta, "1MB/s", "1000TB/s"}, *value, text, name);
}

namespace {

constexpr std::array rate_periods{Unit{"s", 1},
                                  Unit{"sec", 1},
                                  Unit{"second", 1},
                                  Unit{"秒", 1},
                                  Unit{"m", 60},
                                  Unit{"min", 60},
                                  Unit{"minute", 60},
                                  Unit{"分", 60},
                                  Unit{"h", seconds_per_hour},
                                  Unit{"hour", seconds_per_hour},
                                  Unit{"時", seconds_per_hour},
                                  Unit{"時間", seconds_per_hour},
                                  Unit{"d", seconds_per_day},
                                  Unit{"day", seconds_per_day},
                                  Unit{"日", seconds_per_day}};
constexpr std::array words_before_rates{Unit{"毎秒", 1}, Unit{"毎分", 60}, Unit{"毎時", seconds_per_hour},
                                        Unit{"1日", seconds_per_day}};
constexpr std::array words_behind_rates{Unit{"rps", 1}, Unit{"qps", 1}, Unit{"rpm", 60}};

/// "5/s", "300 requests per minute", "毎秒3件", "3件/秒": how many a second.
std::optional<double> per_second(std::string_view text) {
  double period_s = 1;
  std::size_t at = text.rfind('/');
  std::size_t behind = 1;
  if (constexpr std::string_view per = " per "; at == std::string_view::npos) {
    at = text.find(per);
    behind = per.size();
  }
  if (at != std::string_view::npos) {
    const std::string_view period = text.substr(at + behind);
    const auto* const found =
        std::find_if(rate_periods.begin(), rate_periods.end(), [&](const Unit& each) { return each.suffix == period; });
    if (found == rate_periods.end()) return std::nullopt;
    period_s = found->factor;
    text = text.substr(0, at);
  }
  for (const Unit& word : words_before_rates) {
    if (at != std::string_view::npos || !text.starts_with(word.suffix)) continue;
    period_s = word.factor;
    text.remove_prefix(word.suffix.size());
    break;
  }
  for (const Unit& word : words_behind_rates) {
    if (at != std::string_view::npos || !text.ends_with(word.suffix)) continue;
    period_s = word.factor;
    text.remove_suffix(word.suffix.size());
    break;
  }
  for (const std::string_view what : {"requests", "request", "reqs", "req"}) {
    if (!text.ends_with(what)) continue;
    text.remove_suffix(what.size());
    break;
  }
  constexpr std::array counts{Unit{"", 1}, Unit{"k", kilo}, Unit{"千", kilo}, Unit{"万", ten_thousand}};
  const std::optional<double> count = scaled(without_counted(text), counts);
  return count ? std::optional(*count / period_s) : std::nullopt;
}

}  // namespace

Result<double> parse_rate_per_s(std::string_view text, std::string_view name) {
  const std::optional<double> value = per_second(text);
  if (!value || *value <= 0) return bad_input("{} is '{}'; accepted: a rate such as 5, 5/s, 300/m", name, text);
  // About one a day: of seldomer ones too few come while a simulation lasts.
  return kept_within({1e-5, 1e9, "1e-5/s", "1e9/s"}, *value, text, name);
}

Result<double> parse_bytes(std::string_view text, std::string_view name) {
  constexpr std::array<Unit, 11> units{{{"B", 1},
                                        {"kB", kilo},
                                        {"MB", mega},
                                        {"GB", giga},
                                        {"TB", tera},
                                        {"PB", peta},
                                        {"KiB", kibi},
                                        {"MiB", mebi},
                                        {"GiB", gibi},
                                        {"TiB", tebi},
                                        {"PiB", tebi * kibi}}};
  const std::optional<double> value = scaled(text, units);
  if (!value) return bad_input("{} is '{}'; accepted: bytes with their unit such as 500GB, 2TiB", name, text);
  return kept_within({1, 1e6 * peta, "1B", "1000000PB"}, *value, text, name);
}

namespace {

/// Empty: it is none.
std::optional<std::chrono::year_month_day> date_in(std::string_view text) {
  int year = 0;
  unsigned month = 0;
  unsigned day = 0;
  const auto number = [&](std::size_t at, std::size_t length, auto& value) {
    const auto [end, error] = std::from_chars(text.data() + at, text.data() + at + length, value);
    return error == std::errc() && end == text.data() + at + length;
  };
  const bool shaped = text.size() == 10 && text[4] == '-' && text[7] == '-' && number(0, 4, year) &&
                      number(5, 2, month) && number(8, 2, day);
  const std::chrono::year_month_day date{std::chrono::year(year), std::chrono::month(month), std::chrono::day(day)};
  return shaped && date.ok() ? std::optional(date) : std::nullopt;
}

}  // namespace

Result<std::string> parse_date(std::string_view text, std::string_view name) {
  if (!date_in(text)) return bad_input("{} is '{}'; accepted: a date such as 2023-06-01", name, text);
  return std::string(text);
}

std::optional<double> days_between(std::string_view from, std::string_view to) {
  const auto begin = date_in(from), end = date_in(to);
  if (!begin || !end) return std::nullopt;
  return static_cast<double>((std::chrono::sys_days(*end) - std::chrono::sys_days(*begin)).count());
}

std::string letters_and_digits(std::string_view text) {
  std::string plain;
  for (const char each : text) {
    if (std::isalnum(static_cast<unsigned char>(each)) != 0) plain += each;
  }
  return plain;
}

std::vector<std::string> nearest_names(std::string_view wanted, const std::vector<std::string>& names,
                                       std::size_t most) {
  // Characters beyond twice the longest name make none nearer, and take time.
  std::size_t longest = 16;
  for (const std::string& name : names) longest = std::max(longest, 2 * name.size());
  const std::string lower = lower_case(wanted.substr(0, longest)), plain = letters_and_digits(lower);
  std::vector<std::pair<std::size_t, std::string>> ranked;
  for (const std::string& name : names) {
    const std::string candidate = lower_case(name);
    const std::string known = letters_and_digits(candidate);
    const bool contains =
        !plain.empty() && (known.find(plain) != std::string::npos || plain.find(known) != std::string::npos);
    ranked.emplace_back(edit_distance(lower, candidate) / (contains ? 2 : 1), name);
  }
  std::sort(ranked.begin(), ranked.end());
  std::vector<std::string> result;
  for (const auto& [distance, name] : ranked) {
    if (result.size() == most) break;
    result.push_back(name);
  }
  return result;
}

std::string join(const std::vector<std::string>& parts, std::string_view separator) {
  return fmt::format("{}", fmt::join(parts, separator));
}

namespace {

struct Decoded {
  char32_t code = 0;
  std::size_t bytes = 0;  ///< 0: it is no UTF-8
};

/// The character that `text` begins with.
Decoded first_of(std::string_view text) {
  const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(text[at]); };
  const unsigned lead = byte(0);
  if (lead < 0x80) return {lead, 1};
  const std::size_t bytes = lead >= 0xF5 ? 0 : lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC2 ? 2 : 0;
  if (bytes == 0 || bytes > text.size()) return {};
  char32_t code = lead & (0xFFu >> (bytes + 1));
  for (std::size_t at = 1; at < bytes; ++at) {
    if ((byte(at) & 0xC0u) != 0x80u) return {};
    code = (code << 6) | (byte(at) & 0x3Fu);
  }
  constexpr std::array<char32_t, 5> least{0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = code >= 0xD800 && code <= 0xDFFF;
  return code < least[bytes] || code > 0x10FFFF || surrogate ? Decoded{} : Decoded{code, bytes};
}

/// Characters that steer a terminal, end a line, or turn the direction of what follows.
bool steers(char32_t code) {
  return code < 0x20 || (code >= 0x7F && code < 0xA0) || (code >= 0x200E && code <= 0x200F) ||
         (code >= 0x2028 && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069) || code == 0xFEFF || code == 0xFFFE ||
         code == 0xFFFF;
}

std::string escaped(char32_t code) {
  switch (code) {
    case '\n':
      return "\\n";
    case '\r':
      return "\\r";
    case '\t':
      return "\\t";
    default:
      return code < 0x80 ? fmt::format("\\x{:02x}", static_cast<unsigned>(code))
                         : fmt::format("\\u{{{:x}}}", static_cast<unsigned>(code));
  }
}

bool is_within_character(char letter) { return (static_cast<unsigned char>(letter) & 0xC0u) == 0x80u; }

}  // namespace

std::string abridged(std::string_view text, std::size_t most) {
  constexpr std::string_view left_out = "…";
  if (text.size() <= most) return std::string(text);
  const std::size_t kept = most > left_out.size() ? most - left_out.size() : 0;
  std::size_t head = kept - kept / 4;
  std::size_t tail = text.size() - kept / 4;
  while (head > 0 && is_within_character(text[head])) --head;
  while (tail < text.size() && is_within_character(text[tail])) ++tail;
  return std::string(text.substr(0, head)) + std::string(left_out) + std::string(text.substr(tail));
}

namespace {

/// Each character of `text` as `write` has it, which is given one byte where it is no UTF-8.
template <typename Write>
std::string written(std::string_view text, const Write& write) {
  std::string result;
  while (!text.empty()) {
    const Decoded decoded = first_of(text);
    const std::size_t bytes = std::max<std::size_t>(1, decoded.bytes);
    result += write(decoded, text.substr(0, bytes));
    text.remove_prefix(bytes);
  }
  return result;
}

std::string as_bytes(std::string_view text) {
  std::string result;
  for (const char byte : text) result += fmt::format("\\x{:02x}", static_cast<unsigned char>(byte));
  return result;
}

}  // namespace

std::string printable(std::string_view text) {
  return written(text, [](const Decoded& decoded, std::string_view as_it_is) {
    if (decoded.bytes == 0) return as_bytes(as_it_is);
    return steers(decoded.code) ? escaped(decoded.code) : std::string(as_it_is);
  });
}

bool is_steering(std::string_view text) {
  while (!text.empty()) {
    const auto [code, bytes] = first_of(text);
    if (bytes == 0 || (steers(code) && code != '\n' && code != '\t')) return true;
    text.remove_prefix(bytes);
  }
  return false;
}

std::string with_escaped_bytes(std::string_view text, std::string_view also) {
  return written(text, [&](const Decoded& decoded, std::string_view as_it_is) {
    if (decoded.bytes == 0 || steers(decoded.code)) return as_bytes(as_it_is);
    return (also.find(as_it_is) == std::string_view::npos ? "" : "\\") + std::string(as_it_is);
  });
}

std::string with_escaped_characters(std::string_view text) {
  constexpr char32_t last_of_ascii = 0x7F;
  return written(text, [](const Decoded& decoded, std::string_view as_it_is) {
    const bool is_escaped = decoded.bytes > 0 && decoded.code >= last_of_ascii && steers(decoded.code);
    return is_escaped ? fmt::format("\\u{:04x}", static_cast<unsigned>(decoded.code)) : std::string(as_it_is);
  });
}

std::string_view take_line(std::string_view& text) {
  std::string_view line = text.substr(0, text.find('\n'));
  text.remove_prefix(std::min(line.size() + 1, text.size()));
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

std::string lower_case(std::string_view text) {
  std::string result(text);
  for (char& letter : result) letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  return result;
}

std::string with_separators(std::int64_t value) {
  std::string digits = std::to_string(value);
  const std::size_t first = value < 0 ? 1 : 0;
  for (std::size_t at = digits.size(); at > first + 3;) digits.insert(at -= 3, ",");
  return digits;
}

namespace {

/// Three significant digits, without an exponent.
std::string three_digits(double value) {
  const double size = std::abs(value);
  return fmt::format("{:.{}f}", value, size >= 99.95 ? 0 : size >= 9.995 ? 1 : 2);
}

}  // namespace

std::string three(double value) { return fmt::format("{:.3g}", value); }

std::string in_gb(double bytes) { return three_digits(bytes / giga) + " GB"; }
std::string in_gib(double bytes) { return three_digits(bytes / gibi) + " GiB"; }

std::string in_whole_percent(double share) {
  constexpr double percent = 100, rounding = 1e-9;  // 0.29 is 29 %, whatever it is in binary
  return fmt::format("{:.0f} %", std::floor(percent * share + rounding));
}

std::string in_percent(std::optional<double> percent, bool with_sign) {
  if (!percent) return "-";
  return with_sign ? fmt::format("{:+.1f} %", *percent) : fmt::format("{:.1f} %", *percent);
}

Quantity in_time(double seconds) {
  const double size = std::abs(seconds);
  if (size >= 2 * seconds_per_day) return {three_digits(seconds / seconds_per_day), "days"};
  if (size >= seconds_per_hour) return {three_digits(seconds / seconds_per_hour), "h"};
  if (size >= 120) return {three_digits(seconds / 60), "min"};
  if (size >= 1) return {three_digits(seconds), "s"};
  if (size >= 1e-3) return {three_digits(seconds * 1e3), "ms"};
  return {three_digits(seconds * 1e6), "µs"};
}

Quantity in_usd_or_more(double usd) {
  const double steps = usd >= 100 ? 1 : 100;  // dollars, else cents, as in_usd has them
  return in_usd(std::ceil(usd * steps) / steps);
}

Quantity in_usd(double usd) { return {in_currency("$", usd), "", usd}; }

std::string in_currency(std::string_view sign, double amount) {
  if (amount >= 100) return std::string(sign) + with_separators(std::llround(amount));
  if (amount >= 1 || amount == 0) return fmt::format("{}{:.2f}", sign, amount);
  return fmt::format("{}{:.3g}", sign, amount);
}

}  // namespace hakaru
