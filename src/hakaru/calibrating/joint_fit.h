// Many constants, each of its own cause, from all runs at once: maximum a posteriori.
//
//   minimise over x = ln c, within bounds:
//     Σ figures  w · ln(1 + r²),  r = ln(predicted(c) / measured) / width      (Cauchy; or Huber's, JointLoss)
//   + Σ constants ((x − ln centre) / spread)²
//
// A constant on which few figures depend stays near its centre; one that many agree on goes where they say. So a table
// of few rows costs little, and nothing needs to be left out for want of rows. The centre of one may be where another
// goes: that of an accelerator is its relative's. What ends nearer to its centre than a twentieth of its spread is set
// there: no figure asks for it. Levenberg–Marquardt of Ceres Solver,
// derivatives by differences, of each run only by the constants it depends on; runs side by side on all cores, sums one
// after another: the same rows always give the same constants.
//
// Worked example: one constant, centre 1, spread 0.1, predicted c; nine figures of 1.2 of width 0.1, weight 1: nine
// figures pull nearly ten times as hard as the centre, c = 1.18.
// Limits: finds the minimum downhill of the centres.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace hakaru {

/// Runs that tell the same again, such as neighbours in load, weigh 3 · n^0.2 together: two hundred of them should not
/// outweigh other models.
inline constexpr double weight_of_alike = 3;
/// Of one among `alike` such: n^-0.8.
double share_among_alike(double alike);

/// How hard a figure pulls that is far from what is predicted.
enum class JointLoss {
  cauchy,  ///< the less, the further it is: one among many, and maybe wrong
  huber    ///< r² up to r = 1, then 2·|r| − 1: no harder than one that is a width off, and no less
};

struct JointConstant {
  double centre = 1, spread = 1, lower = 0, upper = 0;  ///< all above 0
  std::optional<std::size_t> relative{};                ///< whose value is the centre; comes before or after it
};

struct JointFigure {
  double measured = 0, weight = 1;
  double width = 1;  ///< of its logarithm: what is not remarkable
};

struct JointRun {
  std::vector<std::size_t> constants;  ///< that it depends on
  std::vector<JointFigure> figures;
};

struct JointProblem {
  std::vector<JointConstant> constants;
  std::vector<JointRun> runs;
  JointLoss loss = JointLoss::cauchy;
  /// The figures of a run by the values of its constants, in its order. Of several runs at once.
  std::function<std::vector<double>(std::size_t run, std::span<const double> values)> predict;
};

/// The constants that fit the runs for which `seen`. `from`: where the descent begins; empty: the centres.
std::vector<double> joint_fit(const JointProblem& problem, const std::vector<bool>& seen,
                              std::span<const double> from = {});

/// The figures of a run by all constants.
std::vector<double> predicted_figures(const JointProblem& problem, std::size_t run, std::span<const double> constants);

}  // namespace hakaru
