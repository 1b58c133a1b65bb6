#include "hakaru/calibrating/asking/calibrate_questions.h"

#include <memory>

#include "hakaru/calibrating/asking/calibrate_logs.h"
#include "hakaru/calibrating/asking/calibration_texts.h"
#include "hakaru/calibrating/calibrate_inference.h"
#include "hakaru/calibrating/calibrate_operators.h"
#include "hakaru/calibrating/calibrate_serving.h"
#include "hakaru/calibrating/calibrate_training.h"
#include "hakaru/calibrating/joint_fits.h"
#include "hakaru/calibrating/logs/update_collectives.h"
#include "hakaru/core/csv_table.h"
#include "hakaru/evidence/nccl_tests.h"
#include "hakaru/evidence/operator_prediction.h"
#include "hakaru/job/key_reader.h"

namespace hakaru {
namespace {

struct CalibrateAsk {
  std::string file, accelerator, operation, folder;  ///< not said: empty
  std::vector<LogText> texts;                        ///< of all files; `file` is the first
  std::int64_t ranks = 0;
  bool five_fold = false, by_model = false, by_series = false, by_pair = false, by_accelerator = false;
};

constexpr std::int64_t most_ranks = 1'000'000;

Result<CalibrateAsk> read_ask(KeyReader& reader) {
  CalibrateAsk asked;
  const std::vector<std::string> files = reader.texts("measurements");
  asked.accelerator = reader.text("accelerator").value_or("");
  asked.operation = reader.text("operation").value_or("");
  asked.folder = reader.text("out").value_or("");
  asked.five_fold = reader.boolean("five_fold").value_or(false);
  asked.by_model = reader.boolean("by_model").value_or(false);
  asked.by_series = reader.boolean("by_series").value_or(false);
  asked.by_pair = reader.boolean("by_pair").value_or(false);
  asked.by_accelerator = reader.boolean("by_accelerator").value_or(false);
  asked.ranks = reader.count("ranks", 2, most_ranks).value_or(0);
  if (reader.error()) return tl::unexpected(*reader.error());
  if (files.empty()) return bad_input("calibrate needs a FILE of measurements; found none");
  asked.file = files.front();
  Result<std::vector<LogText>> read = read_logs(files);
  if (!read) return fail(read);
  asked.texts = std::move(*read);
  return asked;
}

Result<CsvTable> rows_in(std::string_view text, const std::string& file) {
  Result<CsvTable> table = parse_csv(text, file);
  if (table && table->rows.empty()) return bad_input("{}: has columns and no rows", file);
  return table;
}

Result<CsvTable> csv_in(const CalibrateAsk& asked) {
  if (asked.texts.size() > 1) return bad_input("calibrate takes one FILE here; found {}", asked.texts.size());
  return rows_in(asked.texts.front().text, asked.file);
}

/// A CSV table, or what nccl-tests printed about `accelerator`.
Result<CsvTable> kernels_in(const CalibrateAsk& asked, const Accelerator& accelerator) {
  const std::string& text = asked.texts.front().text;
  if (is_nccl_tests(text)) return nccl_tests_table(text, asked.file, {accelerator.name, asked.operation, asked.ranks});
  if (!asked.operation.empty() || asked.ranks > 0)
    return bad_input("{}: {} is for what nccl-tests printed, which this is not", asked.file,
                     asked.operation.empty() ? "--ranks" : "--operation");
  return csv_in(asked);
}

using Calibrate = Result<FittedCalibration>(const CalibrateAsk& asked, const Accelerator& accelerator,
                                            const Asking& asking);

Result<FittedCalibration> operators(const CalibrateAsk& asked, const Accelerator& accelerator, const Asking& asking) {
  const Result<CsvTable> table = kernels_in(asked, accelerator);
  if (!table) return fail(table);
  const Result<Calibration> start = find_calibration(asking.data, accelerator, "operators");
  if (!start) return fail(start);
  return calibrate_operators(*table, accelerator, asking.catalog, *start,
                             asked.five_fold ? HoldBack::each_fifth_in_turn : HoldBack::a_fifth);
}

/// Calibrates collectives by all files together: output of collective tests, or CSV.
Result<FittedCalibration> collectives(const CalibrateAsk& asked, const Accelerator& accelerator, const Asking& asking) {
  const Result<LoggedRows> read = read_collective_rows(asked.texts, {accelerator.name, asked.operation, asked.ranks});
  if (!read) return fail(read);
  const Result<Calibration> start = find_calibration(asking.data, accelerator, "operators");
  if (!start) return fail(start);
  return calibrate_operators(read->table, accelerator, asking.catalog, *start, HoldBack::a_fifth);
}

Result<FittedCalibration> training(const CalibrateAsk& asked, const Accelerator& accelerator, const Asking& asking) {
  const Result<CsvTable> table = csv_in(asked);
  if (!table) return fail(table);
  return calibrate_training(*table, accelerator, asking.catalog, asking.data,
                            asked.by_model ? HoldBackOf::models : HoldBackOf::fifths);
}

Result<FittedCalibration> serving(const CalibrateAsk& asked, const Accelerator& accelerator, const Asking& asking) {
  const Result<CsvTable> table = csv_in(asked);
  if (!table) return fail(table);
  return calibrate_serving(*table, accelerator, asking.catalog, asking.data,
                           asked.by_series ? HoldBackSeries::yes : HoldBackSeries::no);
}

Result<FittedCalibration> inference(const CalibrateAsk& asked, const Accelerator& accelerator, const Asking& asking) {
  const Result<CsvTable> table = csv_in(asked);
  if (!table) return fail(table);
  return calibrate_inference(*table, accelerator, asking.catalog, asking.data,
                             asked.by_model ? HoldBackModels::yes : HoldBackModels::no);
}

/// The path of `within` in the folder; "": no folder, nothing is written.
std::string path_in(const std::string& folder, const std::string& within) {
  return folder.empty() ? "" : folder + "/" + within;
}

/// One accelerator's. `few` answers where its rows are too few for a fit of their own.
Result<Answer> answer_of(const CalibrateAsk& asked, Calibrate& calibrate, const Asking& asking,
                         const std::function<Result<Answer>(const Accelerator&)>& few = {}) {
  if (asked.accelerator.empty())
    return bad_input("calibrate needs --accelerator NAME: the one that the file's rows were measured on");
  const Result<Accelerator> accelerator = asking.catalog.accelerator(asked.accelerator);
  if (!accelerator) return fail(accelerator);
  Result<FittedCalibration> made = calibrate(asked, *accelerator, asking);
  if (!made && few) {  // what is wrong with the rows the fit says best, why none is written only who moves what stands
    Result<Answer> moved = few(*accelerator);
    if (moved || moved.error().key == "out") return moved;
  }
  if (!made) return fail(made);
  const auto fitted = std::make_shared<const FittedCalibration>(std::move(*made));
  Answer answer;
  std::string path;
  if (!asked.folder.empty()) {
    if (fitted->groups.empty())
      return bad_input(
          "{}: no table fitted to {} is better than what stands without it: nothing to write; leave -o out",
          fitted->file, fitted->accelerator);
    const std::string within = calibration_path(*fitted);
    path = path_in(asked.folder, within);
    answer.files.push_back({"out", [fitted] { return calibration_text(*fitted); }, {}, within});
  }
  answer.json = json_of(*fitted, path);
  answer.rows = answer.json["groups"];
  answer.text = [fitted, path](const Pen& pen) { return fitted_text(*fitted, path, pen); };
  return answer;
}

/// The unit that is held back in turn where all is fitted at once.
JointHoldBack held_back_jointly(const CalibrateAsk& asked) {
  if (asked.by_model) return JointHoldBack::models;
  if (asked.by_pair) return JointHoldBack::pairs;
  return asked.by_accelerator ? JointHoldBack::accelerators : JointHoldBack::none;
}

/// All software on all accelerators at once.
Result<Answer> joint_answer(const CalibrateAsk& asked, LoggedJob job, const Asking& asking) {
  const Result<CsvTable> table = csv_in(asked);
  if (!table) return fail(table);
  Result<CausedFit> made = (job == LoggedJob::serving ? fit_serving : fit_training)(*table, asking.catalog, asking.data,
                                                                                    held_back_jointly(asked));
  if (!made) return fail(made);
  const auto fit = std::make_shared<const CausedFit>(std::move(*made));
  const std::string within(causes_path(fit->use)), path = path_in(asked.folder, within);
  Answer answer;
  if (!path.empty()) answer.files.push_back({"out", [fit] { return caused_constants_text(*fit); }, {}, within});
  answer.json = joint_json(*fit, path);
  answer.rows = answer.json["figures"];
  answer.text = [fit, path](const Pen& pen) { return joint_text(*fit, path, pen); };
  return answer;
}

template <Calibrate& calibrate>
Result<Answer> calibrate_answer(const Json& keys, const Asking& asking) {
  KeyReader reader(keys, asking.place);
  const Result<CalibrateAsk> asked = read_ask(reader);
  if (!asked) return fail(asked);
  return answer_of(*asked, calibrate, asking);
}

/// The first of the flags that only a fit to many rows knows; empty: none.
std::string flag_of_many_rows(const CalibrateAsk& asked) {
  for (const auto& [is_asked, flag] : {std::pair(asked.by_model, "--by-model"),
                                       {asked.by_series, "--by-series"},
                                       {asked.by_pair, "--by-pair"},
                                       {asked.by_accelerator, "--by-accelerator"}}) {
    if (is_asked) return flag;
  }
  return "";
}

/// Training and serving: many rows as CSV are fitted; logs, and few rows, move the constants that stand.
template <Calibrate& calibrate, LoggedJob job>
Result<Answer> logs_or_rows_answer(const Json& keys, const Asking& asking) {
  KeyReader reader(keys, asking.place);
  const Result<CalibrateAsk> asked = read_ask(reader);
  if (!asked) return fail(asked);
  const bool keeps_rows = keys.contains("rows");
  LogsAsk logs{asked->texts, "", asked->folder, keeps_rows};
  const bool csv = asked->texts.size() == 1 && is_csv_of_rows(asked->texts.front().text);
  if (!csv) {
    if (const std::string flag = flag_of_many_rows(*asked); !flag.empty())
      return bad_input("{} is for a fit to many rows, of one CSV file; found {}", flag, asked->file);
    return answer_with_logs(logs, job, keys, asking);
  }
  const std::string of_logs = keeps_rows ? "rows" : key_of_logs(keys, job);
  if (!of_logs.empty())
    return bad_input("{} is for logs; the rows of {} say it themselves", reader.shown(of_logs), asked->file);
  if (asked->accelerator.empty()) return joint_answer(*asked, job, asking);
  if (!flag_of_many_rows(*asked).empty()) return answer_of(*asked, calibrate, asking);
  return answer_of(*asked, calibrate, asking, [&](const Accelerator& accelerator) {
    logs.accelerator = accelerator.name;
    return answer_with_logs(logs, job, Json::object(), asking);
  });
}

Result<Answer> collectives_answer(const Json& keys, const Asking& asking) {
  KeyReader reader(keys, asking.place);
  const Result<CalibrateAsk> asked = read_ask(reader);
  if (!asked) return fail(asked);
  return answer_of(*asked, collectives, asking, [&](const Accelerator& accelerator) -> Result<Answer> {
    const Result<LoggedRows> read =
        read_collective_rows(asked->texts, {accelerator.name, asked->operation, asked->ranks});
    if (!read) return fail(read);
    return answer_with_collectives({asked->texts, "", asked->folder, false}, *read, accelerator, asking);
  });
}

/// The key of the folder into which files are written.
QuestionKey folder_key(const char* help) {
  QuestionKey out{"out", "Options", "DIR", help};
  out.place = "-o";
  out.is_output = true;
  return out;
}

/// The keys of every kind of calibration, `more` behind them.
std::vector<QuestionKey> keys_and(std::vector<QuestionKey> more, bool logs = false) {
  QuestionKey file{"measurements", "Options", "FILE",
                   logs ? "what programs printed, or measurements as CSV; - is standard input"
                        : "measurements as CSV, or nccl-tests' output; - is standard input"};
  file.place = "FILE";
  file.repeatable = logs;
  std::vector<QuestionKey> keys{file,
                                {"accelerator", "Options", "NAME", "whose rows to fit"},
                                folder_key("write calibrations/KIND/NAME.toml into this folder, for --data")};
  std::move(more.begin(), more.end(), std::back_inserter(keys));
  return keys;
}

/// The same keys for logs, with the context of logs.
std::vector<QuestionKey> keys_of_logs_and(LoggedJob job, std::vector<QuestionKey> more) {
  for (QuestionKey& key : log_keys(job)) more.push_back(std::move(key));
  return keys_and(std::move(more), true);
}

QuestionKey ranks_key() { return {"ranks", "Options", "COUNT", "on how many ranks, where the output does not say"}; }

QuestionKey switch_key(const char* name, const char* help, KeyRules rules = {}) {
  return ruled(std::move(rules), {name, "Options", "", help});
}

}  // namespace

const std::vector<Question>& calibrate_questions() {
  constexpr const char* by_model = "hold back one model at a time instead of fifths";
  static const std::vector<Question> all{
      {"calibrate operators", "fit to single kernels: CSV as for validate, or what nccl-tests printed", "",
       keys_and({{"operation", "Options", "NAME", "what nccl-tests ran, where its output does not say"},
                 ranks_key(),
                 switch_key("five_fold", "hold back each fifth of the rows in turn, then fit all")}),
       calibrate_answer<operators>},
      {"calibrate collectives", "what nccl-tests or nccom-test printed, into constants of collectives", "",
       keys_and({{"operation", "Options", "NAME", "which collective ran, where the output does not say"}, ranks_key()},
                true),
       collectives_answer},
      {"calibrate training", "logs of training programs, or whole steps as CSV, for each software stack", "",
       keys_of_logs_and(LoggedJob::training,
                        {switch_key("by_model", by_model, {.excludes = "by_pair by_accelerator"}),
                         switch_key("by_pair", "all at once: hold back one software on one accelerator at a time",
                                    {.excludes = "accelerator by_accelerator"}),
                         switch_key("by_accelerator", "all at once: hold back one accelerator at a time",
                                    {.excludes = "accelerator"})}),
       logs_or_rows_answer<training, LoggedJob::training>},
      {"calibrate serving", "results of serving benchmarks, or rows as CSV, for each engine", "",
       keys_of_logs_and(
           LoggedJob::serving,
           {switch_key("by_series", "hold back one engine version, model and layout at a time instead of fifths",
                       {.needs = "accelerator"}),
            switch_key("by_model", "all accelerators and engines at once: hold back one model at a time",
                       {.excludes = "accelerator by_pair by_accelerator"}),
            switch_key("by_pair", "all at once: hold back one engine on one accelerator at a time",
                       {.excludes = "accelerator by_accelerator"}),
            switch_key("by_accelerator", "all at once: hold back one accelerator at a time",
                       {.excludes = "accelerator"})}),
       logs_or_rows_answer<serving, LoggedJob::serving>},
      {"calibrate inference", "fit to batches of items, for each software: CSV as for validate", "",
       keys_and({switch_key("by_model", by_model)}), calibrate_answer<inference>},
      {"calibrate host",
       "measure this machine, predict a small transformer on it, then run it",
       "",
       {folder_key("write this machine into this folder, for --data: accelerator, instance, calibration")},
       calibrate_host_answer},
      evidence_question(),
  };
  return all;
}

}  // namespace hakaru
