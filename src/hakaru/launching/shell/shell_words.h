// Scripts as the commands in them, word by word, as far as a reader of launch files needs: quotes, backslashes,
// comments, lines that go on, variables that the same text sets, their defaults, arithmetic, branches whose conditions
// the text decides, files that it writes. Nothing is run or looked up: what a command would print, a loop that may run
// several times or a branch that may not leave the variables that they set as they are written, "${NAME}".
//
//   commands_in("MODEL=a/b\nexec vllm serve \"${MODEL}\" \\\n  -tp 8");
//   // {{"exec", "vllm", "serve", "a/b", "-tp", "8"}}
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace hakaru {

/// State that a text is read with, and what it says besides its commands.
struct ShellText {
  std::map<std::string, std::string, std::less<>> environment = {};  ///< set before its first line
  bool every_branch = false;                                         ///< each is read, whatever its condition
  std::map<std::string, std::string, std::less<>> files = {};        ///< that it writes: name → text
  std::set<std::string, std::less<>> unset = {};  ///< asked for by conditions of branches that are left out
};

/// Gives `take` the words of every line that is a command or a part of one, one after the other: of YAML's and
/// Dockerfiles' too, whose own words stay beside them.
void each_command(std::string_view text, ShellText& shell, const std::function<void(std::vector<std::string>)>& take);
/// All of them.
std::vector<std::vector<std::string>> commands_in(std::string_view text);

}  // namespace hakaru
