#include "hakaru/core/from_chars.h"

#include <fast_float/fast_float.h>

#include <algorithm>
#include <cmath>

namespace hakaru {

std::from_chars_result from_chars(const char* first, const char* last, double& value, NumberForm form) {
  double number = 0;
  const auto [stop, error] = fast_float::from_chars(
      first, last, number, form == NumberForm::fixed ? fast_float::chars_format::fixed : fast_float::general);
  if (error != std::errc()) return {stop, error};
  const auto is_digit = [](char each) { return each >= '0' && each <= '9'; };
  if (std::isinf(number) && std::any_of(first, stop, is_digit)) return {stop, std::errc::result_out_of_range};
  if (number == 0) {
    const char* const exponent = std::find_if(first, stop, [](char each) { return each == 'e' || each == 'E'; });
    const bool is_too_small = std::any_of(first, exponent, [](char each) { return each >= '1' && each <= '9'; });
    if (is_too_small) return {stop, std::errc::result_out_of_range};
  }
  value = number;
  return {stop, error};
}

}  // namespace hakaru
