#include "hakaru/launching/command_search.h"

#include <algorithm>

#include "hakaru/core/ranges.h"
#include "hakaru/launching/command.h"
#include "hakaru/launching/shell/shell_flow.h"
#include "hakaru/launching/shell/shell_words.h"

namespace hakaru {

/// A word that starts a program, as its table has it, taken apart once.
class StartWord {
 public:
  explicit StartWord(const std::string& wanted) : wanted_(wanted), made_(word_of(wanted)) {
    if (!made_.behind.empty()) script_ = made_.behind.substr(made_.behind.rfind('/') + 1);
  }

  /// Tells whether it stands for `word`: itself, a script of that name in any folder, any script.
  bool stands_for(const std::string& word) const {
    if (made_.variable.empty()) return word == wanted_ || is_python(word) || is_path_of(word);
    if (!made_.before.empty()) return made_.behind.empty() && word.starts_with(made_.before);
    if (made_.behind.empty()) return word.ends_with(".py") || word.starts_with("${");
    const bool ends_so = word.ends_with(script_);
    return ends_so && (word.size() == script_.size() || word[word.size() - script_.size() - 1] == '/');
  }

 private:
  /// python, python3.12, /usr/bin/python3
  bool is_python(std::string_view word) const {
    if (wanted_ != "python3") return false;
    word.remove_prefix(std::min(word.size(), word.rfind('/') + 1));
    constexpr std::string_view name = "python";
    return word.starts_with(name) && word.substr(name.size()).find_first_not_of("0123456789.") == std::string::npos;
  }
  /// /opt/venv/bin/vllm
  bool is_path_of(std::string_view word) const {
    return word.starts_with('/') && !is_flag(wanted_) && wanted_.find('/') == std::string::npos &&
           word.substr(word.rfind('/') + 1) == wanted_;
  }

