#include "hakaru/core/quantities.h"

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

struct LeadingNumber {
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
LeadingNumber leading_number(std::string_view text) {
  LeadingNumber leading;
  const std::string plain = without_separators(text);
  const auto [end, error] = from_chars(plain.data(), plain.data() + plain.size(), leading.number);
  leading.valid = error == std::errc() && std::isfinite(leading.number) && leading.number >= 0;
  if (!leading.valid) return leading;
  leading.rest = plain.substr(static_cast<std::size_t>(end - plain.data()));
  if (leading.rest.starts_with(' ') && leading.rest.find_first_not_of(' ') != std::string::npos)
    leading.rest.erase(0, leading.rest.find_first_not_of(' '));
  return leading;
}

/// The number before one of `units`, times its factor.
template <std::size_t Count>
std::optional<double> scaled(std::string_view text, const std::array<Unit, Count>& units) {
  const LeadingNumber leading = leading_number(text);
  if (!leading.valid) return std::nullopt;
  for (const Unit& unit : units) {
    if (leading.rest == unit.suffix) return leading.number * unit.factor;
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

/// The same of a number in words: 1万時間, "10k hours".
template <std::size_t Count>
std::optional<double> counted_before(std::string_view text, const std::array<Unit, Count>& units) {
  if (text.ends_with("s") && text.size() > 2) text.remove_suffix(1);
  const Unit* longest = nullptr;
  for (const Unit& unit : units) {
    if (text.ends_with(unit.suffix) && (longest == nullptr || unit.suffix.size() > longest->suffix.size()))
      longest = &unit;
  }
  if (longest == nullptr || longest->suffix.size() < 2) return std::nullopt;  // "10k h" and "5ks" are no duration
  const std::optional<double> number = counted(text.substr(0, text.size() - longest->suffix.size()));
  return number ? std::optional(*number * longest->factor) : std::nullopt;
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
  std::optional<double> value = one || !plural ? one : scaled(text.substr(0, text.size() - 1), units);
  if (!value) value = counted_before(text, units);
  if (!value)
    return bad_input("{} is '{}'; accepted: a duration with its unit such as 30d, 36h, 15m, 90s, 500ms", name, text);
  return kept_within({1e-9, 1e6 * seconds_per_day, "0.001us", "1000000d"}, *value, text, name);
}

Result<double> parse_number(std::string_view text, std::string_view name) {
  const LeadingNumber leading = leading_number(text);
  if (!leading.valid || !leading.rest.empty())
    return bad_input("{} is '{}'; accepted: a number such as 2, 0.37", name, text);
  return kept_within({1e-12, 1e15, "1e-12", "1e15"}, leading.number, text, name);
}

Result<double> parse_percent(std::string_view text, std::string_view name) {
  const LeadingNumber leading = leading_number(text);
  const bool marked = leading.rest == "%" || leading.rest == "％" || leading.rest == "パーセント" ||
                      leading.rest == " %" || (leading.number == 0 && leading.rest.empty());
  if (!leading.valid || !marked || leading.number < 0 || leading.number > 100)
    return bad_input("{} is '{}'; accepted: {}", name, text, "a percentage such as 5%, 0%");
  return leading.number / 100;
}

Result<double> parse_percentile(std::string_view text, std::string_view name) {
  const bool marked = text.starts_with('p') || text.starts_with('P');
  const LeadingNumber leading = leading_number(marked ? text.substr(1) : text);
  // A bare 0.95 is more likely a share than a percentile.
  const bool in_range = leading.number <= 100 && (marked ? leading.number > 0 : leading.number >= 1);
  if (!leading.valid || !leading.rest.empty() || !in_range)
    return bad_input("{} is '{}'; accepted: {}", name, text, "a percentile such as p50, p95, p99");
  return leading.number / 100;
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
  for (const std::string_view prefix : {"月額", "毎月", "月"}) {
    if (!text.starts_with(prefix)) continue;
    text.remove_prefix(prefix.size());
    while (text.starts_with(' ')) text.remove_prefix(1);
    break;
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

/// "5 requests / s" as "5requests/s"; nothing where a blank divides a number.
std::optional<std::string> without_blanks(std::string_view text) {
  const auto is_digit = [](char each) { return each >= '0' && each <= '9'; };
  std::string kept;
  bool blank = false;
  for (const char each : text) {
    if (blank && !kept.empty() && is_digit(kept.back()) && is_digit(each)) return std::nullopt;
    blank = each == ' ';
    if (!blank) kept += each;
  }
  return kept;
}

/// "5/s", "300 requests per minute", "毎秒 3件", "3件/秒": how many a second.
std::optional<double> per_second(std::string_view written) {
  double period_s = 1;
  std::string divided(written);
  constexpr std::string_view per = " per ";
  if (const std::size_t at = divided.find(per); at != std::string::npos && divided.find('/') == std::string::npos)
    divided.replace(at, per.size(), "/");
  const std::optional<std::string> plain = without_blanks(divided);
  if (!plain) return std::nullopt;
  std::string_view text = *plain;
  const std::size_t at = text.rfind('/');
  if (at != std::string_view::npos) {
    const std::string_view period = text.substr(at + 1);
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

Quantity in_time(double seconds, std::optional<double> like_s) {
  constexpr double microsecond = 1e-6, millisecond = 1e-3, minute = 60;
  const double size = std::abs(like_s.value_or(seconds));
  const auto in = [&](double unit_s, const char* name) { return Quantity{three_digits(seconds / unit_s), name}; };
  if (size >= 2 * seconds_per_day) return in(seconds_per_day, "days");
  if (size >= seconds_per_hour) return in(seconds_per_hour, "h");
  if (size >= 2 * minute) return in(minute, "min");
  if (size >= 1) return in(1, "s");
  return size >= millisecond ? in(millisecond, "ms") : in(microsecond, "µs");
}

Quantity in_usd_or_more(double usd) {
  constexpr double rounding = 1e-12;
  const double steps = usd >= 100 ? 1 : 100;  // dollars, else cents, as in_usd has them
  return {in_currency("$", std::ceil(usd * steps * (1 - rounding)) / steps), "or more", usd};
}

Quantity in_usd(double usd) { return {in_currency("$", usd), "", usd}; }

std::string in_currency(std::string_view sign, double amount) {
  if (amount >= 100) return std::string(sign) + with_separators(std::llround(amount));
  if (amount >= 1 || amount == 0) return fmt::format("{}{:.2f}", sign, amount);
  return fmt::format("{}{:.3g}", sign, amount);
}

}  // namespace hakaru
