#include <memory>

#include "hakaru/asking/answers.h"
#include "hakaru/core/quantities.h"
#include "hakaru/output/peaks.h"
#include "hakaru/output/plan_comparison.h"

namespace hakaru {
namespace {

/// With how far off it may be.
Result<SavedPlan> judged_plan(const Json& name, std::string_view usage, const Asking& asking) {
  Result<SavedPlan> saved = asked_plan({{"plan", name}}, usage, asking);
  if (!saved) return saved;
  Result<PlanUncertainty> known = uncertainty_of(saved->plan, saved->scenario.job, saved->constants_in(asking.data));
  if (!known) return fail(known);
  saved->plan.uncertainty = std::move(*known);
  return saved;
}

}  // namespace

Result<Answer> compare_peaks_answer(const Json& keys, const Asking& asking) {
  constexpr std::int64_t most_instances = 1'000'000;
  KeyReader reader(keys, asking.place);
  if (!reader.has("instance"))
    return bad_input("compare peaks needs {} at least once; found none", reader.named("instance"));
  const auto count = static_cast<int>(reader.count("instances", 1, most_instances).value_or(1));
  std::string region = reader.text("region").value_or(HardwareRequest().region);
  const std::string as_of = reader.parsed<std::string>("prices_as_of", parse_date).value_or("");
  const PriceBook& prices = asking.catalog.prices();
  region = reader.keep(asking.catalog.known_region(region, reader.shown("region"))).value_or(region);
  std::vector<Cluster> clusters;
  for (const std::string& name : reader.list("instance")) {
    if (const auto instance = reader.keep(asking.catalog.instance(name))) clusters.push_back({*instance, count});
  }
  if (reader.error()) return tl::unexpected(*reader.error());
  const std::vector<PeakRow> rows = compare_peaks(clusters, prices, region, as_of);
  Answer answer;
  answer.json = json_of(clusters, rows);
  answer.rows = answer.json["rows"];
  answer.text = [clusters, rows](const Pen& pen) { return table_of(clusters, rows, pen.translator).text(pen.style); };
  return answer;
}

Result<Answer> compare_plans_answer(const Json& keys, const Asking& asking) {
  const Json plans = keys.contains("plans") ? keys["plans"] : Json::array();
  if (!plans.is_array() || plans.size() != 2)
    return bad_input("compare plans takes two plans, found {}", plans.is_array() ? plans.size() : 1);
  const std::string_view usage = "hakaru compare FILE[#RANK] FILE[#RANK]";
  const Result<SavedPlan> a = judged_plan(plans[0], usage, asking);
  if (!a) return fail(a);
  const Result<SavedPlan> b = judged_plan(plans[1], usage, asking);
  if (!b) return fail(b);
  const Result<std::shared_ptr<const PlanBands>> bands = PlanBands::read(asking.data, a->scenario.job);
  if (!bands) return fail(bands);
  const Result<PlanComparison> comparison = compare_plans(*a, *b, (*bands)->own_share());
  if (!comparison) return fail(comparison);
  struct Compared {
    SavedPlan a, b;
    PlanComparison comparison;
  };
  const auto compared = std::make_shared<const Compared>(Compared{*a, *b, *comparison});
  Answer answer;
  answer.json = json_of(*a, *b, *comparison);
  answer.rows = answer.json["parts"];
  answer.text = [compared](const Pen& pen) {
    return comparison_text(compared->a, compared->b, compared->comparison, pen);
  };
  return answer;
}

}  // namespace hakaru
