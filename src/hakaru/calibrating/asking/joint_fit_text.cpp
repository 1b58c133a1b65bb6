#include <cmath>
#include <filesystem>
#include <map>

#include "hakaru/calibrating/asking/calibration_texts.h"
#include "hakaru/calibrating/fitted_calibration.h"
#include "hakaru/core/quantities.h"
#include "hakaru/evidence/validation.h"
#include "hakaru/formats/nullable.h"
#include "hakaru/output/table.h"

namespace hakaru {
namespace {

/// Errors of some figures, with their bias.
struct SignedErrors {
  std::vector<double> unseen_pct, fitted_pct;
  void add(const CausedFit::FigureError& figure) {
    fitted_pct.push_back(figure.fitted_pct);
    if (figure.unseen_pct) unseen_pct.push_back(*figure.unseen_pct);
  }
};

OrderedJson signed_json(const std::vector<double>& errors_pct) {
  if (errors_pct.empty()) return nullptr;
  std::vector<double> absolute;
  for (const double each : errors_pct) absolute.push_back(std::abs(each));
  const FitErrors errors = errors_of(absolute);
  return {{"figures", errors.rows},
          {"median_ape_pct", or_null(errors.median_pct)},
          {"mape_pct", or_null(errors.mean_pct)},
          {"p90_ape_pct", or_null(errors.p90_pct)},
          {"bias_pct", percentile(errors_pct, 0.5)}};
}

using ErrorsByName = std::map<std::string, std::map<std::string, SignedErrors>>;

/// Errors by grouping ("all", "model", "accelerator", "pair", "vendor"), metric, and name of the group.
std::map<std::string, ErrorsByName> errors_by(const CausedFit& fit) {
  std::map<std::string, ErrorsByName> by;
  for (const CausedFit::FigureError& figure : fit.errors) {
    by["all"][figure.metric]["all"].add(figure);
    by["model"][figure.metric][figure.model].add(figure);
    by["accelerator"][figure.metric][figure.accelerator].add(figure);
    by["pair"][figure.metric][figure.software + " " + figure.accelerator].add(figure);
    by["vendor"][figure.metric][figure.vendor].add(figure);
  }
  return by;
}

}  // namespace

OrderedJson joint_json(const CausedFit& fit, const std::string& path) {
  OrderedJson errors = OrderedJson::object();
  for (const auto& [grouped_by, metrics] : errors_by(fit)) {
    for (const auto& [metric, names] : metrics) {
      for (const auto& [name, each] : names)
        errors[grouped_by][metric][name] = {{"unseen", signed_json(each.unseen_pct)},
                                            {"fitted", signed_json(each.fitted_pct)}};
    }
  }
  OrderedJson tables = OrderedJson::array();
  for (const CausedTable& table : fit.tables) {
    OrderedJson constants = OrderedJson::object();
    for (const CausedTable::Value& value : table.values) constants[value.name] = value.value;
    tables.push_back({{"cause", tables_of(table.cause, fit.use)},
                      {"name", table.name},
                      {"rows", table.rows},
                      {"constants", constants}});
  }
  std::map<std::string, std::size_t> reasons;
  for (const Message& why : fit.left_out) ++reasons[in_english(why)];
  const char* software = fit.use == CausedUse::serving ? "engine" : "software";
  OrderedJson figures = OrderedJson::array();
  for (const CausedFit::FigureError& figure : fit.errors)
    figures.push_back({{"line", figure.line},
                       {"metric", figure.metric},
                       {"accelerator", figure.accelerator},
                       {software, figure.software},
                       {"version", figure.version},
                       {"model", figure.model},
                       {"fitted_error_pct", figure.fitted_pct},
                       {"unseen_error_pct", or_null(figure.unseen_pct)}});
  return {{"file", text_or_null(path)}, {"rows", fit.rows}, {"left_out", reasons}, {"constants", fit.constants()},
          {"errors", errors},           {"tables", tables}, {"figures", figures}};
}

std::string joint_text(const CausedFit& fit, const std::string& path, const Pen& pen) {
  const Translator& t = pen.translator;
  std::string text =
      (fit.use == CausedUse::serving
           ? t.say("{}: {} rows, {} constants of engines, accelerators, pairs and versions, fitted together", fit.file,
                   fit.rows, fit.constants())
           : t.say(
                 "{}: {} rows, {} constants of software, its kinds, accelerators, pairs and versions, fitted together",
                 fit.file, fit.rows, fit.constants())) +
      "\n\n";
  Table table({{""},
               {t.say("metric")},
               {t.say("held back"), Align::right},
               {t.say("median error"), Align::right},
               {t.say("mean error"), Align::right},
               {t.say("bias"), Align::right},
               {t.say("fitted: median error"), Align::right},
               {t.say("mean error"), Align::right}});
  const auto by = errors_by(fit);
  for (const std::string grouped_by : {"all", "vendor", "model", "accelerator", "pair"}) {
    for (const auto& [metric, names] : by.at(grouped_by)) {
      for (const auto& [name, each] : names) {
        const OrderedJson unseen = signed_json(each.unseen_pct), fitted = signed_json(each.fitted_pct);
        const auto in = [](const OrderedJson& errors, const char* key) {
          return errors.is_null() ? std::string("-") : in_percent(errors[key].get<double>());
        };
        table.add({grouped_by == "all" ? t.say("all") : name, metric, std::to_string(each.unseen_pct.size()),
                   in(unseen, "median_ape_pct"), in(unseen, "mape_pct"), in(unseen, "bias_pct"),
                   in(fitted, "median_ape_pct"), in(fitted, "mape_pct")});
      }
    }
  }
  text += table.text(pen.style) + "\n";
  std::map<std::string, std::size_t> reasons;
  for (const Message& why : fit.left_out) ++reasons[t(why)];
  for (const auto& [why, rows] : reasons) text += t.say("left out {}: {}", rows, why) + "\n";
  for (const CausedTable& each : fit.tables) {
    for (const CausedTable::Value& value : each.values) {
      if (value.at_bound)
        text += t.say("{}: {} is at a bound: {}", each.name, value.name, fmt::format("{:.3g}", value.value)) + "\n";
    }
  }
  text += path.empty() ? t.say("nothing was written: name a folder with -o DIR") + "\n"
                       : t.say("written to {}; use it with --data {}", path,
                               std::filesystem::path(path).parent_path().parent_path().parent_path().string()) +
                             "\n";
  return text;
}

}  // namespace hakaru
