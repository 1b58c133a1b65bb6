// The line of the user's program on which an operation was recorded or a value read. (std::source_location needs a
// newer clang than 14; the builtins are the same.)
//
//   Tensor exponential(const Tensor& values, SourceLine line = SourceLine::here());   // the caller's line
#pragma once

#include <string>

namespace hakaru::tracing {

struct SourceLine {
  const char* file = "";
  int number = 0;

  static constexpr SourceLine here(const char* of_file = __builtin_FILE(), int at_number = __builtin_LINE()) {
    return {of_file, at_number};
  }
  /// "mlp.cpp:42"; "" when it is not known.
  std::string text() const;
};

}  // namespace hakaru::tracing
