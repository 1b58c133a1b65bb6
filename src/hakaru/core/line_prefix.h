// Prefixes that launchers write before each line of a program, and their removal:
//
//   [1,0]<stdout>:    mpirun --tag-output             0:                    srun -l
//   [rank0]:          torchrun --tee                  [pod/name/container]  kubectl logs --prefix, and times
//
// No list of launchers: a line that is known (a heading) shows what stands before it, and other lines begin with the
// same where their characters are, with other digits and other blanks.
// Example: of " 0: # size count", lines of rank 12 ("12:     1024 …") lose "12:" and the blanks behind it.
// Limits: prefixes whose letters differ from line to line (names of hosts) are taken off only those of the heading's.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace hakaru {

class LinePrefix {
 public:
  LinePrefix() = default;
  /// Finds the text before `known` in the first line of `text` that has it and of which `is_known` accepts the rest.
  template <typename IsKnown>
  LinePrefix(std::string_view text, std::string_view known, const IsKnown& is_known) {
    while (!text.empty()) {
      const std::string_view line = text.substr(0, text.find('\n'));
      text.remove_prefix(std::min(line.size() + 1, text.size()));
      const std::size_t at = line.find(known);
      if (at == std::string_view::npos || !is_known(line.substr(at))) continue;
      found_ = true;
      if (line.substr(0, at).find_first_not_of(" \t") != std::string_view::npos) prefix_ = line.substr(0, at);
      return;
    }
  }

  /// True if there is such a line.
  bool is_found() const { return found_; }
  /// `line` without the prefix; as it is where it does not begin so.
  std::string_view taken_off(std::string_view line) const;

 private:
  std::string prefix_;  ///< "": lines have none
  bool found_ = false;
};

}  // namespace hakaru
