// Quantities as people type them ("30d", "5/s", "$20k", 毎秒3件), and figures as people read them ("5.1 h", "$4,282").
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

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
/// "34.2 days", "5.1 h", "12 min", "3.4 s", "12.5 ms", "800 µs"; in the unit that `like_s` has, where it is given.
Quantity in_time(double seconds, std::optional<double> like_s = {});
/// "$4,282,114", "$12.34", "$0.0123".
Quantity in_usd(double usd);
/// The same, rounded up: so that the amount shown is enough.
Quantity in_usd_or_more(double usd);
/// "¥4,282,114", "CHF 12.34"
std::string in_currency(std::string_view sign, double amount);

}  // namespace hakaru
