// Fitted constants of one accelerator, how well they fit, and the calibration file that holds them.
#pragma once

#include "hakaru/calibrating/fit.h"
#include "hakaru/core/message.h"
#include "hakaru/timing/calibration_constants.h"

namespace hakaru {

/// The bound that a fitted constant is at, a sign that it stands for something else: nearer than 2 % of
/// the way between its bounds in logarithms, or than 0.1 % of it where it can be 0. An upper bound that it set out
/// from does not count.
enum class Bound { none, lower, upper };
Bound bound_of(const FittedConstant& constant, double value);

/// |predicted / measured − 1| over some rows.
struct FitErrors {
  std::size_t rows = 0;
  std::optional<double> median_pct, mean_pct, p90_pct;  ///< empty: no rows
};

struct FittedCalibration {
  std::string accelerator;  ///< the catalog's name
  std::string file;         ///< of measurements
  std::string software;     ///< "vLLM 0.24.0"; empty: not said
  std::string kind;         ///< the folder of its file: "gemm", "training"
  struct Value {
    FittedConstant constant;
    double value = 0;
    bool determined = true;  ///< whether any row depends on it
    std::string kept_of;     ///< not fitted: the accelerator that it was taken from; empty: fitted
  };
  struct Group {
    std::string label;     ///< data type; "nccl"; a software stack
    std::string library;   ///< empty: there is no choice
    std::size_t rows = 0;  ///< of the file; of some several metrics were measured
    std::vector<Value> values;
    FitErrors fitted;  ///< of all its rows
    FitErrors unseen;  ///< of those held back
    struct Metric {
      std::string name;
      FitErrors fitted, unseen;
    };
    std::vector<Metric> metrics;  ///< the same of each metric, where rows have several
  };
  std::vector<Group> groups;      ///< ordered by label
  std::size_t other_rows = 0;     ///< of other accelerators
  std::vector<Message> left_out;  ///< why rows of this accelerator could not be used, once for each row
  std::vector<Message> tables_left_out;
  bool weighed = false;  ///< a table was fitted, whether it is worth having or not
  struct HeldBack {
    std::size_t line = 0;  ///< of the file
    std::string metric;
    std::string table;  ///< that predicts it; empty: what stands without one
    double error_pct = 0;
  };
  std::vector<HeldBack> held_back;  ///< every figure once, by constants fitted without its part, where these are told
};

/// |predicted / measured − 1|.
double error_pct(double predicted_s, double measured_s);
FitErrors errors_of(const std::vector<double>& absolute_pct);

/// The group of constants that `fit` found for `problem`.
FittedCalibration::Group group_of(const std::string& label, const std::string& library, const FitProblem& problem,
                                  const Fit& fit);

/// Adds to `group` those of `constants` that were not fitted and differ from `usual`, which is what they would be
/// without the file: the file stands instead of the relative's, from which `start` has them.
void add_kept(std::span<const TunedConstant> constants, const Calibration& start, const Calibration& usual,
              FittedCalibration::Group& group);

/// Errors of the fit by stratum of the problem.
std::vector<FittedCalibration::Group::Metric> metrics_of(const FitProblem& problem, const Fit& fit);

/// "calibrations/gemm/h100-sxm.toml": where the file belongs in a folder of data.
std::string calibration_path(const FittedCalibration& fitted);
/// The text of that file.
std::string calibration_text(const FittedCalibration& fitted);

}  // namespace hakaru
