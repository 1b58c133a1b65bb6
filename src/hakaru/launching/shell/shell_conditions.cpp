#include "hakaru/launching/shell/shell_conditions.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <utility>

#include "hakaru/core/ranges.h"

namespace hakaru {

Truth opposite(Truth truth) {
  return truth == Truth::yes ? Truth::no : truth == Truth::no ? Truth::yes : Truth::unknown;
}

Truth truth_of(bool holds) { return holds ? Truth::yes : Truth::no; }

bool fits(std::string_view pattern, std::string_view text) {
  std::size_t at = 0, in_text = 0, star = std::string_view::npos, behind_star = 0;
  while (in_text < text.size()) {
    if (at < pattern.size() && pattern[at] == '*') {
      star = at++;
      behind_star = in_text;
    } else if (at < pattern.size() && (pattern[at] == '?' || pattern[at] == text[in_text])) {
      ++at, ++in_text;
    } else if (star != std::string_view::npos) {
      at = star + 1;
      in_text = ++behind_star;
    } else {
      return false;
    }
  }
  return pattern.substr(at).find_first_not_of('*') == std::string_view::npos;
}

namespace {

std::optional<std::int64_t> whole_number(std::string_view text) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

Truth compared(const std::string& left, const std::string& sign, const std::string& right) {
  if (sign == "=" || sign == "==") return truth_of(fits(right, left));
  if (sign == "!=") return truth_of(!fits(right, left));
  constexpr std::array signs{"-eq", "-ne", "-lt", "-le", "-gt", "-ge"};
  if (ranges::count(signs, sign) == 0) return Truth::unknown;
  const auto first = whole_number(left), second = whole_number(right);
  if (!first || !second) return Truth::no;  // an error
  const std::array holds{*first == *second, *first != *second, *first<*second, *first <= *second, *first> * second,
                         *first >= *second};
  return truth_of(holds[static_cast<std::size_t>(std::distance(signs.begin(), ranges::find(signs, sign)))]);
}

/// Decides words without brackets, "and" and "or".
Truth simple(const std::vector<std::string>& words, const TextOfWord& text_of) {
  if (!words.empty() && words.front() == "!")
    return opposite(simple(std::vector<std::string>(words.begin() + 1, words.end()), text_of));
  std::vector<std::string> texts;
  for (const std::string& word : words) {
    const std::optional<std::string> text = text_of(word);
    if (!text) return Truth::unknown;
    texts.push_back(*text);
  }
  if (texts.empty()) return Truth::no;
  if (texts.size() == 1) return truth_of(!texts[0].empty());
  if (texts.size() == 3) return compared(texts[0], texts[1], texts[2]);
  if (texts.size() != 2) return Truth::unknown;
  if (texts[0] == "-z") return truth_of(texts[1].empty());
  return texts[0] == "-n" ? truth_of(!texts[1].empty()) : Truth::unknown;  // files, -v
}

}  // namespace

std::optional<Truth> condition(const std::vector<std::string>& words, const TextOfWord& text_of) {
  if (words.empty()) return std::nullopt;
  const std::string& first = words.front();
  if (first == "true" || first == "false") return truth_of(first == "true");
  if (first == "!") {
    const auto inner = condition(std::vector<std::string>(words.begin() + 1, words.end()), text_of);
    return inner ? std::optional(opposite(*inner)) : std::nullopt;
  }
  if (first != "[" && first != "[[" && first != "test") return std::nullopt;
  const std::size_t closing = first == "test" ? 0 : 1;
  if (words.size() < 1 + closing) return std::nullopt;
  Truth any = Truth::no, all = Truth::yes;
  std::vector<std::string> part;
  for (std::size_t i = 1; i < words.size() - closing; ++i) {
    const bool is_and = words[i] == "&&" || words[i] == "-a", is_or = words[i] == "||" || words[i] == "-o";
    if (!is_and && !is_or) {
      part.push_back(words[i]);
      continue;
    }
    all = std::min(all, simple(part, text_of));
    part.clear();
    if (is_or) any = std::max(any, std::exchange(all, Truth::yes));
  }
  return std::max(any, std::min(all, simple(part, text_of)));
}

}  // namespace hakaru
