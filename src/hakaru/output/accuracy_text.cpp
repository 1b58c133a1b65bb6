#include "hakaru/core/quantities.h"
#include "hakaru/formats/record_json.h"
#include "hakaru/output/answer_texts.h"
#include "hakaru/output/table.h"

namespace hakaru {
namespace {

OrderedJson groups_of_json(const std::vector<AccuracyGroup>& groups, const char* key) {
  OrderedJson json = OrderedJson::array();
  for (const AccuracyGroup& group : groups) {
    json.push_back({{key, group.name}});
    json.back().update(write_record(group));
  }
  return json;
}

std::string count_of(std::size_t count) { return with_separators(static_cast<std::int64_t>(count)); }

std::vector<std::string> cells_of(const AccuracyErrors& errors) {
  return {count_of(errors.figures),         in_percent(errors.median_pct),     in_percent(errors.mean_pct),
          in_percent(errors.p90_pct),       in_percent(errors.bias_pct, true), in_percent(errors.band_coverage_pct),
          in_percent(errors.half_width_pct)};
}

/// Table of the errors of groups, held out or fitted as `of` has it.
std::string table_of_errors(const std::vector<AccuracyGroup>& groups, AccuracyErrors AccuracyGroup::*of,
                            const std::string& called, const Pen& pen) {
  const Translator& t = pen.translator;
  Table table({{called},
               {t.say("figures"), Align::right},
               {t.say("median error"), Align::right},
               {t.say("mean error"), Align::right},
               {t.say("90th percentile"), Align::right},
               {t.say("bias"), Align::right},
               {t.say("within the band"), Align::right},
               {t.say("half-width"), Align::right}});
  for (const AccuracyGroup& group : groups) {
    std::vector<std::string> cells = cells_of(group.*of);
    cells.insert(cells.begin(), group.name);
    table.add(std::move(cells));
  }
  return table.text(pen.style);
}

/// Table of the coverage of intervals that are made without the runs of each figure's source.
std::string table_of_new_sources(const std::vector<AccuracyGroup>& groups, const Pen& pen) {
  const Translator& t = pen.translator;
  Table table({{t.say("from a new source")},
               {t.say("figures"), Align::right},
               {t.say("within the band"), Align::right},
               {t.say("half-width"), Align::right}});
  for (const AccuracyGroup& group : groups) {
    const AccuracyErrors& errors = group.new_source;
    table.add({group.name, count_of(errors.figures), in_percent(errors.band_coverage_pct),
               in_percent(errors.half_width_pct)});
  }
  return table.text(pen.style);
}

std::vector<AccuracyGroup> with_figures(std::vector<AccuracyGroup> groups, AccuracyErrors AccuracyGroup::*of) {
  std::erase_if(groups, [&](const AccuracyGroup& group) { return (group.*of).figures == 0; });
  return groups;
}

std::string kind_text(const AccuracyKind& kind, const Pen& pen) {
  const Translator& t = pen.translator;
  std::string text =
      t.say("{}: {} of {} rows predicted", kind.kind, count_of(kind.predicted), count_of(kind.rows)) + "\n";
  text += table_of_errors(kind.metrics, &AccuracyGroup::held_out, t.say("held out"), pen);
  text += table_of_new_sources(kind.metrics, pen);
  text += table_of_errors(kind.metrics, &AccuracyGroup::fitted, t.say("fitted"), pen);
  if (kind.groups.empty()) {
    text += table_of_errors(kind.sources, &AccuracyGroup::held_out, t.say("held out, by source"), pen);
    text += table_of_errors(kind.sources, &AccuracyGroup::fitted, t.say("fitted, by source"), pen);
  } else {
    text += table_of_errors(with_figures(kind.groups, &AccuracyGroup::held_out), &AccuracyGroup::held_out,
                            t.say("held out, by metric and group"), pen);
    text += table_of_errors(kind.groups, &AccuracyGroup::fitted, t.say("fitted, by metric and group"), pen);
  }
  if (kind.chosen)
    text +=
        t.say(
            "fastest as predicted, of the same model on the same machine at the same load: {} of {} runs ({}), {} of "
            "them within the band",
            count_of(kind.chosen->choices), count_of(kind.chosen->runs), kind.chosen->metric,
            in_percent(kind.chosen->band_coverage_pct)) +
        "\n";
  for (const auto& [why, rows] : kind.skipped) text += t.say("skipped {}: {}", count_of(rows), t(why)) + "\n";
  if (kind.stale > 0)
    text += t.say(
                "{} stored predictions are not those of today's constants: make data/evidence anew with "
                "hakaru calibrate evidence {}",
                count_of(kind.stale), kind.kind) +
            "\n";
  return text + "\n";
}

std::string worst_text(const std::vector<AccuracyFigure>& worst, const Pen& pen) {
  const Translator& t = pen.translator;
  Table table({{t.say("largest errors")},
               {t.say("metric")},
               {t.say("measured"), Align::right},
               {t.say("held out"), Align::right},
               {t.say("error"), Align::right},
               {t.say("likely cause")}});
  for (const AccuracyFigure& figure : worst)
    table.add({figure.id, figure.metric, fmt::format("{:.4g}", figure.measured),
               fmt::format("{:.4g}", figure.held_out.value_or(0)), in_percent(figure.off_pct(), true),
               t(figure.cause)});
  return table.text(pen.style);
}

}  // namespace

OrderedJson json_of(const Accuracy& accuracy, const Translator& translator) {
  OrderedJson kinds = OrderedJson::array();
  for (const AccuracyKind& kind : accuracy.kinds) {
    OrderedJson skipped = OrderedJson::array();
    for (const auto& [why, rows] : kind.skipped) skipped.push_back({{"rows", rows}, {"because", translator(why)}});
    kinds.push_back({{"kind", kind.kind},
                     {"rows", kind.rows},
                     {"predicted", kind.predicted},
                     {"skipped", skipped},
                     {"metrics", groups_of_json(kind.metrics, "metric")},
                     {"sources", groups_of_json(kind.sources, "source")},
                     {"groups", groups_of_json(kind.groups, "group")},
                     {"chosen", kind.chosen ? write_record(*kind.chosen) : OrderedJson()},
                     {"stale", kind.stale}});
  }
  OrderedJson worst = OrderedJson::array();
  for (const AccuracyFigure& figure : accuracy.worst) worst.push_back(write_record(figure, translator));
  return {{"kinds", kinds}, {"worst", worst}};
}

OrderedJson accuracy_rows(const Accuracy& accuracy) {
  OrderedJson rows = OrderedJson::array();
  for (const AccuracyKind& kind : accuracy.kinds) {
    for (const AccuracyFigure& figure : kind.figures)
      rows.push_back({{"kind", kind.kind},
                      {"id", figure.id},
                      {"metric", figure.metric},
                      {"measured", figure.measured},
                      {"held_out", or_null(figure.held_out)},
                      {"within_band", or_null(figure.within_band)},
                      {"predicted", figure.predicted}});
  }
  return rows;
}

std::string accuracy_text(const Accuracy& accuracy, const Pen& pen) {
  std::string text;
  for (const AccuracyKind& kind : accuracy.kinds) text += kind_text(kind, pen);
  return text + worst_text(accuracy.worst, pen);
}

}  // namespace hakaru
