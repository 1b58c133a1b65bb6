#include "hakaru/launching/shell_words.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <iterator>
#include <optional>
#include <utility>

#include "hakaru/core/ranges.h"
#include "hakaru/core/text.h"
#include "hakaru/launching/shell_arithmetic.h"
#include "hakaru/launching/shell_conditions.h"
#include "hakaru/launching/shell_variables.h"

namespace hakaru {
namespace {

/// Words of a shell that a command, or an assignment, may stand behind.
constexpr std::array before_assignments{"export", "local", "declare", "typeset", "readonly", "-x", "-r",
                                        "-i",     "-g",    "then",    "else",    "do",       "[",  "]"};

/// A text may put a variable into itself, or use a long one often: what is beyond this stays as it is written.
constexpr std::size_t most_expanded_bytes = 1 << 18;

bool is_variable_name(std::string_view text) {
  return !text.empty() && std::isdigit(static_cast<unsigned char>(text.front())) == 0 &&
         std::all_of(text.begin(), text.end(),
                     [](unsigned char each) { return std::isalnum(each) != 0 || each == '_'; });
}

}  // namespace

bool is_assignment(std::string_view word) {
  const std::size_t equals = word.find('=');
  return equals != std::string_view::npos && is_variable_name(word.substr(0, equals));
}

namespace {

using TakeCommand = std::function<void(std::vector<std::string>)>;

/// State that all texts within a text share.
struct Reading {
  ShellText& shell;
  const TakeCommand& take;
  ShellVariables variables = {};
  std::size_t expanded_bytes = 0, searched_bytes = 0;
  int depth = 0;
};

/// Mark that stands behind a command.
enum class Separator { end, also, otherwise, pipe, arm };  // a line's end or ;, &&, ||, |, ;;

/// A text within a script: << END.
struct Heredoc {
  std::string end;
  bool strips = false, expands = true;
};

/// Splits one text into words, command by command.
class Splitter {
 public:
  Splitter(std::string_view text, Reading& reading) : text_(text), reading_(reading) {}

  void split() {
    while (at_ < text_.size()) step();
    end_command(Separator::end);
  }

  /// The text as one word, as between double quotes.
  std::string as_one_word() {
    in_double_ = is_one_word_ = true;
    while (at_ < text_.size()) step();
    return word_;
  }

 private:
  void step() {
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
    else if (letter == ';' || letter == '|' || letter == '&' ||
             (letter == '\n' && list_.empty() && !goes_on_with_flag()))
      end_command(separator(letter));
    else if (std::isspace(static_cast<unsigned char>(letter)) != 0)
      end_word();
    else
      take(letter);
  }

  char next() const { return at_ < text_.size() ? text_[at_] : ' '; }

  Separator separator(char letter) {
    const bool is_twice = letter != '\n' && next() == letter;
    if (is_twice) ++at_;
    if (letter == '&') return is_twice ? Separator::also : Separator::end;
    if (letter == '|') return is_twice ? Separator::otherwise : Separator::pipe;
    return is_twice ? Separator::arm : Separator::end;
  }

  void take(char letter) {
    if (letter == '=' && !has_equals_) {
      has_equals_ = true;
      sets_ = is_variable_name(std::string_view(word_).substr(0, word_.size() - (word_.ends_with('+') ? 1 : 0)));
    }
    word_ += letter;
    begun_ = true;
  }

  /// Whether [[ is open, where & | < > are signs of comparisons.
  bool is_in_test() const {
    constexpr std::array before{"if", "elif", "while", "until", "!", "then", "do", "else"};
    const auto first =
        ranges::find_if(words_, [&](const std::string& word) { return ranges::count(before, word) == 0; });
    return first != words_.end() && *first == "[[" && words_.back() != "]]" && word_ != "]]";
  }

