#include "hakaru/training/purchase.h"

#include <algorithm>

#include "hakaru/core/quantities.h"

namespace hakaru {
namespace {

void tell_commitments(PurchaseOption& option) {
  for (const PurchaseShare& share : option.shares) {
    if (committed_h(share.kind) > 0 && share.usd_per_h)
      option.why_unknown.push_back(told_of_commitment(share.kind, *share.usd_per_h * share.instances));
  }
}

}  // namespace

bool outlasts_run(const PurchaseOption& option) {
  return std::any_of(option.shares.begin(), option.shares.end(), [&](const PurchaseShare& share) {
    return committed_h(share.kind) * seconds_per_hour > option.duration_s.value_or(0);
  });
}

int PurchaseOption::of(PriceKind kind) const {
  int instances = 0;
  for (const PurchaseShare& share : shares) instances += share.kind == kind ? share.instances : 0;
  return instances;
}

RunConditions with_interruptions(RunConditions conditions, const Cluster& cluster, int spot, double per_h) {
  const double of_nodes = conditions.node_mtbf_s ? cluster.instances / conditions.node_mtbf_s->value : 0;
  const double per_s = of_nodes + spot * per_h / seconds_per_hour;
  if (per_s > 0) conditions.node_mtbf_s = Sourced{cluster.instances / per_s, "--spot-interruptions-per-hour"};
  return conditions;
}

Purchases::Purchases(const TrainingJob& job, const Cluster& cluster, const IdealRun& ideal,
                     const RunConditions& conditions, const PriceBook& book, Prices prices)
    : job_(job), cluster_(cluster), ideal_(ideal), conditions_(conditions), book_(book), prices_(std::move(prices)) {}

PurchaseShare Purchases::share(PriceKind kind, int instances) const {
  if (prices_.of_plan && prices_.of_plan->kind == kind) return {kind, instances, prices_.of_plan->usd_per_h};
  const std::optional<Price> price = book_.find(cluster_.instance().name, prices_.region, kind, prices_.date);
  return {kind, instances, price ? std::optional(price->usd_per_h) : std::nullopt};
}

/// Failures of nodes, and of what is spot; what the run then takes.
void Purchases::add_run(PurchaseOption& option) const {
  RunConditions conditions = conditions_;
  if (const int spot = option.spot(); spot > 0) {
    if (!prices_.spot_interruptions_per_h) {
      option.why_unknown.push_back(
          message("how often spot instances are taken away is not known: --spot-interruptions-per-hour says it"));
      return;
    }
    conditions = with_interruptions(conditions_, cluster_, spot, *prices_.spot_interruptions_per_h);
    if (!conditions_.checkpoint_bytes_per_s || !conditions_.restart_s) {
      option.why_unknown.push_back(
          message("what an interruption costs is not known: --checkpoint-bandwidth and --restart say it"));
      return;
    }
  }
  IdealRun ideal = ideal_;
  ideal.usd_per_h = option.usd_per_h;
  ideal.blocks_usd_per_h = 0;
  for (const PurchaseShare& share : option.shares) {
    if (share.kind == PriceKind::capacity_block)
      ideal.blocks_usd_per_h += share.usd_per_h.value_or(0) * share.instances;
  }
  const Result<RunEstimate> run = estimate_run(job_, cluster_, ideal, conditions);
  if (!run) {
    option.why_unknown.push_back(run.error().message);
    return;
  }
  if (run->goodput) {
    option.goodput = run->goodput->useful;
  } else {  // what is not counted here may be in another way to buy: they do not compare
    const std::vector<Message>& why = run->why_not_counted;
    option.why_unknown.insert(option.why_unknown.end(), why.begin(), why.end());
  }
  if (conditions.node_mtbf_s && !conditions_.node_mtbf_s) {
    option.why_unknown.push_back(
        message("no failure rate of {} is published: of spot instances only interruptions are counted",
                cluster_.instance().accelerator.name));
  }
  option.mtbf_s = run->mtbf_s;
  option.interruptions = run->interruptions;
  option.duration_s = run->duration_s;
  option.cost_usd = run->cost_usd;
}

/// The offered block that holds its share; without one it cannot be bought so.
void Purchases::add_block(PurchaseOption& option) const {
  const int instances = option.of(PriceKind::capacity_block);
  if (instances == 0 || !option.cost_usd) return;
  if (prices_.blocks.empty()) {
    option.why_unknown.push_back(
        message("when a Capacity Block of {} starts in {} is not known, so none is waited for: hakaru catalog import "
                "aws-capacity-blocks reads what is offered",
                cluster_.instance().name, prices_.region));
    return;
  }
  const BlockNeed need = block_need(instances, *option.duration_s, prices_.begin, prices_.deadline_s, prices_.blocks);
  option.block = cheapest_block(prices_.blocks, need);
  if (!option.block) {
    option.cost_usd.reset();
    option.why_unknown.push_back(why_no_block(prices_.blocks, need));
    return;
  }
  option.waits_s = waits_h(*option.block, need) * seconds_per_hour;
  option.usd_per_h = 0;
  option.cost_usd = option.block->usd;
  for (PurchaseShare& share : option.shares) {
    if (share.kind == PriceKind::capacity_block)
      share.usd_per_h = option.block->usd / option.block->hours / share.instances;
    else
      *option.cost_usd += *share.usd_per_h * share.instances * need.hours;
    *option.usd_per_h += *share.usd_per_h * share.instances;
  }
}

PurchaseOption Purchases::mixed(const std::vector<std::pair<PriceKind, int>>& instances) const {
  PurchaseOption option;
  option.usd_per_h = 0;
  for (const auto& [kind, count] : instances) {
    if (count == 0) continue;
    const PurchaseShare bought = share(kind, count);
    if (!bought.usd_per_h) {
      option.usd_per_h.reset();
      option.why_unknown.push_back(
          message("no {} price of {} is known in {}", name_of(kind), cluster_.instance().name, prices_.region));
    } else if (option.usd_per_h) {
      *option.usd_per_h += *bought.usd_per_h * count;
    }
    option.shares.push_back(bought);
  }
  add_run(option);
  add_block(option);
  tell_commitments(option);
  return option;
}

std::vector<PurchaseOption> Purchases::pure() const {
  std::vector<PurchaseOption> options;
  for (const PriceKind kind : all_price_kinds) {
    if (!is_bought_for(kind, true) || (is_of_sagemaker(kind) && !share(kind, 1).usd_per_h)) continue;
    options.push_back(mixed({{kind, cluster_.instances}}));
  }
  return options;
}

std::optional<PurchaseOption> Purchases::best() const {
  std::optional<PurchaseOption> best;
  const bool spot_known = share(PriceKind::spot, 1).usd_per_h && prices_.spot_interruptions_per_h;
  for (const PriceKind kind : all_price_kinds) {
    if (!is_bought_for(kind, true)) continue;
    const bool other = kind != PriceKind::spot && share(kind, 1).usd_per_h;
    const int fewest = other ? 0 : cluster_.instances,
              most = spot_known && !is_of_sagemaker(kind) ? cluster_.instances : 0;
    for (int spot = fewest; spot <= most; ++spot) {
      PurchaseOption option = mixed({{kind, cluster_.instances - spot}, {PriceKind::spot, spot}});
      if (!option.cost_usd || outlasts_run(option)) continue;
      if (prices_.deadline_s && option.ends_s() > *prices_.deadline_s) continue;
      if (!best || *option.cost_usd < *best->cost_usd) best = std::move(option);
    }
  }
  return best;
}

}  // namespace hakaru
