// Predictions of measured runs by constants that have not seen them, of a fit of all constants at once (caused_fit.h):
// for serving engines and for training.
//
//   unseen_row     without a tenth of the rows
//   unseen_series  without a tenth of the series: all rows of a model in one configuration, with one software on one
//                  accelerator
//   unseen_model   without the model, on every accelerator and with all software
//   unseen_pair    the same where the pair of software and accelerator ran no other model, but each of them did apart
//   relative       without the model, and without any run on the accelerator
//   unknown        without the model, and without any run of the software
//
// Each sets out from the constants of all rows: it ends where it would from the centres, in a tenth of the time. A
// prediction is left empty where it would not be what it is called: where nothing near enough to it was seen.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "hakaru/calibrating/caused_fit.h"
#include "hakaru/calibrating/held_out_table.h"

namespace hakaru {

/// A run beside what is asked of its figures.
struct HeldOutCausedRun {
  const CausedRun* of = nullptr;
  std::string configuration;
  std::vector<std::size_t> numbers;  ///< of each of its rows: what is held back together has one
};

struct HeldOutCauses {
  const CausedProblem* problem = nullptr;
  std::vector<HeldOutCausedRun> fitted;  ///< in the problem's order
  std::vector<HeldOutCausedRun> beside;  ///< that no fit takes
  /// Takes what a row of a run is, by the constants of all. `beside`: of those that no fit takes.
  std::function<void(bool beside, std::size_t run, std::size_t row, const Calibration& with, Nearness into)> tell;
  /// The same by the shipped constants, of a run that no fit takes.
  std::function<void(std::size_t run, Nearness into)> tell_shipped;
};

void hold_out_by_causes(const HeldOutCauses& asked, const HeldOutProgress& told);

}  // namespace hakaru
