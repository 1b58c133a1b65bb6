#include "hakaru/launching/read_launch.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <iterator>
#include <memory>
#include <set>

#include "hakaru/core/ranges.h"
#include "hakaru/core/text.h"
#include "hakaru/launching/said_flags.h"
#include "hakaru/launching/settings_file.h"
#include "hakaru/launching/shell/shell_flow.h"
#include "hakaru/launching/shell/shell_words.h"

namespace hakaru {
namespace {

/// The name by which flags are read that no plan depends on.
constexpr std::string_view says_nothing = "nothing";

/// True if `said` has what a table wants of `flag`; a value that a variable, or the program, fills in may be any.
bool is_said(const std::string& flag, const std::string& wanted, const Said& said) {
  const auto found = said.find(flag);
  if (found == said.end()) return false;
  if (wanted.empty()) return !same_value(found->second, "false");
  if (wanted == "auto" || same_value(found->second, wanted)) return true;
  constexpr std::array none{"", "null", "[]"};
  return wanted.find("${") != std::string::npos && ranges::count(none, found->second) == 0;
}

/// Number of a choice's words, flags and values, where all of them are said; empty: one is not.
std::optional<std::size_t> said_of(const Words& words, const Said& said) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::size_t equals = is_flag(words[i]) ? std::string::npos : words[i].find('=');
    const std::string flag = equals == std::string::npos ? words[i] : words[i].substr(0, equals + 1);
    const bool follows = equals == std::string::npos && i + 1 < words.size() && !is_flag(words[i + 1]);
    const std::string value = equals != std::string::npos ? words[i].substr(equals + 1) : follows ? words[++i] : "";
    if (const Json table = table_in(flag, value); table.is_object()) {
      for (const auto& [path, inner] : flat_settings(table)) {
        if (!is_said(flag + "." + path, inner, said)) return std::nullopt;
        count += 2;
      }
      continue;
    }
    if (!is_said(flag, value, said)) return std::nullopt;
    count += value.empty() ? 1 : 2;
  }
  return count;
}

/// Adds the meaning of the flags, by the program's table, to `meant`.
void understand(const LaunchProgram& program, const Said& said, Said& meant) {
  const auto take = [&](const std::string& what, const std::string& flag) {
    const auto found = said.find(flag);
    const bool says_some = found != said.end() && !found->second.empty() && !same_value(found->second, "null");
    if (!says_some) return;
    const auto [known, is_new] = meant.emplace(what, found->second);
    if (!is_new && known->second == "1") known->second = found->second;  // two ways to split the same: cp_size, sp_size
  };
  for (const auto& [what, flag] : program.flags) take(what, flag);
  for (const auto& [what, flag] : program.read_flags) take(what, flag);
  struct Fit {
    std::string value;
    std::size_t words = 0;
    bool is_read = false;  ///< by words that are read alone: these decide between values that are written alike
    bool alone = true;     ///< no other value is said by as many
  };
  std::map<std::string, Fit> best;
  const auto weigh = [&](const std::string& choice, const Words& words, bool is_read) {
    const std::size_t dot = choice.find('.');
    const std::optional<std::size_t> count = said_of(words, said);
    if (dot == std::string::npos || !count) return;
    if (words.empty() && choice.starts_with("weights.")) return;  // published so: no word says which
    std::string value = choice.substr(dot + 1);
    if (value.ends_with(of_adapters)) value.resize(value.size() - of_adapters.size());
    Fit& fit = best.try_emplace(choice.substr(0, dot), Fit{value, *count, is_read}).first->second;
    if (fit.words > *count) return;
    if (fit.words == *count && fit.is_read == is_read)
      fit.alone = fit.alone && fit.value == value;
    else
      fit = {value, *count, is_read};
  };
  for (const auto& [choice, words] : program.choices) weigh(choice, words, false);
  for (const auto& [choice, words] : program.reads) weigh(choice, words, true);
  for (const auto& [what, fit] : best) {
    if (fit.alone) meant.emplace(what, fit.value);
  }
  meant.erase(std::string(says_nothing));
}

/// True if `flag` stands in `words`, alone or with its value behind "=".
bool names(const Words& words, const std::string& flag) {
  return ranges::any_of(words, [&](const std::string& word) {
    return flag.ends_with('=') ? word.starts_with(flag) : word == flag || word.starts_with(flag + "=");
  });
}

