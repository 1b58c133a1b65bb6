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

}  // namespace hakaru
