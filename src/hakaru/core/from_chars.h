// std::from_chars of a number with a fraction, which the browser's library lacks (libc++ 13). A number that is too
// large, or too small to be told from 0, is out of range.
#pragma once

#include <charconv>

namespace hakaru {

enum class NumberForm { general, fixed };  ///< fixed: without an exponent

std::from_chars_result from_chars(const char* first, const char* last, double& value,
                                  NumberForm form = NumberForm::general);

}  // namespace hakaru
