#include "hakaru/asking/launched/launched_plans.h"

#include "hakaru/asking/best_plan.h"
#include "hakaru/asking/launched/launch_refusals.h"
#include "hakaru/core/ranges.h"

namespace hakaru {

Result<Plan> best_with(Json keys, const std::vector<std::string>& freed, const Asking& asking) {
  for (const std::string& key : freed) keys.erase(key);
  if (keys["job"] == "train") keys["objective"] = "time";
  Result<BestPlan> best = best_plan(std::move(keys), asking);
  if (!best) return fail(best);
  return std::move(best->plan);
}

Result<Plan> plan_as_read(const Launched& launched, const Asking& asking) {
  Json keys = launched.keys;
  if (!keys.contains("headroom")) keys["headroom"] = "0%";
  return best_with(std::move(keys), {}, asking);
}

namespace {

/// The same service without limits of its latencies.
Json without_limits(Json keys, const Scenario& scenario) {
  if (!scenario.demand) return keys;
  keys["ttft"] = "none";
  if (model_of(scenario.job).family != Family::encoder) keys["tpot"] = "none";
  return keys;
}

/// The same server with as many requests in flight as fit, each as the load's are on average.
Json saturated(Json keys, const Scenario& scenario) {
  const auto& job = std::get<ServingJob>(scenario.job);
  for (const char* key : {"rate", "users", "think_time", "concurrency", "ttft", "tpot"}) keys.erase(key);
  keys["offline"] = true;
  keys["input_length"] = job.input_length;
  if (job.model.family == Family::encoder) return keys;
  keys["output_length"] = job.output_length;
  keys["context"] = job.input_length + job.output_length;
  return keys;
}

}  // namespace

std::vector<Json> ways_to_serve(const Launched& launched) {
  if (!launched.scenario.demand) return {launched.keys};
  return {launched.keys, without_limits(launched.keys, launched.scenario), saturated(launched.keys, launched.scenario)};
}

Result<Plan> plan_of_service(Launched& launched, const Asking& asking) {
  const std::vector<Json> ways = ways_to_serve(launched);
  std::vector<Result<Plan>> plans;
  Launched other = launched;
  for (const Json& keys : ways) {
    other.keys = keys;
    plans.push_back(plan_as_read(other, asking));
    if (plans.back() || plans.front().error().kind == ErrorKind::bad_input) break;
  }
  if (!plans.back()) return plans.front();
  if (ways.size() == 1) return plans.back();
  launched.served = static_cast<Served>(plans.size() - 1);
  if (launched.served == Served::saturated) return plans.back();
  other.keys = ways.back();
  if (Result<Plan> all = plan_as_read(other, asking)) launched.saturated = std::move(*all);
  return plans.back();
}

namespace {

constexpr double worth_telling = 0.01;  ///< of the time: less is within what predictions cannot tell

/// Seconds of a step, or accelerators for each request per second; less is better.
double cost_of(const Plan& plan) {
  if (plan.training() != nullptr) return plan.step_time_s();
  const double made = plan.serving()->held_per_s().value_or(plan.made_per_s());
  return made > 0 ? static_cast<double>(plan.cluster.ranks()) / made : 0;
}

}  // namespace

void add_better(Launched& launched, const std::vector<Json>& ways, const std::vector<std::string>& freed, Message what,
                const Asking& asking) {
  const std::size_t as_read = launched.plan ? static_cast<std::size_t>(launched.served) : ways.size() - 1;
  for (std::size_t way = 0; way < ways.size() && way <= as_read; ++way) {
    const Result<Plan> plan = best_with(ways[way], freed, asking);
    if (!plan) continue;
    const Layout& layout = plan->layout;
    if (why_it_does_not_load(launched, layout.tp, layout.ep > 1 ? 1 : layout.tp)) continue;
    const double before = launched.plan && way == as_read ? cost_of(*launched.plan) : 0, after = cost_of(*plan);
    const std::optional<double> gain = before > 0 ? std::optional(1 - after / before) : std::nullopt;
    const bool is_new = ranges::none_of(
        launched.better, [&](const Better& each) { return after > (1 - worth_telling) * cost_of(each.plan); });
    if (!gain && launched.plan)
      what = way == 0 ? message("the best layout on these machines within the limits")
                      : message("the best layout on these machines for the load, beyond the limits");
    if (is_new && (!gain || *gain > worth_telling))
      launched.better.push_back({std::move(what), *plan, gain, static_cast<Served>(way)});
    return;
  }
}

}  // namespace hakaru