/// True if a choice leaves the value of `flag` open, as "auto": it says nothing then.
bool is_open_in(const Words& words, const std::string& flag) { return ranges::count(words, flag + "auto") > 0; }

/// Flags whose value is none of those that the table's choices have: "--kv-cache-dtype turboquant".
Words without_meaning(const LaunchProgram& program, const Said& said) {
  constexpr std::array off{"", "auto", "false", "null", "none"};
  Words flags;
  for (const auto& each_said : said) {  // no lambda of clang 14 sees a binding
    const std::string& flag = each_said.first;
    const std::string& value = each_said.second;
    const auto is_it = [&](const auto& each) { return each.second == flag; };
    const bool is_told =
        ranges::any_of(program.flags, is_it) || ranges::any_of(program.read_flags, is_it) ||
        ranges::any_of(std::array{&program.program, &program.always, &program.measured, &program.emitted},
                       [&](const Words* words) { return names(*words, flag); });
    // Switches count where the table says which do not matter: alone they may say what no choice has.
    const bool is_switch = value.empty() && is_flag(flag) && !program.no_matter.empty();
    if (is_told || (!is_switch && ranges::count(off, lower_case(value)) > 0)) continue;
    bool is_choice = false, is_said = false;
    each_choice(program, [&](const std::string&, const Words& words) {
      if (!names(words, flag) || is_open_in(words, flag)) return;
      is_choice = true;
      is_said = is_said || said_of(words, said);
    });
    if (is_choice && !is_said && matters(program, flag))
      flags.push_back(flag + (flag.ends_with('=') ? "" : " ") + value);
  }
  return flags;
}

/// Flags, and values of flags, that no table knows.
Words unread_of(const SaidFlags& flags, const LaunchProgram& program) {
  Words unread = flags.unread();
  for (std::string& each : without_meaning(program, flags.said())) unread.push_back(std::move(each));
  return unread;
}

/// "${AXOLOTL_CONFIG}"
bool is_variable(const std::string& word) { return word.starts_with("${") && word.ends_with('}'); }

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

/// All ways to start a program, its own first.
using Starts = std::vector<std::vector<StartWord>>;

Starts starts_of(const LaunchProgram& program) {
  Starts starts{start_words(program.program)};
  for (const std::string& other : program.also_started) {
    for (const Words& words : commands_in(other)) starts.push_back(start_words(words));
  }
  return starts;
}

struct Start {
  std::size_t at = 0, words = 0;
  bool otherwise = false;  ///< by words of also_started
};
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

std::optional<std::int64_t> count_of(const Said& said, std::string_view what) {
  const auto found = said.find(what);
  if (found == said.end()) return std::nullopt;
  std::int64_t count = 0;
  const std::string& text = found->second;
  const std::size_t end = text.find(':');  // torchrun takes 1:4
  for (const char letter : std::string_view(text).substr(0, end)) {
    constexpr std::int64_t most_ranks = 1'000'000;
    if (letter < '0' || letter > '9' || count > most_ranks) return std::nullopt;
    count = 10 * count + (letter - '0');
  }
  return text.empty() || count == 0 ? std::nullopt : std::optional(count);
}

/// The file of settings that a command names, behind the flag that `program` says it with or in its place.
std::string settings_named(const LaunchProgram& program, const LaunchPrograms& programs, const SaidFlags& flags) {
  const LaunchProgram* const settings = programs.find(program.settings);
  if (settings == nullptr) return "";
  for (const Words* words : {&program.program, &program.always, &program.emitted}) {
    for (std::size_t i = 1; i < words->size(); ++i) {
      if (!(*words)[i].ends_with("_CONFIG}") && (*words)[i] != settings->file) continue;
      if (!is_flag((*words)[i - 1])) return flags.positional();
      const auto found = flags.said().find((*words)[i - 1]);
      if (found != flags.said().end()) return found->second;
    }
  }
  return "";
}

/// True if a command does nothing but set variables: "export NGPU=8".
bool only_sets(const Words& words) {
  const auto first = words.begin() + (!words.empty() && words.front() == "export" ? 1 : 0);
  return first != words.end() && std::all_of(first, words.end(), is_assignment);
}

