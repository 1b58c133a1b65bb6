// Measured training steps of one accelerator, by the constants that their software takes, made ready for a fit
// (calibrate_training.h says of which constants).
#pragma once

#include <map>
#include <memory>
#include <span>

#include "hakaru/calibrating/figure_fit.h"
#include "hakaru/evidence/training_prediction.h"
#include "hakaru/training/step.h"

namespace hakaru {

constexpr std::size_t rows_per_step_constant = 3;

/// The same for models of one width: the numbers of a model are of no other. Without dimensions, its name.
std::string width_of(const CsvFields& row);

struct StackRow {
  TrainingMeasurement measurement;
  Layout layout;
  double measured_s = 0, weight = 1;
  std::string family;
  std::string model;    ///< one width of layers, whatever it is called: what is held back as one
  std::size_t job = 0;  ///< rows of one number differ in their layouts alone
  std::size_t at = 0;   ///< row of the table
};

struct StackRows {
  std::vector<StackRow> rows;
  std::vector<TunedConstant> constants;  ///< that may be fitted
  Calibration start;                     ///< a relative's, else the constants of training
  Calibration usual;                     ///< the constants of training
};
using RowsByStack = std::map<std::string, StackRows>;

/// The trusted rows of `accelerator`, by the constants that their software takes; why others are not in `fitted`.
Result<RowsByStack> usable_stack_rows(const CsvTable& table, const Accelerator& accelerator, const Catalog& catalog,
                                      const DataFiles& data, FittedCalibration& fitted);

/// The fit to the first `fitted` rows; it predicts all of them. `rows` must outlive it.
FigureFit stack_fit_of(const StackRows& rows, std::size_t fitted);

}  // namespace hakaru
