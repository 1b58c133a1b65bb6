// A command as its words, each of which is one word of a shell whatever it holds.
//
//   Command command{{"vllm"}, {"serve"}, variable("MODEL", "it's mine")};
//   in_script(command);  // vllm serve \ "${MODEL}"
//   as_typed(command);   // vllm serve 'it'\''s mine'
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace hakaru {

struct Word {
  std::string text;           ///< as it is; of a variable its value, where that is known
  std::string variable = {};  ///< "MODEL", "TRAIN_ARGS[@]"; empty: none
  std::string before = {};    ///< of a variable: what stands in the same word before it, "--config-name="
  std::string behind = {};    ///< and behind it, "/pretrain_gpt.py"
};
using Command = std::vector<Word>;

inline Word variable(std::string name, std::string value = {}) { return {std::move(value), std::move(name)}; }
/// A word of the data as a Word: "${MEGATRON}/pretrain_gpt.py" is one with a variable.
Word word_of(std::string_view text);

/// As one word of a POSIX shell: 'it'\''s'. What would end a line elsewhere or steer a terminal is escaped, $'\x1b', as
/// POSIX has it since 2024.
std::string shell_word(std::string_view text);

/// The text of a command for a script: variables by name, a line for each flag.
std::string in_script(const Command& command);
/// On one line, with the values that are known.
std::string as_typed(const Command& command);

}  // namespace hakaru
