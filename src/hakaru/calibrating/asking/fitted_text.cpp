#include <filesystem>
#include <map>

#include "hakaru/calibrating/asking/calibration_texts.h"
#include "hakaru/core/quantities.h"
#include "hakaru/formats/nullable.h"
#include "hakaru/output/table.h"

namespace hakaru {
namespace {

OrderedJson json_of(const FitErrors& errors) {
  return {
      {"rows", errors.rows}, {"median_ape_pct", or_null(errors.median_pct)}, {"p90_ape_pct", or_null(errors.p90_pct)}};
}

OrderedJson json_of(const FittedCalibration::Group& group) {
  OrderedJson constants = OrderedJson::array();
  for (const FittedCalibration::Value& one : group.values) {
    constants.push_back({{"name", one.constant.name},
                         {"value", one.value},
                         {"determined", one.determined},
                         {"unit", text_or_null(one.constant.unit)},
                         {"lower", one.constant.lower},
                         {"upper", one.constant.upper}});
  }
  OrderedJson metrics = OrderedJson::array();
  for (const auto& [name, fitted, unseen] : group.metrics)
    metrics.push_back({{"metric", name}, {"fitted", json_of(fitted)}, {"held_back", json_of(unseen)}});
  return {{"key", group.label},
          {"library", text_or_null(group.library)},
          {"fitted", json_of(group.fitted)},
          {"held_back", json_of(group.unseen)},
          {"metrics", metrics},
          {"constants", constants}};
}

std::string errors_text(const FittedCalibration& fitted, const Pen& pen) {
  const Translator& t = pen.translator;
  Table table({{""},
               {t.say("library")},
               {t.say("rows"), Align::right},
               {t.say("median error"), Align::right},
               {t.say("mean error"), Align::right},
               {t.say("90th percentile"), Align::right},
               {t.say("held back"), Align::right},
               {t.say("median error"), Align::right},
               {t.say("mean error"), Align::right},
               {t.say("90th percentile"), Align::right}});
  const auto add = [&](const std::string& label, const std::string& library, const FitErrors& of_all,
                       const FitErrors& unseen) {
    table.add({label, library, std::to_string(of_all.rows), in_percent(of_all.median_pct), in_percent(of_all.mean_pct),
               in_percent(of_all.p90_pct), std::to_string(unseen.rows), in_percent(unseen.median_pct),
               in_percent(unseen.mean_pct), in_percent(unseen.p90_pct)});
  };
  for (const FittedCalibration::Group& group : fitted.groups) {
    add(group.label, group.library, group.fitted, group.unseen);
    for (const FittedCalibration::Group::Metric& metric : group.metrics)
      add(group.label + " " + metric.name, "", metric.fitted, metric.unseen);
  }
  return table.text(pen.style);
}

/// Text on the errors of held-back figures, one line for each metric; "": none were held back.
std::string held_back_text(const FittedCalibration& fitted, const Translator& t) {
  std::map<std::string, std::vector<double>> by_metric;
  for (const FittedCalibration::HeldBack& figure : fitted.held_back)
    by_metric[figure.metric].push_back(figure.error_pct);
  std::string text;
  for (const auto& [metric, errors_pct] : by_metric) {
    const FitErrors errors = errors_of(errors_pct);
    text += t.say("{}: {} figures, each held back from what predicts it: median error {}, mean {}", metric, errors.rows,
                  in_percent(errors.median_pct), in_percent(errors.mean_pct)) +
            "\n";
  }
  return text;
}

/// "at its lower bound": the data want it beyond.
std::string remark_on(const FittedCalibration::Value& one, const Translator& t) {
  if (!one.kept_of.empty()) return t.say("not fitted: that of {}", one.kept_of);
  if (!one.determined) return t.say("no row depends on it");
  const Bound bound = bound_of(one.constant, one.value);
  if (bound == Bound::none) return "";
  return bound == Bound::lower ? t.say("at its lower bound") : t.say("at its upper bound");
}

std::string constants_text(const FittedCalibration::Group& group, const Pen& pen) {
  const Translator& t = pen.translator;
  Table table({{group.label}, {t.say("value"), Align::right}, {t.say("unit")}, {t.say("meaning")}, {""}});
  for (const FittedCalibration::Value& one : group.values) {
    table.add({one.constant.name, fmt::format("{:.4g}", one.value), one.constant.unit, t.word(one.constant.meaning),
               remark_on(one, t)});
  }
  return table.text(pen.style);
}

}  // namespace

OrderedJson json_of(const FittedCalibration& fitted, const std::string& path) {
  OrderedJson groups = OrderedJson::array();
  for (const FittedCalibration::Group& group : fitted.groups) groups.push_back(json_of(group));
  OrderedJson held_back = OrderedJson::array();
  for (const auto& [line, metric, table, error_pct] : fitted.held_back)
    held_back.push_back({{"line", line}, {"metric", metric}, {"table", text_or_null(table)}, {"error_pct", error_pct}});
  OrderedJson tables_left_out = OrderedJson::array();
  for (const Message& why : fitted.tables_left_out) tables_left_out.push_back(in_english(why));
  OrderedJson json{{"accelerator", fitted.accelerator},
                   {"file", text_or_null(path)},
                   {"groups", groups},
                   {"other_accelerators", fitted.other_rows},
                   {"left_out", fitted.left_out.size()},
                   {"tables_left_out", tables_left_out}};
  if (!held_back.empty()) json["held_back_figures"] = held_back;
  return json;
}

std::string fitted_text(const FittedCalibration& fitted, const std::string& path, const Pen& pen) {
  const Translator& t = pen.translator;
  std::string text = t.say("{}: rows of {}{}", fitted.file, fitted.accelerator,
                           fitted.software.empty() ? "" : " (" + fitted.software + ")") +
                     "\n\n";
  if (!fitted.groups.empty()) text += errors_text(fitted, pen) + "\n";
  for (const FittedCalibration::Group& group : fitted.groups) text += constants_text(group, pen) + "\n";
  text += held_back_text(fitted, t);
  if (fitted.other_rows > 0) text += t.say("{} rows of other accelerators were not used", fitted.other_rows) + "\n";
  if (!fitted.left_out.empty())
    text += t.say("{} rows were left out, the first because: {}", fitted.left_out.size(), t(fitted.left_out.front())) +
            "\n";
  for (const Message& table : fitted.tables_left_out) text += t(table) + "\n";
  if (fitted.groups.empty()) return text;
  if (path.empty()) return text + t.say("nothing was written: name a folder with -o DIR") + "\n";
  return text +
         t.say("written to {}; use it with --data {}", path,
               std::filesystem::path(path).parent_path().parent_path().parent_path().string()) +
         "\n";
}

}  // namespace hakaru
