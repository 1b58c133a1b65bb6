// hakaru completion bash|zsh|fish: scripts made from the commands themselves, so that they never lag behind. Names of
// models, instances and accelerators are asked of hakaru when they are needed.
#include <map>
#include <memory>

#include "../commands.h"
#include "hakaru/core/text.h"

namespace hakaru::cli {
namespace {

/// Words that may stand after each command: "plan train" -> "--model --tokens …".
std::map<std::string, std::vector<std::string>> words_of(const CLI::App& app) {
  std::map<std::string, std::vector<std::string>> words;
  const auto visit = [&](const auto& self, const CLI::App& command, const std::string& path) -> void {
    std::vector<std::string>& here = words[path];
    for (const CLI::App* each : command.get_subcommands([](const CLI::App*) { return true; })) {
      here.push_back(each->get_name());
      self(self, *each, path.empty() ? each->get_name() : path + " " + each->get_name());
    }
    for (const CLI::App* each : {&command, &app}) {
      for (const CLI::Option* option : each->get_options()) {
        for (const std::string& name : option->get_lnames()) here.push_back("--" + name);
      }
      if (each == &app) break;
    }
  };
  visit(visit, app, "");
  return words;
}

/// The lines "  'plan train') words='…' ;;" of a shell's case.
std::string cases(const CLI::App& app) {
  std::string text;
  for (const auto& [path, words] : words_of(app))
    text += fmt::format("    '{}') words='{}' ;;\n", path, join(words, " "));
  return text;
}

/// Picks the words for what stands before the cursor; bash and zsh read it alike.
std::string chooser(const CLI::App& app) {
  return "  local words\n"
         "  case $last in\n"
         "    --model) words=$(hakaru model list --names 2>/dev/null) ;;\n"
         "    --instance|--on) words=$(hakaru instance list --names 2>/dev/null) ;;\n"
         "    --accelerator) words=$(hakaru accelerator list --names 2>/dev/null) ;;\n"
         "    *) case $place in\n" +
         cases(app) +
         "    *) words='' ;;\n"
         "    esac ;;\n"
         "  esac\n";
}

std::string bash_script(const CLI::App& app) {
  return "_hakaru() {\n"
         "  local here=${COMP_WORDS[COMP_CWORD]} last=${COMP_WORDS[COMP_CWORD-1]} place='' word\n"
         "  for word in \"${COMP_WORDS[@]:1:COMP_CWORD-1}\"; do\n"
         "    [[ $word == -* ]] && break\n"
         "    place+=${place:+ }$word\n"
         "  done\n" +
         chooser(app) +
         "  COMPREPLY=($(compgen -W \"$words\" -- \"$here\"))\n"
         "}\n"
         "complete -o default -F _hakaru hakaru\n";
}

std::string zsh_script(const CLI::App& app) {
  std::string body = chooser(app);
  // zsh keeps the line itself in an array called words.
  for (std::size_t at = body.find("words"); at != std::string::npos; at = body.find("words", at + 7))
    body.replace(at, 5, "choices");
  return "#compdef hakaru\n"
         "_hakaru() {\n"
         "  local last=${words[CURRENT-1]} place='' word\n"
         "  for word in ${words[2,CURRENT-1]}; do\n"
         "    [[ $word == -* ]] && break\n"
         "    place+=${place:+ }$word\n"
         "  done\n" +
         body +
         "  compadd -- ${=choices} || _files\n"
         "}\n"
         "compdef _hakaru hakaru\n";
}

std::string fish_script(const CLI::App& app) {
  std::string text = "complete -c hakaru -f\n";
  for (const auto& [path, words] : words_of(app)) {
    std::string condition = path.empty() ? "__fish_use_subcommand" : "";
    for (std::size_t start = 0; start < path.size();) {
      const std::size_t end = std::min(path.find(' ', start), path.size());
      condition += (start == 0 ? "" : "; and ") + ("__fish_seen_subcommand_from " + path.substr(start, end - start));
      start = end + 1;
    }
    for (const std::string& word : words) {
      const std::string what = word.starts_with("--") ? "-l " + word.substr(2) : "-a " + word;
      text += fmt::format("complete -c hakaru -n '{}' {}\n", condition, what);
    }
  }
  return text +
         "complete -c hakaru -l model -x -a '(hakaru model list --names)'\n"
         "complete -c hakaru -l instance -x -a '(hakaru instance list --names)'\n"
         "complete -c hakaru -l accelerator -x -a '(hakaru accelerator list --names)'\n";
}

}  // namespace

Result<std::string> completion_script(const CLI::App& app, const std::string& shell) {
  if (shell == "bash") return bash_script(app);
  if (shell == "zsh") return zsh_script(app);
  if (shell == "fish") return fish_script(app);
  return bad_input("completion is for '{}'; accepted: bash, zsh, fish", shell);
}

void add_completion_command(CLI::App& app, Session& session) {
  const Translator& t = session.translator();
  CLI::App& command = add_command(app, "completion", t.say("a completion script for the shell"));
  const auto shell = std::make_shared<std::string>();
  command.add_option("SHELL", *shell, t.say("bash, zsh or fish"))->type_name("")->group("shell");
  command.callback([shell, &app, &session] { session.command = [=, &app] { return completion_script(app, *shell); }; });
}

}  // namespace hakaru::cli
