// hakaru compare train|serve|infer --instance A --instance B …: the best plan on each, with ratios to the first.
#include <memory>

#include "commands.h"
#include "hakaru/output/json.h"
#include "parallel.h"
#include "scenario_flags.h"

namespace hakaru::cli {
namespace {

OrderedJson json_of(const Comparison& comparison, const Translator& translator) {
  OrderedJson json{{"instance", comparison.instance}};
  json["plan"] = comparison.plan ? hakaru::json_of(*comparison.plan, translator) : OrderedJson();
  json["why_not"] = comparison.why_not ? OrderedJson(translator(*comparison.why_not)) : OrderedJson();
  return json;
}

Result<std::string> run(const ScenarioFlags& flags, Session& session) {
  const Result<const DataFiles*> data = session.data();
  if (!data) return fail(data);
  const Result<const Catalog*> catalog = session.catalog();
  if (!catalog) return fail(catalog);
  const Result<Json> keys = flags.keys();
  if (!keys) return fail(keys);
  if (keys->contains("max_replicas"))
    return bad_input("{} means nothing to compare, whose fleets stay as they are; ask {}", "--max-replicas",
                     "hakaru plan serve");
  if (keys->contains("top"))
    return bad_input("{} means nothing to compare, which shows the best plan of each instance", "--top");
  if (const std::optional<Error> error = flags.refuse_pareto(*keys, "compare")) return tl::unexpected(*error);
  Result<Scenario> scenario = read_scenario(*keys, flags.name(), **data, **catalog);
  if (!scenario) return fail(scenario);
  scenario->hardware.today = today();
  const std::vector<std::string> instances = scenario->hardware.instances;
  if (instances.size() < 2) return bad_input("compare needs --instance at least twice; found {}", instances.size());
  const Result<std::vector<Comparison>> comparisons = compare(*scenario, instances, **catalog, **data, all_cores());
  if (!comparisons) return fail(comparisons);

  OrderedJson json{{"scenario", scenario->keys}, {"comparisons", OrderedJson::array()}};
  for (const Comparison& comparison : *comparisons)
    json["comparisons"].push_back(json_of(comparison, session.translator()));
  if (session.json) return json_text(json);
  if (session.csv) return csv_of(json["comparisons"]);
  return comparison_text(*scenario, *comparisons, session.pen());
}

}  // namespace

void add_compare_commands(CLI::App& app, Session& session) {
  const Translator& t = session.translator();
  CLI::App& compare = add_command(app, "compare", t.say("instances side by side on the same job, or two plans"));
  const auto add = [&](const std::string& job, const std::string& help) {
    CLI::App& command = add_command(compare, job, help);
    const auto flags = std::make_shared<ScenarioFlags>();
    flags->add_to(command, job, session);
    command.callback([flags, &session] { session.command = [flags, &session] { return run(*flags, session); }; });
  };
  add("train", t.say("compare instances for a training run"));
  add("serve", t.say("compare instances for serving a generating model"));
  add("infer", t.say("compare instances for running a model over batches of items"));
  add_compare_peaks_command(compare, session);
  add_compare_plans(compare, session);
}

}  // namespace hakaru::cli
