#include "hakaru/launching/said_flags.h"

#include <algorithm>
#include <cctype>

#include "hakaru/core/ranges.h"
#include "hakaru/core/text.h"
#include "hakaru/launching/settings_file.h"

namespace hakaru {

bool is_flag(std::string_view word) {
  return word.size() > 1 && word.front() == '-' && std::isdigit(static_cast<unsigned char>(word[1])) == 0;
}

bool same_value(std::string_view left, std::string_view right) { return lower_case(left) == lower_case(right); }

Json table_in(const std::string& flag, const std::string& value) {
  const bool may_be = value.starts_with('{') && !flag.ends_with('=');
  const Result<Json> table = may_be ? parse_json(value, flag) : Result<Json>(Json());  // of bounded depth
  return table ? *table : Json();
}

namespace {

/// True if `program` starts ranks, by the launcher's words with others behind them: accelerate launch.
bool starts_as(const LaunchProgram& program, const LaunchProgram& launcher) {
  return program.starts_ranks && program.program.size() > launcher.program.size() &&
         std::equal(launcher.program.begin(), launcher.program.end(), program.program.begin());
}

}  // namespace

namespace {

/// "activation-checkpoint:full", which stands behind all flags.
bool is_subcommand(const std::string& word) {
  const std::size_t colon = word.find(':');
  return !is_flag(word) && colon != std::string::npos && colon > 0 && colon + 1 < word.size() &&
         word.find_first_of("=$/{") == std::string::npos;
}

}  // namespace

KnownFlags flags_of(const LaunchProgram& program, const LaunchPrograms& programs) {
  KnownFlags flags;
  for (const auto& [what, flag] : program.flags) flags[flag] = true;
  if (!program.flags_file.empty()) flags[program.flags_file] = true;
  const auto add = [&](const Words& words) {
    for (std::size_t i = 0; i < words.size(); ++i) {
      const std::size_t equals = words[i].find('=');
      if (!is_flag(words[i]) && equals != std::string::npos) flags.emplace(words[i].substr(0, equals + 1), true);
      if (is_subcommand(words[i])) flags.emplace(words[i], false);
      if (!is_flag(words[i])) continue;
      if (equals != std::string::npos) {
        flags.emplace(words[i].substr(0, equals), true);
        continue;
      }
      const bool takes = i + 1 < words.size() && !is_flag(words[i + 1]);
      const Json table = takes ? table_in(words[i], words[i + 1]) : Json();
      if (table.is_object()) {
        for (const auto& [path, inner] : flat_settings(table)) flags.emplace(words[i] + "." + path, true);
      } else {
        flags.emplace(words[i], takes);
        i += takes ? 1 : 0;
      }
    }
  };
  for (const auto& [what, flag] : program.read_flags) flags[flag] = true;
  each_choice(program, [&](const std::string&, const Words& words) { add(words); });
  for (const Words* words : {&program.program, &program.always, &program.measured, &program.emitted,
                             &program.several_machines, &program.followers})
    add(*words);
  for (const ConditionalWords& together : program.last) add(together.words);
  for (const std::string& name : programs.launchers()) {
    const LaunchProgram& launcher = programs.program(name);
    if (!starts_as(program, launcher)) continue;
    for (const auto& [what, flag] : launcher.flags) flags.emplace(flag, true);
  }
  if (program.name != "megatron") return flags;
  for (const auto& [type, shape] : programs.shapes()) {
    for (const auto& [key, flag] : shape.keys) flags.emplace(flag, true);
    for (const auto& [key, flag] : shape.unread_without) flags.emplace(flag, false);
    for (const auto& [key, words] : shape.unless_true) add(words);
    for (const auto& [kind, words] : shape.scaled_rotation) add(words);
    add(shape.always);
  }
  return flags;
}

void SaidFlags::take(const Words& words) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    const std::size_t equals = word.find('=');
    if (word == "--") continue;  // the words behind it are the program's, or its launcher's
    if (!is_flag(word) && equals != std::string::npos && equals > 0) {
      keep(word.substr(0, equals + 1), word.substr(equals + 1));  // key=value, as Hydra's overrides are
    } else if (!is_flag(word) && known_.contains(word)) {
      keep(word, "");
    } else if (!is_flag(word)) {
      if (positional_.empty()) positional_ = word;
      if (word.starts_with('$') && word.find_first_of(" /:=") == std::string::npos && positional_ != word)
        open_words_.push_back(word);
    } else if (equals != std::string::npos) {
      keep(word.substr(0, equals), word.substr(equals + 1));
    } else {
      const auto known = known_.find(spelt(word));
      const bool follows = i + 1 < words.size() && !is_flag(words[i + 1]);
      const bool is_truth = follows && (same_value(words[i + 1], "true") || same_value(words[i + 1], "false"));
      const bool takes =
          follows &&
          (is_truth || (known == known_.end() ? words[i + 1].find('=') == std::string::npos || !matters(program_, word)
                                              : known->second));
      keep(word, takes ? words[++i] : "");
    }
  }
  if (!positional_.empty() && known_.contains("")) said_.emplace("", positional_);
}

