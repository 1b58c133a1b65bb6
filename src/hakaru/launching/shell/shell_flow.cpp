#include "hakaru/launching/shell/shell_flow.h"

#include <algorithm>
#include <cctype>
#include <utility>

#include "hakaru/launching/shell/shell_conditions.h"

namespace hakaru {

bool is_variable_name(std::string_view text) {
  return !text.empty() && std::isdigit(static_cast<unsigned char>(text.front())) == 0 &&
         std::all_of(text.begin(), text.end(),
                     [](unsigned char each) { return std::isalnum(each) != 0 || each == '_'; });
}

bool is_assignment(std::string_view word) {
  const std::size_t equals = word.find('=');
  return equals != std::string_view::npos && is_variable_name(word.substr(0, equals));
}

void ShellFlow::open(Block block) {
  variables_.begin_branch();
  blocks_.push_back(std::move(block));
}

void ShellFlow::close(Block::Kind kind) {
  if (blocks_.empty() || blocks_.back().kind != kind) return;
  variables_.end_branch();
  blocks_.pop_back();
}

void ShellFlow::take(std::vector<std::string> words, const std::string& target) {
  constexpr std::size_t deepest = 64;
  while (!words.empty()) {
    const std::string word = words.front();
    Block* const block = blocks_.empty() ? nullptr : &blocks_.back();
    if (is_at_pattern()) {
      if (word != "esac" && !take_patterns(words)) return;
      if (word == "esac") close(Block::choice), words.erase(words.begin());
      continue;
    }
    const bool may_open = blocks_.size() < deepest;
    if (word == "for" && may_open && words.size() > 1) {
      begin_for(words);
      return;
    }
    if (word == "case" && may_open && words.size() > 2 && words[2] == "in") {
      Block choice{Block::choice};
      choice.at_pattern = true;
      choice.subject = text_of_word(words[1], choice);
      open(std::move(choice));
      words.erase(words.begin(), words.begin() + 3);
      continue;
    }
    const bool is_loop = word == "while" || word == "until";
    if ((word == "if" || is_loop) && may_open)
      open({is_loop ? Block::loop : Block::branch, true, false, word == "until"});
    else if (word == "elif" && block != nullptr)
      block->in_condition = true, block->condition = Truth::yes, variables_.begin_arm(Truth::no);
    else if ((word == "then" || word == "do") && block != nullptr)
      begin_body(*block);
    else if (word == "else" && block != nullptr)
      variables_.begin_arm(Truth::yes);
    else if (word == "fi" || word == "done" || word == "esac")
      close(word == "fi" ? Block::branch : word == "done" ? Block::loop : Block::choice);
    else if (word != "{" && word != "}")
      break;
    before_ = ShellSeparator::end;
    words.erase(words.begin());
  }
  if (!words.empty()) take_one(std::move(words), target);
}

void ShellFlow::begin_body(Block& block) {
  const Truth asked = block.is_until ? opposite(block.condition) : block.condition;
  const bool is_open = block.kind == Block::loop && block.in_condition && asked == Truth::yes;
  if (block.in_condition || block.kind == Block::loop) variables_.begin_arm(is_open ? Truth::unknown : asked);
  block.in_condition = false;
}

void ShellFlow::begin_for(const std::vector<std::string>& words) {
  Block loop{Block::loop};
  const bool is_listed = words.size() > 2 && words[2] == "in";
  const bool is_one = is_listed && words.size() == 4 && words[3].find_first_of("$`*") == std::string::npos;
  loop.condition = is_one ? Truth::yes : is_listed && words.size() == 3 ? Truth::no : Truth::unknown;
  if (is_variable_name(words[1])) {
    ShellValue& value = variables_.change(words[1]);
    value = is_one ? ShellValue{{words[3]}, false} : ShellValue{{}, true};
  }
  open(std::move(loop));
}

bool ShellFlow::take_patterns(std::vector<std::string>& words) {
  Block& block = blocks_.back();
  while (!words.empty()) {
    std::string word = std::move(words.front());
    words.erase(words.begin());
    if (word.starts_with('(')) word.erase(0, 1);
    const bool ends = word.ends_with(')');
    if (ends) word.pop_back();
    block.patterns.push_back(std::move(word));
    if (!ends) continue;
    Truth any = Truth::no;
    for (const std::string& pattern : block.patterns) {
      const bool is_known = block.subject && pattern.find_first_of("$[") == std::string::npos;
      any = std::max(any, pattern == "*" ? Truth::yes
                          : is_known     ? truth_of(fits(pattern, *block.subject))
                                         : Truth::unknown);
    }
    block.patterns.clear();
    block.at_pattern = false;
    variables_.begin_arm(any);
    before_ = ShellSeparator::end;
    return true;
  }
  return false;
}

std::optional<std::string> ShellFlow::text_of_word(const std::string& word, Block& block) {
  if (word == "$#") return "0";  // a script that is started without words
  std::string text;
  for (std::size_t at = 0; at < word.size();) {
    if (word[at] != '$') {
      text += word[at++];
      continue;
    }
    const bool has_brace = at + 1 < word.size() && word[at + 1] == '{';
    const std::size_t first = at + (has_brace ? 2 : 1);
    std::size_t end = first;
    while (end < word.size() && (std::isalnum(static_cast<unsigned char>(word[end])) != 0 || word[end] == '_' ||
                                 (end == first && (word[end] == '@' || word[end] == '*'))))
      ++end;
    const std::string name = word.substr(first, end - first);
    const bool is_whole = !name.empty() && (!has_brace || (end < word.size() && word[end] == '}'));
    if (!is_whole || variables_.find(name) != nullptr) return std::nullopt;
    if (is_variable_name(name)) block.unset.insert(name);
    at = end + (has_brace ? 1 : 0);
  }
  return text;
}

std::optional<Truth> ShellFlow::succeeds(const std::vector<std::string>& words, Block& asking) {
  if (std::all_of(words.begin(), words.end(), is_assignment)) return Truth::yes;
  if (words.front() == "((" && words.size() > 1) {
    const std::string result = result_of_(words[1]);
    return result.empty() ? Truth::unknown : truth_of(result != "0");
  }
  return condition(words, [&](const std::string& word) { return text_of_word(word, asking); });
}

void ShellFlow::take_one(std::vector<std::string> words, const std::string& target) {
  Block asked{};
  const bool is_in_condition = !blocks_.empty() && blocks_.back().in_condition;
  const std::optional<Truth> own = succeeds(words, asked);
  const bool follows = before_ == ShellSeparator::also || before_ == ShellSeparator::otherwise;
  const bool is_or = before_ == ShellSeparator::otherwise;
  Truth runs = Truth::yes;
  if (follows) runs = chain_ ? (is_or ? opposite(*chain_) : *chain_) : is_or ? Truth::unknown : Truth::yes;
  const Truth success = own.value_or(Truth::unknown);
  if (is_in_condition) {
    Block& block = blocks_.back();
    block.unset.insert(asked.unset.begin(), asked.unset.end());
    block.condition = !follows ? success
                      : is_or  ? std::max(block.condition, success)
                               : std::min(block.condition, success);
  }
  if (!follows)
    chain_ = own;
  else if (chain_ || own)
    chain_ =
        is_or ? std::max(chain_.value_or(Truth::unknown), success) : std::min(chain_.value_or(Truth::yes), success);
  if (runs == Truth::yes) {
    run_(std::move(words), target);
  } else {
    open({});
    blocks_.back().unset = std::move(chain_unset_);
    variables_.begin_arm(runs);
    run_(std::move(words), target);
    close(Block::branch);
  }
  chain_unset_ = std::move(asked.unset);
}

void ShellFlow::end_command(ShellSeparator separator, bool is_empty) {
  if (separator == ShellSeparator::arm && !blocks_.empty() && blocks_.back().kind == Block::choice)
    blocks_.back().at_pattern = true;
  if (!is_empty || separator != ShellSeparator::end) before_ = separator;  // a line's end behind && ends nothing
}

void ShellFlow::add_unset(Names& names) const {
  for (const Block& block : blocks_) names.insert(block.unset.begin(), block.unset.end());
}

}  // namespace hakaru
