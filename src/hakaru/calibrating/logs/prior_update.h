// Constants that stand, moved by a few runs of one's own: maximum a posteriori (joint_fit.h), each constant expected
// where it stands, with the spreads of data/update.toml.
//
//   weight     n runs of one model weigh n together, at most 3 · n^0.2 as in fits of all engines (joint_fits.h):
//              a sweep over loads tells the same again and again
//   pull       as in least squares up to one width from what is predicted after, and no harder beyond (Huber): what
//              says more moves more, and one run alone moves no further than S² / width
//   held back  each run in turn, or where there are more than twenty, each twentieth of them: the rest move the
//              constants from where they stood, and the run is predicted
//
// So a weight of W moves a prediction that is d off (ln) by
//   min(d · W·S² / (W·S² + width²),  W·S² / width)      S² = Σ (∂ ln predicted / ∂ ln constant · spread)²
// where predictions go by powers of the constants.
// Worked example: one run takes 10 % longer than predicted, and all of its time is one constant, whose spread is 0.1;
// the figure's width is 0.05. The constant moves by 0.8 of what the run says, 0.076; with a spread of 0.02 it would
// move by 0.008, the most that it then may. Ten such runs weigh 4.75 and move it by 0.95 of what they say. One that
// takes three times as long moves it by 0.2: as far as one a width off, and is counted.
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
  /// Predicts figures as joint_fit.h has it, by all constants in their order. Called for several runs at once.
  std::function<std::vector<double>(std::size_t run, std::span<const double> values)> predict;
};

struct PriorUpdate {
  using Figures = std::vector<std::vector<double>>;  ///< by run, then by figure
  std::vector<double> values;                        ///< of the constants
  Figures before, after;
  Figures held_back;             ///< empty: there is only one run
  std::size_t bounded_runs = 0;  ///< runs that pulled no harder than one a width off
};

PriorUpdate updated_by_prior(const PriorProblem& problem);

}  // namespace hakaru
