// The programs that are built with this one, and stand beside it.
#pragma once

#include <string>
#include <vector>

#include "hakaru/core/result.h"

namespace hakaru::native {

/// The path of the program `name` beside this one; where scripts/hakaru started this one, the program is built first, if
/// it is not. Fails where it is not there.
Result<std::string> program_beside(const std::string& name);

/// Becomes the program `name` beside this one, called with `words`. Comes back only where that fails, and says why.
tl::unexpected<Error> become(const std::string& name, std::vector<std::string> words);

/// The end of a program that was run.
struct Ran {
  int status = 0;      ///< its exit status; -1: a signal ended it
  std::string output;  ///< the first line of what it wrote on standard output
};
/// Runs the program `name` beside this one, called with `words`, to its end. Fails where it is not there.
Result<Ran> run_beside(const std::string& name, std::vector<std::string> words);

}  // namespace hakaru::native
