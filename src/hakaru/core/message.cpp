#include "hakaru/core/message.h"

#include <fmt/args.h>

namespace hakaru {

std::string substitute(std::string_view format, const std::vector<std::string>& arguments) {
  fmt::dynamic_format_arg_store<fmt::format_context> store;
  for (const std::string& argument : arguments) store.push_back(argument);
  return fmt::vformat(format, store);
}

std::string in_english(const Message& message) { return substitute(message.format, message.arguments); }

}  // namespace hakaru
