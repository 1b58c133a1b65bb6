#include "hakaru/launching/shell/shell_words.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <iterator>
#include <optional>
#include <utility>

#include "hakaru/core/ranges.h"
#include "hakaru/core/text.h"
#include "hakaru/launching/shell/shell_splitter.h"

namespace hakaru {
namespace {

/// Words of a shell that a command, or an assignment, may stand behind.
constexpr std::array before_assignments{"export", "local", "declare", "typeset", "readonly", "-x", "-r",
                                        "-i",     "-g",    "then",    "else",    "do",       "[",  "]"};

/// The text that a shell is given: of `bash -eo pipefail -c 'vllm serve …'`; empty: none is.
std::string script_in(const std::vector<std::string>& words) {
  const auto starts_shell = [](const std::string& word) {
    return word == "sh" || word == "bash" || word.ends_with("/sh") || word.ends_with("/bash") ||
           word == "--entrypoint=sh" || word == "--entrypoint=bash";
  };
  const auto says_c = [](const std::string& word) {
    return word.front() == '-' && word.find('c') != std::string::npos;
  };
  // docker's own may hold a "c" in their values: -v/cache:/cache
  const auto ends_in_c = [](const std::string& word) {
    const auto is_letter = [](char letter) { return letter >= 'a' && letter <= 'z'; };
    return word.front() == '-' && word.ends_with('c') && std::all_of(word.begin() + 1, word.end(), is_letter);
  };
  if (words.front() == "eval") return join(std::vector<std::string>(words.begin() + 1, words.end()), " ");
  for (std::size_t at = 0; at < words.size(); ++at) {
    if (!starts_shell(words[at])) continue;
    bool is_told = false, takes_name = false;
    // docker run --entrypoint bash IMAGE -c …
    const bool runs_image = words[at].starts_with("--entrypoint") || (at > 0 && words[at - 1] == "--entrypoint");
    for (std::size_t next = at + 1; next < words.size(); ++next) {
      const std::string& word = words[next];
      const bool is_option = word.size() > 1 && (word.front() == '-' || word.front() == '+');
      if (!is_option && !takes_name && is_told) return word;
      if (!is_option && !takes_name && !runs_image) break;
      const bool has_letters = is_option && !word.starts_with("--");
      is_told = is_told || (has_letters && (runs_image ? ends_in_c(word) : says_c(word)));
      takes_name = has_letters && word.ends_with('o');
    }
    if (runs_image) break;
  }
  return "";
}

}  // namespace

ShellSplitter::ShellSplitter(std::string_view text, ShellReading& reading)
    : text_(text),
      reading_(reading),
      flow_(
          reading.variables,
          [this](std::vector<std::string> words, const std::string& target) { run(std::move(words), target); },
          [this](std::string_view arithmetic) { return result_of(arithmetic); }) {}

void ShellSplitter::split() {
  while (at_ < text_.size()) step();
  end_command(ShellSeparator::end);
}

std::string ShellSplitter::as_one_word() {
  in_double_ = is_one_word_ = true;
  while (at_ < text_.size()) step();
  return word_;
}

void ShellSplitter::step() {
  const char letter = text_[at_++];
  if (letter == '\\')
    escape();
  else if (letter == '\'')
    quote();
  else if (letter == '"' && !is_one_word_)
    in_double_ = !in_double_, begun_ = true;
  else if (letter == '$' && !in_double_ && at_ < text_.size() && text_[at_] == '\'')
    escapes();
  else if (letter == '$')
    variable();
  else if (letter == '`')
    backquoted();
  else if (in_double_)
    word_ += letter;
  else if (letter == '#' && !begun_)
    at_ = std::min(text_.find('\n', at_), text_.size());
  else if (letter == '(' && begins_list())
    begin_list();
  else if (letter == ')' && !list_.empty())
    end_list();
  else if (letter == '(' && begins_arithmetic())
    arithmetic_command();
  else if (letter == '\n' && !heredocs_.empty())
    take_heredocs();
  else if (letter != '\n' && is_in_test())
    std::isspace(static_cast<unsigned char>(letter)) != 0 ? end_word() : take(letter);
  else if (letter == '<' || letter == '>' || (letter == '&' && next() == '>'))
    redirect(letter);
  else if (letter == ';' || letter == '|' || letter == '&' || (letter == '\n' && list_.empty() && !goes_on_with_flag()))
    end_command(separator(letter));
  else if (std::isspace(static_cast<unsigned char>(letter)) != 0)
    end_word();
  else
    take(letter);
}

ShellSeparator ShellSplitter::separator(char letter) {
  const bool is_twice = letter != '\n' && next() == letter;
  if (is_twice) ++at_;
  if (letter == '&') return is_twice ? ShellSeparator::also : ShellSeparator::end;
  if (letter == '|') return is_twice ? ShellSeparator::otherwise : ShellSeparator::pipe;
  return is_twice ? ShellSeparator::arm : ShellSeparator::end;
}

void ShellSplitter::take(char letter) {
  if (letter == '=' && !has_equals_) {
    has_equals_ = true;
    sets_ = is_variable_name(std::string_view(word_).substr(0, word_.size() - (word_.ends_with('+') ? 1 : 0)));
  }
  word_ += letter;
  begun_ = true;
}

bool ShellSplitter::is_in_test() const {
  constexpr std::array before{"if", "elif", "while", "until", "!", "then", "do", "else"};
  const auto first = ranges::find_if(words_, [&](const std::string& word) { return ranges::count(before, word) == 0; });
  return first != words_.end() && *first == "[[" && words_.back() != "]]" && word_ != "]]";
}

void ShellSplitter::redirect(char letter) {
  constexpr std::size_t longest_place = 256;
  const std::string_view place = text_.substr(at_, longest_place);
  const std::size_t closed = place.find_first_of(" \t\n<>");
  if (letter == '<' && closed != std::string_view::npos && closed > 0 && place[closed] == '>') {
    word_ += text_.substr(at_ - 1, closed + 2);
    begun_ = true;
    at_ += closed + 1;
    return;
  }
  const std::string_view before = text_.substr(0, at_ - 1);
  const std::size_t last = before.find_last_not_of(" \t");
  if (letter == '>' && (last == std::string_view::npos || before[last] == '\n')) return;  // a prompt
  if (letter == '&') ++at_;                                                               // &>
  const bool is_number = !word_.empty() && word_.find_first_not_of("0123456789") == std::string::npos;
  if (is_number) begin_word();  // 2>
  end_word();
  if (letter == '<' && next() == '<') {
    ++at_;
    begin_heredoc();
    return;
  }
  adds_ = next() == '>';
  while (next() == '>' || next() == '&') ++at_;
  redirects_ = true;
  if (letter == '<') reads_file_ = true;
}

void ShellSplitter::begin_heredoc() {
  ShellHeredoc heredoc;
  if (next() == '<') {  // <<< one word
    ++at_;
    redirects_ = reads_file_ = true;
    return;
  }
  if (next() == '-') heredoc.strips = true, ++at_;
  while (next() == ' ' && at_ < text_.size()) ++at_;
  for (; at_ < text_.size(); ++at_) {
    const char letter = text_[at_];
    if (std::isspace(static_cast<unsigned char>(letter)) != 0 ||
        std::string_view(";|&<>()").find(letter) != std::string_view::npos)
      break;
    if (letter == '\'' || letter == '"' || letter == '\\')
      heredoc.expands = false;
    else
      heredoc.end += letter;
  }
  if (!heredoc.end.empty()) heredocs_.push_back(std::move(heredoc));
}

std::optional<std::string> ShellSplitter::text_of(const ShellHeredoc& heredoc) {
  constexpr std::size_t most_searched_bytes = 1 << 25;
  std::string text;
  for (std::size_t at = at_; at < text_.size() && reading_.searched_bytes < most_searched_bytes;) {
    const std::size_t end = std::min(text_.find('\n', at), text_.size());
    std::string_view line = text_.substr(at, end - at);
    reading_.searched_bytes += line.size() + 1;
    at = end + 1;
    if (line.ends_with('\r')) line.remove_suffix(1);
    std::string_view unindented = line;
    unindented.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    if (heredoc.strips) line = unindented;
    if (unindented == heredoc.end) {  // of a script within YAML its lines are indented
      at_ = std::min(at, text_.size());
      return text;
    }
    text += line;
    text += '\n';
  }
  return std::nullopt;
}

void ShellSplitter::take_heredocs() {
  end_word();
  std::vector<std::string> texts;
  for (const ShellHeredoc& heredoc : std::exchange(heredocs_, {})) {
    std::optional<std::string> text = text_of(heredoc);
    if (!text) continue;
    if (heredoc.expands) text = expanded(*text);
    const bool tees = ranges::count(words_, std::string("tee")) > 0;
    write(tees ? words_.back() : target_, *text);
    texts.push_back(std::move(*text));
  }
  end_command(ShellSeparator::end);
  for (const std::string& text : texts) read_within(text, {});
}

void ShellSplitter::write(const std::string& name, const std::string& text) {
  if (name.empty() || name.starts_with("/dev/") || reading_.variables.runs() == Truth::no) return;
  constexpr std::size_t most_bytes = 1 << 22;
  std::string& file = reading_.shell.files[name];
  if (!adds_ || file.size() + text.size() > most_bytes) file.clear();
  file += text;
}

bool ShellSplitter::begins_arithmetic() const {
  constexpr std::array before{"if", "elif", "while", "until", "for"};
  return !begun_ && next() == '(' &&
         ranges::all_of(words_, [&](const std::string& word) { return ranges::count(before, word) > 0; });
}

void ShellSplitter::arithmetic_command() {
  const std::size_t end = text_.find("))", at_);
  if (end == std::string_view::npos || end - at_ > longest_within) {
    take('(');
    return;
  }
  words_.emplace_back("((");
  words_.emplace_back(text_.substr(at_ + 1, end - at_ - 1));
  at_ = end + 2;
}

void ShellSplitter::begin_list() {
  list_at_ = words_.size();
  list_ = std::exchange(word_, "");
  begin_word();
}

void ShellSplitter::end_list() {
  end_word();
  std::string name = std::exchange(list_, "");
  const bool adds = name.ends_with("+=");
  name.resize(name.size() - (adds ? 2 : 1));
  const auto first = words_.begin() + static_cast<std::ptrdiff_t>(list_at_);
  ShellValue& value = reading_.variables.change(name);
  if (!adds) value = {};
  value.words.insert(value.words.end(), std::make_move_iterator(first), std::make_move_iterator(words_.end()));
  words_.erase(first, words_.end());
  words_.push_back(name + "=");
  lists_.push_back(name);
}

bool ShellSplitter::goes_on_with_flag() const {
  const std::size_t next = text_.find_first_not_of(" \t", at_);
  return !words_.empty() && next != std::string_view::npos && text_.substr(next).starts_with("--") &&
         next + 2 < text_.size() && std::isalpha(static_cast<unsigned char>(text_[next + 2])) != 0;
}

void ShellSplitter::escape() {
  if (at_ >= text_.size()) return;
  const char letter = text_[at_++];
  if (letter == '\n') return;  // the line goes on
  if (letter == '\r' && at_ < text_.size() && text_[at_] == '\n') {
    ++at_;
    return;
  }
  if (in_double_ && letter != '"' && letter != '\\' && letter != '$' && letter != '`') word_ += '\\';
  word_ += letter;
  begun_ = true;
}

void ShellSplitter::quote() {
  if (in_double_) {
    word_ += '\'';
    return;
  }
  const std::size_t end = std::min(text_.find('\'', at_), text_.size());
  word_ += text_.substr(at_, end - at_);
  at_ = std::min(end + 1, text_.size());
  begun_ = true;
}

void ShellSplitter::escapes() {
  ++at_;
  begun_ = true;
  while (at_ < text_.size() && text_[at_] != '\'') {
    const char letter = text_[at_++];
    if (letter != '\\' || at_ >= text_.size()) {
      word_ += letter;
      continue;
    }
    const char named = text_[at_++];
    constexpr std::string_view names = "ntre", meant = "\n\t\r\x1b";
    unsigned byte = 0;
    const char* const from = text_.data() + at_;
    const auto read = std::from_chars(from, from + std::min<std::size_t>(2, text_.size() - at_), byte, 16);
    if (named == 'x' && read.ptr != from) {
      word_ += static_cast<char>(byte);
      at_ += static_cast<std::size_t>(read.ptr - from);
    } else {
      const std::size_t place = names.find(named);
      word_ += place == std::string_view::npos ? named : meant[place];
    }
  }
  at_ = std::min(at_ + 1, text_.size());
}

void ShellSplitter::end_word() {
  if (begun_ && redirects_) {
    if (!reads_file_) target_ = word_;
    redirects_ = reads_file_ = false;
  } else if (begun_ && !(vanishes_ && word_.empty())) {
    words_.push_back(std::move(word_));
  }
  begin_word();
}

void ShellSplitter::begin_word() {
  word_.clear();
  begun_ = has_equals_ = sets_ = vanishes_ = false;
}

void ShellSplitter::end_command(ShellSeparator separator) {
  if (!list_.empty()) end_list();
  end_word();
  in_double_ = redirects_ = reads_file_ = false;
  std::vector<std::string> words = std::exchange(words_, {});
  const std::string target = std::exchange(target_, {});
  const bool is_empty = words.empty();
  if (!is_empty && reading_.shell.every_branch)
    run(std::move(words), target);
  else if (!is_empty)
    flow_.take(std::move(words), target);
  flow_.end_command(separator, is_empty);
}

void ShellSplitter::run(std::vector<std::string> words, const std::string& target) {
  for (const std::string& word : words) {
    if (ranges::count(before_assignments, word) > 0) continue;
    const std::size_t equals = word.find('=');
    const bool adds = equals != std::string::npos && equals > 0 && word[equals - 1] == '+';
    const std::string name = word.substr(0, equals - (adds ? 1 : 0));
    if (equals == std::string::npos || !is_variable_name(name)) break;
    if (ranges::count(lists_, name) == 0) set(name, std::string_view(word).substr(equals + 1), adds);
  }
  lists_.clear();
  if (words.front() == "let" || words.front() == "((") {
    for (std::size_t i = 1; i < words.size(); ++i) calculate(words[i]);
  }
  if (reading_.variables.runs() == Truth::no) return;
  if (words.front() == "echo" && !target.empty()) {
    std::string text;
    for (std::size_t i = 1; i < words.size(); ++i) text += (i > 1 ? " " : "") + words[i];
    write(target, text + "\n");
  }
  const std::string script = script_in(words);
  std::vector<std::string> launcher;
  if (!script.empty() && (words.front() == "srun" || words.front() == "mpirun")) launcher = words;
  if (!launcher.empty()) launcher.pop_back();
  reading_.take(std::move(words));
  read_within(script, launcher);
}

void ShellSplitter::read_within(const std::string& script, const std::vector<std::string>& launcher) {
  const TakeCommand behind_launcher = [&](std::vector<std::string> words) {
    if (std::any_of(words.begin(), words.end(),
                    [](const std::string& word) { return !is_assignment(word) && word != "export"; }))
      words.insert(words.begin(), launcher.begin(), launcher.end());
    reading_.take(std::move(words));
  };
  read_with(script, launcher.empty() ? reading_.take : behind_launcher);
}

void ShellSplitter::read_with(std::string_view script, const TakeCommand& take) {
  constexpr int deepest = 3;
  if (script.empty() || reading_.depth >= deepest) return;
  ShellReading within{
      reading_.shell,    take, std::move(reading_.variables), reading_.expanded_bytes, reading_.searched_bytes,
      reading_.depth + 1};
  ShellSplitter(script, within).split();
  reading_.variables = std::move(within.variables);
  reading_.expanded_bytes = within.expanded_bytes;
  reading_.searched_bytes = within.searched_bytes;
}

void each_command(std::string_view text, ShellText& shell, const std::function<void(std::vector<std::string>)>& take) {
  ShellReading reading{shell, take};
  for (const auto& [name, value] : shell.environment) reading.variables.change(name) = {{value}, false};
  ShellSplitter(text, reading).split();
}

std::vector<std::vector<std::string>> commands_in(std::string_view text) {
  std::vector<std::vector<std::string>> commands;
  ShellText shell;
  each_command(text, shell, [&](std::vector<std::string> words) { commands.push_back(std::move(words)); });
  return commands;
}

}  // namespace hakaru
