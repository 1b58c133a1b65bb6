// Constants that stand, moved by a few runs of one's own: maximum a posteriori (joint_fit.h), each constant expected
// where it stands, with the spreads of data/update.toml.
//
//   weight     n runs of one model weigh 3 · n^0.2 together, as in fits of all engines (fit_serving.h): a sweep over
//   loads
//              tells the same again and again
//   held back  each run in turn, or where there are more than twenty, each twentieth of them: the rest move the
//   constants
//              from where they stood, and the run is predicted
// Worked example: one run takes 10 % longer than predicted, and all of its time is one constant, whose spread is 0.1;
// the figure's width is 0.05. The run pulls 3 · (0.1/0.05)² = 12 times as hard as what holds the constant, which moves
// by 9 %. With a spread of 0.02 it moves by 1 %.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "hakaru/calibrating/joint_fit.h"

namespace hakaru {

struct PriorConstant {
  std::string name, unit, meaning;
  double centre = 0, spread = 0, lower = 0, upper = 0;  ///< all above 0
};

struct PriorRun {
  std::string alike;                  ///< runs of one model say the same again
  std::vector<JointFigure> measured;  ///< weights are of trust alone
};

struct PriorProblem {
  std::vector<PriorConstant> constants;
  std::vector<PriorRun> runs;
  /// As joint_fit.h has it; all constants, in their order. Of several runs at once.
  std::function<std::vector<double>(std::size_t run, std::span<const double> values)> predict;
};

struct PriorUpdate {
  using Figures = std::vector<std::vector<double>>;  ///< by run, then by figure
  std::vector<double> values;                        ///< of the constants
  Figures before, after;
  Figures held_back;  ///< empty: there is only one run
};

PriorUpdate updated_by_prior(const PriorProblem& problem);

}  // namespace hakaru
