// Constants of a calibration from figures of measured runs (times of steps, latencies, rates as seconds): which of them
// to fit, the fit, and whether the table is worth having.
//
//   which    those with which the figures of enough runs change; where these are more than the figures bear, the most
//            helpful of them (choice.h), and the fit is tried from their best values too. Constants of kernels only
//            where no kernels were measured
//   misfit   Σ w · ln(1 + r²/a²), r = ln(predicted / measured), as fits weigh it (fit.h)
//   worth    where it predicts figures held back better, in the mean, than what it set out from. The error of a figure
//            held back is of whichever of the two is better for all other parts
#pragma once

#include <functional>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "hakaru/calibrating/fitted_calibration.h"
#include "hakaru/core/csv_table.h"

namespace hakaru {

constexpr std::size_t held_back_fifths = 5;  ///< parts that are held back, each in turn

struct Figure {
  double measured_s = 0;
  double weight = 1;
  std::string stratum;   ///< its metric, or a kind of its run
  std::size_t run = 0;   ///< figures of one run, or of runs that are the same, have one number
  std::size_t part = 0;  ///< held back together
};

struct FigureFit {
  std::span<const TunedConstant> constants;  ///< that may be fitted
  std::span<const TunedConstant> kept;       ///< that the table has, fitted or not
  Calibration start;                         ///< what it sets out from: a relative's
  /// Starts by the part that they have not seen, if `start` was fitted to the figures too. A part without one: `start`.
  std::map<std::size_t, Calibration> start_without;
  Calibration usual;  ///< what stands without the table
  std::vector<Figure> figures;
  std::size_t rows = 0;  ///< of the file
  /// Predicts one figure after another with the same constants, so that what follows from these alone may be kept.
  std::function<double(const Calibration&, std::size_t figure)> predict_s;
  std::size_t most_constants = 0;
  std::size_t figures_per_constant = 1;
  std::size_t runs_that_matter = 1;  ///< runs that must depend on a constant
  double pull = 0;
  bool starts_unseen = false;    ///< fit.h
  bool in_parts = true;          ///< figures are held back by their parts; else a fifth of them in turn
  bool parts_elsewhere = false;  ///< parts of start_without are held back even where no figure is of them
  bool descends_once = false;    ///< fit.h
  bool by_metric = true;         ///< strata are metrics, whose errors are told apart
};

/// Remembers the values of these constants in the calibration that was asked for last.
class ConstantsSeen {
 public:
  explicit ConstantsSeen(std::span<const TunedConstant> constants) : constants_(constants) {}
  bool are_new(const Calibration& calibration);

 private:
  std::span<const TunedConstant> constants_;
  std::vector<double> last_;
};

struct FigureTable {
  std::optional<FittedCalibration::Group> group;  ///< none where it is no better than what stands without it
  Calibration fitted;                             ///< with its constants
  std::map<std::size_t, Calibration> without;     ///< with those fitted without a part, by that part
  struct HeldBack {
    double error_pct = 0;
    bool by_table = false;  ///< else by what stands without it: whichever is better for all other parts
  };
  std::vector<HeldBack> held_back;  ///< of each figure
};

/// The table `label` for `fitted`, which gets the reason where there is none.
Result<FigureTable> fit_figures(const FigureFit& fit, const std::string& label, FittedCalibration& fitted);

/// The same, whether it is worth having or not; without a group where there is nothing to fit. `name`: for messages.
Result<FigureTable> figure_table(const FigureFit& fit, const std::string& label, const std::string& name);

/// The result without a table: errors of figures by the starts that have not seen their parts.
FigureTable no_table(const FigureFit& fit);

/// `fitted`, or an error with the reason why it has no table.
Result<FittedCalibration> with_a_table(FittedCalibration fitted, const CsvTable& table);

}  // namespace hakaru
