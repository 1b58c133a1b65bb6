// The lines of an iteration's arithmetic, which add up to it.
#pragma once

#include "hakaru/core/term.h"
#include "hakaru/serving/iteration/iteration.h"

namespace hakaru {

/// `prefix`: "prefill", "decode". `what`: the tokens it runs, for the formulas.
Terms terms_of(const IterationTime& time, const std::string& prefix, const std::string& what, const Layout& layout,
               const Accelerator& accelerator, const Calibration& calibration);

}  // namespace hakaru
