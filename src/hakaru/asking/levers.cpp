#include "hakaru/asking/levers.h"

#include "hakaru/asking/answers.h"
#include "hakaru/asking/best_plan.h"
#include "hakaru/core/quantities.h"
#include "hakaru/core/ranges.h"
#include "hakaru/output/band_text.h"
#include "hakaru/planning/bands/plan_bands.h"

namespace hakaru {
namespace {

/// The best plan of the question `keys` on `instances`, else on all that it allows. Empty: none is safe.
std::optional<BestPlan> tried(Json keys, const std::vector<std::string>& instances, const Asking& asking,
                              const Executor& executor) {
  if (executor.watch.stopped()) return std::nullopt;
  Executor quiet = executor;  // progress is counted by the question's own search
  quiet.watch.looked_at = [](std::int64_t, double) {};
  keys["top"] = 1;
  Result<Scenario> scenario = read_scenario(keys, asking.scenario_name(), asking.data, asking.catalog);
  if (!scenario) return std::nullopt;
  if (!instances.empty()) scenario->hardware.instances = instances;
  Result<PlanResult> found = make_plans(*scenario, asking.catalog, asking.data, quiet);
  if (!found || !found->plans.front().is_safe) return std::nullopt;
  return BestPlan{std::move(*scenario), std::move(found->plans.front())};
}

/// "1 × p5.48xlarge, $17,356 a month, 98 % likely"
Message with_its_chance(const BestPlan& best) {
  const std::optional<double> chance = chance_to_keep_limits(best.plan, best.scenario);
  return chance ? message("{}, {} likely", in_brief(best.plan), chance_cell(chance)) : in_brief(best.plan);
}

bool leaves_weights_open(const Json& keys, const Scenario& scenario) {
  const auto* const job = std::get_if<ServingJob>(&scenario.job);
  constexpr double bytes_of_half = 2;
  return job != nullptr && scenario.demand && !keys.contains("weights") &&
         bytes_per_value(job->weights) >= bytes_of_half;
}

Json with(Json keys, const char* key, Json value) {
  keys[key] = std::move(value);
  return keys;
}

Json without(Json keys, const char* key) {
  keys.erase(key);
  return keys;
}

}  // namespace

Message in_brief(const Plan& plan) {
  std::vector<Message> parts{{"{}", {fmt::format("{} × {}", plan.cluster.instances, plan.cluster.instance().name)}}};
  const bool serves = plan.serving() != nullptr;
  const std::optional<double> usd = serves ? plan.costs.usd_per_month() : plan.cost_usd(),
                              duration_s = plan.duration_s();
  if (!serves && duration_s) parts.push_back({"{}", {in_time(*duration_s)}});
  if (usd)
    parts.push_back(serves ? message("{} a month", in_usd(*usd))
                           : Message{plan.ends() ? "{}" : "{}/h", {in_usd(*usd)}});
  return list_of(parts);
}

std::optional<Message> cheaper_in_fp8(const Json& keys, const Scenario& scenario, const std::vector<Plan>& plans,
                                      const Asking& asking, const Executor& executor) {
  constexpr double worth_telling = 0.9;
  const std::optional<double>& usd_per_h = plans.front().costs.usd_per_h;
  if (!usd_per_h || !leaves_weights_open(keys, scenario)) return std::nullopt;
  std::vector<std::string> instances;
  for (const Plan& plan : plans) {
    const std::string& name = plan.cluster.instance().name;
    if (ranges::count(instances, name) == 0) instances.push_back(name);
  }
  const auto found = tried(with(keys, "weights", "fp8"), instances, asking, executor);
  if (!found || found->plan.costs.usd_per_h.value_or(*usd_per_h) > worth_telling * *usd_per_h) return std::nullopt;
  return message("with {}: {}; see whether its answers are as good", "--weights fp8", with_its_chance(*found));
}

std::vector<Message> levers_of_service(const Json& keys, const Scenario& scenario, const Asking& asking,
                                       const Executor& executor) {
  std::vector<Message> levers;
  if (!scenario.demand || (scenario.budget_usd && scenario.objective != Objective::cost)) return levers;
  const auto helps = [&](const std::optional<BestPlan>& found) {
    return found && (!scenario.budget_usd || found->plan.costs.usd_per_h);
  };
  if (leaves_weights_open(keys, scenario)) {
    const Json narrow = with(keys, "weights", "fp8,int8,int4");
    auto found = tried(narrow, {}, asking, executor);
    const bool is_over = !found && scenario.budget_usd;
    if (is_over) found = tried(without(narrow, "budget"), {}, asking, executor);
    if (helps(found) && found->plan.quantisation) {
      const std::string weights = shown_key("weights", asking);
      const std::string_view type = name_of(found->plan.quantisation->weights);
      levers.push_back(is_over ? message("with {} {} beyond the budget too: {}", weights, type, with_its_chance(*found))
                               : message("with {} {}: {}", weights, type, with_its_chance(*found)));
    }
  }
  for (const char* count : {"instances", "accelerators"}) {
    if (!keys.contains(count)) continue;
    if (const auto found = tried(without(keys, count), {}, asking, executor); helps(found))
      levers.push_back(message("without {}: {}", shown_key(count, asking), with_its_chance(*found)));
  }
  return levers;
}

}  // namespace hakaru
