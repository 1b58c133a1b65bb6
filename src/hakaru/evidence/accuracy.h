// How far predictions are off all measurements that the program carries (data/measurements): held out first, by
// constants that have not seen what they predict (data/evidence), then by the shipped ones, which were fitted to most.
//
//   held out    the prediction without the model where there is one; else without the accelerator too; else without the
//               software
//   coverage    share of the measured values that are within the 90 % band of the prediction. Held out: of a band made
//               of other models' runs; fitted: of the band that users are shown
//   cause       of the worst: the column in whose cell most rows beside it are off, where they are off by half more
//               than is usual for the metric; derived, never written down by hand
//   stale       figures whose stored prediction by the shipped constants is not what these give today, by more than
//               0.1 %: data/evidence was made by other constants or another program
//
// Limits: rows of trust low, and of what nobody fitted, have no held-out prediction; they are counted.
#pragma once

#include <string>
#include <vector>

#include "hakaru/core/message.h"
#include "hakaru/hardware/catalog.h"

namespace hakaru {

struct AccuracyErrors {
  std::size_t figures = 0;
  std::optional<double> mean_pct, median_pct, p90_pct;  ///< of absolute errors
  std::optional<double> bias_pct;                       ///< the median with its sign
  std::optional<double> band_coverage_pct;
  std::optional<double> half_width_pct;  ///< of the bands, in the median
};

/// What figures are told apart by, beside their metric and where they come from.
enum class AccuracyBy { accelerator, software, model_kind };

/// Of one metric, of all of one source, or of all of what was asked for.
struct AccuracyGroup {
  std::string name;
  std::size_t rows = 0, predicted = 0;
  AccuracyErrors held_out, fitted;
};

struct AccuracyFigure {
  std::string kind, id, metric;
  double measured = 0;
  double predicted = 0;             ///< by the shipped constants
  std::optional<double> held_out;   ///< by constants that have not seen it
  std::optional<bool> within_band;  ///< of that
  Message cause;                    ///< of the worst
};

/// Of runs that answer the same question (chosen_runs.h), the quickest at the bad end of its held-out band.
struct ChosenRuns {
  std::string metric;
  std::size_t choices = 0, runs = 0;  ///< runs: among which was chosen
  double band_coverage_pct = 0;       ///< of what was chosen
};

struct AccuracyKind {
  std::string kind;
  std::size_t rows = 0, predicted = 0;
  std::vector<std::pair<Message, std::size_t>> skipped;  ///< why, the most frequent first
  std::vector<AccuracyGroup> metrics, sources;
  std::vector<AccuracyGroup> groups;  ///< by metric and what was asked for
  std::optional<ChosenRuns> chosen;
  std::size_t stale = 0;  ///< figures
  std::vector<AccuracyFigure> figures;
};

struct Accuracy {
  std::vector<AccuracyKind> kinds;
  std::vector<AccuracyFigure> worst;  ///< held out, the worst first
};

Result<Accuracy> accuracy_of(const DataFiles& data, const Catalog& catalog, std::optional<AccuracyBy> by = {});

}  // namespace hakaru
