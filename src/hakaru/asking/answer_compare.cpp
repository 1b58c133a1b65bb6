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

}  // namespace

Result<Answer> compare_answer(const Json& keys, const Asking& asking) {
  if (std::optional<Error> error = refuse_several(keys, asking)) return tl::unexpected(std::move(*error));
  Result<Scenario> scenario = read_scenario(keys, asking.scenario_name(), asking.data, asking.catalog);
  if (!scenario) return fail(scenario);
  scenario->hardware.today = asking.today;
  const std::vector<std::string> instances = scenario->hardware.instances;
  if (instances.size() < 2) return bad_input("compare needs --instance at least twice; found {}", instances.size());
  const Result<std::vector<Comparison>> compared =
      compare(*scenario, instances, asking.catalog, asking.data, asking.executor);
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
