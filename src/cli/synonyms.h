// Other words for flags and commands that people bring from other tools, and what they are read as.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hakaru/core/message.h"

namespace hakaru::cli {

/// `arguments` with each of the words `unknown` that stands for a flag of the command, "--gpus" for "--accelerators",
/// replaced by it. Adds to `read_as` what was replaced. `flags`: those of the command. A command that is missing in
/// front of "serve", "train" or "infer" is "plan".
std::vector<std::string> in_own_words(const std::vector<std::string>& arguments,
                                      const std::vector<std::string>& unknown, const std::vector<std::string>& flags,
                                      std::vector<Message>& read_as);

/// The way to ask for what the flag `typed` means elsewhere and no flag here does; empty: not known.
std::optional<Message> asked_otherwise(const std::string& typed);

}  // namespace hakaru::cli
