// Scripts as the commands in them, word by word, as far as a reader of launch files needs: quotes, backslashes,
// comments, lines that go on, variables that the same text sets. Nothing is run, expanded from elsewhere or looked up.
//
//   commands_in("MODEL=a/b\nexec vllm serve \"${MODEL}\" \\\n  -tp 8");
//   // {{"exec", "vllm", "serve", "a/b", "-tp", "8"}}
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace hakaru {

/// Gives `take` the words of every line that is a command or a part of one, one after the other: of YAML's and
/// Dockerfiles' too, whose own words stay beside them.
void each_command(std::string_view text, const std::function<void(std::vector<std::string>)>& take);
/// All of them.
std::vector<std::vector<std::string>> commands_in(std::string_view text);

/// "NGPU=8"
bool is_assignment(std::string_view word);

}  // namespace hakaru
