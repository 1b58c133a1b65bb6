#include "hakaru/model/name_expression.h"

#include <algorithm>
#include <cctype>
#include <utility>

namespace hakaru {
namespace {

using Step = NameExpression::Step;
using Steps = std::vector<Step>;

constexpr std::size_t most_steps = 20'000;
constexpr int deepest_group = 50;

Step split(int next, int other) { return {Step::Kind::split, {}, next, other}; }

int length(const Steps& steps) { return static_cast<int>(steps.size()); }

void append(Steps& steps, const Steps& more) { steps.insert(steps.end(), more.begin(), more.end()); }

Steps optional(const Steps& once) {
  Steps steps{split(1, length(once) + 1)};
  append(steps, once);
  return steps;
}

Steps any_number(const Steps& once) {
  Steps steps{split(1, length(once) + 2)};
  append(steps, once);
  steps.push_back({Step::Kind::jump, {}, -length(once) - 1, 0});
  return steps;
}

/// Letters of \d, \w, \s and their opposites, or the one that is escaped.
std::optional<std::bitset<256>> escaped(char letter) {
  std::bitset<256> letters;
  const char kind = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  if (kind == 'd' || kind == 'w' || kind == 's') {
    for (int c = 0; c < 128; ++c) {
      const bool word = std::isalnum(c) != 0 || c == '_';
      letters[static_cast<std::size_t>(c)] = kind == 'd' ? std::isdigit(c) != 0 : kind == 'w' ? word : c == ' ';
    }
    return kind == letter ? letters : ~letters;
  }
  if (std::isalnum(static_cast<unsigned char>(letter)) != 0) return std::nullopt;
  letters.set(static_cast<unsigned char>(letter));
  return letters;
}

/// Makes steps of an expression; empty where something is not understood.
class ExpressionReader {
 public:
  explicit ExpressionReader(std::string_view text) : text_(text) {}

  std::optional<Steps> read() {
    std::optional<Steps> steps = alternatives(0);
    if (!steps || at_ != text_.size()) return std::nullopt;
    return steps;
  }

 private:
  bool ends() const { return at_ >= text_.size(); }
  bool takes(std::string_view next) {
    if (text_.substr(at_, next.size()) != next) return false;
    at_ += next.size();
    return true;
  }

  std::optional<Steps> alternatives(int depth) {
    if (depth > deepest_group) return std::nullopt;
    std::vector<Steps> each;
    do {
      std::optional<Steps> one = sequence(depth);
      if (!one) return std::nullopt;
      each.push_back(std::move(*one));
    } while (takes("|"));
    Steps steps = std::move(each.back());
    for (each.pop_back(); !each.empty(); each.pop_back()) {
      const Steps last = std::exchange(steps, {split(1, length(each.back()) + 2)});
      append(steps, each.back());
      steps.push_back({Step::Kind::jump, {}, length(last) + 1, 0});
      append(steps, last);
      if (steps.size() > most_steps) return std::nullopt;
    }
    return steps;
  }

  std::optional<Steps> sequence(int depth) {
    Steps steps;
    while (!ends() && text_[at_] != '|' && text_[at_] != ')') {
      std::optional<Steps> one = atom(depth);
      if (one) one = repeated(*one);
      if (!one || steps.size() + one->size() > most_steps) return std::nullopt;
      append(steps, *one);
    }
    return steps;
  }

  std::optional<Steps> atom(int depth) {
    if (takes("^")) return Steps{{Step::Kind::start}};
    if (takes("$")) return Steps{{Step::Kind::end}};
    if (takes(".")) return Steps{{Step::Kind::letter, ~std::bitset<256>()}};
    if (takes("(")) return group(depth);
    std::optional<std::bitset<256>> letters;
    if (takes("[")) {
      letters = letters_in_brackets();
    } else if (takes("\\")) {
      if (!ends()) letters = escaped(text_[at_++]);
    } else if (std::string_view("*+?{").find(text_[at_]) == std::string_view::npos) {
      letters.emplace().set(static_cast<unsigned char>(text_[at_++]));
    }
    if (!letters) return std::nullopt;
    return Steps{{Step::Kind::letter, *letters}};
  }

