// Predictions beside measurements, and constants that fit them.
#include "hakaru/formats/shape_types.h"

namespace hakaru::shape {
namespace {

Keys summary_keys() {
  return {{"count", integer(), "rows of the file"},
          {"predicted", integer(), "rows with at least one prediction"},
          {"skipped", integer(), "rows without one"},
          {"mape_pct", nullable(number()), "mean absolute error"},
          {"median_ape_pct", nullable(number()), "median absolute error"},
          {"p90_ape_pct", nullable(number()), "90th percentile of the absolute error"},
          {"bias_pct", nullable(number()), "median error with its sign"},
          {"band_coverage_pct", nullable(number()), "figures within their band; null: there is none"}};
}

std::vector<AnswerShape> of_validation() {
  const OrderedJson id = {{"type", {"string", "integer"}}};
  return {
      {"validation",
       "predictions beside measurements",
       {{"summary", of("validation_summary"), "all rows"},
        {"groups", list(of("validation_group")), "rows of the same kind"},
        {"rows", list(any_of({of("validated_row"), of("skipped_row")})), "a figure each, or why there is none"}}},
      {"validation_summary", "how far off predictions are", summary_keys()},
      {"validation_group", "rows of the same kind",
       joined({{"key", text(), "column=value, with commas"}}, summary_keys())},
      {"validated_row",
       "a figure that was measured",
       {{"id", id, "of the row; its line where the file has none"},
        {"metric", text(), "which figure, with its unit"},
        {"measured", number(), "in the unit of the metric"},
        {"predicted", number(), "in the unit of the metric"},
        {"low", nullable(number()), "lower end of the 90 % band"},
        {"high", nullable(number()), "upper end of the 90 % band"},
        {"error_pct", number(), "predicted over measured, less 1"}}},
      {"skipped_row",
       "a row without a prediction",
       {{"id", id, "of the row; its line where the file has none"},
        {"skipped_because", text(), "what of it is not known or cannot be read"}}},
  };
}

std::vector<AnswerShape> of_calibration() {
  return {
      {"calibrate_answer",
       "constants of one accelerator; of serving engines without one, of all together",
       {},
       any_shape({"fitted_calibration", "joint_calibration"})},
      {"fitted_calibration",
       "constants of one accelerator",
       {{"accelerator", text(), "whose rows were fitted"},
        {"file", nullable(text()), "the calibration that was written"},
        {"groups", list(of("fitted_group")), "a table of constants each"},
        {"other_accelerators", integer(), "rows of other accelerators"},
        {"left_out", integer(), "rows that were not used"},
        {"tables_left_out", list(text()), "why tables were not fitted"},
        maybe({"held_back_figures", list(of("held_back_figure")), "errors of figures that no fit has seen"})}},
      {"fitted_group",
       "a table of constants",
       {{"key", text(), "what it is of"},
        {"library", nullable(text()), "software that it is of"},
        {"fitted", of("fit_errors"), "errors of the rows that were fitted"},
        {"held_back", of("fit_errors"), "errors of rows that no fit has seen"},
        {"metrics", list(of("fitted_metric")), "the same, by metric"},
        {"constants", list(of("fitted_constant")), "what was fitted"}}},
      {"fit_errors",
       "how far off some figures are",
       {{"rows", integer(), "figures"},
        {"median_ape_pct", nullable(number()), "median absolute error"},
        {"p90_ape_pct", nullable(number()), "90th percentile of the absolute error"}}},
      {"fitted_metric",
       "errors of one metric",
       {{"metric", text(), "which figure, with its unit"},
        {"fitted", of("fit_errors"), "errors of the rows that were fitted"},
        {"held_back", of("fit_errors"), "errors of rows that no fit has seen"}}},
      {"fitted_constant",
       "a constant",
       {{"name", text(), "its name"},
        {"value", number(), "in the unit that stands beside it"},
        {"determined", truth(), "whether the rows say something about it"},
        {"unit", nullable(text()), "unit of the value"},
        {"lower", number(), "bound of the fit"},
        {"upper", number(), "bound of the fit"}}},
      {"held_back_figure",
       "a figure that no fit has seen",
       {{"line", integer(), "of the file"},
        {"metric", text(), "which figure, with its unit"},
        {"table", nullable(text()), "the constants that predict it"},
        {"error_pct", number(), "predicted over measured, less 1"}}},
      {"joint_calibration",
       "constants of serving engines on all accelerators, fitted together",
       {{"file", nullable(text()), "the calibration that was written"},
        {"rows", integer(), "rows that were fitted"},
        {"left_out", by_name(integer()), "rows that were not used, by why"},
        {"constants", integer(), "how many were fitted"},
        {"errors", by_name(by_name(by_name(of("joint_errors")))), "by what they are grouped by, metric, name"},
        {"tables", list(of("joint_table")), "constants, by what causes them"},
        {"figures", list(of("joint_figure")), "a figure of a row each"}}},
      {"joint_errors",
       "errors of some figures",
       {{"unseen", nullable(of("signed_errors")), "where no fit has seen them"},
        {"fitted", nullable(of("signed_errors")), "where they were fitted"}}},
      {"signed_errors",
       "how far off some figures are",
       {{"figures", integer(), "how many"},
        {"median_ape_pct", nullable(number()), "median absolute error"},
        {"mape_pct", nullable(number()), "mean absolute error"},
        {"p90_ape_pct", nullable(number()), "90th percentile of the absolute error"},
        {"bias_pct", number(), "median error with its sign"}}},
      {"joint_table",
       "constants of one cause",
       {{"cause", text(), "engine, accelerator, pair or version"},
        {"name", text(), "its name"},
        {"rows", integer(), "rows that it was fitted to"},
        {"constants", by_name(number()), "what was fitted"}}},
      {"joint_figure",
       "a figure of a row",
       {{"line", integer(), "of the file"},
        {"metric", text(), "which figure, with its unit"},
        {"accelerator", text(), "where it was measured"},
        {"engine", text(), "serving engine"},
        {"version", text(), "of the engine"},
        {"model", text(), "its name"},
        {"fitted_error_pct", number(), "where it was fitted"},
        {"unseen_error_pct", nullable(number()), "where no fit has seen it"}}},
  };
}

}  // namespace

std::vector<AnswerShape> of_measurements() {
  std::vector<AnswerShape> all = of_validation();
  for (AnswerShape& each : of_calibration()) all.push_back(std::move(each));
  return all;
}

}  // namespace hakaru::shape