  /// Skips redirections: of > a.txt, 2>&1, < b.txt the next word is none of the command; <model> is a place to fill in.
  void redirect(char letter) {
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

  /// Notes a heredoc: the word behind << is the line that ends it.
  void begin_heredoc() {
    Heredoc heredoc;
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

  /// The lines up to the one that ends it; empty: none does.
  std::optional<std::string> text_of(const Heredoc& heredoc) {
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

  /// Takes what a command writes into a file, or reads, and then that as commands.
  void take_heredocs() {
    end_word();
    std::vector<std::string> texts;
    for (const Heredoc& heredoc : std::exchange(heredocs_, {})) {
      std::optional<std::string> text = text_of(heredoc);
      if (!text) continue;
      if (heredoc.expands) text = expanded(*text);
      const bool tees = ranges::count(words_, std::string("tee")) > 0;
      write(tees ? words_.back() : target_, *text);
      texts.push_back(std::move(*text));
    }
    end_command(Separator::end);
    for (const std::string& text : texts) read_within(text, {});
  }

  void write(const std::string& name, const std::string& text) {
    if (name.empty() || name.starts_with("/dev/") || reading_.variables.runs() == Truth::no) return;
    constexpr std::size_t most_bytes = 1 << 22;
    std::string& file = reading_.shell.files[name];
    if (!adds_ || file.size() + text.size() > most_bytes) file.clear();
    file += text;
  }

  /// ((: where a command begins, or behind `if` and `while`.
  bool begins_arithmetic() const {
    constexpr std::array before{"if", "elif", "while", "until", "for"};
    return !begun_ && next() == '(' &&
           ranges::all_of(words_, [&](const std::string& word) { return ranges::count(before, word) > 0; });
  }

  void arithmetic_command() {
    const std::size_t end = text_.find("))", at_);
    if (end == std::string_view::npos || end - at_ > longest_within) {
      take('(');
      return;
    }
    words_.emplace_back("((");
    words_.emplace_back(text_.substr(at_ + 1, end - at_ - 1));
    at_ = end + 2;
  }

  /// Whether NAME= or NAME+= stands before what was read last.
  bool begins_list() const { return sets_ && word_.back() == '=' && list_.empty(); }

  void begin_list() {
    list_at_ = words_.size();
    list_ = std::exchange(word_, "");
    begin_word();
  }

  /// The words since its bracket are the list's own, none of the command.
  void end_list() {
    end_word();
    std::string name = std::exchange(list_, "");
    const bool adds = name.ends_with("+=");
    name.resize(name.size() - (adds ? 2 : 1));
    const auto first = words_.begin() + static_cast<std::ptrdiff_t>(list_at_);
    ShellValue& held = reading_.variables.change(name);
    if (!adds) held = {};
    held.words.insert(held.words.end(), std::make_move_iterator(first), std::make_move_iterator(words_.end()));
    words_.erase(first, words_.end());
    words_.push_back(name + "=");
    lists_.push_back(name);
  }

  /// No command begins with a flag: such a line goes on with the one before it, whose backslash was lost.
  bool goes_on_with_flag() const {
    const std::size_t next = text_.find_first_not_of(" \t", at_);
    return !words_.empty() && next != std::string_view::npos && text_.substr(next).starts_with("--") &&
           next + 2 < text_.size() && std::isalpha(static_cast<unsigned char>(text_[next + 2])) != 0;
  }

  void escape() {
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

  void quote() {
    if (in_double_) {
      word_ += '\'';
      return;
    }
    const std::size_t end = std::min(text_.find('\'', at_), text_.size());
    word_ += text_.substr(at_, end - at_);
    at_ = std::min(end + 1, text_.size());
    begun_ = true;
  }

  /// Of $'...', its simple escapes.
  void escapes() {
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

  /// What stands between two quotes: "8" of ${NGPU:-"8"}.
  static std::string_view unquoted(std::string_view text) {
    const bool is_quoted =
        text.size() > 1 && (text.front() == '"' || text.front() == '\'') && text.back() == text.front();
    return is_quoted ? text.substr(1, text.size() - 2) : text;
  }

  /// A variable's value: between double quotes, and behind NAME=, as it is, else each of its words by itself.
  void put(std::string_view value) {
    if (in_double_ || sets_) {
      word_ += value;
      begun_ = true;
      return;
    }
    for (const char letter : value) {
      if (std::isspace(static_cast<unsigned char>(letter)) != 0)
        end_word();
      else
        word_ += letter, begun_ = true;
    }
  }

  /// Words of a list: those behind the first `from`, at most `count`.
  struct Slice {
    std::size_t from = 0, count = 1;
  };

  /// "@" and ":1:2" of ${NAME[@]:1:2}; none: it is written in another way.
  static std::optional<Slice> slice_of(std::string_view index, std::string_view behind) {
    constexpr std::size_t all = std::string_view::npos;
    const bool whole = index == "@" || index == "*";
    if (!whole && !behind.empty()) return std::nullopt;
    Slice slice{0, whole ? all : 1};
    std::size_t* const numbers[]{&slice.from, &slice.count};
    if (!whole) behind = index;
    for (std::size_t* const number : numbers) {
      if (behind.empty()) break;
      if (whole && behind.front() != ':') return std::nullopt;
      if (whole) behind.remove_prefix(std::min(behind.find_first_not_of(": "), behind.size()));
      const auto read = std::from_chars(behind.data(), behind.data() + behind.size(), *number);
      if (read.ec != std::errc()) return std::nullopt;
      behind.remove_prefix(static_cast<std::size_t>(read.ptr - behind.data()));
    }
    return behind.empty() ? std::optional(slice) : std::nullopt;
  }

  /// Of a variable that this text sets its value, or words of a list; of others, and of too many, `written`.
  void put_known(std::string_view name, const Slice& slice, std::string_view written) {
    const ShellValue* const known = reading_.variables.find(name);
    if (known == nullptr || known->is_open || reading_.expanded_bytes > most_expanded_bytes) {
      word_ += written;
      begun_ = true;
      return;
    }
    const std::vector<std::string>& words = known->words;
    const std::size_t first = std::min(slice.from, words.size());
    const std::size_t count = std::min(slice.count, words.size() - first);
    vanishes_ = count == 0;
    for (std::size_t i = first; i < first + count; ++i) {
      if (i > first) sets_ || is_one_word_ ? put(" ") : end_word();
      put(words[i]);
      reading_.expanded_bytes += words[i].size() + 1;
    }
  }

  std::string expanded(std::string_view text) {
    constexpr int deepest = 8;
    if (reading_.depth >= deepest || text.find_first_of("$`\\") == std::string_view::npos) return std::string(text);
    ++reading_.depth;
    std::string made = Splitter(text, reading_).as_one_word();
    --reading_.depth;
    return made;
  }

  /// What stands between the brackets of ${…}.
  void braced(std::string_view inside, std::string_view written) {
    const auto name_end = std::find_if_not(inside.begin(), inside.end(),
                                           [](unsigned char each) { return std::isalnum(each) != 0 || each == '_'; });
    const std::string_view name = inside.substr(0, static_cast<std::size_t>(name_end - inside.begin()));
    std::string_view rest = inside.substr(name.size());
    const ShellValue* const known = reading_.variables.find(name);
    if (inside.starts_with('#') && inside.ends_with("[@]")) {
      const ShellValue* const list = reading_.variables.find(inside.substr(1, inside.size() - 4));
      put(list != nullptr && !list->is_open ? std::to_string(list->words.size()) : std::string(written));
      return;
    }
    if (rest.starts_with('[')) {
      const std::size_t closed = rest.find(']');
      const std::optional<Slice> slice = closed == std::string_view::npos
                                             ? std::nullopt
                                             : slice_of(rest.substr(1, closed - 1), rest.substr(closed + 1));
      put_known(slice ? name : inside, slice.value_or(Slice{}), written);
      return;
    }
    const bool asks_empty = rest.starts_with(':');
    if (asks_empty) rest.remove_prefix(1);
    const char sign = rest.empty() ? ' ' : rest.front();
    if (name.empty() || rest.empty() || std::string_view("-=+?").find(sign) == std::string_view::npos) {
      put_known(inside, {}, written);  // ${NAME}, or beyond what is read: ${NAME%x}
      return;
    }
    if (known != nullptr && known->is_open) {
      word_ += written;
      begun_ = true;
      return;
    }
    const bool is_empty = known == nullptr || (asks_empty && (known->words.empty() || known->words.front().empty()));
    if (sign == '+' ? is_empty : !is_empty || sign == '?') {
      if (sign != '+') put_known(name, {}, written);
      return;
    }
    const std::string otherwise = expanded(unquoted(rest.substr(1)));
    reading_.expanded_bytes += otherwise.size();
    if (reading_.expanded_bytes > most_expanded_bytes) return;
    if (sign == '=') set(std::string(name), otherwise, false);
    put(otherwise);
  }

  /// $NAME, ${NAME}, ${NAME[@]}, ${NAME[@]:1:2}, ${NAME[0]}, ${NAME:-otherwise}, $((1 + 2)); what is not set in this
  /// text stays as it is written.
  void variable() {
    const std::size_t from = at_ - 1;
    if (next() == '(') {
      const std::size_t end = end_of(at_, '(', ')');
      const std::string_view written = text_.substr(from, end - from);
      const bool is_whole = end > at_ + 1;
      put_printed(is_whole ? text_.substr(at_ + 1, end - at_ - 2) : "", written);
      at_ = end;
      return;
    }
    std::size_t end = at_;
    if (next() == '{') {
      end = no_brace_ ? std::string_view::npos : text_.find('}', at_);
      if (end == std::string_view::npos) {
        no_brace_ = true;
        take('$');
        return;
      }
      if (const std::size_t matching = end_of(at_, '{', '}'); matching > at_ + 1) end = matching - 1;
      braced(text_.substr(at_ + 1, end - at_ - 1), text_.substr(from, end + 1 - from));
      at_ = end + 1;
      return;
    }
    while (end < text_.size() && (std::isalnum(static_cast<unsigned char>(text_[end])) != 0 || text_[end] == '_'))
      ++end;
    const std::string_view name = text_.substr(at_, end - at_);
    at_ = end;
    put_known(name, {}, text_.substr(from, at_ - from));
  }

  void backquoted() {
    const std::string_view line = text_.substr(at_, longest_within);
    const std::size_t end = at_ + line.find_first_of("`\n");
    if (end < at_ || end == at_ || text_[end] == '\n') {  // none closes it on this line, or ```
      word_ += '`';
      begun_ = true;
      return;
    }
    put_printed(text_.substr(at_, end - at_), text_.substr(at_ - 1, end + 2 - at_));
    at_ = end + 1;
  }

  /// Output of a command, as far as that is known: of expr, echo and (arithmetic); else as it is written.
  void put_printed(std::string_view command, std::string_view written) {
    std::string printed;
    if (command.starts_with('(') && command.ends_with(')')) {
      printed = result_of(command.substr(1, command.size() - 2));
    } else {
      std::string_view rest = command;
      rest.remove_prefix(std::min(rest.find_first_not_of(" \t\n"), rest.size()));
      const bool calculates = rest.starts_with("expr "), echoes = rest.starts_with("echo ");
      const bool is_plain = rest.find_first_of("|<>;&") == std::string_view::npos;
      if (is_plain && (calculates || echoes)) {
        std::string text;
        for (const std::string& word : words_of(rest.substr(5))) text += (text.empty() ? "" : " ") + word;
        printed = calculates ? result_of(text) : text.find('$') == std::string::npos ? text : "";
      }
    }
    word_ += printed.empty() ? written : printed;
    begun_ = true;
  }

  std::vector<std::string> words_of(std::string_view command) {
    std::vector<std::string> words;
    const TakeCommand take_all = [&](std::vector<std::string> taken) { words = std::move(taken); };
    read_with(command, take_all);
    return words;
  }

  /// Value of arithmetic; empty: it needs what is not known.
  std::string result_of(std::string_view text) {
    const auto value_of = [&](std::string_view name) {
      const ShellValue* const known = reading_.variables.find(name);
      const bool is_one = known != nullptr && !known->is_open && known->words.size() == 1;
      return is_one ? known->words.front() : std::string();
    };
    const std::optional<std::int64_t> result = arithmetic(expanded(text), value_of);
    return result ? std::to_string(*result) : "";
  }

  /// Behind what `opens` begins at `from`, which is one word whatever it holds; where it never ends, behind its bracket.
  std::size_t end_of(std::size_t from, char opens, char closes) const {
    std::size_t open = 0;
    for (std::size_t at = from; at < std::min(text_.size(), from + longest_within); ++at) {
      if (text_[at] == opens) ++open;
      if (text_[at] == closes && --open == 0) return at + 1;
    }
    return from + 1;
  }

  void end_word() {
    if (begun_ && redirects_) {
      if (!reads_file_) target_ = word_;
      redirects_ = reads_file_ = false;
    } else if (begun_ && !(vanishes_ && word_.empty())) {
      words_.push_back(std::move(word_));
    }
    begin_word();
  }

  void begin_word() {
    word_.clear();
    begun_ = has_equals_ = sets_ = vanishes_ = false;
  }

  /// What is not known of a value stands in it as it is written: flags are known then too, but nothing else is.
  static bool is_known(std::string_view value) {
    return value.find('$') == std::string_view::npos || value.find("--") < value.find("$(");
  }

  /// NAME = arithmetic, NAME += arithmetic
  void calculate(const std::string& text) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == text.size() || text[equals + 1] == '=') return;
    const bool has_sign = std::string_view("+-*/%").find(text[equals - 1]) != std::string_view::npos;
    std::string name = text.substr(0, equals - (has_sign ? 1 : 0));
    name.erase(0, std::min(name.find_first_not_of(' '), name.size()));
    name.erase(name.find_last_not_of(' ') + 1);
    if (!is_variable_name(name)) return;
    const std::string right = text.substr(equals + 1);
    const std::string result = result_of(has_sign ? name + text[equals - 1] + "(" + right + ")" : right);
    set(name, result.empty() ? "$" : result, false);
  }

  /// Sets it from here on; what is not known leaves it open.
  void set(const std::string& name, std::string_view value, bool adds) {
    if (reading_.variables.runs() == Truth::no)
      for (const Block& block : blocks_) reading_.shell.unset.insert(block.unset.begin(), block.unset.end());
    ShellValue& held = reading_.variables.change(name);
    if (!adds) held = {};
    if (held.words.empty()) held.words.emplace_back();
    held.is_open = held.is_open || !is_known(value);
    held.words.front() += value;
  }

  void end_command(Separator separator) {
    if (!list_.empty()) end_list();
    end_word();
    in_double_ = redirects_ = reads_file_ = false;
    std::vector<std::string> words = std::exchange(words_, {});
    const std::string target = std::exchange(target_, {});
    const bool goes_on = words.empty() && separator == Separator::end;  // a line's end behind && ends nothing
    if (!words.empty()) take_part(std::move(words), target);
    if (separator == Separator::arm && !blocks_.empty() && blocks_.back().kind == Block::choice)
      blocks_.back().at_pattern = true;
    if (!goes_on) before_ = separator;
  }

  /// A part of a script that opened and has not closed.
  struct Block {
    enum Kind { branch, choice, loop } kind = branch;
    bool in_condition = false, at_pattern = false, is_until = false;
    Truth condition = Truth::yes;
    std::optional<std::string> subject = {};  ///< of `case`; empty: not known
    std::vector<std::string> patterns = {};
    std::set<std::string, std::less<>> unset = {};  ///< that its conditions ask for
  };

  bool is_at_pattern() const { return !blocks_.empty() && blocks_.back().at_pattern; }

  void open(Block block) {
    reading_.variables.begin_branch();
    blocks_.push_back(std::move(block));
  }

  void close(Block::Kind kind) {
    if (blocks_.empty() || blocks_.back().kind != kind) return;
    reading_.variables.end_branch();
    blocks_.pop_back();
  }

  /// Takes the words that open and close parts off its beginning; what is left is a command.
  void take_part(std::vector<std::string> words, const std::string& target) {
    constexpr std::size_t deepest = 64;
    while (!words.empty() && !reading_.shell.every_branch) {
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
        block->in_condition = true, block->condition = Truth::yes, reading_.variables.begin_arm(Truth::no);
      else if ((word == "then" || word == "do") && block != nullptr)
        begin_body(*block);
      else if (word == "else" && block != nullptr)
        reading_.variables.begin_arm(Truth::yes);
      else if (word == "fi" || word == "done" || word == "esac")
        close(word == "fi" ? Block::branch : word == "done" ? Block::loop : Block::choice);
      else if (word != "{" && word != "}")
        break;
      before_ = Separator::end;
      words.erase(words.begin());
    }
    if (!words.empty()) take_one(std::move(words), target);
  }

  void begin_body(Block& block) {
    const Truth asked = block.is_until ? opposite(block.condition) : block.condition;
    const bool is_open = block.kind == Block::loop && block.in_condition && asked == Truth::yes;
    if (block.in_condition || block.kind == Block::loop) reading_.variables.begin_arm(is_open ? Truth::unknown : asked);
    block.in_condition = false;
  }

  /// for NAME in WORDS: of one the value, of several not known.
  void begin_for(const std::vector<std::string>& words) {
    Block loop{Block::loop};
    const bool is_listed = words.size() > 2 && words[2] == "in";
    const bool is_one = is_listed && words.size() == 4 && words[3].find_first_of("$`*") == std::string::npos;
    loop.condition = is_one ? Truth::yes : is_listed && words.size() == 3 ? Truth::no : Truth::unknown;
    if (is_variable_name(words[1])) {
      ShellValue& held = reading_.variables.change(words[1]);
      held = is_one ? ShellValue{{words[3]}, false} : ShellValue{{}, true};
    }
    open(std::move(loop));
  }

  /// Takes the words of `case` up to the word that ends in a bracket; false: there is none yet.
  bool take_patterns(std::vector<std::string>& words) {
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
      reading_.variables.begin_arm(any);
      before_ = Separator::end;
      return true;
    }
    return false;
  }

  /// The text of a word of a condition, where a variable that nothing sets is empty; empty: not known.
  std::optional<std::string> text_of_word(const std::string& word, Block& block) {
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
      if (!is_whole || reading_.variables.find(name) != nullptr) return std::nullopt;
      if (is_variable_name(name)) block.unset.insert(name);
      at = end + (has_brace ? 1 : 0);
    }
    return text;
  }

  /// Whether a command succeeds; empty: only a run shows it.
  std::optional<Truth> succeeds(const std::vector<std::string>& words, Block& asking) {
    if (std::all_of(words.begin(), words.end(), is_assignment)) return Truth::yes;
    if (words.front() == "((" && words.size() > 1) {
      const std::string result = result_of(words[1]);
      return result.empty() ? Truth::unknown : truth_of(result != "0");
    }
    return condition(words, [&](const std::string& word) { return text_of_word(word, asking); });
  }

  void take_one(std::vector<std::string> words, const std::string& target) {
    Block asked{};
    const bool is_in_condition = !blocks_.empty() && blocks_.back().in_condition;
    const std::optional<Truth> own = reading_.shell.every_branch ? std::nullopt : succeeds(words, asked);
    const bool follows = before_ == Separator::also || before_ == Separator::otherwise;
    const bool is_or = before_ == Separator::otherwise;
    Truth runs = Truth::yes;
    if (follows && !reading_.shell.every_branch)
      runs = chain_ ? (is_or ? opposite(*chain_) : *chain_) : is_or ? Truth::unknown : Truth::yes;
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
      run(std::move(words), target);
    } else {
      open({});
      blocks_.back().unset = std::move(chain_unset_);
      reading_.variables.begin_arm(runs);
      run(std::move(words), target);
      close(Block::branch);
    }
    chain_unset_ = std::move(asked.unset);
  }

