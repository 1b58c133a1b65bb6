// The programs that are built with this one, and stand beside it.
#pragma once

#include <string>
#include <vector>

#include "hakaru/core/result.h"

namespace hakaru::native {

/// Where `name` is to be.
std::string program_beside(const std::string& name);
bool is_there(const std::string& program);

/// Becomes the program words[0], called with `words`. Comes back only where that fails, and says why.
tl::unexpected<Error> become(std::vector<std::string> words);

}  // namespace hakaru::native
