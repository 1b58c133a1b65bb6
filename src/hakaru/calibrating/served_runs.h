// Measured runs of serving engines, made ready for a fit: what constants each depends on by their causes
// (timing/serving_constants.h), and all of them as one problem (joint_fit.h).
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "hakaru/calibrating/fit_serving.h"
#include "hakaru/calibrating/joint_fit.h"
#include "hakaru/calibrating/serving_figures.h"
#include "hakaru/evidence/row_context.h"
#include "hakaru/evidence/serving_prediction.h"

namespace hakaru {

/// A measured run, what it depends on, and its figures.
struct FittedRun {
  std::shared_ptr<ServedRun> run;
  Calibration start;
  std::string engine, version, vendor, accelerator;
  std::vector<std::string> relatives;  ///< of the accelerator, the nearest first
  std::string model;                   ///< one architecture of one size, whatever it is called and kept in
  std::string called;                  ///< by its row
  RunContext context;                  ///< but for its metric
  std::vector<ServingFigure> figures;
  std::vector<ServingFigure> told;  ///< and those that are not fitted
  double trust = 1;
  std::size_t line = 0;

  std::string name_of(Cause cause) const;
};

/// The rows of a table that can be used.
struct ServedRuns {
  std::vector<FittedRun> fitted;
  std::vector<FittedRun> predicted;  ///< only: those at the highest rate within limits
  std::vector<Message> left_out;     ///< of the fit, why
};
Result<ServedRuns> read_served_runs(const CsvTable& table, const Catalog& catalog, const DataFiles& data);

/// The constants of all causes in one row.
class CausedConstants {
 public:
  /// Both must outlive this.
  CausedConstants(const std::vector<ServingConstant>& constants, const std::vector<FittedRun>& runs);

  std::vector<JointConstant> joint() const;
  std::vector<std::size_t> of(const FittedRun& run) const;
  const ServingConstant& at(std::size_t place) const { return *of_[place]; }
  /// Those that are where something else has them are not of the fit.
  std::vector<ServingFit::Table> tables(const std::vector<double>& values) const;

 private:
  using Key = std::pair<Cause, std::string>;
  std::size_t count_of(Cause cause) const;
  void add_relative(Cause cause, const FittedRun& run);

  const std::vector<ServingConstant>& constants_;
  std::vector<const ServingConstant*> of_;
  std::vector<double> spread_;
  std::map<Key, Key> relative_;
  std::map<Key, std::pair<std::size_t, std::size_t>> begin_;  ///< first place, rows
};

/// Both must outlive it.
JointProblem problem_of(const std::vector<FittedRun>& runs, const CausedConstants& constants);

/// What `run` should give with `values` of the constants that it depends on, in their order.
ReplicaEstimate estimate_of(const FittedRun& run, const CausedConstants& constants, std::span<const double> values);

}  // namespace hakaru
