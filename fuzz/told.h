// Check of every fuzzer on a failure: its message can be rendered.
#pragma once

#include "hakaru/core/result.h"

namespace hakaru {

/// True if there is a value; renders the reason when there is none, since a message that cannot be rendered is a
/// defect.
template <typename Value>
bool told(const Result<Value>& result) {
  if (result) return true;
  if (in_english(result.error().message).empty()) __builtin_trap();
  return false;
}

}  // namespace hakaru
