#include "hakaru/planning/money/other_costs.h"

#include <algorithm>

#include "hakaru/core/text.h"
#include "hakaru/hardware/capacity_block.h"
#include "hakaru/hardware/ownership.h"
#include "hakaru/planning/money/costing.h"
#include "hakaru/planning/money/data_costs.h"
#include "hakaru/planning/money/pricing.h"

namespace hakaru {
namespace {

/// Empty: it cannot be bought so.
std::optional<OtherCost> cost_at(const Price& price, Plan plan, const Scenario& scenario, const Catalog& catalog) {
  OtherCost cost{price, price.usd_per_h * plan.cluster.instances, std::nullopt};
  if (!plan.ends()) return cost;
  cost.cost_usd = cost.usd_per_h * billed_hours(price.kind, *plan.duration_s() / seconds_per_hour);
  const bool in_blocks = price.kind == PriceKind::capacity_block;
  if (const auto offered =
          in_blocks ? offered_block(plan, price.region, scenario, catalog.block_offers()) : std::nullopt) {
    if (!offered->block) return std::nullopt;
    cost.cost_usd = offered->block->usd;
    cost.usd_per_h = offered->block->usd / offered->block->hours;
    cost.price.usd_per_h = cost.usd_per_h / plan.cluster.instances;
    cost.price.as_of = offered->block->as_of;
  }
  plan.price = price;
  std::vector<Message> told;
  const auto* const job = std::get_if<TrainingJob>(&scenario.job);
  if (const auto data = job != nullptr ? data_costs_of(plan, *job, scenario.hardware, catalog, told) : std::nullopt)
    *cost.cost_usd += data->usd();
  return cost;
}

/// Prices `plan`, whose data set's costs are told, elsewhere.
void move_to(Plan& plan, const OtherCost& there, const Scenario& scenario, const Catalog& catalog) {
  const auto* const job = std::get_if<TrainingJob>(&scenario.job);
  if (job != nullptr) {
    std::vector<Message> told_here;
    data_costs_of(plan, *job, scenario.hardware, catalog, told_here);
    for (const Message& told : told_here) std::erase(plan.notes, told);
  }
  plan.price = there.price;
  plan.usd_per_h = there.usd_per_h;
  if (job != nullptr) plan.data_costs = data_costs_of(plan, *job, scenario.hardware, catalog, plan.notes);
}

double whole_usd(const OtherCost& cost) { return cost.cost_usd.value_or(cost.usd_per_h); }

}  // namespace

std::vector<OtherCost> costs_by_region(const Plan& plan, const Scenario& scenario, const Catalog& catalog) {
  if (!plan.price || plan.price->region.empty()) return {};
  std::vector<OtherCost> costs;
  for (const Price& price :
       catalog.prices().by_region(plan.cluster.instance().name, plan.price->kind, scenario.hardware.prices_as_of)) {
    if (auto cost = cost_at(price, plan, scenario, catalog)) costs.push_back(std::move(*cost));
  }
  std::stable_sort(costs.begin(), costs.end(),
                   [](const OtherCost& one, const OtherCost& other) { return whole_usd(one) < whole_usd(other); });
  return costs;
}

std::vector<OtherCost> costs_by_kind(const Plan& plan, const Scenario& scenario, const Catalog& catalog) {
  if (!plan.price || plan.price->region.empty() || plan.price->region == own_region) return {};
  const std::string region = region_of(plan, scenario.hardware);
  std::vector<OtherCost> costs;
  const bool training = plan.training() != nullptr;
  for (const PriceKind kind : all_price_kinds) {
    if (kind == plan.price->kind || !is_bought_for(kind, training)) continue;
    const std::optional<Price> price =
        catalog.prices().find(plan.cluster.instance().name, region, kind, scenario.hardware.prices_as_of);
    if (!price) continue;
    if (auto cost = cost_at(*price, plan, scenario, catalog)) costs.push_back(std::move(*cost));
  }
  return costs;
}

std::optional<double> usual_cost_usd(const Plan& plan, const OtherCost& cost) {
  if (plan.ends()) return cost.cost_usd;
  return plan.serving() != nullptr ? cost.usd_per_h * hours_per_month : cost.usd_per_h;
}

std::optional<OfferedBlock> offered_block(const Plan& plan, const std::string& region, const Scenario& scenario,
                                          const BlockOffers& offers) {
  const std::vector<BlockOffer> there = offers.of(plan.cluster.instance().name, region);
  if (there.empty()) return std::nullopt;
  const bool has_limits = scenario.deadline_s || scenario.budget_usd;
  const double duration_s = has_limits ? counted_duration_s(plan, scenario) : *plan.duration_s();
  const BlockNeed need =
      block_need(plan.cluster.instances, duration_s, scenario.hardware.today, scenario.deadline_s, there);
  OfferedBlock found{cheapest_block(there, need), 0, {}};
  if (found.block)
    found.waits_s = waits_h(*found.block, need) * seconds_per_hour;
  else
    found.why_none = why_no_block(there, need);
  return found;
}

void settle_region(Plan& plan, const Scenario& scenario, const Catalog& catalog) {
  const auto* const job = std::get_if<TrainingJob>(&scenario.job);
  const bool moves = job != nullptr && (!job->data_set.region.empty() || !job->data_set.storage.empty());
  if (!moves || scenario.hardware.region != any_region) return;
  const std::vector<OtherCost> costs = costs_by_region(plan, scenario, catalog);
  if (costs.empty()) return;
  plan.price = costs.front().price;
  plan.usd_per_h = costs.front().usd_per_h;
}

void settle_region_of_block(Plan& plan, const Scenario& scenario, const Catalog& catalog) {
  if (scenario.hardware.region != any_region) return;
  const std::vector<OtherCost> costs = costs_by_region(plan, scenario, catalog);
  if (costs.empty()) return;
  const auto offered = std::find_if(costs.begin(), costs.end(), [&](const OtherCost& cost) {
    return !catalog.block_offers().of(plan.cluster.instance().name, cost.price.region).empty();
  });
  const OtherCost& best = offered != costs.end() ? *offered : costs.front();
  if (best.price.region != plan.price->region) move_to(plan, best, scenario, catalog);
}

}  // namespace hakaru
