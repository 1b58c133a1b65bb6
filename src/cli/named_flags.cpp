#include "named_flags.h"

#include "question_flags.h"

namespace hakaru::cli {

void NamedFlags::add(CLI::App& command, const std::string& key, const std::string& type, const std::string& group,
                     const std::string& help) {
  command.add_option(flag_of(key), values_[key], help)->type_name(type)->group(group);
}

Json NamedFlags::keys() const {
  Json keys = Json::object();
  for (const auto& [key, value] : values_) {
    if (value) keys[key] = *value;
  }
  return keys;
}

}  // namespace hakaru::cli
