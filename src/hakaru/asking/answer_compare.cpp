#include "hakaru/asking/answers.h"

namespace hakaru {
namespace {

OrderedJson json_of(const Comparison& comparison, const Scenario& scenario, const Translator& translator) {
  OrderedJson json{{"instance", comparison.instance}};
  json["plan"] = comparison.plan ? hakaru::json_of(*comparison.plan, scenario, translator) : OrderedJson();
  json["why_not"] = comparison.why_not ? OrderedJson(translator(*comparison.why_not)) : OrderedJson();
  return json;
}

/// Refuses keys that ask for several plans: the answer has one plan of each instance or count.
std::optional<Error> refuse_several(const Json& keys, const Asking& asking) {
  const std::string ask = "hakaru plan " + keys.value("job", "serve");
  if (keys.contains("top"))
    return bad_input("{} means nothing to compare, which shows the best plan of each instance",
                     shown_key("top", asking))
        .value();
  if (keys.contains("pareto"))
    return bad_input("{} means nothing to {}, which tells one plan of each; ask {}", shown_key("pareto", asking),
                     "compare", ask)
        .value();
  return std::nullopt;
}

/// The best plan of each accelerator, on whichever machines have it.
Result<std::vector<Comparison>> compared_accelerators(Json keys, const std::vector<std::string>& accelerators,
                                                      const Asking& asking) {
  std::vector<Comparison> comparisons;
  keys["top"] = 1;
  for (const std::string& name : accelerators) {
    keys["accelerator"] = name;
    Result<Scenario> scenario = read_scenario(keys, asking.scenario_name(), asking.data, asking.catalog);
    if (!scenario) return fail(scenario);
    scenario->hardware.today = asking.today;
    Result<PlanResult> result = make_plans(*scenario, asking.catalog, asking.data, asking.executor);
    if (!result && result.error().kind == ErrorKind::bad_input) return fail(result);
    Comparison comparison{name, std::nullopt, std::nullopt};
    if (result) comparison.plan = std::move(result->plans.front());
    if (!result) comparison.why_not = result.error().message;
    comparisons.push_back(std::move(comparison));
  }
  return comparisons;
}

}  // namespace

Result<Answer> compare_answer(const Json& keys, const Asking& asking) {
  if (std::optional<Error> error = refuse_several(keys, asking)) return tl::unexpected(std::move(*error));
  Result<Scenario> scenario = read_scenario(keys, asking.scenario_name(), asking.data, asking.catalog);
  if (!scenario) return fail(scenario);
  scenario->hardware.today = asking.today;
  const std::vector<std::string>&instances = scenario->hardware.instances, &among = scenario->hardware.among;
  if (instances.size() + among.size() < 2)
    return bad_input("compare needs --instance or --accelerator at least twice; found {}",
                     instances.size() + (scenario->hardware.accelerator ? 1 : 0));
  const Result<std::vector<Comparison>> compared =
      among.empty() ? compare(*scenario, instances, asking.catalog, asking.data, asking.executor)
                    : compared_accelerators(keys, among, asking);
  if (!compared) return fail(compared);

  Answer answer;
  answer.json = {{"scenario", scenario->echo}, {"comparisons", OrderedJson::array()}};
  for (const Comparison& comparison : *compared)
    answer.json["comparisons"].push_back(json_of(comparison, *scenario, asking.translator));
  answer.rows = answer.json["comparisons"];
  answer.text = [scenario = std::move(*scenario), compared = *compared](const Pen& pen) {
    return comparison_text(scenario, compared, pen);
  };
  return answer;
}

}  // namespace hakaru
