// Two calls of each command that people can paste, shown by its help.
#pragma once

#include <string_view>
#include <vector>

namespace hakaru::cli {

/// Of a command by its path, "plan serve"; none where there are none.
std::vector<std::string_view> examples_of(std::string_view path);

}  // namespace hakaru::cli