  std::string wanted_, script_;
  Word made_;
};

/// All ways to start a program, its own first.
using Starts = std::vector<std::vector<StartWord>>;

namespace {

/// "${AXOLOTL_CONFIG}"
bool is_variable(const std::string& word) { return word.starts_with("${") && word.ends_with('}'); }

/// The words that start a program, or one of its other starts. Behind its name they are the user's own.
std::vector<StartWord> start_words(const Words& words) {
  std::vector<StartWord> start;
  for (const std::string& wanted : words) {
    if (!start.empty() && (wanted.starts_with("--") || is_variable(wanted))) break;
    start.emplace_back(wanted);
  }
  return start;
}

/// Counts the words at `at` that start it; 0: they do not.
std::size_t starts_at(const std::vector<StartWord>& start, const Words& words, std::size_t at) {
  if (start.size() > words.size() - at) return 0;
  for (std::size_t each = 0; each < start.size(); ++each) {
    if (!start[each].stands_for(words[at + each])) return 0;
  }
  return start.size();
}

Starts starts_of(const LaunchProgram& program) {
  Starts starts{start_words(program.program)};
  for (const std::string& other : program.also_started) {
    for (const Words& words : commands_in(other)) starts.push_back(start_words(words));
  }
  return starts;
}

std::optional<Start> start_in(const Starts& starts, const Words& words) {
  std::optional<Start> best;
  for (const std::vector<StartWord>& start : starts) {
    for (std::size_t at = 0; at < words.size(); ++at) {
      const std::size_t count = starts_at(start, words, at);
      if (count > 0 && (!best || best->words < count)) best = Start{at, count, &start != &starts.front()};
    }
  }
  return best;
}

/// True if a command does nothing but set variables: "export NGPU=8".
bool only_sets(const Words& words) {
  const auto first = words.begin() + (!words.empty() && words.front() == "export" ? 1 : 0);
  return first != words.end() && std::all_of(first, words.end(), is_assignment);
}

/// True if `words` have the flags that its script is started with: --deepspeed.
bool says_its_own(const LaunchProgram& program, const Words& words) {
  return ranges::all_of(program.program, [&](const std::string& own) {
    return !is_flag(own) ||
           ranges::any_of(words, [&](const std::string& word) { return word == own || word.starts_with(own + "="); });
  });
}

/// True if it starts as a launcher does, `accelerate launch`: what that starts says more than it.
bool is_launcher(const LaunchProgram& program, const LaunchPrograms& programs) {
  return ranges::any_of(programs.launchers(), [&](const std::string& name) {
    const Words& own = programs.program(name).program;
    return own.size() <= program.program.size() && std::equal(own.begin(), own.end(), program.program.begin());
  });
}

}  // namespace

std::optional<Start> start_of(const LaunchProgram& program, const Words& words) {
  return start_in(starts_of(program), words);
}

CommandSearch::ReadVariables::ReadVariables(const LaunchPrograms& programs) {
  for (const auto& [program, each] : programs.all()) {
    for (const auto& [what, name] : each.variables) read_.insert(name);
  }
  read_.insert(programs.visible().begin(), programs.visible().end());
}

void CommandSearch::ReadVariables::take(const Words& words, std::size_t count) {
  for (std::size_t at = 0; at < count; ++at) {
    const std::string& word = words[at];
    if (!is_assignment(word) || word.ends_with('=')) continue;
    const std::string name = word.substr(0, word.find('='));
    if (read_.contains(name)) values_.insert_or_assign(name, word.substr(name.size() + 1));
  }
}

Said CommandSearch::ReadVariables::said_of(const LaunchProgram& program) const {
  Said said;
  for (const auto& [what, name] : program.variables) {
    if (const auto value = values_.find(name); value != values_.end()) said.emplace(what, value->second);
  }
  return said;
}

Said CommandSearch::ReadVariables::values_of(const std::vector<std::string>& names) const {
  Said values;
  for (const std::string& name : names) {
    if (const auto value = values_.find(name); value != values_.end()) values.insert(*value);
  }
  return values;
}

/// A program that commands are looked through for.
struct CommandSearch::Wanted {
  const LaunchProgram& program;
  Starts starts;
  bool is_any_script = false, is_launcher = false;
  std::shared_ptr<const KnownFlags> flags = nullptr;  ///< once a command starts it
};

/// True if the flags behind the words that start it are the program's own.
bool CommandSearch::tells_itself(const Wanted& wanted, const SaidFlags& flags) {
  const Words& tells = wanted.program.tells;
  if (tells.empty()) return !wanted.is_any_script || flags.recognised() > 0;
  return ranges::any_of(tells, [&](const std::string& each) { return flags.said().contains(each); });
}

std::vector<CommandSearch::Wanted> CommandSearch::wanted_programs(const LaunchPrograms& programs,
                                                                  const Accelerator* on) {
  std::vector<Wanted> wanted;
  for (const auto& [name, program] : programs.all()) {
    if (program.form != LaunchForm::flags || !programs.starts(name)) continue;
    if (on != nullptr && !runs_on(program, *on)) continue;
    const Word first = program.program.empty() ? Word{} : word_of(program.program.front());
    const bool is_any_script = first.behind.empty() && !first.variable.empty();
    wanted.push_back({program, starts_of(program), is_any_script, is_launcher(program, programs)});
  }
  return wanted;
}

CommandSearch::CommandSearch(const LaunchPrograms& programs, const Accelerator* on)
    : programs_(programs), wanted_(wanted_programs(programs, on)), exported_(programs) {}
CommandSearch::~CommandSearch() = default;

/// Replaces the module that is run, `torchrun -m trl.scripts.sft`, by the script that it is, trl/scripts/sft.py; not
/// what starts ranks, `python3 -m torch.distributed.run`, nor a number, `numactl -m 0`.
Words CommandSearch::with_script(Words words) const {
  for (std::size_t at = 1; at < words.size(); ++at) {
    std::string& module = words[at];
    if ((words[at - 1] != "-m" && words[at - 1] != "--module") || is_flag(module) || module.ends_with(".py") ||
        module.find_first_not_of("0123456789,-") == std::string::npos)
      continue;
    const bool starts_ranks = ranges::any_of(programs_.launchers(), [&](const std::string& name) {
      return ranges::any_of(programs_.program(name).also_started,
                            [&](const std::string& other) { return other.ends_with(" " + module); });
    });
    if (starts_ranks) continue;
    std::replace(module.begin(), module.end(), '.', '/');
    module += ".py";
    break;
  }
  return words;
}

void CommandSearch::look_at(const Words& words) {
  if (only_sets(words)) exported_.take(words, words.size());
  const Words scripts = with_script(words);
  for (Wanted& wanted : wanted_) {
    if (const std::optional<Start> start = start_in(wanted.starts, words))
      look_at(words, wanted, *start);
    else if (const std::optional<Start> script = start_in(wanted.starts, scripts))
      look_at(scripts, wanted, *script);
  }
}

void CommandSearch::look_at(const Words& words, Wanted& wanted, const Start& start) {
  const LaunchProgram& program = wanted.program;
  if (wanted.flags == nullptr) wanted.flags = std::make_shared<const KnownFlags>(flags_of(program, programs_));
  SaidFlags flags(program, wanted.flags);
  flags.take(Words(words.begin() + static_cast<std::ptrdiff_t>(start.at + start.words), words.end()));
  ReadVariables environment = exported_;
  environment.take(words, start.at);
  const Said set = start.otherwise ? environment.said_of(program) : Said();
  const std::size_t told_apart = wanted.is_any_script ? 1 : wanted.is_launcher ? 2 : 1 + start.words;
  const std::pair<std::size_t, std::size_t> fit{told_apart + set.count("settings"),
                                                1 + flags.recognised() + set.size()};
  if (!tells_itself(wanted, flags) || (wanted.is_any_script && !says_its_own(program, words))) return;
  if (fit <= best_fit_) return;
  best_fit_ = fit;
  best_.emplace(Started{program, words, start, std::move(flags), set, environment.values_of(programs_.visible())});
}

}  // namespace hakaru