  std::optional<Steps> group(int depth) {
    std::optional<Step::Kind> looks;
    if (takes("?!")) {
      looks = Step::Kind::not_ahead;
    } else if (takes("?=")) {
      looks = Step::Kind::ahead;
    } else if (!takes("?:") && takes("?")) {
      return std::nullopt;
    }
    std::optional<Steps> inner = alternatives(depth + 1);
    if (!inner || !takes(")")) return std::nullopt;
    if (!looks) return inner;
    Steps steps{{*looks, {}, length(*inner) + 2, 0}};
    append(steps, *inner);
    steps.emplace_back();
    return steps;
  }

  std::optional<std::bitset<256>> letters_in_brackets() {
    std::bitset<256> letters;
    const bool others = takes("^");
    for (bool first = true; !ends() && (first || text_[at_] != ']'); first = false) {
      if (takes("\\")) {
        const auto some = ends() ? std::nullopt : escaped(text_[at_++]);
        if (!some) return std::nullopt;
        letters |= *some;
        continue;
      }
      const auto from = static_cast<unsigned char>(text_[at_++]);
      const bool range = at_ + 1 < text_.size() && text_[at_] == '-' && text_[at_ + 1] != ']';
      const auto to = range ? static_cast<unsigned char>(text_[at_ + 1]) : from;
      if (range) at_ += 2;
      for (unsigned c = from; c <= to; ++c) letters.set(c);
    }
    if (!takes("]")) return std::nullopt;
    return others ? ~letters : letters;
  }

  /// `once` as often as what follows it says.
  std::optional<Steps> repeated(const Steps& once) {
    std::pair<int, int> times{1, 1};  // -1: without end
    if (takes("*")) {
      times = {0, -1};
    } else if (takes("+")) {
      times = {1, -1};
    } else if (takes("?")) {
      times = {0, 1};
    } else if (takes("{")) {
      const std::optional<int> least = number();
      if (!least) return std::nullopt;
      times = {*least, *least};
      if (takes(",")) times.second = number().value_or(-1);
      if (!takes("}")) return std::nullopt;
    } else {
      return once;
    }
    takes("?");  // as few as possible: the same names
    const auto copies = static_cast<std::size_t>(std::max(times.first, times.second) + 1);
    if (copies * once.size() > most_steps) return std::nullopt;
    Steps steps;
    for (int i = 0; i < times.first; ++i) append(steps, once);
    for (int i = times.first; i < times.second; ++i) append(steps, optional(once));
    if (times.second < 0) append(steps, any_number(once));
    return steps;
  }

  std::optional<int> number() {
    constexpr int most = 1000;
    if (ends() || std::isdigit(static_cast<unsigned char>(text_[at_])) == 0) return std::nullopt;
    int value = 0;
    while (!ends() && std::isdigit(static_cast<unsigned char>(text_[at_])) != 0 && value <= most)
      value = 10 * value + (text_[at_++] - '0');
    return value <= most ? std::optional<int>(value) : std::nullopt;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace

std::optional<NameExpression> NameExpression::read(std::string_view text) {
  std::optional<Steps> steps = ExpressionReader(text).read();
  if (!steps) return std::nullopt;
  NameExpression expression;
  expression.steps_ = std::move(*steps);
  expression.steps_.emplace_back();
  return expression;
}

bool NameExpression::runs(int from, std::string_view name, std::size_t at) const {
  std::vector<bool> tried(steps_.size() * (name.size() + 1));
  std::vector<std::pair<int, std::size_t>> left{{from, at}};
  while (!left.empty()) {
    const int index = left.back().first;
    const std::size_t letter = left.back().second;
    left.pop_back();
    const auto key = static_cast<std::size_t>(index) * (name.size() + 1) + letter;
    if (tried[key]) continue;
    tried[key] = true;
    const Step& step = steps_[static_cast<std::size_t>(index)];
    const auto go_on = [&](std::size_t to) { left.emplace_back(index + step.next, to); };
    switch (step.kind) {
      case Step::Kind::done:
        return true;
      case Step::Kind::letter:
        if (letter < name.size() && step.letters[static_cast<unsigned char>(name[letter])]) go_on(letter + 1);
        break;
      case Step::Kind::split:
        left.emplace_back(index + step.other, letter);
        go_on(letter);
        break;
      case Step::Kind::jump:
        go_on(letter);
        break;
      case Step::Kind::start:
        if (letter == 0) go_on(letter);
        break;
      case Step::Kind::end:
        if (letter == name.size()) go_on(letter);
        break;
      case Step::Kind::ahead:
      case Step::Kind::not_ahead:
        if (runs(index + 1, name, letter) == (step.kind == Step::Kind::ahead)) go_on(letter);
        break;
    }
  }
  return false;
}

}  // namespace hakaru
