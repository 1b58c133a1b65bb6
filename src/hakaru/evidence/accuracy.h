// Errors of predictions of all measurements that the program carries (data/measurements): held out first, by
// constants that have not seen what they predict (data/evidence), then by the shipped ones, which were fitted to most.
//
//   held out    the prediction without the model where there is one; else without the accelerator too; else without the
//               software
//   coverage    share of the measured values that are within the 90 % band of the prediction. Held out: of a band made
//               of other models' runs; new source: of one made of other series' runs; fitted: of the band that
//               users are shown
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
#include "hakaru/core/record.h"
#include "hakaru/hardware/catalog.h"

namespace hakaru {

struct AccuracyErrors {
  std::size_t figures = 0;
  std::optional<double> mean_pct, median_pct, p90_pct;  ///< of absolute errors
  std::optional<double> bias_pct;                       ///< the median with its sign
  std::optional<double> band_coverage_pct;
  std::optional<double> half_width_pct;  ///< of the bands, in the median
};

template <>
inline constexpr auto record<AccuracyErrors> = described(
    "accuracy_errors", "how far off figures are", field("figures", &AccuracyErrors::figures, "how many"),
    field("mape_pct", &AccuracyErrors::mean_pct, "mean absolute error"),
    field("median_ape_pct", &AccuracyErrors::median_pct, "median absolute error"),
    field("p90_ape_pct", &AccuracyErrors::p90_pct, "90th percentile of the absolute error"),
    field("bias_pct", &AccuracyErrors::bias_pct, "median error with its sign"),
    field("band_coverage_pct", &AccuracyErrors::band_coverage_pct, "figures within their band; null: there is none"),
    field("half_width_pct", &AccuracyErrors::half_width_pct, "of these bands, in the median, of what is predicted"));

/// The property by which figures are grouped, beside their metric and their source.
enum class AccuracyBy { accelerator, software, model_kind };

/// Counts and errors of one metric, of one source, or of one metric with one value of AccuracyBy.
struct AccuracyGroup {
  std::string name;
  std::size_t rows = 0, predicted = 0;
  AccuracyErrors held_out, new_source, fitted;
};

/// All but its name, which stands under a key of its own kind.
template <>
inline constexpr auto record<AccuracyGroup> = described(
    "accuracy_group", "errors of one group", field("rows", &AccuracyGroup::rows, "of it; of a metric: figures"),
    field("predicted", &AccuracyGroup::predicted, "of them with at least one prediction"),
    field("held_out", &AccuracyGroup::held_out, "by constants that have not seen what they predict"),
    field("new_source", &AccuracyGroup::new_source, "the same predictions, in bands made without runs of their source"),
    field("fitted", &AccuracyGroup::fitted, "by the shipped constants, which were fitted to most"));

struct AccuracyFigure {
  std::string kind, id, metric;
  double measured = 0;
  double predicted = 0;             ///< by the shipped constants
  std::optional<double> held_out;   ///< by constants that have not seen it
  std::optional<bool> within_band;  ///< of that
  Message cause;                    ///< of the worst

  double off_pct() const { return 100 * (held_out.value_or(0) / measured - 1); }
};

template <>
inline constexpr auto record<AccuracyFigure> =
    described("accuracy_figure", "a figure that is far off",
              field("kind", &AccuracyFigure::kind, "training, serving, inference, memory"),
              field("id", &AccuracyFigure::id, "of the row"),
              field("metric", &AccuracyFigure::metric, "which figure, with its unit"),
              field("measured", &AccuracyFigure::measured, "in the unit of the metric"),
              field("held_out", &AccuracyFigure::held_out, "predicted by constants that have not seen it"),
              field("predicted", &AccuracyFigure::predicted, "by the shipped constants"),
              field("error_pct", &AccuracyFigure::off_pct, "held out over measured, less 1"),
              field("likely_cause", &AccuracyFigure::cause, "what figures that are off as far have in common"));

/// The fastest runs as predicted, held out, of those that answer the same question (chosen_runs.h).
struct ChosenRuns {
  std::string metric;
  std::size_t choices = 0, runs = 0;  ///< runs: among which was chosen
  double band_coverage_pct = 0;       ///< of what was chosen
};

template <>
inline constexpr auto record<ChosenRuns> = described(
    "chosen_runs", "of runs of the same model on the same machine at the same load, the fastest as predicted",
    field("metric", &ChosenRuns::metric, "by which it is the quickest"),
    field("choices", &ChosenRuns::choices, "how many were chosen"), field("runs", &ChosenRuns::runs, "among so many"),
    field("band_coverage_pct", &ChosenRuns::band_coverage_pct, "of those chosen, within their bands"));

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
