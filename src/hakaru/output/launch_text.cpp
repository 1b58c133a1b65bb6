#include "hakaru/output/launch_text.h"

#include <cmath>

#include "hakaru/core/quantities.h"
#include "hakaru/core/text.h"
#include "hakaru/formats/record_json.h"
#include "hakaru/launching/launch_files.h"
#include "hakaru/output/band_text.h"
#include "hakaru/output/plan_cells.h"

namespace hakaru {

std::string most_requests(double held_per_s, bool within_limits, const Translator& t) {
  return within_limits ? t.say("at most {} requests/s within the limits", per_second(held_per_s))
                       : t.say("at most {} requests/s without limits", per_second(held_per_s));
}

namespace {

/// "step 3.21 s, MFU 43.1 %"
std::string predicted_figures(const Plan& plan, const Scenario& scenario, const Translator& t) {
  std::vector<std::string> parts;
  if (const TrainingFigures* const training = plan.training()) {
    parts.push_back(t.say("{} a step", t.time(training->step.step_time_s)));
    parts.push_back(t.say("{} tokens/s", with_separators(std::llround(training->step.tokens_per_s))));
    if (plan.mfu() > 0) parts.push_back("MFU " + in_percent(100 * plan.mfu()));
  }
  if (const ServingFigures* const serving = plan.serving()) {
    parts.push_back("TTFT " + t.time(serving->ttft_s));
    parts.push_back("TPOT " + t.time(serving->tpot_s));
    parts.push_back(t.say("{} output tokens/s", with_separators(std::llround(serving->output_tokens_per_s))));
    if (const auto& most_per_s = serving->held_per_s())
      parts.push_back(most_requests(
          *most_per_s, scenario.demand && (scenario.demand->level.ttft_s || scenario.demand->level.tpot_s), t));
  }
  parts.push_back(t.say("{} of {} a device", in_gib(plan.memory.total_bytes()), in_gib(plan.capacity_bytes)));
  return join(parts);
}

}  // namespace

std::vector<std::string> predicted_lines(const Plan& plan, const Scenario& scenario, const Translator& t,
                                         bool length_is_stated) {
  std::vector<std::string> lines{t.say("predicted: {}", predicted_figures(plan, scenario, t))};
  std::vector<FigureBand> bands = figure_bands(plan, scenario);
  std::erase_if(bands, [&](const FigureBand& each) { return !length_is_stated && each.key != "step_time_s"; });
  const std::string ends = ends_of_bands(bands, t);
  if (!ends.empty()) lines.push_back(t.say("90 % interval: {}", ends));
  return lines;
}

namespace {

/// The plan, and what is predicted of it.
std::vector<std::string> plan_lines(const Plan& plan, const Scenario& scenario, const Translator& t) {
  std::vector<std::string> lines = predicted_lines(plan, scenario, t);
  lines.insert(lines.begin(), fmt::format("hakaru: {}, {} × {}, {}", model_of(scenario.job).name,
                                          plan.cluster.instances, plan.cluster.instance().name, split_of(plan)));
  if (!plan.porting.supported)
    lines.push_back(t.say("{} is not officially supported on {}: porting takes {} to {} person-months",
                          model_of(scenario.job).architecture, plan.cluster.instance().accelerator.name,
                          plan.porting.person_months_low, plan.porting.person_months_high));
  return lines;
}

}  // namespace

std::vector<std::string> short_head(const Plan& plan, const Scenario& scenario, const Translator& t) {
  std::vector<std::string> lines = plan_lines(plan, scenario, t);
  lines.push_back(t.say("{} has the plan, {} how to start it and to measure it", "plan.json", "README.md"));
  return lines;
}

std::vector<std::string> launch_head(const Launch& launch, const Plan& plan, const Scenario& scenario,
                                     const std::string& file, const Translator& t) {
  std::vector<std::string> lines = plan_lines(plan, scenario, t);
  if (!launch.program->versions.empty()) lines.push_back(releases_of(*launch.program, t));
  lines.push_back(t.say("to measure it: {}", fmt::format("hakaru measure {} -o runs", file)));
  return lines;
}

std::string launch_text(const Launch& launch, const Pen& pen) {
  const Translator& t = pen.translator;
  std::string text;
  for (const LaunchCommandOf& each : launch.commands) {
    if (!each.part.empty()) text += t.say("{}, servers: {}", t.word(each.part), each.servers) + "\n";
    if (each.part.empty() && each.servers > 1) text += t.say("servers: {}", each.servers) + "\n";
    text += in_script(each.command) + "\n\n";
  }
  for (const ScriptVariable& each : launch.variables) {
    if (each.value.empty() && !each.may_be_empty)
      text += fitted(t.say("set {}: {}", each.name, t(each.what)), pen.style) + "\n";
  }
  for (const Message& note : launch.notes) text += fitted(t.say("note: {}", t(note)), pen.style) + "\n";
  return text;
}

OrderedJson json_of(const Launch& launch, const Translator& t) {
  OrderedJson json{{"engine", launch.program->name}, {"commands", OrderedJson::array()}};
  for (const LaunchCommandOf& each : launch.commands)
    json["commands"].push_back({{"name", each.part.empty() ? "launch" : each.part},
                                {"command", as_typed(each.command)},
                                {"servers", each.servers},
                                {"accelerators", each.accelerators}});
  json["versions"] = launch.program->versions;
  json["source"] = launch.program->source;
  json["fill_in"] = OrderedJson::array();
  for (const ScriptVariable& each : launch.variables) json["fill_in"].push_back(write_record(each, t));
  json["notes"] = OrderedJson::array();
  for (const Message& note : launch.notes) json["notes"].push_back(t(note));
  return json;
}

}  // namespace hakaru