void SaidFlags::take(const Said& settings) {
  for (const auto& [path, value] : settings) keep(path + "=", value);
}

namespace {

/// True if `value` opens a table of JSON and is none: its quotes were lost.
bool is_no_table(const std::string& value) { return value.starts_with('{') && !parse_json(value, "").has_value(); }

/// As patterns and flags are compared: without what it ends in, dashes as underscores.
std::string plain(std::string flag) {
  if (flag.ends_with('=')) flag.pop_back();
  std::replace(flag.begin(), flag.end(), '-', '_');
  return flag;
}

/// "--lr*" stands for all that begin so, and for what lies within them: "datasets" for "datasets.0.path".
bool stands_for(const std::string& pattern, const std::string& flag) {
  const std::string wanted = plain(pattern), name = plain(flag);
  if (wanted.ends_with('*')) return name.starts_with(std::string_view(wanted).substr(0, wanted.size() - 1));
  return name == wanted || name.starts_with(wanted + ".");
}

}  // namespace

bool matters(const LaunchProgram& program, const std::string& flag) {
  return ranges::none_of(program.no_matter, [&](const std::string& pattern) { return stands_for(pattern, flag); });
}

Words SaidFlags::unread() const {
  std::vector<std::string> flags;
  for (const auto& [flag, value] : said_) {
    const std::string name = flag.substr(0, flag.find_last_not_of('=') + 1);
    if (flag.empty() || known_.contains(flag) || is_place_in_list(flag) || !matters(program_, flag)) continue;
    if (is_part_of_known(name) && !(is_flag(flag) && is_no_table(value))) continue;
    flags.push_back(is_part_of_known(name) ? name + " " + value : name);
  }
  return flags;
}

/// "datasets.0.path=", where the whole list is said too.
bool SaidFlags::is_place_in_list(const std::string& flag) const {
  for (std::size_t dot = flag.find('.'); dot != std::string::npos; dot = flag.find('.', dot + 1)) {
    const bool is_place = dot + 1 < flag.size() && std::isdigit(static_cast<unsigned char>(flag[dot + 1])) != 0;
    const std::string list = flag.substr(0, dot);
    if (is_place && (said_.contains(list) || said_.contains(list + "="))) return true;
  }
  return false;
}

