// One line of the arithmetic behind an estimate, as a person would write it on paper.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "hakaru/core/message.h"
#include "hakaru/core/record.h"

namespace hakaru {

struct Term {
  std::string name;     ///< what it is: "gradients"
  std::string formula;  ///< with its numbers: "7,615,616,512 parameters × 2 bytes / 8 ranks"
  double value = 0;
  std::string unit;    ///< "bytes", "s", "USD", "FLOP/s", …
  std::string source;  ///< where the formula or its constants come from
  Message said = {};   ///< in place of a formula, where that is a sentence
};

template <>
inline constexpr auto record<Term> =
    described("term", "a line of arithmetic", field("name", &Term::name, "what is computed"),
              field("formula", &Term::formula, "from what, as one would write it on paper"),
              field("value", &Term::value, "in the unit that stands beside it"),
              field("unit", &Term::unit, "unit of the value"), field("source", &Term::source, "who says so").or_null());

using Terms = std::vector<Term>;

/// A line whose formula is a sentence.
inline Term sentence(std::string name, const Message& said, double value, std::string unit, std::string source) {
  return {std::move(name), in_english(said), value, std::move(unit), std::move(source), said};
}

}  // namespace hakaru
