// Other words for flags and commands that people bring from other tools, and what they are read as.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hakaru/core/message.h"

namespace hakaru::cli {

/// Words that a command knows.
struct KnownWords {
  std::vector<std::string> flags;     ///< of the command
  std::vector<std::string> commands;  ///< below it
};

/// `arguments` with each of the words `unknown` that stands for a flag of the command, "--gpus" for "--accelerators",
/// "--method dpo" for "--algorithm dpo", or for a command below it, replaced by it. Adds to `read_as` what was
/// replaced. A command that is missing in front of "serve", "train" or "infer" is "plan".
std::vector<std::string> in_own_words(const std::vector<std::string>& arguments,
                                      const std::vector<std::string>& unknown, const KnownWords& known,
                                      std::vector<Message>& read_as);

/// The way to ask for what the flag `written` means elsewhere and no flag here does; empty: not known. `flags`: the
/// command's.
std::optional<Message> asked_otherwise(const std::string& written, const std::vector<std::string>& flags);

/// The flag that `written` first stands for, whichever command has it; "": for none.
std::string flag_elsewhere(const std::string& written);

/// The first of `flags` that `written` is, or stands for; "": none.
std::string own_flag(const std::string& written, const std::vector<std::string>& flags);

}  // namespace hakaru::cli
