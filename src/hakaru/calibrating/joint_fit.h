// Many constants, each of its own cause, from all runs at once: maximum a posteriori.
//
//   minimise over x = ln c, within bounds:
//     Σ figures  w · ln(1 + r²),  r = ln(predicted(v) / measured) / width      (Cauchy; or Huber's, JointLoss)
//   + Σ constants ((x − ln centre) / spread)²
//   v = base · Π c^power     of each value that a run depends on, at most `max`
//
// A constant on which few figures depend stays near its centre; one that many agree on goes where they say. So a table
// of few rows costs little, and nothing needs to be left out for want of rows. The centre of one may be where another
// goes: that of an accelerator is its relative's. What ends nearer to its centre than a twentieth of its spread is set
// there: no figure asks for it.
//
// The loss may narrow from descent to descent (graduated non-convexity, Blake and Zisserman 1987, §7): scaled to
// several widths, what is far off at the centres pulls until the constants that it shares with others have moved. From
// a fit that is kept, only the last descent.
//
// Levenberg–Marquardt of Ceres Solver. Derivatives are taken by differences of a run's values, and go to all constants
// that make up a value by their powers; a run whose values have hardly moved since it was last predicted is followed
// along its derivatives instead, which is what makes leaving out one model after another cheap. Runs side by side on
// all cores, sums one after another: the same rows always give the same constants.
//
// Worked example: one constant, centre 1, spread 0.1, predicted c; nine figures of 1.2 of width 0.1, weight 1: nine
// figures pull nearly ten times as hard as the centre, c = 1.18.
// Limits: finds one minimum; which one, the first descent decides.
#pragma once

#include <cstddef>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace hakaru {

/// Runs that tell the same again, such as neighbours in load, weigh 3 · n^0.2 together: two hundred of them should not
/// outweigh other models.
inline constexpr double weight_of_alike = 3;
/// The share of the weight of one among `alike` such runs: n^-0.8.
double share_among_alike(double alike);

/// The pull of a figure that is far from its prediction.
enum class JointLoss {
  cauchy,  ///< the less, the further it is: one among many, and maybe wrong
  huber    ///< r² up to r = 1, then 2·|r| − 1: no harder than one that is a width off, and no less
};

struct JointConstant {
  double centre = 1, spread = 1, lower = 0, upper = 0;  ///< all above 0
  std::optional<std::size_t> relative{};                ///< whose value is the centre; comes before or after it
};

/// A value from which a run is predicted: base · Π constant^power, at most `max`.
struct JointValue {
  struct Effect {
    std::size_t constant = 0;
    double power = 1;
  };
  std::vector<Effect> effects;
  double base = 1;
  double max = std::numeric_limits<double>::infinity();

  double at(std::span<const double> constants) const;
};

struct JointFigure {
  double measured = 0, weight = 1;
  double width = 1;  ///< of its logarithm: what is not remarkable
};

struct JointRun {
  std::vector<JointValue> values;
  std::vector<JointFigure> figures;
};

/// Values that are each a constant.
std::vector<JointValue> each_of(std::span<const std::size_t> constants);

struct JointProblem {
  std::vector<JointConstant> constants;
  std::vector<JointRun> runs;
  JointLoss loss = JointLoss::cauchy;
  std::vector<double> loss_scales{1};  ///< widths, from one descent to the next
  /// The figures of a run by its values, in its order. Of several runs at once.
  std::function<std::vector<double>(std::size_t run, std::span<const double> values)> predict;
};

/// True if a figure of a run is shown to the fit.
using JointSeen = std::function<bool(std::size_t run, std::size_t figure)>;

/// Fits the same runs again and again, each time without some of them. `problem` must outlive it.
class JointFitter {
 public:
  explicit JointFitter(const JointProblem& problem);
  ~JointFitter();

  /// The constants that fit the figures for which `seen`. `from`: where the descent begins; empty: where the one that
  /// is kept ended, else at the centres.
  std::vector<double> fit(const JointSeen& seen, std::span<const double> from = {});
  /// Makes later fits begin where the last one ended, with what is known of the runs' derivatives there: those that
  /// end near there take a tenth of the time.
  void keep();

 private:
  struct Known;
  const JointProblem& problem_;
  std::unique_ptr<Known> known_, last_;
};

/// The constants that fit the runs for which `seen`.
std::vector<double> joint_fit(const JointProblem& problem, const std::vector<bool>& seen,
                              std::span<const double> from = {});

/// The figures of a run by all constants.
std::vector<double> predicted_figures(const JointProblem& problem, std::size_t run, std::span<const double> constants);

}  // namespace hakaru
