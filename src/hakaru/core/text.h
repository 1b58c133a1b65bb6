// Small helpers for text: quantities as people write them, names near a misspelt one, figures as people read them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hakaru/core/result.h"

namespace hakaru {

inline constexpr double kilo = 1e3, mega = 1e6, giga = 1e9, tera = 1e12, peta = 1e15;
inline constexpr double kibi = 1024, mebi = kibi * kibi, gibi = kibi * mebi, tebi = kibi * gibi;
inline constexpr double seconds_per_hour = 3600, seconds_per_day = 86400;
inline constexpr double hours_per_month = 8760.0 / 12;

/// "300B", "1.5T", "12k", "7": a decimal count (tokens, parameters, requests). `name` is the flag or key for messages.
Result<std::int64_t> parse_count(std::string_view text, std::string_view name);
/// "8k" = 8192, "128k", "1M" = 1,048,576, "2048": a context length, binary as people say it.
Result<std::int64_t> parse_length(std::string_view text, std::string_view name);
/// "30d", "36h", "15m", "90s", "500ms", in seconds. A bare number is refused: it has no unit.
Result<double> parse_duration_s(std::string_view text, std::string_view name);
/// "2", "0.37": a number that has no unit, not negative.
Result<double> parse_number(std::string_view text, std::string_view name);
/// "5%" is 0.05.
Result<double> parse_percent(std::string_view text, std::string_view name);
/// "p95", "p99.9": 0.95, 0.999.
Result<double> parse_percentile(std::string_view text, std::string_view name);
/// "$20k", "$1.5M", "2000", in US dollars.
Result<double> parse_money_usd(std::string_view text, std::string_view name);
/// "5/s", "300/m", in 1/s.
Result<double> parse_rate_per_s(std::string_view text, std::string_view name);
/// "$2000/month", "$2000", in US dollars a month.
Result<double> parse_money_usd_per_month(std::string_view text, std::string_view name);
/// "400Gb/s", "50GB/s", in bytes a second.
Result<double> parse_bandwidth_bytes_per_s(std::string_view text, std::string_view name);
/// "500GB", "2TiB", in bytes.
Result<double> parse_bytes(std::string_view text, std::string_view name);
/// "2023-06-01", unchanged when it is a calendar date.
Result<std::string> parse_date(std::string_view text, std::string_view name);
/// Days between two such dates; negative where `to` is the earlier. Empty: one of them is none.
std::optional<double> days_between(std::string_view from, std::string_view to);

/// Up to `most` of `names` that are near `wanted` (edit distance, prefixes first), nearest first.
std::vector<std::string> nearest_names(std::string_view wanted, const std::vector<std::string>& names,
                                       std::size_t most = 3);
/// "a, b, c"
std::string join(const std::vector<std::string>& parts, std::string_view separator = ", ");
/// `text`, or its beginning and its end with … between, at most `most` bytes and no character cut.
std::string abridged(std::string_view text, std::size_t most);
/// `text` on one line, in UTF-8 whatever it holds: "a\\nb", "\\x1b[31m", "\\xff", "\\u{202e}".
std::string printable(std::string_view text);
/// True if printable() would write some of it otherwise, \n and \t aside.
bool is_steering(std::string_view text);
/// Escapes as bytes what printable() would write otherwise, "\xe2\x80\xa8", with a backslash before each of `also`.
std::string with_escaped_bytes(std::string_view text, std::string_view also);
/// Within texts of JSON, of TOML or between YAML's double quotes: what would steer beyond ASCII as \uXXXX.
std::string with_escaped_characters(std::string_view text);
std::string lower_case(std::string_view text);
/// The letters and digits of ASCII in `text`, and nothing else.
std::string letters_and_digits(std::string_view text);
/// The first line of `text`, which is taken off it; without the \n or \r\n at its end.
std::string_view take_line(std::string_view& text);

/// "15,231,233,024"
std::string with_separators(std::int64_t value);
/// "0.447", "1.23e+04": three significant digits.
std::string three(double value);
/// "15.2 GB" (10⁹) and "14.2 GiB" (2³⁰).
std::string in_gb(double bytes);
std::string in_gib(double bytes);
/// "3.6 %", or "+3.6 %"; "-" where it is unknown.
std::string in_percent(std::optional<double> percent, bool with_sign = false);
/// "79 %" of 0.799: rounded down, so that no share seems to reach a limit that it misses.
std::string in_whole_percent(double share);
/// "34.2 days", "5.1 h", "12 min", "3.4 s", "12.5 ms", "800 µs".
Quantity in_time(double seconds);
/// "$4,282,114", "$12.34", "$0.0123".
Quantity in_usd(double usd);
/// The same, rounded up: what is told is enough.
Quantity in_usd_or_more(double usd);
/// "¥4,282,114", "CHF 12.34"
std::string in_currency(std::string_view sign, double amount);

}  // namespace hakaru
