#include "hakaru/launching/shell/shell_arithmetic.h"

#include <array>
#include <cctype>
#include <charconv>
#include <limits>

namespace hakaru {
namespace {

using WholeNumber = std::optional<std::int64_t>;

WholeNumber power(std::int64_t base, std::int64_t exponent) {
  constexpr std::int64_t most_bits = 63;
  if (exponent < 0 || (exponent > most_bits && base != 0 && base != 1 && base != -1)) return std::nullopt;
  std::int64_t value = 1;
  for (std::int64_t i = 0; i < exponent % (most_bits + 1); ++i) {
    if (__builtin_mul_overflow(value, base, &value)) return std::nullopt;
  }
  return value;
}

WholeNumber applied(std::string_view sign, std::int64_t left, std::int64_t right) {
  std::int64_t value = 0;
  if (sign == "+") return __builtin_add_overflow(left, right, &value) ? std::nullopt : WholeNumber(value);
  if (sign == "-") return __builtin_sub_overflow(left, right, &value) ? std::nullopt : WholeNumber(value);
  if (sign == "*") return __builtin_mul_overflow(left, right, &value) ? std::nullopt : WholeNumber(value);
  if (sign == "**") return power(left, right);
  if (sign == "/" || sign == "%") {
    const bool is_beyond = right == 0 || (left == std::numeric_limits<std::int64_t>::min() && right == -1);
    if (is_beyond) return std::nullopt;
    return sign == "/" ? left / right : left % right;
  }
  if (sign == "==") return left == right ? 1 : 0;
  if (sign == "!=") return left != right ? 1 : 0;
  if (sign == "<=") return left <= right ? 1 : 0;
  if (sign == ">=") return left >= right ? 1 : 0;
  if (sign == "<") return left < right ? 1 : 0;
  if (sign == ">") return left > right ? 1 : 0;
  if (sign == "&&") return left != 0 && right != 0 ? 1 : 0;
  return left != 0 || right != 0 ? 1 : 0;
}

/// Reads one text by precedence.
class ArithmeticReader {
 public:
  ArithmeticReader(std::string_view text, const ValueOfName& value_of) : text_(text), value_of_(value_of) {}

  WholeNumber all() {
    const WholeNumber value = choice();
    skip_blanks();
    return at_ == text_.size() ? value : std::nullopt;
  }

 private:
  static constexpr int deepest = 64;
  /// From the weakest to the strongest; a longer sign stands before its beginning.
  static constexpr std::array<std::array<std::string_view, 4>, 6> levels{
      {{"||"}, {"&&"}, {"==", "!="}, {"<=", ">=", "<", ">"}, {"+", "-"}, {"*", "/", "%"}}};

  void skip_blanks() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
  }

  bool take(std::string_view sign) {
    skip_blanks();
    if (!text_.substr(at_).starts_with(sign)) return false;
    if (sign == "*" && text_.substr(at_).starts_with("**")) return false;
    at_ += sign.size();
    return true;
  }

  /// a ? b : c
  WholeNumber choice() {
    const WholeNumber asked = level(0);
    if (!take("?")) return asked;
    if (++depth_ > deepest) return std::nullopt;
    const WholeNumber yes = choice();
    if (!take(":")) return std::nullopt;
    const WholeNumber no = choice();
    --depth_;
    return !asked ? std::nullopt : *asked != 0 ? yes : no;
  }

  WholeNumber level(std::size_t at) {
    if (at == levels.size()) return raised();
    WholeNumber left = level(at + 1);
    for (bool goes_on = true; goes_on;) {
      goes_on = false;
      for (const std::string_view sign : levels[at]) {
        if (sign.empty() || !take(sign)) continue;
        const WholeNumber right = level(at + 1);
        left = left && right ? applied(sign, *left, *right) : std::nullopt;
        goes_on = true;
        break;
      }
    }
    return left;
  }

  WholeNumber raised() {
    const WholeNumber base = operand();
    if (!take("**")) return base;
    if (++depth_ > deepest) return std::nullopt;
    const WholeNumber exponent = raised();
    --depth_;
    return base && exponent ? applied("**", *base, *exponent) : std::nullopt;
  }

  WholeNumber operand() {
    skip_blanks();
    if (at_ >= text_.size() || ++depth_ > deepest) return std::nullopt;
    const WholeNumber value = signed_operand();
    --depth_;
    return value;
  }

  WholeNumber signed_operand() {
    if (take("-")) {
      const WholeNumber value = operand();
      return value ? applied("-", 0, *value) : std::nullopt;
    }
    if (take("+")) return operand();
    if (take("!")) {
      const WholeNumber value = operand();
      return value ? WholeNumber(*value == 0 ? 1 : 0) : std::nullopt;
    }
    if (take("(")) {
      const WholeNumber value = choice();
      return take(")") ? value : std::nullopt;
    }
    return number_or_name();
  }

  WholeNumber number_or_name() {
    std::size_t end = at_;
    while (end < text_.size() && (std::isalnum(static_cast<unsigned char>(text_[end])) != 0 || text_[end] == '_'))
      ++end;
    std::string_view word = text_.substr(at_, end - at_);
    at_ = end;
    if (word.empty()) return std::nullopt;
    const std::string value = std::isdigit(static_cast<unsigned char>(word.front())) != 0 ? "" : value_of_(word);
    if (std::isdigit(static_cast<unsigned char>(word.front())) == 0) word = value;
    const bool is_hexadecimal = word.starts_with("0x");
    const int base = is_hexadecimal ? 16 : word.size() > 1 && word.front() == '0' ? 8 : 10;
    if (is_hexadecimal) word.remove_prefix(2);
    std::int64_t number = 0;
    const auto [last, error] = std::from_chars(word.data(), word.data() + word.size(), number, base);
    return error == std::errc() && last == word.data() + word.size() ? WholeNumber(number) : std::nullopt;
  }

  std::string_view text_;
  const ValueOfName& value_of_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

}  // namespace

std::optional<std::int64_t> arithmetic(std::string_view text, const ValueOfName& value_of) {
  return ArithmeticReader(text, value_of).all();
}

}  // namespace hakaru
