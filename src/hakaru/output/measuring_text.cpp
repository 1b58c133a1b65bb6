#include "hakaru/formats/band_json.h"
#include "hakaru/formats/record_json.h"
#include "hakaru/measuring/scripts.h"
#include "hakaru/output/answer_texts.h"

namespace hakaru {
namespace {

constexpr double seconds_per_minute = 60;

}  // namespace

std::string measuring_text(const Measuring& measuring, const Pen& pen) {
  const Translator& t = pen.translator;
  Table table({{t.say("what to run")},
               {t.say("time"), Align::right},
               {t.say("cost"), Align::right},
               {t.say("expected")},
               {t.say("why")}});
  const auto cost = [&](const std::optional<double>& usd) { return usd ? t.money(*usd) : std::string("–"); };
  for (const MeasuringRun& run : measuring.runs)
    table.add(
        {t.word(run.name), t.time(run.seconds), cost(measuring.cost_usd(run)), expected_text(run, t), t(run.why)});
  std::string text = table.text(pen.style) + "\n";
  const std::string all_s = t.time(measuring.seconds());
  text += measuring.cost_usd() ? t.say("In all {} and {}; starting, loading and compiling come on top.", all_s,
                                       t.money(*measuring.cost_usd()))
                               : t.say("In all {}; starting, loading and compiling come on top.", all_s);
  text += "\n";
  for (const Message& note : measuring.notes) text += t.say("note: {}", t(note)) + "\n";
  return text;
}

OrderedJson json_of(const Measuring& measuring, const Translator& t) {
  OrderedJson json{{"runs", OrderedJson::array()}};
  for (const MeasuringRun& run : measuring.runs) {
    json["runs"].push_back(write_record(run, t));
    json["runs"].back()["cost_usd"] = or_null(measuring.cost_usd(run));
  }
  json["server"] = measuring.server ? OrderedJson(as_typed(measuring.server->command)) : OrderedJson();
  json["then"] = OrderedJson::array();
  for (const Command& command : measuring.then) json["then"].push_back(as_typed(command));
  json["fill_in"] = OrderedJson::array();
  for (const ScriptVariable& each : measuring.variables) json["fill_in"].push_back(write_record(each, t));
  json["minutes"] = measuring.seconds() / seconds_per_minute;
  json["cost_usd"] = or_null(measuring.cost_usd());
  json["notes"] = OrderedJson::array();
  for (const Message& note : measuring.notes) json["notes"].push_back(t(note));
  return json;
}

}  // namespace hakaru
