#include "hakaru/launching/shell_words.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <map>

namespace hakaru {
namespace {

using Variables = std::map<std::string, std::string, std::less<>>;

bool is_name(std::string_view text) {
  return !text.empty() && std::isdigit(static_cast<unsigned char>(text.front())) == 0 &&
         std::all_of(text.begin(), text.end(),
                     [](unsigned char each) { return std::isalnum(each) != 0 || each == '_'; });
}

}  // namespace

bool is_assignment(std::string_view word) {
  const std::size_t equals = word.find('=');
  return equals != std::string_view::npos && is_name(word.substr(0, equals));
}

namespace {

/// Splits one text into words, command by command.
class Splitter {
 public:
  Splitter(std::string_view text, Variables& variables) : text_(text), variables_(variables) {}

  std::vector<std::vector<std::string>> split() {
    while (at_ < text_.size()) step();
    end_command();
    return std::move(commands_);
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
    else if (letter == '\n' && goes_on_with_flag())
      end_word();
    else if (letter == '\n' || letter == ';' || letter == '|' || letter == '&')
      end_command();
    else if (std::isspace(static_cast<unsigned char>(letter)) != 0)
      end_word();
    else
      word_ += letter, begun_ = true;
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

  /// $NAME, ${NAME}, ${NAME:-otherwise}; what is not set in this text stays as it is written.
  void variable() {
    begun_ = true;
    if (at_ < text_.size() && text_[at_] == '(') {
      const std::size_t from = at_;
      at_ = end_of_command();
      word_ += "$" + std::string(text_.substr(from, at_ - from));
      return;
    }
    if (at_ < text_.size() && text_[at_] == '{') {
      const std::size_t end = no_brace_ ? std::string_view::npos : text_.find('}', at_);
      if (end == std::string_view::npos) {
        no_brace_ = true;
        word_ += '$';
        return;
      }
      const std::string_view inside = text_.substr(at_ + 1, end - at_ - 1);
      const std::size_t otherwise = inside.find(":-");
      const auto known = variables_.find(inside.substr(0, otherwise));
      if (known != variables_.end())
        word_ += known->second;
      else
        word_ += otherwise == std::string_view::npos ? "${" + std::string(inside) + "}"
                                                     : std::string(unquoted(inside.substr(otherwise + 2)));
      at_ = end + 1;
      return;
    }
    std::size_t end = at_;
    while (end < text_.size() && (std::isalnum(static_cast<unsigned char>(text_[end])) != 0 || text_[end] == '_'))
      ++end;
    const std::string name(text_.substr(at_, end - at_));
    const auto known = variables_.find(name);
    word_ += known != variables_.end() ? known->second : "$" + name;
    at_ = end;
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
    if (begun_) words_.push_back(std::move(word_));
    word_.clear();
    begun_ = false;
  }

  /// What a command sets alone is known from here on; what it could not be told is not.
  void end_command() {
    end_word();
    for (const std::string& word : words_) {
      if (word == "export" || word == "[" || word == "]") continue;
      if (!is_assignment(word)) break;
      const std::size_t equals = word.find('=');
      std::string value = word.substr(equals + 1);
      if (!value.empty() && value.find('$') == std::string::npos) variables_[word.substr(0, equals)] = std::move(value);
    }
    if (!words_.empty()) commands_.push_back(std::move(words_));
    words_.clear();
    in_double_ = false;
  }

  std::string_view text_;
  Variables& variables_;
  std::vector<std::vector<std::string>> commands_;
  std::vector<std::string> words_;
  std::string word_;
  std::size_t at_ = 0;
  bool begun_ = false, in_double_ = false;
  bool no_brace_ = false;  ///< none is left that closes ${
};

}  // namespace

std::vector<std::vector<std::string>> commands_in(std::string_view text) {
  Variables variables;
  return Splitter(text, variables).split();
}

}  // namespace hakaru
