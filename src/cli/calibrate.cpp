// hakaru calibrate operators FILE --accelerator NAME -o DIR: constants of an accelerator from kernels measured on it.
#include <filesystem>
#include <map>
#include <memory>

#include "commands.h"
#include "hakaru/calibrating/calibrate_inference.h"
#include "hakaru/calibrating/calibrate_operators.h"
#include "hakaru/calibrating/calibrate_serving.h"
#include "hakaru/calibrating/calibrate_training.h"
#include "hakaru/calibrating/fit_serving.h"
#include "hakaru/core/text.h"
#include "hakaru/evidence/nccl_tests.h"
#include "hakaru/evidence/operator_prediction.h"
#include "hakaru/formats/json.h"
#include "hakaru/formats/nullable.h"
#include "joint_fit_output.h"

namespace hakaru::cli {
namespace {

struct CalibrateCommand {
  std::string file;
  std::string accelerator;
  std::string operation;
  std::string folder;
  bool five_fold = false;
  bool by_model = false;
  bool by_series = false;
  bool by_pair = false;
  bool by_accelerator = false;
};

Result<CsvTable> rows_in(std::string_view text, const std::string& file) {
  Result<CsvTable> table = parse_csv(text, file);
  if (table && table->rows.empty()) return bad_input("{}: has columns and no rows", file);
  return table;
}

/// A CSV table, or what nccl-tests printed about `accelerator`.
Result<CsvTable> read_table(const CalibrateCommand& command, const Accelerator& accelerator) {
  const Result<std::string> text = read_file(command.file, largest_table_bytes);
  if (!text) return fail(text);
  if (is_nccl_tests(*text)) return nccl_tests_table(*text, command.file, {accelerator.name, command.operation});
  if (!command.operation.empty())
    return bad_input("{}: {} is for what nccl-tests printed, which this is not", command.file, "--operation");
  return rows_in(*text, command.file);
}

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

/// Of each metric, how far what predicts its figures is off of those that it has not seen.
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

std::string text_of(const FittedCalibration& fitted, const std::string& path, const Pen& pen) {
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

/// Makes the folder and writes the file, whole or not at all.
std::optional<Error> write_calibration(const std::string& path, const std::string& text) {
  std::error_code error;
  const std::string folder = std::filesystem::path(path).parent_path().string();
  std::filesystem::create_directories(folder, error);
  if (error) return bad_input("{}: cannot be written: {}", folder, error.message()).value();
  return write_file(path, text, Replaces::data);
}

Result<CsvTable> csv_in(const std::string& file) {
  const Result<std::string> text = read_file(file, largest_table_bytes);
  if (!text) return fail(text);
  return rows_in(*text, file);
}

using Calibrate = Result<FittedCalibration> (*)(const CalibrateCommand& command, const Accelerator& accelerator,
                                                const Catalog& catalog, const DataFiles& data);

Result<FittedCalibration> operators(const CalibrateCommand& command, const Accelerator& accelerator,
                                    const Catalog& catalog, const DataFiles& data) {
  const Result<CsvTable> table = read_table(command, accelerator);
  if (!table) return fail(table);
  const Result<Calibration> start = find_calibration(data, accelerator, "operators");
  if (!start) return fail(start);
  return calibrate_operators(*table, accelerator, catalog, *start,
                             command.five_fold ? HoldBack::each_fifth_in_turn : HoldBack::a_fifth);
}

Result<FittedCalibration> training(const CalibrateCommand& command, const Accelerator& accelerator,
                                   const Catalog& catalog, const DataFiles& data) {
  const Result<CsvTable> table = csv_in(command.file);
  if (!table) return fail(table);
  return calibrate_training(*table, accelerator, catalog, data,
                            command.by_model ? HoldBackOf::models : HoldBackOf::fifths);
}

Result<FittedCalibration> serving(const CalibrateCommand& command, const Accelerator& accelerator,
                                  const Catalog& catalog, const DataFiles& data) {
  for (const auto& [asked, flag] : {std::pair(command.by_model, "--by-model"),
                                    {command.by_pair, "--by-pair"},
                                    {command.by_accelerator, "--by-accelerator"}}) {
    if (asked) return bad_input("{} and {} exclude each other", "--accelerator", flag);
  }
  const Result<CsvTable> table = csv_in(command.file);
  if (!table) return fail(table);
  return calibrate_serving(*table, accelerator, catalog, data,
                           command.by_series ? HoldBackSeries::yes : HoldBackSeries::no);
}

Result<FittedCalibration> inference(const CalibrateCommand& command, const Accelerator& accelerator,
                                    const Catalog& catalog, const DataFiles& data) {
  const Result<CsvTable> table = csv_in(command.file);
  if (!table) return fail(table);
  return calibrate_inference(*table, accelerator, catalog, data,
                             command.by_model ? HoldBackModels::yes : HoldBackModels::no);
}

/// What is hidden in turn where all is fitted at once.
Result<ServingHoldBack> held_back_jointly(const CalibrateCommand& command) {
  if (command.by_series) return bad_input("{} needs {}", "--by-series", "--accelerator");
  std::vector<std::pair<const char*, ServingHoldBack>> asked;
  if (command.by_model) asked.emplace_back("--by-model", ServingHoldBack::models);
  if (command.by_pair) asked.emplace_back("--by-pair", ServingHoldBack::pairs);
  if (command.by_accelerator) asked.emplace_back("--by-accelerator", ServingHoldBack::accelerators);
  if (asked.size() > 1) return bad_input("{} and {} exclude each other", asked[0].first, asked[1].first);
  return asked.empty() ? ServingHoldBack::none : asked.front().second;
}

/// All engines on all accelerators at once.
Result<std::string> run_jointly(const CalibrateCommand& command, Session& session) {
  const Result<const Catalog*> catalog = session.catalog();
  if (!catalog) return fail(catalog);
  const Result<const DataFiles*> data = session.data();
  if (!data) return fail(data);
  const Result<CsvTable> table = csv_in(command.file);
  if (!table) return fail(table);
  const Result<ServingHoldBack> held_back = held_back_jointly(command);
  if (!held_back) return fail(held_back);
  const Result<ServingFit> fit = fit_serving(*table, **catalog, **data, *held_back);
  if (!fit) return fail(fit);
  std::string path;
  if (!command.folder.empty()) {
    path = command.folder + "/" + std::string(serving_constants_path);
    if (const std::optional<Error> error = write_calibration(path, serving_constants_text(*fit)))
      return tl::unexpected(*error);
  }
  if (session.json) return json_text(joint_json(*fit, path));
  if (session.csv) return csv_of(joint_json(*fit, path)["figures"]);
  return joint_text(*fit, path, session.pen());
}

Result<std::string> run(const CalibrateCommand& command, Calibrate calibrate, Session& session) {
  if (command.file.empty()) return bad_input("calibrate needs a FILE of measurements; found none");
  if (command.accelerator.empty() && calibrate == serving) return run_jointly(command, session);
  if (command.accelerator.empty())
    return bad_input("calibrate needs --accelerator NAME: the one that the file's rows were measured on");
  const Result<const Catalog*> catalog = session.catalog();
  if (!catalog) return fail(catalog);
  const Result<Accelerator> accelerator = (*catalog)->accelerator(command.accelerator);
  if (!accelerator) return fail(accelerator);
  const Result<const DataFiles*> data = session.data();
  if (!data) return fail(data);
  const Result<FittedCalibration> fitted = calibrate(command, *accelerator, **catalog, **data);
  if (!fitted) return fail(fitted);

  std::string path;
  if (!command.folder.empty()) {
    if (fitted->groups.empty())
      return bad_input(
          "{}: no table fitted to {} is better than what stands without it: nothing to write; leave -o out",
          fitted->file, fitted->accelerator);
    path = command.folder + "/" + calibration_path(*fitted);
    if (const std::optional<Error> error = write_calibration(path, calibration_text(*fitted)))
      return tl::unexpected(*error);
  }
  if (session.json) return json_text(json_of(*fitted, path));
  if (session.csv) return csv_of(json_of(*fitted, path)["groups"]);
  return text_of(*fitted, path, session.pen());
}

/// What every kind of calibration takes.
std::shared_ptr<CalibrateCommand> add_kind(CLI::App& command, Calibrate calibrate, Session& session) {
  const Translator& t = session.translator();
  auto state = std::make_shared<CalibrateCommand>();
  command.add_option("FILE", state->file, t.say("measurements as CSV, or nccl-tests' output; - is standard input"));
  command.add_option("--accelerator", state->accelerator, t.say("whose rows to fit"))->type_name("NAME");
  command.add_option("-o", state->folder, t.say("write calibrations/KIND/NAME.toml into this folder, for --data"))
      ->type_name("DIR");
  command.callback([state, calibrate, &session] {
    session.command = [state, calibrate, &session] { return run(*state, calibrate, session); };
  });
  return state;
}

}  // namespace

void add_calibrate_commands(CLI::App& app, Session& session) {
  const Translator& t = session.translator();
  CLI::App& calibrate = add_command(app, "calibrate", t.say("constants of an accelerator from your measurements"));
  CLI::App& kernels = add_command(calibrate, "operators",
                                  t.say("fit to single kernels: CSV as for validate, or what nccl-tests printed"));
  const std::shared_ptr<CalibrateCommand> of_kernels = add_kind(kernels, operators, session);
  kernels.add_option("--operation", of_kernels->operation, t.say("what nccl-tests ran, where its output does not say"))
      ->type_name("NAME");
  kernels.add_flag("--five-fold", of_kernels->five_fold,
                   t.say("hold back each fifth of the rows in turn, then fit all"));
  CLI::App& steps =
      add_command(calibrate, "training", t.say("fit to whole steps, for each software stack: CSV as for validate"));
  const std::shared_ptr<CalibrateCommand> of_steps = add_kind(steps, training, session);
  CLI::App& engines =
      add_command(calibrate, "serving", t.say("fit to serving engines, for each of them: CSV as for validate"));
  const std::shared_ptr<CalibrateCommand> of_engines = add_kind(engines, serving, session);
  engines.add_flag("--by-series", of_engines->by_series,
                   t.say("hold back one engine version, model and layout at a time instead of fifths"));
  engines.add_flag("--by-model", of_engines->by_model,
                   t.say("all accelerators and engines at once: hold back one model at a time"));
  engines.add_flag("--by-pair", of_engines->by_pair,
                   t.say("all at once: hold back one engine on one accelerator at a time"));
  engines.add_flag("--by-accelerator", of_engines->by_accelerator,
                   t.say("all at once: hold back one accelerator at a time"));
  CLI::App& networks =
      add_command(calibrate, "inference", t.say("fit to batches of items, for each software: CSV as for validate"));
  const std::shared_ptr<CalibrateCommand> of_networks = add_kind(networks, inference, session);
  networks.add_flag("--by-model", of_networks->by_model, t.say("hold back one model at a time instead of fifths"));
  steps.add_flag("--by-model", of_steps->by_model, t.say("hold back one model at a time instead of fifths"));
}

}  // namespace hakaru::cli
