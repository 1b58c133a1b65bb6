#include "hakaru/core/message.h"

#include <fmt/args.h>

#include "hakaru/core/text.h"

namespace hakaru {

std::string substitute(std::string_view format, const std::vector<std::string>& arguments) {
  constexpr std::size_t longest = 1000;  // sentences within sentences, lists of what is accepted
  fmt::dynamic_format_arg_store<fmt::format_context> store;
  for (const std::string& argument : arguments) store.push_back(printable(abridged(argument, longest)));
  return fmt::vformat(format, store);
}

std::string in_english(const Message& message) { return substitute(message.format, message.arguments); }

}  // namespace hakaru
