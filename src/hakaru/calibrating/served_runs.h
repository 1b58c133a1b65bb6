// Measured runs of serving engines, made ready for a fit of all constants at once (caused_fit.h).
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hakaru/calibrating/caused_fit.h"
#include "hakaru/calibrating/serving_figures.h"
#include "hakaru/evidence/row_context.h"
#include "hakaru/evidence/serving_prediction.h"

namespace hakaru {

/// A measured run, what it depends on, and its figures.
struct FittedRun {
  CausedRun of;
  std::shared_ptr<ServedRun> run;
  std::string called;  ///< the model, by its row
  RunContext context;  ///< but for its metric
  std::vector<ServingFigure> figures;
  std::vector<ServingFigure> told;  ///< and those that are not fitted
  std::size_t line = 0;
};

/// The rows of a table that can be used.
struct ServedRuns {
  std::vector<FittedRun> fitted;
  std::vector<FittedRun> predicted;  ///< only: those at the highest rate within limits
  std::vector<Message> left_out;     ///< of the fit, why
};
Result<ServedRuns> read_served_runs(const CsvTable& table, const Catalog& catalog, const DataFiles& data);

/// Both must outlive it.
CausedProblem problem_of(const std::vector<FittedRun>& runs, const std::vector<CausedConstant>& constants);

}  // namespace hakaru
