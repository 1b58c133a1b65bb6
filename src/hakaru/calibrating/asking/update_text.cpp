#include "hakaru/calibrating/asking/update_text.h"

#include <cmath>

#include "hakaru/core/quantities.h"
#include "hakaru/formats/nullable.h"
#include "hakaru/output/table.h"

namespace hakaru {
namespace {

OrderedJson json_of_log(const ReadLog& log) {
  OrderedJson left_out = OrderedJson::array();
  for (const Message& why : log.left_out) left_out.push_back(in_english(why));
  return {{"file", log.file},
          {"format", log.format},
          {"runs", log.runs},
          {"steps", log.steps},
          {"left_out_steps", log.left_out_steps},
          {"partial_lines", log.partial_lines},
          {"repeated_lines", log.repeated_lines},
          {"left_out", left_out}};
}

OrderedJson json_of_pair(const PairUpdate& pair) {
  OrderedJson constants = OrderedJson::array(), figures = OrderedJson::array();
  for (std::size_t at = 0; at < pair.constants.size(); ++at) {
    const PriorConstant& constant = pair.constants[at];
    constants.push_back({{"name", constant.name},
                         {"before", constant.centre},
                         {"after", pair.values[at]},
                         {"spread", constant.spread}});
  }
  for (const UpdatedFigure& figure : pair.figures)
    figures.push_back({{"id", figure.id},
                       {"metric", figure.metric},
                       {"measured", figure.measured},
                       {"before", figure.before},
                       {"after", figure.after},
                       {"held_back", or_null(figure.held_back)}});
  const std::optional<Message> why_not = why_not_written(pair);
  return {{"accelerator", pair.accelerator},
          {"software", pair.software},
          {"runs", pair.runs.size()},
          {"median_ape_pct",
           {{"before", pair.before_pct()}, {"after", pair.after_pct()}, {"held_back", or_null(pair.held_back_pct())}}},
          {"worse", pair.is_worse()},
          {"bounded_runs", pair.bounded_runs},
          {"why_not_written", why_not ? OrderedJson(in_english(*why_not)) : OrderedJson(nullptr)},
          {"constants", constants},
          {"figures", figures}};
}

std::string log_text(const ReadLog& log, const Translator& t) {
  std::string text = t.say("{}: {}, {} runs", log.file, log.format, log.runs);
  if (log.steps > 0)
    text += "; " + t.say("{} lines or steps tell a step's time, the first {} left out", log.steps, log.left_out_steps);
  if (log.partial_lines > 0) text += "; " + t.say("{} lines are cut off or garbled: skipped", log.partial_lines);
  if (log.repeated_lines > 0) text += "; " + t.say("{} tell of a step again: skipped", log.repeated_lines);
  text += "\n";
  for (const Message& why : log.left_out) text += "  " + t.say("left out: {}", t(why)) + "\n";
  return text;
}

std::string figures_text(const PairUpdate& pair, const Pen& pen) {
  const Translator& t = pen.translator;
  Table table({{t.say("measured run")},
               {t.say("metric")},
               {t.say("measured"), Align::right},
               {t.say("before"), Align::right},
               {t.say("after"), Align::right},
               {t.say("held back"), Align::right}});
  const auto off = [](double predicted, double measured) {
    constexpr double percent = 100;
    return in_percent(percent * (predicted / measured - 1), true);
  };
  for (const UpdatedFigure& figure : pair.figures)
    table.add({figure.id, figure.metric, fmt::format("{:.4g}", figure.measured), off(figure.before, figure.measured),
               off(figure.after, figure.measured), figure.held_back ? off(*figure.held_back, figure.measured) : "-"});
  return table.text(pen.style);
}

std::string moved_text(const PairUpdate& pair, const Pen& pen) {
  const Translator& t = pen.translator;
  Table table({{t.say("constant")},
               {t.say("before"), Align::right},
               {t.say("after"), Align::right},
               {t.say("spreads moved"), Align::right}});
  std::size_t moved = 0;
  for (std::size_t at = 0; at < pair.constants.size(); ++at) {
    const PriorConstant& constant = pair.constants[at];
    if (pair.values[at] == constant.centre) continue;
    const double spreads = std::log(pair.values[at] / constant.centre) / constant.spread;
    table.add({constant.name, fmt::format("{:.4g}", constant.centre), fmt::format("{:.4g}", pair.values[at]),
               fmt::format("{:+.2f}", spreads)});
    ++moved;
  }
  const std::size_t stay = pair.constants.size() - moved;
  return (moved == 0 ? "" : table.text(pen.style)) + t.say("{} constants stay where they are", stay) + "\n";
}

std::string pair_text(const PairUpdate& pair, const Pen& pen) {
  const Translator& t = pen.translator;
  const std::optional<double> held_back = pair.held_back_pct();
  std::string text =
      "\n" +
      t.say("{} on {}: constants that stand are moved by {} runs (few rows: each is expected where it stands)",
            pair.software, pair.accelerator, pair.runs.size()) +
      "\n" +
      t.say("median error: before {}, after {}, held back {}", in_percent(pair.before_pct()),
            in_percent(pair.after_pct()), in_percent(held_back)) +
      "\n\n";
  text += figures_text(pair, pen) + "\n" + moved_text(pair, pen);
  if (!held_back) text += t.say("one run: none could be held back to test what it says") + "\n";
  if (pair.bounded_runs > 0)
    text += t.say(
                "{} of {} runs are further off than runs repeat themselves: each moves constants no more than one that "
                "is a width off",
                pair.bounded_runs, pair.runs.size()) +
            "\n";
  if (const std::optional<Message> why = why_not_written(pair)) text += t.say("not written: {}", t(*why)) + "\n";
  return text;
}

}  // namespace

OrderedJson json_of(const UpdateAnswer& answer) {
  OrderedJson logs = OrderedJson::array(), pairs = OrderedJson::array(), left_out = OrderedJson::array();
  for (const ReadLog& log : answer.logs) logs.push_back(json_of_log(log));
  for (const PairUpdate& pair : answer.updates.pairs) pairs.push_back(json_of_pair(pair));
  for (const Message& why : answer.updates.left_out) left_out.push_back(in_english(why));
  OrderedJson dropped = OrderedJson::array();
  for (const Message& each : answer.dropped) dropped.push_back(in_english(each));
  return {{"logs", logs}, {"pairs", pairs}, {"left_out", left_out}, {"dropped", dropped}, {"files", answer.files}};
}

std::string update_text(const UpdateAnswer& answer, const Pen& pen) {
  const Translator& t = pen.translator;
  std::string text;
  for (const ReadLog& log : answer.logs) text += log_text(log, t);
  for (const Message& why : answer.updates.left_out) text += t.say("left out: {}", t(why)) + "\n";
  for (const PairUpdate& pair : answer.updates.pairs) text += pair_text(pair, pen);
  text += "\n";
  if (answer.files.empty()) return text + t.say("nothing was written: name a folder with -o DIR") + "\n";
  for (const Message& each : answer.dropped) text += t(each) + "\n";
  for (const std::string& file : answer.files)
    text += t.say("written to {}; use it with --data {}", answer.folder + "/" + file, answer.folder) + "\n";
  return text;
}

}  // namespace hakaru
