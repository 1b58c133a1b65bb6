#include "hakaru/output/validation.h"

#include "hakaru/core/quantities.h"
#include "hakaru/formats/record_json.h"

namespace hakaru {
namespace {

/// The file's own, else the line's number.
OrderedJson id_of(const ValidatedRow& row) { return row.id.empty() ? OrderedJson(row.line) : OrderedJson(row.id); }

std::string count_text(std::size_t count) { return with_separators(static_cast<std::int64_t>(count)); }

/// "12 rows: accelerator 'x' is not known; …", the most frequent first; lines that cannot be read as the file has them.
std::string reasons_text(const Validation& validation, const Translator& t) {
  std::map<std::pair<int, std::string>, std::size_t> counts;
  for (const ValidatedRow& row : validation.rows) {
    if (row.predictions.empty()) ++counts[{row.unreadable ? row.line : 0, t(row.skipped_because)}];
  }
  std::vector<std::pair<std::string, std::size_t>> reasons;
  for (const auto& [reason, count] : counts) reasons.emplace_back(reason.second, count);
  std::stable_sort(reasons.begin(), reasons.end(),
                   [](const auto& left, const auto& right) { return left.second > right.second; });
  constexpr std::size_t most = 10;
  std::string text;
  for (std::size_t at = 0; at < std::min(most, reasons.size()); ++at)
    text += t.say("skipped {}: {}", count_text(reasons[at].second), reasons[at].first) + "\n";
  if (reasons.size() > most)
    text += t.say("and {} more reasons; --json names every row's", reasons.size() - most) + "\n";
  return text;
}

}  // namespace

OrderedJson json_of(const Validation& validation, const Translator& translator) {
  OrderedJson groups = OrderedJson::array();
  for (const Validation::Group& group : validation.groups) groups.push_back(write_record(group));
  OrderedJson rows = OrderedJson::array();
  for (const ValidatedRow& row : validation.rows) {
    if (row.predictions.empty())
      rows.push_back({{"id", id_of(row)}, {"skipped_because", translator(row.skipped_because)}});
    for (const Prediction& prediction : row.predictions) {
      rows.push_back({{"id", id_of(row)}});
      rows.back().update(write_record(prediction));
    }
  }
  return {{"summary", write_record(validation.summary)}, {"groups", groups}, {"rows", rows}};
}

std::string validation_text(const Validation& validation, const Pen& pen) {
  const Translator& t = pen.translator;
  Table table({{t.say("group")},
               {t.say("rows"), Align::right},
               {t.say("predicted"), Align::right},
               {t.say("skipped"), Align::right},
               {t.say("median error"), Align::right},
               {t.say("90th percentile"), Align::right},
               {t.say("bias"), Align::right}});
  const auto add = [&](const std::string& key, const ValidationSummary& summary) {
    table.add({key, count_text(summary.count), count_text(summary.predicted), count_text(summary.skipped),
               in_percent(summary.median_ape_pct), in_percent(summary.p90_ape_pct),
               in_percent(summary.bias_pct, true)});
  };
  for (const Validation::Group& group : validation.groups) add(group.key, group.summary);
  const ValidationSummary& all = validation.summary;
  add(t.say("all"), all);
  return table.text(pen.style) + reasons_text(validation, t);
}

}  // namespace hakaru
