// Regular expressions over names of modules, as quantisations list them: Python's re.match, which begins at the name's
// beginning and need not reach its end.
//
// A match takes steps × letters at most, whatever the expression: no (step, letter) is tried twice (Russ Cox, Regular
// Expression Matching Can Be Simple And Fast, 2007).
// Limits: no back-references, no look-behind, no word boundaries, no flags.
// RE2 would bound its steps as well, but has no look-ahead, which such lists use ("re:^(?!.*experts).*"), and in Debian
// it is no library of headers, so that a browser's build would have none.
#pragma once

#include <bitset>
#include <optional>
#include <string_view>
#include <vector>

namespace hakaru {

class NameExpression {
 public:
  /// Empty: not understood.
  static std::optional<NameExpression> read(std::string_view text);
  bool matches(std::string_view name) const { return runs(0, name, 0); }
  std::size_t size() const { return steps_.size(); }  ///< in steps

  struct Step {
    enum class Kind { letter, split, jump, start, end, ahead, not_ahead, done } kind = Kind::done;
    std::bitset<256> letters = {};
    int next = 1, other = 0;  ///< steps from this one
  };

 private:
  bool runs(int from, std::string_view name, std::size_t at) const;

  std::vector<Step> steps_;
};

}  // namespace hakaru