  void run(std::vector<std::string> words, const std::string& target) {
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

  /// The commands of a text that a command is given, `launcher` before each.
  void read_within(const std::string& script, const std::vector<std::string>& launcher) {
    const TakeCommand behind_launcher = [&](std::vector<std::string> words) {
      if (std::any_of(words.begin(), words.end(),
                      [](const std::string& word) { return !is_assignment(word) && word != "export"; }))
        words.insert(words.begin(), launcher.begin(), launcher.end());
      reading_.take(std::move(words));
    };
    read_with(script, launcher.empty() ? reading_.take : behind_launcher);
  }

  void read_with(std::string_view script, const TakeCommand& take) {
    constexpr int deepest = 3;
    if (script.empty() || reading_.depth >= deepest) return;
    Reading within{
        reading_.shell,    take, std::move(reading_.variables), reading_.expanded_bytes, reading_.searched_bytes,
        reading_.depth + 1};
    Splitter(script, within).split();
    reading_.variables = std::move(within.variables);
    reading_.expanded_bytes = within.expanded_bytes;
    reading_.searched_bytes = within.searched_bytes;
  }

  /// The text that a shell is given: of `bash -eo pipefail -c 'vllm serve …'`; empty: none is.
  static std::string script_in(const std::vector<std::string>& words) {
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

  static constexpr std::size_t longest_within = 4096;

  std::string_view text_;
  Reading& reading_;
  std::vector<std::string> words_;
  std::string word_;
  std::size_t at_ = 0;
  bool begun_ = false, in_double_ = false;
  bool is_one_word_ = false;                ///< all of it: a quote is a letter
  bool has_equals_ = false, sets_ = false;  ///< of the word: it has one, and is NAME=… or NAME+=…
  bool vanishes_ = false;                   ///< it is of an empty list: no word where nothing else stands in it
  std::string list_;                        ///< "NAME=" or "NAME+=" of the list that is read; empty: none is
  std::size_t list_at_ = 0;                 ///< its first word
  std::vector<std::string> lists_;          ///< names of those that this command has set
  bool redirects_ = false, reads_file_ = false, adds_ = false;  ///< the next word is a file's name
  std::string target_;                                          ///< the file that the command writes to
  std::vector<Heredoc> heredocs_;                               ///< of this line
  std::vector<Block> blocks_;
  Separator before_ = Separator::end;               ///< of the command before
  std::optional<Truth> chain_;                      ///< of commands joined by && and ||; empty: it succeeds if run
  std::set<std::string, std::less<>> chain_unset_;  ///< that its conditions ask for
  bool no_brace_ = false;                           ///< none is left that closes ${
};

}  // namespace

void each_command(std::string_view text, ShellText& shell, const std::function<void(std::vector<std::string>)>& take) {
  Reading reading{shell, take};
  for (const auto& [name, value] : shell.environment) reading.variables.change(name) = {{value}, false};
  Splitter(text, reading).split();
}

std::vector<std::vector<std::string>> commands_in(std::string_view text) {
  std::vector<std::vector<std::string>> commands;
  ShellText shell;
  each_command(text, shell, [&](std::vector<std::string> words) { commands.push_back(std::move(words)); });
  return commands;
}

}  // namespace hakaru
