// Flags of a command whose values are read later, by name, as the keys of a scenario are (job/key_reader.h).
#pragma once

#include <CLI/CLI.hpp>
#include <map>
#include <optional>
#include <string>

#include "hakaru/core/fields.h"

namespace hakaru::cli {

class NamedFlags {
 public:
  /// `key` with _ for the - of its flag. Must outlive the parsing of the command line.
  void add(CLI::App& command, const std::string& key, const std::string& type, const std::string& group,
           const std::string& help);

  /// Those that were given.
  Json keys() const;

 private:
  std::map<std::string, std::optional<std::string>> values_;  ///< an empty one was given too
};

}  // namespace hakaru::cli
