// A sentence for the user that can be told in any language of the program.
//
// It is kept as its English format string and its arguments; output/ renders it, looking the format string up in
// data/messages/<language>.toml (English -> translation, same numbered or unnumbered placeholders). A test checks that
// every format string in the source has its Japanese.
//
//   Message m = message("{} does not fit on one {}: it needs {}", "gpt3-175b", "a100-sxm-80gb", "350 GB");
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <vector>

namespace hakaru {

struct Message {
  std::string format;                  ///< English, with {} for each argument
  std::vector<std::string> arguments;  ///< already formatted, language-neutral (numbers, names, units)

  bool operator==(const Message&) const = default;
};

template <typename... Arguments>
Message message(std::string_view format, const Arguments&... arguments) {
  return Message{std::string(format), {fmt::format("{}", arguments)...}};
}

/// The message in English.
std::string in_english(const Message& message);

/// `format` with each {} replaced, in order, by an argument ({0}, {1} pick one by number). Arguments may be text from
/// outside: what is very long is shortened, what would not stay on its line or would steer a terminal is escaped.
std::string substitute(std::string_view format, const std::vector<std::string>& arguments);

}  // namespace hakaru