/// Variables of the environment that some program reads back, with the value that each was given last.
class ReadVariables {
 public:
  explicit ReadVariables(const LaunchPrograms& programs) {
    for (const auto& [program, each] : programs.all()) {
      for (const auto& [what, name] : each.variables) read_.insert(name);
    }
  }
  void take(const Words& words, std::size_t count) {
    for (std::size_t at = 0; at < count; ++at) {
      const std::string& word = words[at];
      if (!is_assignment(word) || word.ends_with('=')) continue;
      const std::string name = word.substr(0, word.find('='));
      if (read_.contains(name)) values_.insert_or_assign(name, word.substr(name.size() + 1));
    }
  }
  /// Reads what a script sets: "NGPU=8" as devices, its file's name as settings.
  Said said_of(const LaunchProgram& program) const {
    Said said;
    for (const auto& [what, name] : program.variables) {
      if (const auto value = values_.find(name); value != values_.end()) said.emplace(what, value->second);
    }
    return said;
  }

 private:
  std::set<std::string, std::less<>> read_;
  Said values_;
};

/// Takes it into what is read, and tells what is no number of devices.
void take_environment(Said set, const LaunchProgram& program, LaunchRead& read) {
  if (const auto devices = set.find("devices"); devices != set.end() && !count_of(set, "devices"))
    read.unread.push_back(program.variables.at("devices") + "=" + devices->second);
  if (read.settings_file.empty() && set.contains("settings")) read.settings_file = set["settings"];
  set.erase("settings");
  read.said.merge(set);
}

/// The machines and ranks that the words before the program tell of.
void read_launcher(const Words& before, const LaunchPrograms& programs, LaunchRead& read) {
  for (const std::string& name : programs.launchers()) {
    const LaunchProgram& launcher = programs.program(name);
    const std::optional<Start> start = start_in(starts_of(launcher), before);
    if (!start) continue;
    SaidFlags flags(launcher, programs);
    flags.take(Words(before.begin() + static_cast<std::ptrdiff_t>(start->at + start->words), before.end()));
    Said said;
    understand(launcher, flags.said(), said);
    const bool starts_each = !read.devices && !read.ranks;  // else it starts launchers: torchrun behind srun
    if (const auto count = count_of(said, "devices"); count && starts_each) read.devices = count;
    if (const auto count = count_of(said, "machines"); count && !read.machines) read.machines = count;
    if (const auto count = count_of(said, "ranks"); count && starts_each) read.ranks = count;
    if (const auto open = said.find("machines"); open != said.end() && open->second.find('$') != std::string::npos)
      read.open_machines = open->second;
  }
}

/// Reads devices, machines and ranks from the program's own flags, where its launcher does not say them.
void read_own_ranks(const LaunchPrograms& programs, LaunchRead& read) {
  if (programs.serves(read.program->name)) return;  // it tells of one server
  if (!read.devices) read.devices = count_of(read.said, "devices");
  if (!read.machines) read.machines = count_of(read.said, "machines");
  if (!read.ranks) read.ranks = count_of(read.said, "ranks");
}

/// The keys of a config.json that flags of Megatron-LM's shapes say.
void read_shape(const LaunchPrograms& programs, const Said& said, LaunchRead& read) {
  std::size_t most = 0;
  for (const auto& [type, shape] : programs.shapes()) {
    Said keys;
    for (const auto& [key, flag] : shape.keys) {
      const auto found = said.find(flag);
      if (found != said.end()) keys[key] = found->second;
    }
    const auto has = [&](const std::string& flag) { return said.contains(flag); };
    const bool is_unasked = !shape.unasked_without.empty() && ranges::none_of(shape.unasked_without, has);
    const std::optional<std::size_t> always = is_unasked ? std::optional<std::size_t>(0) : said_of(shape.always, said);
    if (!always || keys.empty() || keys.size() + *always <= most) continue;
    most = keys.size() + *always;
    read.shape = std::move(keys);
    read.shape["model_type"] = type;
    for (const auto& [key, words] : shape.unless_true) read.shape[key] = said_of(words, said) ? "false" : "true";
  }
  if (read.shape.empty() || read.shape.contains("vocab_size")) return;
  const auto text_of = [&](const char* flag) {
    const auto found = said.find(flag);
    return found == said.end() ? "" : found->second;
  };
  read.tokenizer = text_of("--tokenizer-model");
  if (const std::string size = programs.vocabulary_of(text_of("--tokenizer-type")); !size.empty())
    read.shape["vocab_size"] = size;
}

