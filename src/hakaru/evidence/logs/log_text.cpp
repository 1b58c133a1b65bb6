#include "hakaru/evidence/logs/log_text.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "hakaru/core/from_chars.h"

namespace hakaru {
namespace {

bool is_digit(char each) { return each >= '0' && each <= '9'; }
bool is_letter(char each) { return (each >= 'a' && each <= 'z') || (each >= 'A' && each <= 'Z'); }
bool is_of_word(char each) { return is_digit(each) || is_letter(each) || each == '_'; }

/// True if the comma at `at` stands between thousands: "8,012".
bool parts_thousands(std::string_view text, std::size_t at) {
  constexpr std::size_t digits = 3;
  if (text.size() < at + 1 + digits) return false;
  const std::string_view behind = text.substr(at + 1);
  return std::all_of(behind.begin(), behind.begin() + digits, is_digit) &&
         (behind.size() == digits || !is_digit(behind[digits]));
}

/// Digits of the number that begins `text`, without commas, and the characters that it takes.
std::pair<std::string, std::size_t> digits_of(std::string_view text) {
  std::string digits;
  std::size_t at = 0;
  for (; at < text.size(); ++at) {
    const char each = text[at];
    const bool exponent = (each == 'e' || each == 'E') && at + 1 < text.size() && !digits.empty() &&
                          (is_digit(text[at + 1]) || text[at + 1] == '+' || text[at + 1] == '-');
    const bool sign = (each == '-' || each == '+') && (at == 0 || text[at - 1] == 'e' || text[at - 1] == 'E');
    if (each == ',' && !digits.empty() && is_digit(text[at - 1]) && parts_thousands(text, at)) continue;
    if (!is_digit(each) && each != '.' && !exponent && !sign) break;
    digits += each;
  }
  return {digits, at};
}

}  // namespace

std::string take_log_line(std::string_view& text) {
  constexpr char escape = '\x1b';
  const std::size_t end = std::min(text.find_first_of("\r\n"), text.size());
  const std::string_view raw = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  std::string line;
  for (std::size_t at = 0; at < raw.size(); ++at) {
    if (raw[at] != escape) {
      line += raw[at];
      continue;
    }
    while (at < raw.size() && !is_letter(raw[at])) ++at;
  }
  return line;
}

std::optional<double> number_after(std::string_view line, std::string_view label, std::string_view unit) {
  const std::size_t found = line.find(label);
  if (found == std::string_view::npos) return std::nullopt;
  std::string_view rest = line.substr(found + label.size());
  rest.remove_prefix(std::min(rest.find_first_not_of(" \t"), rest.size()));
  const auto [digits, taken] = digits_of(rest);
  rest.remove_prefix(taken);
  double value = 0;
  const auto [end, error] = from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc() || end != digits.data() + digits.size() || !std::isfinite(value)) return std::nullopt;
  if (!unit.empty() && rest.starts_with(unit)) return value;
  if (!rest.empty() && is_of_word(rest.front())) return std::nullopt;
  return value;
}

std::optional<std::string> setting_in(std::string_view line, std::string_view key) {
  const std::size_t found = line.find(key);
  if (found == std::string_view::npos) return std::nullopt;
  if (found > 0 && (is_of_word(line[found - 1]) || line[found - 1] == '-')) return std::nullopt;
  std::string_view rest = line.substr(found + key.size());
  const std::size_t between = std::min(rest.find_first_not_of(" .:='\""), rest.size());
  if (between == 0) return std::nullopt;
  rest.remove_prefix(between);
  const std::size_t end =
      static_cast<std::size_t>(std::find_if_not(rest.begin(), rest.end(), is_of_word) - rest.begin());
  constexpr std::size_t longest = 20;
  if (end == 0 || end > longest || (end < rest.size() && rest[end] == '.')) return std::nullopt;
  return std::string(rest.substr(0, end));
}

bool stands_once(std::string_view line, std::string_view marker) {
  const std::size_t found = line.find(marker);
  return found != std::string_view::npos && line.find(marker, found + 1) == std::string_view::npos;
}

}  // namespace hakaru
