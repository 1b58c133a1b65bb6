// The lines of an iteration's arithmetic, which add up to it.
#pragma once

#include "hakaru/core/term.h"
#include "hakaru/serving/iteration/iteration.h"

namespace hakaru {

/// Labels for the terms of an iteration, and what it runs.
struct TermsOf {
  std::string prefix;    ///< "prefill", "decode"
  std::string what;      ///< the tokens it runs, for the formulas
  bool prompts = false;  ///< it holds prompts, or items
  bool experts = false;  ///< some of its layers are of routed experts
};

Terms terms_of(const IterationTime& time, const TermsOf& of, const Layout& layout, const Accelerator& accelerator,
               const Calibration& calibration);

}  // namespace hakaru