/// True if `words` have the flags that the program's script is started with: --deepspeed.
bool says_its_own(const LaunchProgram& program, const Words& words) {
  return ranges::all_of(program.program, [&](const std::string& own) {
    return !is_flag(own) ||
           ranges::any_of(words, [&](const std::string& word) { return word == own || word.starts_with(own + "="); });
  });
}

/// True if `program` starts as a launcher does, `accelerate launch`: the program behind it says more than it.
bool is_launcher(const LaunchProgram& program, const LaunchPrograms& programs) {
  return ranges::any_of(programs.launchers(), [&](const std::string& name) {
    const Words& own = programs.program(name).program;
    return own.size() <= program.program.size() && std::equal(own.begin(), own.end(), program.program.begin());
  });
}

/// Options that the lines `#SBATCH` of a job give to Slurm, as words of srun.
Words asked_of_slurm(std::string_view text) {
  constexpr std::string_view start = "#SBATCH ";
  Words words{"srun"};
  while (!text.empty()) {
    std::string_view line = take_line(text);
    if (!line.starts_with(start)) continue;
    line.remove_prefix(start.size());
    for (const Words& each : commands_in(line)) words.insert(words.end(), each.begin(), each.end());
  }
  return words.size() > 1 ? words : Words{};
}

}  // namespace