/// As the table has it: another name of it, or dashes for underscores.
std::string SaidFlags::spelt(const std::string& flag) const {
  if (known_.contains(flag)) return flag;
  if (is_flag(flag) && known_.contains(flag + "=")) return flag + "=";
  if (const auto also = program_.also.find(flag); also != program_.also.end()) return also->second;
  if (!flag.starts_with("--")) return flag;
  std::string dashed = flag;
  std::replace(dashed.begin() + 2, dashed.end(), '_', '-');
  if (known_.contains(dashed)) return dashed;
  std::string underscored = dashed;
  std::replace(underscored.begin() + 2, underscored.end(), '-', '_');
  if (known_.contains(underscored)) return underscored;
  if (const auto also = program_.also.find(dashed); also != program_.also.end()) return also->second;
  const Words begun = begun_by(dashed);
  return begun.size() == 1 ? begun.front() : flag;
}

/// Flags of which `dashed` is the beginning, by one name each, where the parser of the program takes beginnings; of one
/// that it has itself none.
Words SaidFlags::begun_by(const std::string& dashed) const {
  Words begun;
  if (!program_.abbreviates || dashed.size() < 4 || ranges::count(program_.others, dashed) > 0) return begun;
  const auto add = [&](const std::string& flag, const std::string& name) {
    std::string plainly = flag;
    std::replace(plainly.begin(), plainly.end(), '_', '-');
    const bool begins = plainly.starts_with("--") && plainly.starts_with(dashed) && matters(program_, dashed);
    const std::string whole = name.substr(0, name.find('.'));
    if (begins && ranges::count(begun, whole) == 0) begun.push_back(whole);
  };
  for (const auto& [flag, takes] : known_) add(flag.substr(0, flag.find('.')), flag);
  for (const auto& [flag, name] : program_.also) {
    if (flag.find(' ') == std::string::npos) add(flag, name);
  }
  for (const std::string& flag : program_.others) add(flag, flag);
  for (const std::string& flag : program_.no_matter) {
    if (!flag.ends_with('*')) add(flag, flag);
  }
  return begun;
}

namespace {

/// True if its script is the user's own, and so may have further flags.
bool has_further_flags(const LaunchProgram& program) {
  return ranges::any_of(program.always,
                        [](const std::string& word) { return word.starts_with("${") && word.ends_with("[@]}"); });
}

}  // namespace

void SaidFlags::keep(const std::string& flag, const std::string& value) {
  constexpr std::size_t longest_flag = 512;
  if (flag.size() > longest_flag) return;
  if (flag.starts_with("--") && !known_.contains(spelt(flag)) && !has_further_flags(program_)) {
    std::string dashed = flag;
    std::replace(dashed.begin() + 2, dashed.end(), '_', '-');
    if (Words begun = begun_by(dashed); begun.size() > 1) ambiguous_[flag] = std::move(begun);
  }
  std::string name = spelt(flag), held = value;
  if (const auto switched = known_.find(name); switched != known_.end() && !switched->second) {
    if (same_value(value, "false")) return;
    if (same_value(value, "true")) held.clear();
  }
  const std::string together = name + (name.ends_with('=') ? "" : " ") + value;
  const bool is_spelt = name != flag && name.find(' ') != std::string::npos;  // a switch for a flag's value
  if (const auto also = program_.also.find(together); is_spelt || also != program_.also.end()) {
    const std::string meant = is_spelt ? name : also->second;
    const std::size_t end = meant.find_first_of(" =");
    const bool in_word = end != std::string::npos && meant[end] == '=';
    name = meant.substr(0, in_word ? end + 1 : end);
    held = end == std::string::npos ? "" : meant.substr(end + 1);
  }
  recognised_ += known_.contains(name) || is_part_of_known(name) ? 1 : 0;
  if (const Json table = table_in(name, held); table.is_object()) {
    for (const auto& [path, inner] : flat_settings(table)) keep(name + "." + path, inner);
    return;
  }
  said_.insert_or_assign(std::move(name), std::move(held));
}

/// "--speculative-config" of "--speculative-config.model".
bool SaidFlags::is_part_of_known(const std::string& name) const {
  const auto next = known_.lower_bound(name + ".");
  return next != known_.end() && next->first.starts_with(name + ".");
}

}  // namespace hakaru
