// Constants of a timing model from measured times: weighted least squares on logarithms, within bounds.
//
//   minimise over c, lower ≤ c ≤ upper:   Σ over rows of  w·ρ(r²),   r = ln(predicted(c) / measured)
//   ρ(s) = a² ln(1 + s / a²),             a = 0.3, then (24 rows) 0.1, then (50 rows for each constant) 0.05
//
// so that 10 % too slow and 10 % too fast weigh the same, a microsecond and a second too, and a few rows that no model
// explains do not pull the rest. Levenberg–Marquardt of Ceres Solver over the logit of each constant's way between its
// bounds (in logarithms where the lower one is not 0), derivatives by differences, one thread: the same rows always
// give the same constants.
//
// A fifth of the rows is not shown to the fit and says how good it is on what it has not seen. Rows are ordered by
// stratum and measured time, and of each five in a row one is drawn, so that every stratum and every size is held back
// alike. With five folds each fifth is held back once, and the constants given are those of all rows.
//
// `pull`, for few rows, keeps constants near where they set out unless the rows say otherwise: for each constant
// that has moved by one in its coordinate (from a half of its way between the bounds to three quarters) a residual of
// `pull` is added, and a second start is tried: each constant moved in turn to the best of a few values across its
// range.
//
// Worked example: t = launch + work/rate measured at 100 sizes without noise: launch and rate come back to 6 digits.
// Limits: finds the minimum that lies downhill of `start`; needs `rows_per_constant` rows, ten where nothing else is
// said.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "hakaru/core/result.h"
#include "hakaru/timing/fitted_constant.h"

namespace hakaru {

struct FitProblem {
  std::string name;  ///< for messages: "h100-sxm, GEMM"
  std::vector<FittedConstant> constants;
  std::vector<double> measured_s;
  std::vector<std::string> strata;  ///< of each row: its data type, its operation
  /// Predicts one row after another with the same constants, so that what follows from constants alone may be kept.
  std::function<double(std::span<const double> constants, std::size_t row)> predict_s;
  std::size_t rows_per_constant = 10;
  double pull = 0;
  std::vector<double> other_start = {};  ///< tried beside each constant's own; empty: none
  std::vector<double> weights = {};      ///< of the rows; empty: 1 each
  std::vector<std::size_t> parts =
      {};                      ///< rows of one part (0, 1, …) are held back together, each in turn; empty: fifths
  bool starts_unseen = false;  ///< what is held back is hidden from where a descent begins, too
  /// The problem with a start that has not seen `part`, if the start was fitted to these rows too; null: same start.
  std::function<FitProblem(std::size_t part)> without = {};
  bool descends_once = false;  ///< only from the best of where it may begin: where many fits are made of the same rows
  std::set<std::size_t> parts_elsewhere = {};  ///< of it, to be fitted without even where no row here is of them
};

enum class HoldBack { a_fifth, each_fifth_in_turn };  // parts: always each in turn

struct Fit {
  std::vector<double> constants;                ///< in the order of the problem's
  std::vector<bool> determined;                 ///< whether any row depends on it
  std::vector<double> predicted_s;              ///< of every row, with these constants
  std::vector<std::optional<double>> unseen_s;  ///< of the rows held back, with constants that were fitted without them
  std::map<std::size_t, std::vector<double>> without;  ///< these constants, by the part or fifth held back
};

/// `a` of the header at the end of a fit.
double last_loss_scale(std::size_t rows, std::size_t constants);

/// Fails with too few rows, and where a row cannot be predicted.
Result<Fit> fit(const FitProblem& problem, HoldBack hold_back);

}  // namespace hakaru
