#include "hakaru/launching/dockerfile.h"

#include <algorithm>

#include "hakaru/core/fields.h"
#include "hakaru/core/text.h"
#include "hakaru/launching/command.h"

namespace hakaru {
namespace {

constexpr std::string_view blanks = " \t\r";

std::string_view trimmed(std::string_view text) {
  text.remove_prefix(std::min(text.size(), text.find_first_not_of(blanks)));
  return text.substr(0, text.find_last_not_of(blanks) + 1);
}

/// The first word of `text`, which is left behind it.
std::string_view take_word(std::string_view& text) {
  text = trimmed(text);
  const std::string_view word = text.substr(0, text.find_first_of(blanks));
  text = trimmed(text.substr(word.size()));
  return word;
}

/// A line that ends in a backslash goes on in the next; a comment between them does not end it.
std::string take_instruction(std::string_view& text) {
  std::string whole;
  while (!text.empty()) {
    const std::string_view line = trimmed(take_line(text));
    if (line.starts_with('#')) continue;
    if (!line.ends_with('\\')) return whole + std::string(line);
    whole += std::string(line.substr(0, line.size() - 1)) + " ";
  }
  return whole;
}

/// The words of ["a", "b c"], quoted; any other text as it is, which a shell reads.
std::string started_by(std::string_view said) {
  if (!said.starts_with('[')) return std::string(said);
  const Result<Json> list = parse_json(said, "");
  if (!list || !list->is_array()) return std::string(said);
  std::string words;
  for (const Json& each : *list) {
    if (each.is_string()) words += (words.empty() ? "" : " ") + shell_word(each.get_ref<const std::string&>());
  }
  return words;
}

}  // namespace

std::optional<std::string> command_of_dockerfile(std::string_view text) {
  std::string image, settings, entry, command;
  while (!text.empty()) {
    const std::string instruction = take_instruction(text);
    std::string_view rest = instruction;
    const std::string name = lower_case(take_word(rest));
    if (name == "from") {
      while (rest.starts_with("--")) take_word(rest);
      image = take_word(rest);
      settings.clear(), entry.clear(), command.clear();
    } else if (name == "env" || name == "arg") {
      settings += std::string(rest) + "\n";
    } else if (name == "entrypoint") {
      entry = started_by(rest);
    } else if (name == "cmd") {
      command = started_by(rest);
    }
  }
  if (image.empty() || (entry.empty() && command.empty())) return std::nullopt;
  return settings + (entry.empty() ? shell_word(image) : entry) + " " + command + "\n";
}

}  // namespace hakaru
