// A sentence for the user that can be said in any language of the program.
//
// It is kept as its English format string and its arguments, which are values; core/translate.h renders it, looking the
// format string up in data/messages/<language>.toml (English -> translation, same numbered or unnumbered placeholders),
// and its quantities in the reader's currency and units. A test checks that every format string in the source has its
// Japanese.
//
//   Message m = message("{} costs {}/h", "p5.48xlarge", in_usd(55.04));
//   in_english(m);  // p5.48xlarge costs $55.04/h; to a reader of yen, ¥8,531/h
#pragma once

#include <fmt/format.h>

#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

namespace hakaru {

/// A figure that each reader sees in their own way: an amount in their currency, a unit in their language.
struct Quantity {
  std::string number;              ///< in English: "$1,359", "34.2"
  std::string unit = {};           ///< stands behind it: "days"; "": nothing
  std::optional<double> usd = {};  ///< of an amount

  bool operator==(const Quantity&) const = default;
};

struct Argument;

struct Message {
  std::string format;               ///< English, with {} for each argument, or {0}, {1} that pick one by number
  std::vector<Argument> arguments;  ///< values: names and other texts, quantities

  bool operator==(const Message&) const;
};

/// A text, a quantity, or several of them in no language: Message{"{}/h ({})", {in_usd(2), region}}.
struct Argument : std::variant<std::string, Quantity, Message> {
  using std::variant<std::string, Quantity, Message>::variant;
};

inline bool Message::operator==(const Message& other) const {
  return format == other.format && arguments == other.arguments;
}

template <typename Value>
Argument argument_of(const Value& value) {
  if constexpr (std::is_convertible_v<const Value&, Argument>) {
    return value;
  } else {
    return fmt::format("{}", value);
  }
}

template <typename... Arguments>
Message message(std::string_view format, const Arguments&... arguments) {
  return Message{std::string(format), {argument_of(arguments)...}};
}

/// "…, …, …"
Message list_of(const std::vector<Message>& parts);

/// A message, or what stands in one, in English. Texts from outside are shortened where they are very long, and escaped
/// where they would not stay on their line or would steer a terminal.
std::string in_english(const Argument& said);

}  // namespace hakaru

/// A quantity within an English text, such as a formula.
template <>
struct fmt::formatter<hakaru::Quantity> : fmt::formatter<std::string> {
  template <typename Context>
  auto format(const hakaru::Quantity& quantity, Context& context) const {
    return fmt::formatter<std::string>::format(hakaru::in_english(quantity), context);
  }
};
