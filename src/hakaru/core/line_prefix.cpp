#include "hakaru/core/line_prefix.h"

#include <algorithm>

namespace hakaru {
namespace {

bool is_blank_of_prefix(char each) { return each == ' ' || each == '\t'; }
bool is_digit_of_prefix(char each) { return each >= '0' && each <= '9'; }

/// Number of characters at the start of `text` that are of one kind.
template <typename IsOfKind>
std::size_t run_of(std::string_view text, const IsOfKind& is_of_kind) {
  return static_cast<std::size_t>(std::find_if_not(text.begin(), text.end(), is_of_kind) - text.begin());
}

}  // namespace

std::string_view LinePrefix::taken_off(std::string_view line) const {
  std::string_view prefix = prefix_, rest = line;
  while (!prefix.empty()) {
    if (is_blank_of_prefix(prefix.front())) {
      prefix.remove_prefix(run_of(prefix, is_blank_of_prefix));
      rest.remove_prefix(run_of(rest, is_blank_of_prefix));
    } else if (is_digit_of_prefix(prefix.front())) {
      const std::size_t digits = run_of(rest, is_digit_of_prefix);
      if (digits == 0) return line;
      prefix.remove_prefix(run_of(prefix, is_digit_of_prefix));
      rest.remove_prefix(digits);
    } else {
      if (rest.empty() || rest.front() != prefix.front()) return line;
      prefix.remove_prefix(1);
      rest.remove_prefix(1);
    }
  }
  return rest;
}

}  // namespace hakaru
