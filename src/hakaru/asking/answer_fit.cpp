#include "hakaru/asking/answers.h"
#include "hakaru/job/key_reader.h"
#include "hakaru/job/scenario_sources.h"
#include "hakaru/model/read.h"
#include "hakaru/output/answer_texts.h"

namespace hakaru {
namespace {

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
Result<Scenario> scenario_to_fit(const std::string& name, const Model& model, const Json& asked, const Asking& asking,
                                 ScenarioSources& sources) {
  const bool shorter = model.max_positions > 0 && model.max_positions < usual_batch_context;
  const bool has_a_longest = !encodes_its_prompt(model);
  Json keys{{"job", "serve"}, {"model", name}, {"offline", true}};
  keys["context"] = shorter && has_a_longest ? model.max_positions : usual_batch_context;
  for (const auto& [key, value] : asked.items()) {
    if (key != "machine" && key != "model") keys[key] = value;
  }
  Result<Scenario> scenario = read_scenario(keys, asking.scenario_name(), sources);
  if (scenario && !scenario->other_quantisations.empty())
    return bad_input("{} names several types; {} takes one", "--weights, --kv-cache", "hakaru fit");
  return scenario;
}

/// `models`: empty: all that are known.
Result<std::vector<ModelFit>> fits_of(const std::vector<std::string>& models, const Json& keys, const Instance& machine,
                                      const Asking& asking) {
  const bool named = !models.empty();
  ScenarioSources sources(asking.data, asking.catalog);
  PlanningSources planning(asking.data);
  std::vector<ModelFit> fits;
  for (const std::string& name : named ? models : known_models(asking.data)) {
    const Result<Model>& model = sources.model(name);
    if (!model) return fail(model);
    if (!generates(*model)) {
      if (!named) continue;
      return bad_input("{} is {}, which does not generate tokens; use: hakaru plan infer", "--model", model->name);
    }
    const Result<Scenario> scenario = scenario_to_fit(name, *model, keys, asking, sources);
    if (!scenario) return fail(scenario);
    Result<ModelFit> fit = fit_of(*scenario, machine, planning);
    if (!fit) return fail(fit);
    fits.push_back(std::move(*fit));
  }
  sort_by_size(fits);
  return fits;
}

}  // namespace

Result<Answer> fit_answer(const Json& keys, const Asking& asking) {
  if (!keys.contains("machine"))
    return bad_input("{} is missing: {}", "INSTANCE|ACCELERATOR", "hakaru fit p5.48xlarge");
  KeyReader reader(keys, asking.place);
  const std::string name = reader.text("machine").value_or("");
  const std::vector<std::string> models = reader.texts("model", most_models_fitted);
  if (reader.error()) return tl::unexpected(*reader.error());
  const Result<Instance> machine = whole_machine(name, asking.catalog);
  if (!machine) return fail(machine);
  const Result<std::vector<ModelFit>> fits = fits_of(models, keys, *machine, asking);
  if (!fits) return fail(fits);
  Answer answer;
  answer.json = json_of(*machine, *fits);
  answer.rows = answer.json["models"];
  answer.text = [machine = *machine, fits = *fits, named = !models.empty()](const Pen& pen) {
    return fit_text(machine, fits, named, pen);
  };
  answer.none = std::none_of(fits->begin(), fits->end(), [](const ModelFit& fit) { return fit.fewest; });
  return answer;
}

}  // namespace hakaru
