// Arithmetic as a person would write it on paper: what, how, and what comes out, with numbered sources below.
//
//   weights    7,615,616,512 parameters × 2 bytes  = 15.2 GB  [1]
//   KV cache   1 × 8,192 tokens × 57,344 bytes     = 0.47 GB  [2]
//
//   [1] data/recipes.toml: bf16
#pragma once

#include <string>
#include <vector>

#include "hakaru/core/term.h"
#include "hakaru/core/translate.h"
#include "hakaru/output/table.h"

namespace hakaru {

/// A term's value with its unit, as people read it: "15.2 GB", "12.5 ms", "$4,282,114", "312 TFLOP/s".
std::string value_of(const Term& term, const Translator& translator);

/// Collects sources over several groups of terms, so that each is written once, at the end.
class Explanation {
 public:
  Explanation(const Translator& translator, const Style& style) : translator_(translator), style_(style) {}

  /// A heading and its lines, those that come to nothing left out.
  void add(const std::string& heading, const Terms& terms);
  std::string text() const;

 private:
  std::string mark(const std::string& source);

  const Translator& translator_;
  Style style_;
  std::string body_;
  std::vector<std::string> sources_;
};

}  // namespace hakaru
