#include <algorithm>
#include <cctype>
#include <charconv>
#include <utility>

#include "hakaru/launching/shell/shell_arithmetic.h"
#include "hakaru/launching/shell/shell_splitter.h"

namespace hakaru {
namespace {

/// A text may put a variable into itself, or use a long one often: what is beyond this stays as it is written.
constexpr std::size_t most_expanded_bytes = 1 << 18;

/// The text without the two quotes around it: "8" of ${NGPU:-"8"}; as it is where it has none.
std::string_view unquoted(std::string_view text) {
  const bool is_quoted =
      text.size() > 1 && (text.front() == '"' || text.front() == '\'') && text.back() == text.front();
  return is_quoted ? text.substr(1, text.size() - 2) : text;
}

/// "@" and ":1:2" of ${NAME[@]:1:2}; none: it is written in another way.
std::optional<ShellSlice> slice_of(std::string_view index, std::string_view behind) {
  constexpr std::size_t all = std::string_view::npos;
  const bool whole = index == "@" || index == "*";
  if (!whole && !behind.empty()) return std::nullopt;
  ShellSlice slice{0, whole ? all : 1};
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

/// True if `value` has no "$" left, or a flag before any "$(": such flags are known, but nothing else is.
bool is_known(std::string_view value) {
  return value.find('$') == std::string_view::npos || value.find("--") < value.find("$(");
}

}  // namespace

void ShellSplitter::put(std::string_view value) {
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

void ShellSplitter::put_known(std::string_view name, const ShellSlice& slice, std::string_view written) {
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

std::string ShellSplitter::expanded(std::string_view text) {
  constexpr int deepest = 8;
  if (reading_.depth >= deepest || text.find_first_of("$`\\") == std::string_view::npos) return std::string(text);
  ++reading_.depth;
  std::string made = ShellSplitter(text, reading_).as_one_word();
  --reading_.depth;
  return made;
}

void ShellSplitter::braced(std::string_view inside, std::string_view written) {
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
    const std::optional<ShellSlice> slice =
        closed == std::string_view::npos ? std::nullopt : slice_of(rest.substr(1, closed - 1), rest.substr(closed + 1));
    put_known(slice ? name : inside, slice.value_or(ShellSlice{}), written);
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

void ShellSplitter::variable() {
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
  while (end < text_.size() && (std::isalnum(static_cast<unsigned char>(text_[end])) != 0 || text_[end] == '_')) ++end;
  const std::string_view name = text_.substr(at_, end - at_);
  at_ = end;
  put_known(name, {}, text_.substr(from, at_ - from));
}

void ShellSplitter::backquoted() {
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

void ShellSplitter::put_printed(std::string_view command, std::string_view written) {
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

std::vector<std::string> ShellSplitter::words_of(std::string_view command) {
  std::vector<std::string> words;
  const TakeCommand take_all = [&](std::vector<std::string> taken) { words = std::move(taken); };
  read_with(command, take_all);
  return words;
}

std::string ShellSplitter::result_of(std::string_view text) {
  const auto value_of = [&](std::string_view name) {
    const ShellValue* const known = reading_.variables.find(name);
    const bool is_one = known != nullptr && !known->is_open && known->words.size() == 1;
    return is_one ? known->words.front() : std::string();
  };
  const std::optional<std::int64_t> result = arithmetic(expanded(text), value_of);
  return result ? std::to_string(*result) : "";
}

std::size_t ShellSplitter::end_of(std::size_t from, char opens, char closes) const {
  std::size_t open = 0;
  for (std::size_t at = from; at < std::min(text_.size(), from + longest_within); ++at) {
    if (text_[at] == opens) ++open;
    if (text_[at] == closes && --open == 0) return at + 1;
  }
  return from + 1;
}

void ShellSplitter::calculate(const std::string& text) {
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

void ShellSplitter::set(const std::string& name, std::string_view value, bool adds) {
  if (reading_.variables.runs() == Truth::no) flow_.add_unset(reading_.shell.unset);
  ShellValue& known = reading_.variables.change(name);
  if (!adds) known = {};
  if (known.words.empty()) known.words.emplace_back();
  known.is_open = known.is_open || !is_known(value);
  known.words.front() += value;
}

}  // namespace hakaru
