#include "hakaru/launching/shell_words.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <iterator>
#include <map>
#include <optional>
#include <utility>

#include "hakaru/core/ranges.h"

namespace hakaru {
namespace {

/// A list's words; of a variable that is none its one value.
using Variables = std::map<std::string, std::vector<std::string>, std::less<>>;

/// Words of a shell that a command, or an assignment, may stand behind.
constexpr std::array before_assignments{"export", "local", "declare", "readonly", "then", "else", "do", "[", "]"};

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

/// Splits one text into words, command by command.
class Splitter {
 public:
  Splitter(std::string_view text, Variables& variables, const TakeCommand& take_command)
      : text_(text), variables_(variables), take_command_(take_command) {}

  void split() {
    while (at_ < text_.size()) step();
    end_command();
  }

 private:
  void step() {
    const char letter = text_[at_++];
    if (letter == '\\')
      escape();
    else if (letter == '\'')
      quote();
    else if (letter == '"')
      in_double_ = !in_double_, begun_ = true;
    else if (letter == '$' && !in_double_ && at_ < text_.size() && text_[at_] == '\'')
      escapes();
    else if (letter == '$')
      variable();
    else if (in_double_)
      word_ += letter;
    else if (letter == '#' && !begun_)
      at_ = std::min(text_.find('\n', at_), text_.size());
    else if (letter == '(' && begins_list())
      begin_list();
    else if (letter == ')' && !list_.empty())
      end_list();
    else if (letter == ';' || letter == '|' || letter == '&' ||
             (letter == '\n' && list_.empty() && !goes_on_with_flag()))
      end_command();
    else if (std::isspace(static_cast<unsigned char>(letter)) != 0)
      end_word();
    else
      take(letter);
  }

  void take(char letter) {
    if (letter == '=' && !has_equals_) {
      has_equals_ = true;
      sets_ = is_variable_name(std::string_view(word_).substr(0, word_.size() - (word_.ends_with('+') ? 1 : 0)));
    }
    word_ += letter;
    begun_ = true;
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
    std::vector<std::string>& held = variables_[name];
    if (!adds) held.clear();
    held.insert(held.end(), std::make_move_iterator(first), std::make_move_iterator(words_.end()));
    words_.erase(first, words_.end());
    words_.push_back(name + "=");
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
    if (in_double_ && letter != '"' && letter != '\\' && letter != '$') word_ += '\\';
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
    const auto known = variables_.find(name);
    if (known == variables_.end() || expanded_bytes_ > most_expanded_bytes) {
      word_ += written;
      begun_ = true;
      return;
    }
    const std::vector<std::string>& words = known->second;
    const std::size_t first = std::min(slice.from, words.size());
    const std::size_t count = std::min(slice.count, words.size() - first);
    vanishes_ = count == 0;
    for (std::size_t i = first; i < first + count; ++i) {
      if (i > first) end_word();
      put(words[i]);
      expanded_bytes_ += words[i].size() + 1;
    }
  }

  /// What stands between the brackets of ${…}.
  void braced(std::string_view inside, std::string_view written) {
    const std::size_t bracket = inside.find('['), closed = inside.find(']');
    if (bracket != std::string_view::npos && closed != std::string_view::npos && bracket < closed) {
      const std::optional<Slice> slice =
          slice_of(inside.substr(bracket + 1, closed - bracket - 1), inside.substr(closed + 1));
      put_known(slice ? inside.substr(0, bracket) : inside, slice.value_or(Slice{}), written);
      return;
    }
    const std::size_t otherwise = std::min(inside.find(":-"), inside.find(":="));
    const std::string_view name = inside.substr(0, otherwise);
    if (otherwise != std::string_view::npos && !variables_.contains(name))
      put(unquoted(inside.substr(otherwise + 2)));
    else
      put_known(name, {}, written);
  }

  /// $NAME, ${NAME}, ${NAME[@]}, ${NAME[@]:1:2}, ${NAME[0]}, ${NAME:-otherwise}; what is not set in this text stays as
  /// it is written.
  void variable() {
    const std::size_t from = at_ - 1;
    const char next = at_ < text_.size() ? text_[at_] : ' ';
    if (next == '(') {
      at_ = end_of_command();
      word_ += text_.substr(from, at_ - from);
      begun_ = true;
      return;
    }
    std::size_t end = at_;
    if (next == '{') {
      end = no_brace_ ? std::string_view::npos : text_.find('}', at_);
      if (end == std::string_view::npos) {
        no_brace_ = true;
        take('$');
        return;
      }
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

  /// Behind what `$(` begins at `at_`, which is one word whatever it holds; where it never ends, behind its bracket.
  std::size_t end_of_command() const {
    constexpr std::size_t longest = 4096;
    std::size_t open = 0;
    for (std::size_t at = at_; at < std::min(text_.size(), at_ + longest); ++at) {
      if (text_[at] == '(') ++open;
      if (text_[at] == ')' && --open == 0) return at + 1;
    }
    return at_ + 1;
  }

  void end_word() {
    if (begun_ && !(vanishes_ && word_.empty())) words_.push_back(std::move(word_));
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

  /// What a command sets alone is known from here on; what it could not be told is not.
  void end_command() {
    if (!list_.empty()) end_list();
    end_word();
    for (const std::string& word : words_) {
      if (ranges::count(before_assignments, word) > 0) continue;
      const std::size_t equals = word.find('=');
      const bool adds = equals != std::string::npos && equals > 0 && word[equals - 1] == '+';
      const std::string name = word.substr(0, equals - (adds ? 1 : 0));
      if (equals == std::string::npos || !is_variable_name(name)) break;
      const std::string_view value = std::string_view(word).substr(equals + 1);
      if (value.empty() || !is_known(value)) continue;
      std::vector<std::string>& held = variables_[name];
      if (!adds) held.clear();
      if (held.empty()) held.emplace_back();
      held.front() += value;
    }
    in_double_ = false;
    if (words_.empty()) return;
    std::string script = script_in(words_);
    take_command_(std::exchange(words_, {}));
    if (script.empty() || is_within_) return;
    Splitter within(script, variables_, take_command_);
    within.is_within_ = true;
    within.expanded_bytes_ = expanded_bytes_;
    within.split();
    expanded_bytes_ = within.expanded_bytes_;
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

  std::string_view text_;
  Variables& variables_;
  const TakeCommand& take_command_;
  std::vector<std::string> words_;
  std::string word_;
  std::size_t at_ = 0;
  bool begun_ = false, in_double_ = false;
  bool has_equals_ = false, sets_ = false;  ///< of the word: it has one, and is NAME=… or NAME+=…
  bool vanishes_ = false;                   ///< it is of an empty list: no word where nothing else stands in it
  std::string list_;                        ///< "NAME=" or "NAME+=" of the list that is read; empty: none is
  std::size_t list_at_ = 0;                 ///< its first word
  bool is_within_ = false;                  ///< of a text that a shell is given: none of its own is opened
  std::size_t expanded_bytes_ = 0;          ///< by variables
  bool no_brace_ = false;                   ///< none is left that closes ${
};

}  // namespace

void each_command(std::string_view text, const std::function<void(std::vector<std::string>)>& take) {
  Variables variables;
  Splitter(text, variables, take).split();
}

std::vector<std::vector<std::string>> commands_in(std::string_view text) {
  std::vector<std::vector<std::string>> commands;
  each_command(text, [&](std::vector<std::string> words) { commands.push_back(std::move(words)); });
  return commands;
}

}  // namespace hakaru
