#include "hakaru/launching/command.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "hakaru/core/text.h"

namespace hakaru {
namespace {

constexpr std::string_view line_break = " \\\n  ";

bool is_plain(char letter) {
  return std::isalnum(static_cast<unsigned char>(letter)) != 0 ||
         std::string_view("_@%+=:,./-").find(letter) != std::string_view::npos;
}

std::string of_script(const Word& word) {
  if (word.variable.empty()) return shell_word(word.text);
  const std::string inside = fmt::format("\"${{{}}}\"", word.variable);
  return (word.before.empty() ? inside : shell_word(word.before) + inside) +
         (word.behind.empty() ? "" : shell_word(word.behind));
}

}  // namespace

Word word_of(std::string_view text) {
  const std::size_t from = text.find("${"), to = text.find('}');
  if (from == std::string_view::npos || to == std::string_view::npos || to < from) return {std::string(text)};
  return {{},
          std::string(text.substr(from + 2, to - from - 2)),
          std::string(text.substr(0, from)),
          std::string(text.substr(to + 1))};
}

std::string shell_word(std::string_view text) {
  if (!text.empty() && std::all_of(text.begin(), text.end(), is_plain)) return std::string(text);
  std::string held(text);
  std::erase(held, '\0');  // no word of a shell holds it
  if (is_steering(held)) return "$'" + with_escaped_bytes(held, "'\\") + "'";
  std::string inside = "'";
  for (const char letter : held) inside += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
  return inside + "'";
}

std::string in_script(const Command& command) {
  std::string text;
  bool behind_flag = false;
  for (const Word& word : command) {
    const std::string& start = word.variable.empty() ? word.text : word.before;
    const bool is_flag = start.starts_with('-');
    const bool is_setting = !behind_flag && !start.empty() &&
                            std::islower(static_cast<unsigned char>(start.front())) != 0 &&
                            start.find('=') != std::string::npos;
    const bool is_program = word.behind.starts_with('/');
    if (!text.empty()) text += is_flag || is_setting || is_program ? line_break : " ";
    text += of_script(word);
    behind_flag = is_flag && start.find('=') == std::string::npos;
  }
  return text;
}

std::string as_typed(const Command& command) {
  std::string text;
  for (const Word& word : command) {
    if (!text.empty()) text += ' ';
    text += word.variable.empty() || word.text.empty() ? of_script(word)
                                                       : shell_word(word.before + word.text + word.behind);
  }
  return text;
}

}  // namespace hakaru
