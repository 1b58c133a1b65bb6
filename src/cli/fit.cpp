// hakaru fit INSTANCE|ACCELERATOR: the models that one machine can serve, and how long and how many sequences of each.
#include <memory>

#include "commands.h"
#include "hakaru/job/scenario_sources.h"
#include "hakaru/model/read.h"
#include "hakaru/output/fit_text.h"
#include "scenario_flags.h"

namespace hakaru::cli {
namespace {

struct FitCommand {
  std::string machine;
  std::vector<std::string> models;
  std::map<std::string, std::string> keys;  ///< of a scenario
};

/// What a scenario of serving has of `fit`'s flags.
bool concerns_fit(const ScenarioKey& key) {
  return key.name == "weights" || key.name == "kv_cache" || key.name == "headroom";
}

/// An instance, or the usual machine of an accelerator, whole.
Result<Instance> whole_machine(const std::string& name, const Catalog& catalog) {
  Result<Instance> instance = catalog.instance(name);
  if (instance || !catalog.accelerator(name)) return instance;
  return catalog.usual_instance_of(name);
}

bool generates(const Model& model) {
  return model.family == Family::decoder || model.family == Family::encoder_decoder;
}

/// One sequence of the usual context, or of the model's longest.
Result<Scenario> scenario_to_fit(const std::string& name, const Model& model, const FitCommand& command,
                                 ScenarioSources& sources) {
  const bool shorter = model.max_positions > 0 && model.max_positions < usual_batch_context;
  const bool has_a_longest = !encodes_its_prompt(model);
  Json keys{{"job", "serve"}, {"model", name}, {"offline", true}};
  keys["context"] = shorter && has_a_longest ? model.max_positions : usual_batch_context;
  for (const auto& [key, value] : command.keys) {
    if (!value.empty()) keys[key] = value;
  }
  Result<Scenario> scenario = read_scenario(keys, "command line", sources);
  if (scenario && !scenario->other_quantisations.empty())
    return bad_input("{} names several types; {} takes one", "--weights, --kv-cache", "hakaru fit");
  return scenario;
}

Result<std::vector<ModelFit>> fits_of(const FitCommand& command, const Instance& machine, const Catalog& catalog,
                                      const DataFiles& data) {
  const bool named = !command.models.empty();
  ScenarioSources sources(data, catalog);
  PlanningSources planning(data);
  std::vector<ModelFit> fits;
  for (const std::string& name : named ? command.models : known_models(data)) {
    const Result<Model>& model = sources.model(name);
    if (!model) return fail(model);
    if (!generates(*model)) {
      if (!named) continue;
      return bad_input("{} is {}, which does not generate tokens; use: hakaru plan infer", "--model", model->name);
    }
    const Result<Scenario> scenario = scenario_to_fit(name, *model, command, sources);
    if (!scenario) return fail(scenario);
    Result<ModelFit> fit = fit_of(*scenario, machine, planning);
    if (!fit) return fail(fit);
    fits.push_back(std::move(*fit));
  }
  sort_by_size(fits);
  return fits;
}

Result<std::string> run(const FitCommand& command, Session& session) {
  if (command.machine.empty()) return bad_input("{} is missing: {}", "INSTANCE|ACCELERATOR", "hakaru fit p5.48xlarge");
  const Result<const DataFiles*> data = session.data();
  if (!data) return fail(data);
  const Result<const Catalog*> catalog = session.catalog();
  if (!catalog) return fail(catalog);
  const Result<Instance> machine = whole_machine(command.machine, **catalog);
  if (!machine) return fail(machine);
  const Result<std::vector<ModelFit>> fits = fits_of(command, *machine, **catalog, **data);
  if (!fits) return fail(fits);
  // As an answer to "does it": 1 where nothing does.
  session.status = std::none_of(fits->begin(), fits->end(), [](const ModelFit& fit) { return fit.fewest; }) ? 1 : 0;
  const OrderedJson json = json_of(*machine, *fits);
  if (session.json) return json_text(json);
  if (session.csv) return csv_of(json["models"]);
  return fit_text(*machine, *fits, !command.models.empty(), session.pen());
}

}  // namespace

void add_fit_command(CLI::App& app, Session& session) {
  const Translator& t = session.translator();
  CLI::App& command = add_command(app, "fit", t.say("what one machine can serve"));
  const auto state = std::make_shared<FitCommand>();
  command.add_option("INSTANCE|ACCELERATOR", state->machine, t.say("the machine; of an accelerator its usual one"))
      ->type_name("")
      ->group("hardware");
  command.add_option("--model", state->models, t.say("only this model (repeatable)"))
      ->type_name("MODEL")
      ->group("job")
      ->expected(1)
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  for (const ScenarioKey& key : scenario_keys()) {
    if (!concerns_fit(key)) continue;
    command.add_option(flag_of(key.name), state->keys[key.name], t.word(key.help))
        ->type_name(key.value)
        ->group(key.group);
  }
  command.callback([state, &session] { session.command = [state, &session] { return run(*state, session); }; });
}

}  // namespace hakaru::cli
