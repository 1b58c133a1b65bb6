#include "hakaru/launching/meant_words.h"

#include <algorithm>
#include <array>

#include "hakaru/core/ranges.h"
#include "hakaru/core/text.h"
#include "hakaru/launching/settings_file.h"

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

}  // namespace

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

namespace {

/// True if `flag` stands in `words`.
bool names(const Words& words, const std::string& flag) {
  return ranges::any_of(words, [&](const std::string& word) {
    return flag.ends_with('=') ? word.starts_with(flag) : word == flag || word.starts_with(flag + "=");
  });
}

/// True if a choice leaves the value of `flag` open: it says nothing then.
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

}  // namespace

Words unread_of(const SaidFlags& flags, const LaunchProgram& program) {
  Words unread = flags.unread();
  for (std::string& each : without_meaning(program, flags.said())) unread.push_back(std::move(each));
  return unread;
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

}  // namespace hakaru
