#include <cmath>
#include <map>
#include <memory>

#include "hakaru/calibrating/asking/calibrate_questions.h"
#include "hakaru/calibrating/fitted_calibration.h"
#include "hakaru/calibrating/held_out.h"
#include "hakaru/core/quantities.h"
#include "hakaru/core/text.h"
#include "hakaru/evidence/validation.h"
#include "hakaru/formats/nullable.h"
#include "hakaru/job/key_reader.h"
#include "hakaru/output/table.h"

namespace hakaru {
namespace {

using HeldOut = Result<std::vector<HeldOutRun>>(const CsvTable& table, const Catalog& catalog, const DataFiles& data,
                                                const HeldOutProgress& told);

struct HeldOutKind {
  std::string_view name;
  HeldOut* of;
};
constexpr HeldOutKind held_out_kinds[] = {{"training", held_out_training},
                                          {"serving", held_out_serving},
                                          {"inference", held_out_inference},
                                          {"memory", held_out_memory}};

OrderedJson errors_json(const std::string& metric, std::string_view column, const std::vector<double>& errors_pct) {
  std::vector<double> absolute;
  for (const double each : errors_pct) absolute.push_back(std::abs(each));
  const FitErrors errors = errors_of(absolute);
  OrderedJson json{{"metric", metric}, {"predicted_by", column}, {"figures", errors.rows}};
  json["median_ape_pct"] = or_null(errors.median_pct);
  json["mape_pct"] = or_null(errors.mean_pct);
  json["p90_ape_pct"] = or_null(errors.p90_pct);
  json["bias_pct"] = errors_pct.empty() ? OrderedJson() : OrderedJson(percentile(errors_pct, 0.5));
  return json;
}

/// Errors by metric and by what predicts: held out first, fitted last.
OrderedJson errors_of_figures(const std::vector<HeldOutRun>& figures) {
  constexpr double percent = 100;
  constexpr std::string_view fitted = "fitted";
  constexpr Nearness told[] = {Nearness::pair,  Nearness::series,   Nearness::model,
                               Nearness::apart, Nearness::software, Nearness::none};
  std::map<std::string, std::map<std::string_view, std::vector<double>>> errors;
  for (const HeldOutRun& run : figures) {
    for (const Nearness near : told) {
      if (const std::optional<double>& value = run.unseen[static_cast<std::size_t>(near)])
        errors[run.metric][column_of(near)].push_back(percent * (*value / run.measured - 1));
    }
    errors[run.metric][fitted].push_back(percent * (run.fitted / run.measured - 1));
  }
  OrderedJson json = OrderedJson::array();
  for (const auto& [metric, by_column] : errors) {
    for (const Nearness near : told) {
      const auto found = by_column.find(column_of(near));
      if (found != by_column.end()) json.push_back(errors_json(metric, found->first, found->second));
    }
    json.push_back(errors_json(metric, fitted, by_column.at(fitted)));
  }
  return json;
}

std::string errors_text(const OrderedJson& errors, const std::string& path, const Pen& pen) {
  const Translator& t = pen.translator;
  Table table({{t.say("metric")},
               {t.say("predicted by")},
               {t.say("figures"), Align::right},
               {t.say("median error"), Align::right},
               {t.say("mean error"), Align::right},
               {t.say("90th percentile"), Align::right},
               {t.say("bias"), Align::right}});
  for (const OrderedJson& each : errors) {
    const auto in = [&](const char* key) { return in_percent(each[key].get<double>()); };
    table.add({each["metric"].get<std::string>(), each["predicted_by"].get<std::string>(),
               std::to_string(each["figures"].get<std::size_t>()), in("median_ape_pct"), in("mape_pct"),
               in("p90_ape_pct"), in("bias_pct")});
  }
  return table.text(pen.style) + "\n" +
         (path.empty() ? t.say("nothing was written: name a folder with -o DIR") : t.say("written to {}", path)) + "\n";
}

Result<const HeldOutKind*> kind_called(const std::string& name) {
  std::vector<std::string> known;
  for (const HeldOutKind& kind : held_out_kinds) {
    if (kind.name == name) return &kind;
    known.emplace_back(kind.name);
  }
  return bad_input("evidence of '{}' is not known; accepted: {}", name, join(known));
}

Result<Answer> evidence_answer(const Json& keys, const Asking& asking) {
  KeyReader reader(keys, asking.place);
  const std::string kind_name = reader.text("kind").value_or(""), file = reader.text("measurements").value_or("");
  const std::string folder = reader.text("out").value_or("");
  if (reader.error()) return tl::unexpected(*reader.error());
  const Result<const HeldOutKind*> kind = kind_called(kind_name);
  if (!kind) return fail(kind);
  const Result<std::string> text = read_file(file, largest_table_bytes);
  if (!text) return fail(text);
  const Result<CsvTable> table = parse_csv(*text, file);
  if (!table) return fail(table);
  const HeldOutProgress told = [&](double share) {
    constexpr double percent = 100;
    asking.tell(share, [&] { return message("{} % of the fits are done", std::lround(percent * share)); });
  };
  Result<std::vector<HeldOutRun>> found = (*kind)->of(*table, asking.catalog, asking.data, told);
  if (!found) return fail(found);
  const auto figures = std::make_shared<const std::vector<HeldOutRun>>(std::move(*found));
  const std::string within = "evidence/" + kind_name + "/published.csv";
  const std::string path = folder.empty() ? "" : folder + "/" + within;
  Answer answer;
  if (!path.empty())
    answer.files.push_back(
        {"out", [=] { return held_out_text(*figures, "hakaru calibrate evidence " + kind_name); }, {}, within});
  answer.rows = errors_of_figures(*figures);
  answer.json = {{"kind", kind_name}, {"file", text_or_null(path)}, {"errors", answer.rows}};
  answer.text = [errors = answer.rows, path](const Pen& pen) { return errors_text(errors, path, pen); };
  return answer;
}

}  // namespace

Question evidence_question() {
  QuestionKey kind{"kind", "Options", "KIND", "training, serving, inference or memory", true};
  kind.place = "KIND";
  QuestionKey file{"measurements", "Options", "FILE", "measurements as CSV; - is standard input", true};
  file.place = "FILE";
  QuestionKey out{"out", "Options", "DIR", "write evidence/KIND/published.csv into this folder, for --data"};
  out.place = "-o";
  out.is_output = true;
  return {"calibrate evidence",
          "predict measurements by constants that have not seen them, for error bands",
          "",
          {kind, file, out},
          evidence_answer};
}

}  // namespace hakaru
