// Variables of the environment, for every front end.
#pragma once

#include <cstdlib>
#include <string>

namespace hakaru::native {

/// The value of the variable `name`; "": it is not set.
inline std::string environment(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

}  // namespace hakaru::native
