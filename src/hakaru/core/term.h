// One line of the arithmetic behind an estimate, as a person would write it on paper.
#pragma once

#include <string>
#include <vector>

#include "hakaru/core/message.h"

namespace hakaru {

struct Term {
  std::string name;     ///< what it is: "gradients"
  std::string formula;  ///< with its numbers: "7,615,616,512 parameters × 2 bytes / 8 ranks"
  double value = 0;
  std::string unit;    ///< "bytes", "s", "USD", "FLOP/s", …
  std::string source;  ///< where the formula or its constants come from
  Message said = {};   ///< in place of a formula, where that is a sentence
};

using Terms = std::vector<Term>;

}  // namespace hakaru
