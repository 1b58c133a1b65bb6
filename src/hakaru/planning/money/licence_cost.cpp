// Fee of software that is paid for each accelerator of a plan and each hour that its machines are paid for.
#include "hakaru/core/text.h"
#include "hakaru/planning/money/cost_kinds.h"

namespace hakaru {

std::optional<double> licence_usd_per_h(const Plan& plan, const Scenario& scenario) {
  return scenario.licence_usd ? std::optional(*scenario.licence_usd * plan.cluster.ranks()) : std::nullopt;
}

Terms licence_terms(const Plan& plan, const CostComponent& licence) {
  const double each_usd_per_h = *licence.usd_per_h / plan.cluster.ranks();
  return {
      {"licence fee",
       fmt::format("{} accelerators × {:.6g} USD/h × {:.4g} h", plan.cluster.ranks(), each_usd_per_h, plan.costs.hours),
       licence.usd, "USD", ""}};
}

}  // namespace hakaru
