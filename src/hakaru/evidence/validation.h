// Predictions beside published measurements, and how far off they are. The same for every kind of measurement: what a
// row is about is the business of the kind (validate_operators.h).
//
//   error_pct         100 · (predicted / measured − 1): −20 is a fifth too fast
//   mape_pct          mean of |error_pct|
//   median_ape_pct    median of |error_pct|
//   p90_ape_pct       its 90th percentile, between two values in proportion
//   bias_pct          median of error_pct
//   band_coverage_pct share of the predictions with a band whose band holds the measured value
//
// Over all metrics of all rows; each is empty where nothing was predicted.
// Worked example: errors −10, 20, 40: mape 23.3, median 20, p90 20 + 0.8 · 20 = 36, bias 20.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "hakaru/core/csv_table.h"
#include "hakaru/core/record.h"

namespace hakaru {

/// A value, or why a row has none and is skipped: it names something that is not known, or cannot be read. Not an
/// error, unlike a `Result`.
template <typename Value>
using OrReason = tl::expected<Value, Message>;

/// One metric of one row.
struct Prediction {
  std::string metric;  ///< with its unit: "latency_us", "step_time_s"
  double measured = 0;
  double predicted = 0;
  std::optional<double> low, high;  ///< of the 90 % error band
  double error_pct() const;
};

template <>
inline constexpr auto record<Prediction> = described(
    "prediction", "a figure that was measured", field("metric", &Prediction::metric, "which figure, with its unit"),
    field("measured", &Prediction::measured, "in the unit of the metric"),
    field("predicted", &Prediction::predicted, "in the unit of the metric"),
    field("low", &Prediction::low, "lower end of the 90 % band"),
    field("high", &Prediction::high, "upper end of the 90 % band"),
    field("error_pct", &Prediction::error_pct, "predicted over measured, less 1"));

struct ValidatedRow {
  std::string id;      ///< the file's; empty: it has none, and the line stands for it
  int line = 0;        ///< of the file
  std::string group;   ///< "accelerator=h100-sxm,dtype=bf16"
  std::size_t at = 0;  ///< which row of the table
  std::vector<Prediction> predictions;
  Message skipped_because;  ///< where there are none
  bool unreadable = false;  ///< that is why
};

struct ValidationSummary {
  std::size_t count = 0;      ///< rows
  std::size_t predicted = 0;  ///< of them with at least one metric
  std::size_t skipped = 0;
  std::optional<double> mape_pct, median_ape_pct, p90_ape_pct, bias_pct, band_coverage_pct;
};

template <>
inline constexpr auto record<ValidationSummary> = described(
    "validation_summary", "how far off predictions are", field("count", &ValidationSummary::count, "rows of the file"),
    field("predicted", &ValidationSummary::predicted, "rows with at least one prediction"),
    field("skipped", &ValidationSummary::skipped, "rows without one"),
    field("mape_pct", &ValidationSummary::mape_pct, "mean absolute error"),
    field("median_ape_pct", &ValidationSummary::median_ape_pct, "median absolute error"),
    field("p90_ape_pct", &ValidationSummary::p90_ape_pct, "90th percentile of the absolute error"),
    field("bias_pct", &ValidationSummary::bias_pct, "median error with its sign"),
    field("band_coverage_pct", &ValidationSummary::band_coverage_pct,
          "figures within their band; null: there is none"));

struct Validation {
  struct Group {
    std::string key;
    ValidationSummary summary;
  };
  ValidationSummary summary;
  std::vector<Group> groups;  ///< ordered by key
  std::vector<ValidatedRow> rows;
};

template <>
inline constexpr auto record<Validation::Group> = described("validation_group", "rows of the same kind",
                                                            field("key", &Validation::Group::key,
                                                                  "column=value, with commas"),
                                                            field("", &Validation::Group::summary, "").inlined());

struct ValidationOptions {
  std::vector<std::string> group_by;  ///< columns; empty: those usual for the kind
  std::vector<std::string> trust;     ///< of high, medium, low; empty: every row
  bool by_relatives = false;  ///< steps: with constants of relatives, as for an accelerator of which none was measured
  bool strict = false;        ///< a row that cannot be read is an error; else it is skipped and says why
};

/// "a,b" as a list; refuses an empty name. `flag`, and `name` below, are for messages.
Result<std::vector<std::string>> parse_columns(std::string_view text, std::string_view flag);
/// "high,medium"
Result<std::vector<std::string>> parse_trust(std::string_view text, std::string_view name);

/// The rows of `table` that are trusted or malformed (their trust cannot be told), each with its id and group and
/// nothing predicted yet. `usual` are the columns to group by when the options name none. `series` is the column of
/// that name, else the id up to its first '-'.
Result<std::vector<ValidatedRow>> rows_to_validate(const CsvTable& table, const ValidationOptions& options,
                                                   const std::vector<std::string>& usual);

/// The predictions of one row, or why there are none; an error where the data are wrong, or that of the row's fields.
using PredictRow = std::function<Result<OrReason<std::vector<Prediction>>>(CsvFields& row)>;
/// `rows` of `table`, each beside what `predict` gives. A row that cannot be read is skipped, or refused when `strict`.
Result<Validation> validated(const CsvTable& table, std::vector<ValidatedRow> rows, const ValidationOptions& options,
                             const PredictRow& predict);

/// The value below which `share` (0 … 1) of `values` lie, between two of them in proportion; `values` not empty.
double percentile(std::vector<double> values, double share);
ValidationSummary summary_of(const std::vector<const ValidatedRow*>& rows);
Validation validation_of(std::vector<ValidatedRow> rows);

}  // namespace hakaru
