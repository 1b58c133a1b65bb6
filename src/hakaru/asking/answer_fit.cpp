#include <algorithm>

#include "hakaru/asking/answers.h"
#include "hakaru/core/quantities.h"
#include "hakaru/core/ranges.h"
#include "hakaru/job/key_reader.h"
#include "hakaru/job/scenario_sources.h"
#include "hakaru/model/read.h"
#include "hakaru/output/answer_texts.h"

namespace hakaru {

Result<Instance> whole_machine(const std::string& name, const Catalog& catalog) {
  Result<Instance> instance = catalog.instance(name);
  if (instance || !catalog.accelerator(name)) return instance;
  return catalog.usual_instance_of(name);
}

namespace {

constexpr std::int64_t most_accelerators_fitted = 1024;

/// A machine as people name it: "p5.48xlarge", "rtx-4090", "2 x rtx-4090".
struct NamedMachine {
  std::string name;
  std::optional<std::int64_t> accelerators;
};

NamedMachine named_machine(std::string_view text, std::optional<std::int64_t> accelerators) {
  const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  std::string_view rest = text.substr(digits);
  while (rest.starts_with(' ')) rest.remove_prefix(1);
  for (const std::string_view times : {"x", "X", "×", "*"}) {
    if (digits == 0 || accelerators || !rest.starts_with(times) || rest.size() == times.size()) continue;
    rest.remove_prefix(times.size());
    while (rest.starts_with(' ')) rest.remove_prefix(1);
    const Result<std::int64_t> count = parse_count(text.substr(0, digits), "");
    if (count && *count >= 1 && *count <= most_accelerators_fitted) return {std::string(rest), *count};
  }
  return {std::string(text), accelerators};
}

/// An instance or the usual machine of an accelerator: all of it, or so many of its accelerators.
Result<Instance> machine_of_name(const NamedMachine& named, const Catalog& catalog) {
  const Result<Accelerator> accelerator = catalog.accelerator(named.name);
  const auto has_as_many = [&](const Instance& each) {
    return accelerator && each.accelerator.name == accelerator->name && each.accelerators == named.accelerators;
  };
  const auto box = ranges::find_if(catalog.instances(), has_as_many);
  if (!catalog.instance(named.name) && box != catalog.instances().end()) return *box;
  const Result<Instance> instance = whole_machine(named.name, catalog);
  if (!instance || !named.accelerators) return instance;
  if (*named.accelerators > instance->accelerators)
    return bad_input("{} is {}; {} has {} at most", "--accelerators", *named.accelerators, instance->name,
                     instance->accelerators);
  return part_for(*instance, *named.accelerators);
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
    if (key != "machine" && key != "model" && key != "accelerators") keys[key] = value;
  }
  Result<Scenario> scenario = read_scenario(keys, asking.scenario_name(), sources);
  if (scenario && !scenario->other_quantisations.empty())
    return bad_input("{} names several types; {} takes one", "--weights, --kv-cache", "hakaru fit");
  return scenario;
}

/// The widest type of weights with which a model that does not fit does; "": none.
std::string weights_that_fit(const std::string& name, const Model& model, Json keys, const Instance& machine,
                             const Asking& asking, ScenarioSources& sources, PlanningSources& planning) {
  for (const char* type : {"fp8", "int4"}) {
    keys["weights"] = type;
    const Result<Scenario> scenario = scenario_to_fit(name, model, keys, asking, sources);
    const Result<ModelFit> fit = scenario ? fit_of(*scenario, machine, planning) : fail(scenario);
    if (fit && fit->fewest) return type;
  }
  return "";
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
    if (named && !fit->fewest && !keys.contains("weights"))
      fit->fits_with = weights_that_fit(name, *model, keys, machine, asking, sources, planning);
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
  const std::optional<std::int64_t> accelerators = reader.count("accelerators", 1, most_accelerators_fitted);
  const std::vector<std::string> models = reader.texts("model", most_models_fitted);
  if (reader.error()) return tl::unexpected(*reader.error());
  const Result<Instance> machine = machine_of_name(named_machine(name, accelerators), asking.catalog);
  if (!machine) return fail(machine);
  const Result<std::vector<ModelFit>> fits = fits_of(models, keys, *machine, asking);
  if (!fits) return fail(fits);
  std::vector<ModelFit> in_int4;
  if (models.empty() && !keys.contains("weights")) {
    Json quantised = keys;
    quantised["weights"] = "int4";
    Result<std::vector<ModelFit>> found = fits_of({}, quantised, *machine, asking);
    if (found) in_int4 = std::move(*found);
  }
  Answer answer;
  answer.json = json_of(*machine, *fits);
  answer.rows = answer.json["models"];
  answer.text = [machine = *machine, fits = *fits, in_int4, named = !models.empty()](const Pen& pen) {
    return fit_text(machine, fits, in_int4, named, pen);
  };
  answer.none = std::none_of(fits->begin(), fits->end(), [](const ModelFit& fit) { return fit.fewest; });
  return answer;
}

}  // namespace hakaru
