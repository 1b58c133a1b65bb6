#include "hakaru/planning/money/other_costs.h"

#include <algorithm>

#include "hakaru/core/quantities.h"
#include "hakaru/core/ranges.h"
#include "hakaru/hardware/ownership.h"
#include "hakaru/planning/money/billed_times.h"
#include "hakaru/planning/money/cost_kinds.h"

namespace hakaru {
namespace {

/// Empty: it cannot be bought so.
std::optional<OtherCost> cost_at(const Price& price, Plan plan, const Scenario& scenario, const Catalog& catalog) {
  plan.price = price;
  plan.block.reset();
  plan.porting = {};
  buy_days(plan, scenario);
  charge_by_the_hour(plan, scenario);
  std::vector<Message> told;
  charge_on_top(plan, scenario, catalog, told);
  const bool in_blocks = plan.ends() && price.kind == PriceKind::capacity_block;
  if (const auto offered =
          in_blocks ? offered_block(plan, price.region, scenario, catalog.block_offers()) : std::nullopt) {
    if (!offered->block) return std::nullopt;
    CostComponent& machines = plan.costs.components.front();
    machines.usd = offered->block->usd;
    machines.usd_per_h = offered->block->usd / offered->block->hours;
    plan.costs.sum_up();
    plan.price->usd_per_h = *machines.usd_per_h / plan.cluster.instances;
    plan.price->as_of = offered->block->as_of;
  }
  return OtherCost{std::move(*plan.price), std::move(plan.costs)};
}

/// Prices `plan`, whose data set's costs are told, elsewhere.
void move_to(Plan& plan, const OtherCost& there, const Scenario& scenario, const Catalog& catalog) {
  std::vector<Message> told_here;
  charge_on_top(plan, scenario, catalog, told_here);
  for (const Message& told : told_here) std::erase(plan.notes, told);
  plan.price = there.price;
  buy_days(plan, scenario);
  charge_by_the_hour(plan, scenario);
  charge_on_top(plan, scenario, catalog, plan.notes);
}

std::optional<double> compared_usd(const OtherCost& cost) { return cost.costs.in_all_usd(); }

}  // namespace

std::vector<OtherCost> costs_by_region(const Plan& plan, const Scenario& scenario, const Catalog& catalog) {
  if (!plan.price || plan.price->region.empty()) return {};
  std::vector<OtherCost> costs;
  for (const Price& price :
       catalog.prices().by_region(plan.cluster.instance().name, plan.price->kind, scenario.hardware.prices_as_of)) {
    if (auto cost = cost_at(price, plan, scenario, catalog)) costs.push_back(std::move(*cost));
  }
  ranges::stable_sort(costs, {}, compared_usd);
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
  return plan.serving() != nullptr && !plan.ends() ? cost.costs.usd_per_month() : cost.costs.in_all_usd();
}

std::optional<OfferedBlock> offered_block(const Plan& plan, const std::string& region, const Scenario& scenario,
                                          const BlockOffers& offers) {
  const std::vector<BlockOffer> there = offers.of(plan.cluster.instance().name, region);
  if (there.empty()) return std::nullopt;
  const BlockNeed need = block_need(plan.cluster.instances, counted_duration_s(plan, scenario), scenario.hardware.today,
                                    scenario.deadline_s, there);
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
