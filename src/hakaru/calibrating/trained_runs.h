// Measured steps of training software, made ready for a fit of all constants at once (caused_fit.h). Rows of one job on
// one accelerator with one release of the software that differ in batch, scale and layout alone are predicted together:
// what a layer takes is worked out once for all of them.
#pragma once

#include <memory>
#include <vector>

#include "hakaru/calibrating/caused_fit.h"
#include "hakaru/core/csv_table.h"
#include "hakaru/evidence/training_prediction.h"
#include "hakaru/hardware/catalog.h"

namespace hakaru {

struct TrainedRow {
  TrainingMeasurement measurement;
  Layout layout;
  std::size_t at = 0;  ///< row of the table
};

/// Rows that are predicted together, and what they depend on; its figures are theirs, in their order.
struct TrainedRuns {
  CausedRun of;
  std::vector<TrainedRow> rows;

  std::vector<double> step_times_s(const Calibration& calibration) const;
};

struct AllTrainedRuns {
  std::vector<TrainedRuns> runs;
  std::vector<Message> left_out;  ///< rows, why
};
Result<AllTrainedRuns> read_trained_runs(const CsvTable& table, const Catalog& catalog, const DataFiles& data);

/// Both must outlive it.
CausedProblem problem_of(const std::vector<TrainedRuns>& runs, const std::vector<CausedConstant>& constants);

}  // namespace hakaru
