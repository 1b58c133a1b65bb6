#include "hakaru/planning/money/cost_kinds.h"

#include <algorithm>
#include <iterator>

#include "hakaru/core/quantities.h"
#include "hakaru/core/ranges.h"
#include "hakaru/planning/money/billed_times.h"

namespace hakaru {
namespace {

std::vector<CostComponent> paid_by_the_hour(const Plan& plan, const Scenario& scenario) {
  std::vector<CostComponent> paid;
  for (const CostKind& kind : cost_kinds) {
    const auto usd_per_h = kind.usd_per_h != nullptr ? kind.usd_per_h(plan, scenario) : std::nullopt;
    if (usd_per_h) paid.push_back({kind.name, usd_per_h, *usd_per_h * plan.costs.hours});
  }
  return paid;
}

/// Hours of what ends; of a rate one.
double used_hours(const Plan& plan) { return plan.ends() ? *plan.duration_s() / seconds_per_hour : 1; }

/// Explains the cost of output tokens or items.
std::optional<Term> cost_of_a_million(const Scenario& scenario, const Plan& plan) {
  const auto* job = std::get_if<ServingJob>(&scenario.job);
  const ServingFigures* const serving = plan.serving();
  const std::optional<double>& usd_per_h = plan.costs.usd_per_h;
  if (job != nullptr && serving != nullptr && serving->cost_per_million_tokens_usd && usd_per_h) {
    const std::string per_s = job->rate_per_s
                                  ? fmt::format("({:.6g} requests/s × {} tokens", *job->rate_per_s, job->output_length)
                                  : fmt::format("({:.6g} tokens/s", serving->output_tokens_per_s);
    return Term{"cost per million output tokens", fmt::format("{:.6g} USD/h × 10⁶ / {} × 3,600 s)", *usd_per_h, per_s),
                *serving->cost_per_million_tokens_usd, "USD", ""};
  }
  const InferenceFigures* const inference = plan.inference();
  if (inference == nullptr || !inference->cost_per_million_items_usd || !usd_per_h) return std::nullopt;
  return Term{"cost per million items",
              fmt::format("{:.6g} USD/h × 10⁶ / ({:.6g} items/s × 3,600 s)", *usd_per_h, inference->items_per_s),
              *inference->cost_per_million_items_usd, "USD", ""};
}

}  // namespace

void charge_by_the_hour(Plan& plan, const Scenario& scenario) {
  CostLedger& costs = plan.costs;
  const double used_h = used_hours(plan);
  const std::optional<double>& power_w = plan.cluster.instance().accelerator.power_w;
  costs.energy_kwh = power_w ? std::optional(*power_w * plan.cluster.ranks() / kilo * used_h) : std::nullopt;
  std::erase_if(costs.components, [](const CostComponent& each) { return each.usd_per_h.has_value(); });
  if (plan.price) {
    costs.hours = plan.ends() ? paid_hours(plan, used_h) : 1;
    std::vector<CostComponent> paid = paid_by_the_hour(plan, scenario);
    ranges::move(paid, std::inserter(costs.components, costs.components.begin()));
  }
  costs.sum_up();
}

void charge_on_top(Plan& plan, const Scenario& scenario, const Catalog& catalog, std::vector<Message>& notes) {
  std::vector<CostComponent>& components = plan.costs.components;
  std::erase_if(components, [](const CostComponent& each) { return !each.usd_per_h; });
  for (const CostKind& kind : cost_kinds) {
    if (kind.on_top == nullptr) continue;
    std::optional<CostComponent> component = kind.on_top(plan, scenario, catalog, notes);
    if (!component) continue;
    component->name = kind.name;
    components.push_back(std::move(*component));
  }
}

Terms money_terms(const Plan& plan, const Scenario& scenario) {
  Terms terms;
  for (const CostKind& kind : cost_kinds) {
    const CostComponent* const component = kind.terms != nullptr ? plan.costs.find(kind.name) : nullptr;
    if (component != nullptr) ranges::move(kind.terms(plan, *component), std::back_inserter(terms));
  }
  if (const auto month = plan.costs.usd_per_month(); month && plan.serving() != nullptr && !plan.ends())
    terms.push_back({"cost of a month", fmt::format("{:.6g} USD/h × {} h", *plan.costs.usd_per_h, hours_per_month),
                     *month, "USD", ""});
  if (plan.costs.energy_kwh) {
    const Accelerator& accelerator = plan.cluster.instance().accelerator;
    terms.push_back({"energy",
                     fmt::format("{} accelerators × {} W × {:.4g} h, hosts and cooling not counted",
                                 plan.cluster.ranks(), accelerator.power_w.value_or(0), used_hours(plan)),
                     *plan.costs.energy_kwh, "kWh", accelerator.source});
  }
  if (std::optional<Term> each = cost_of_a_million(scenario, plan)) terms.push_back(std::move(*each));
  return terms;
}

}  // namespace hakaru