namespace {

/// A program that commands are looked through for.
struct Wanted {
  const LaunchProgram& program;
  Starts starts;
  bool is_any_script = false, is_launcher = false;
  std::shared_ptr<const KnownFlags> flags = nullptr;  ///< once a command starts it
};

/// True if the flags show the program: one of its `tells`, or, where it has none and any script starts it, a known one.
bool tells_itself(const Wanted& wanted, const SaidFlags& flags) {
  const Words& tells = wanted.program.tells;
  if (tells.empty()) return !wanted.is_any_script || flags.recognised() > 0;
  return ranges::any_of(tells, [&](const std::string& each) { return flags.said().contains(each); });
}

std::vector<Wanted> wanted_programs(const LaunchPrograms& programs, const Accelerator* on) {
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

/// A command that starts a program.
struct Started {
  const LaunchProgram& program;
  Words words;
  Start start;
  SaidFlags flags;
  Said set;  ///< by the environment
};

/// Finds the command of a text that says most of a program.
class CommandSearch {
 public:
  CommandSearch(const LaunchPrograms& programs, const Accelerator* on)
      : programs_(programs), wanted_(wanted_programs(programs, on)), exported_(programs) {}

  void look_at(const Words& words) {
    if (only_sets(words)) exported_.take(words, words.size());
    for (Wanted& wanted : wanted_) {
      if (const std::optional<Start> start = start_in(wanted.starts, words)) look_at(words, wanted, *start);
    }
  }
  const std::optional<Started>& best() const { return best_; }

 private:
  void look_at(const Words& words, Wanted& wanted, const Start& start) {
    const LaunchProgram& program = wanted.program;
    if (wanted.flags == nullptr) wanted.flags = std::make_shared<const KnownFlags>(flags_of(program, programs_));
    SaidFlags flags(program, wanted.flags);
    flags.take(Words(words.begin() + static_cast<std::ptrdiff_t>(start.at + start.words), words.end()));
    Said set;
    if (start.otherwise) {
      ReadVariables environment = exported_;
      environment.take(words, start.at);
      set = environment.said_of(program);
    }
    const std::size_t told_apart = wanted.is_any_script ? 1 : wanted.is_launcher ? 2 : 1 + start.words;
    const std::pair<std::size_t, std::size_t> fit{told_apart + set.count("settings"),
                                                  1 + flags.recognised() + set.size()};
    if (!tells_itself(wanted, flags) || (wanted.is_any_script && !says_its_own(program, words))) return;
    if (fit <= best_fit_) return;
    best_fit_ = fit;
    best_.emplace(Started{program, words, start, std::move(flags), std::move(set)});
  }

  const LaunchPrograms& programs_;
  std::vector<Wanted> wanted_;
  ReadVariables exported_;
  std::optional<Started> best_;
  std::pair<std::size_t, std::size_t> best_fit_{0, 0};
};

LaunchRead read_started(const Started& started, const Words& slurm, const StatedSizes& sizes,
                        const LaunchPrograms& programs) {
  const LaunchProgram& program = started.program;
  LaunchRead read;
  read.program = &program;
  understand(program, started.flags.said(), read.said);
  read.unread = unread_of(started.flags, program);
  read.settings_file = settings_named(program, programs, started.flags);
  read.ambiguous = started.flags.ambiguous();
  const auto flags_file = started.flags.said().find(program.flags_file);
  if (!program.flags_file.empty() && flags_file != started.flags.said().end()) read.flags_file = flags_file->second;
  for (const std::string& word : started.flags.open_words()) {
    if (word.find('@') == std::string::npos && word.find('*') == std::string::npos) read.unset.push_back(word);
  }
  take_environment(started.set, program, read);
  const std::size_t launched = program.starts_ranks ? started.words.size() : started.start.at;
  read_launcher(Words(started.words.begin(), started.words.begin() + static_cast<std::ptrdiff_t>(launched)), programs,
                read);
  read_launcher(slurm, programs, read);
  if (!programs.serves(program.name)) {
    if (!read.machines) read.machines = sizes.machines;
    if (!read.devices && !read.ranks) read.devices = sizes.devices;
  }
  read_own_ranks(programs, read);
  if (program.name == "megatron") read_shape(programs, started.flags.said(), read);
  return read;
}

}  // namespace

namespace {

/// The size `what` among those that are stated; empty: they do not say.
std::string size_of(std::string_view what, const Said& stated) {
  if (const auto found = stated.find(what); found != stated.end()) return found->second;
  if (what.find_first_not_of("0123456789") == std::string_view::npos) return std::string(what);
  const auto machines = count_of(stated, "machines");
  if (what == "ranks" && machines) return std::to_string(*machines * count_of(stated, "devices").value_or(1));
  const auto each = count_of(stated, "accelerators");
  return what == "all_accelerators" && machines && each ? std::to_string(*machines * *each) : "";
}

void set_variables(const LaunchEnvironment& environment, const Said& stated, StatedSizes& sizes) {
  for (const auto& [name, what] : environment.variables) {
    if (std::string value = size_of(what, stated); !value.empty()) sizes.variables.emplace(name, std::move(value));
  }
}

/// Environment of a job of Slurm, by its lines #SBATCH.
StatedSizes sizes_of_slurm(const Words& slurm, const LaunchPrograms& programs, StatedSizes sizes) {
  const auto environment = programs.environments().find("slurm");
  const LaunchProgram* const srun = programs.find("srun");
  if (slurm.empty() || srun == nullptr || environment == programs.environments().end()) return sizes;
  SaidFlags flags(*srun, programs);
  flags.take(Words(slurm.begin() + 1, slurm.end()));
  Said stated;
  understand(*srun, flags.said(), stated);
  stated.emplace("machines", "1");
  if (const auto kind = stated.find("accelerators"); kind != stated.end())  // h100:8
    kind->second = kind->second.substr(kind->second.rfind(':') + 1);
  set_variables(environment->second, stated, sizes);
  return sizes;
}

/// The sum of all that a path reaches in a tree, each 1 where it has no number; 0: nothing.
std::int64_t sum_at(const Json& tree, std::string_view path) {
  if (path.empty()) {
    if (tree.is_string()) {  // "H100:8"
      const std::string& text = tree.get_ref<const std::string&>();
      return count_of({{"", text.substr(text.rfind(':') + 1)}}, "").value_or(0);
    }
    if (tree.is_object() && tree.size() > 0) {  // {H200: 8, "H100:8": null}: one of them
      std::set<std::int64_t> counts;
      for (auto each = tree.begin(); each != tree.end(); ++each)
        counts.insert(sum_at(each->is_null() ? Json(each.key()) : *each, ""));
      return counts.size() == 1 ? *counts.begin() : 0;
    }
    return tree.is_number_unsigned() ? std::min<std::int64_t>(tree.get<std::int64_t>(), 1'000'000) : 0;
  }
  if (!tree.is_object()) return 0;
  const std::size_t dot = path.find('.');
  const std::string key(path.substr(0, dot));
  const std::string_view rest = dot == std::string_view::npos ? "" : path.substr(dot + 1);
  if (key != "*") return tree.contains(key) ? sum_at(tree[key], rest) : 0;
  std::int64_t sum = 0;
  for (const Json& each : tree) sum += std::max<std::int64_t>(1, sum_at(each, rest));
  return sum;
}

/// The same wherever in a tree the path begins, at its top where it begins with a dot.
std::int64_t sum_within(const Json& tree, std::string_view path) {
  if (path.starts_with('.')) return sum_at(tree, path.substr(1));
  if (const std::int64_t sum = sum_at(tree, path); sum > 0) return sum;
  if (!tree.is_structured()) return 0;
  for (const Json& each : tree) {
    if (const std::int64_t sum = sum_within(each, path); sum > 0) return sum;
  }
  return 0;
}

}  // namespace

StatedSizes sizes_stated(const Json& manifest, const LaunchPrograms& programs) {
  StatedSizes sizes;
  for (const auto& [name, environment] : programs.environments()) {
    Said stated;
    for (const auto& [what, path] : environment.stated) {
      if (const std::int64_t sum = sum_within(manifest, path); sum > 0) stated[what] = std::to_string(sum);
    }
    if (stated.empty()) continue;
    set_variables(environment, stated, sizes);
    if (!environment.sets_launcher) continue;
    sizes.machines = count_of(stated, "machines");
    sizes.devices = count_of(stated, "devices");
  }
  return sizes;
}

std::optional<LaunchRead> read_command(std::string_view text, const LaunchPrograms& programs, const Accelerator* on,
                                       const StatedSizes& sizes) {
  const Words slurm = asked_of_slurm(text);
  for (const bool every_branch : {false, true}) {
    CommandSearch search(programs, on);
    ShellText shell{sizes_of_slurm(slurm, programs, sizes).variables, every_branch};
    each_command(text, shell, [&](const Words& words) { search.look_at(words); });
    if (!search.best()) continue;
    LaunchRead read = read_started(*search.best(), slurm, sizes, programs);
    read.files = std::move(shell.files);
    for (const std::string& name : shell.unset) read.unset.push_back("$" + name);
    return read;
  }
  return on == nullptr ? std::nullopt : read_command(text, programs, nullptr, sizes);
}

std::optional<LaunchRead> read_settings_of(const Json& settings, const LaunchPrograms& programs) {
  const Said flat = flat_settings(settings);
  std::optional<LaunchRead> best;
  std::size_t best_fit = 1;  // one key alone is by chance
  for (const auto& [name, program] : programs.all()) {
    if (program.form == LaunchForm::flags) continue;
    SaidFlags flags(program, programs);
    flags.take(flat);
    if (flags.recognised() <= best_fit) continue;
    best_fit = flags.recognised();
    best.emplace();
    best->program = programs.with_settings(name);
    if (best->program == nullptr) best->program = &program;
    understand(program, flags.said(), best->said);
    best->unread = unread_of(flags, program);
    read_own_ranks(programs, *best);
  }
  return best;
}

namespace {

/// A file of flags: {"max-model-len": 4096} is --max-model-len=4096.
Words words_of(const Json& settings) {
  Words words;
  for (auto each = settings.begin(); settings.is_object() && each != settings.end(); ++each) {
    std::string value = each->is_string() ? each->get<std::string>() : each->dump();
    if (!each->is_null()) words.push_back("--" + each.key() + "=" + value);
  }
  return words;
}

}  // namespace

void add_settings(const Json& settings, const LaunchProgram& program, const LaunchPrograms& programs,
                  LaunchRead& read) {
  SaidFlags flags(program, programs);
  if (program.form == LaunchForm::flags)
    flags.take(words_of(settings));
  else
    flags.take(flat_settings(settings));
  Said meant;
  understand(program, flags.said(), meant);
  for (std::string& each : unread_of(flags, program)) {
    if (ranges::count(read.unread, each) == 0) read.unread.push_back(std::move(each));
  }
  read.ambiguous.insert(flags.ambiguous().begin(), flags.ambiguous().end());
  Said by_default;
  understand(*read.program, {}, by_default);  // what no word of the command said
  for (const auto& [what, value] : meant) {
    const auto found = read.said.find(what);
    const auto unasked = by_default.find(what);
    const bool was_not_said =
        found == read.said.end() || (unasked != by_default.end() && unasked->second == found->second);
    if (was_not_said) read.said.insert_or_assign(what, value);
  }
  read_own_ranks(programs, read);
}

}  // namespace hakaru
