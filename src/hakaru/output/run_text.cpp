#include "hakaru/core/quantities.h"
#include "hakaru/core/text.h"
#include "hakaru/formats/band_json.h"
#include "hakaru/formats/record_json.h"
#include "hakaru/output/answer_texts.h"
#include "hakaru/output/band_text.h"
#include "hakaru/output/explanation.h"
#include "hakaru/output/question_text.h"

namespace hakaru {
namespace {

std::string in_large(double value) {
  constexpr double large = 1000;
  return value < large ? fmt::format("{:.3g}", value) : with_separators(std::llround(value));
}

/// "33.1 days, $1,234,567, 412 MWh, 156 t CO2e": what is known of them.
std::string in_a_line(const RunEstimate& run, const Translator& t) {
  constexpr double mega_watt_hours = 1e3, tonnes = 1e3;
  std::vector<std::string> parts{t.time(run.duration_s)};
  if (run.cost_usd) parts.push_back(t.money(*run.cost_usd));
  if (run.energy_kwh) parts.push_back(in_large(*run.energy_kwh / mega_watt_hours) + " MWh");
  if (run.co2e_kg) parts.push_back(in_large(*run.co2e_kg / tonnes) + " t CO2e");
  return join(parts, t.word(", "));
}

}  // namespace

std::string run_text(const Scenario& scenario, const Plan& plan, const RunEstimate& run,
                     const std::vector<FigureBand>& bands, const Pen& pen) {
  const Translator& t = pen.translator;
  std::string text =
      question_of(scenario, pen) + "\n" +
      t.say("On {} × {}, {}.", plan.cluster.instances, plan.cluster.instance().name, in_short(plan.layout)) + "\n" +
      pen.style.bold(in_a_line(run, t)) + "\n";
  if (!bands.empty()) text += t.say("90 % interval: {}", ends_of_bands(bands, t)) + "\n";
  text += "\n";
  if (run.goodput) {
    text +=
        t.say("goodput {} {}: an interruption every {}, {} in all", bar(run.goodput->useful, 20),
              in_percent(100 * run.goodput->useful), t.time(*run.mtbf_s), fmt::format("{:.0f}", *run.interruptions)) +
        "\n" +
        t.say("a checkpoint of {} every {}, written in {}", in_gb(run.checkpoint_bytes),
              t.time(*run.checkpoint_interval_s), t.time(*run.checkpoint_write_s)) +
        "\n\n";
  }
  Explanation explanation(t, pen.style);
  explanation.add(t.say("failures and checkpoints"), run.failures);
  explanation.add(t.say("the run"), run.run);
  text += explanation.text();
  for (const Message& note : run.notes) text += t.say("note: {}", t(note)) + "\n";
  return text;
}

OrderedJson json_of(const Plan& plan, const RunEstimate& run, const std::vector<FigureBand>& bands,
                    const RunConditions& conditions, const Translator& translator) {
  OrderedJson json{{"instance", plan.cluster.instance().name},
                   {"instances", plan.cluster.instances},
                   {"accelerators", plan.cluster.ranks()}};
  json.update(write_record(run));
  json["band"] = figures_json(bands);
  json["conditions"] = write_record(conditions);
  json["notes"] = OrderedJson::array();
  for (const Message& note : run.notes) json["notes"].push_back(translator(note));
  return json;
}

}  // namespace hakaru
