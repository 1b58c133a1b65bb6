// A constant of a timing model, and what a fit may make of it. The models list theirs; calibrating/ fits them.
#pragma once

#include <string>

namespace hakaru {

struct FittedConstant {
  std::string name;  ///< as calibration files call it: "memory_efficiency"
  std::string unit;  ///< "s", "B/s"; empty: a share
  std::string meaning;
  double start = 0;  ///< where the fit sets out
  double lower = 0, upper = 0;
};

}  // namespace hakaru
