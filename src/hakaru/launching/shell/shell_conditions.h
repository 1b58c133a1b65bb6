// Conditions of a shell: [ "$A" = b ], [[ -z $A && $B -gt 1 ]], test, true, false.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hakaru/launching/shell/shell_variables.h"

namespace hakaru {

/// True if `text` fits `pattern`, in which * stands for any letters and ? for one.
bool fits(std::string_view pattern, std::string_view text);

/// The text that a word with variables in it stands for; empty: not known.
using TextOfWord = std::function<std::optional<std::string>(const std::string&)>;

/// Empty: `words` are no condition but a command, whose success only a run shows.
std::optional<Truth> condition(const std::vector<std::string>& words, const TextOfWord& text_of);

Truth opposite(Truth truth);
Truth truth_of(bool holds);

}  // namespace hakaru
