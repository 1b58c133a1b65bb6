#include "hakaru/planning/money/data_costs.h"

#include <algorithm>
#include <cmath>

#include "hakaru/core/quantities.h"
#include "hakaru/planning/money/pricing.h"

namespace hakaru {
namespace {

constexpr const char* priced_for_all = "us-east-1";  // where prices are known best

/// The least that is sold and holds `bytes`.
double sold_bytes(const Storage& storage, double bytes) {
  if (bytes <= storage.least_bytes || storage.step_bytes <= 0) return std::max(bytes, storage.least_bytes);
  return std::ceil(bytes / storage.step_bytes) * storage.step_bytes;
}

struct Keeping {
  double bytes = 0;
  StoragePrice price;
  double usd_per_month(double volumes) const {
    return bytes / gibi * price.usd_per_gb_month + volumes * price.usd_per_volume_month;
  }
};

/// The cheapest of `prices` that holds `bytes` and gives `bytes_per_s`.
std::optional<Keeping> cheapest(const std::vector<StoragePrice>& prices, const Storage& storage, double bytes,
                                double bytes_per_s, double volumes) {
  std::optional<Keeping> best;
  for (const StoragePrice& price : prices) {
    const double fast = price.bytes_per_s_per_tib ? bytes_per_s / *price.bytes_per_s_per_tib * tebi : 0;
    const Keeping kept{sold_bytes(storage, std::max(bytes, fast)) * std::max(1.0, volumes), price};
    if (!best || kept.usd_per_month(volumes) < best->usd_per_month(volumes)) best = kept;
  }
  return best;
}

void add_keeping(DataCosts& costs, const Plan& plan, const std::string& region, const TrainingJob& job,
                 const Catalog& catalog, std::vector<Message>& notes) {
  const Result<Storage> storage = catalog.storage(job.data_set.storage);
  if (!storage || storage->local) return;
  std::vector<StoragePrice> prices = catalog.data_prices().of_storage(storage->name, region);
  if (prices.empty() && plan.cluster.instance().cloud == catalog.availability().cloud_of(priced_for_all)) {
    prices = catalog.data_prices().of_storage(storage->name, priced_for_all);
    if (!prices.empty())
      notes.push_back(message("keeping the data set on {} is priced as in {}: no price of it in {} is known",
                              storage->name, priced_for_all, region));
  }
  costs.volumes = storage->on_volumes ? plan.cluster.instances : 0;
  const std::optional<Keeping> kept =
      cheapest(prices, *storage, job.data_set.bytes, job.data_set.bytes / *plan.duration_s(),
               static_cast<double>(costs.volumes));
  if (!kept) {
    notes.push_back(
        message("what keeping the data set on {} costs in {} is not known: it is not counted", storage->name, region));
    return;
  }
  costs.kept_bytes = kept->bytes;
  costs.kept_at = kept->price;
  costs.hours = *plan.duration_s() / seconds_per_hour;
  costs.kept_usd = kept->usd_per_month(static_cast<double>(costs.volumes)) * costs.hours / hours_per_month;
}

void add_moving(DataCosts& costs, const Plan& plan, const std::string& region, const TrainingJob& job,
                const Catalog& catalog, std::vector<Message>& notes) {
  const std::string& from = job.data_set.region;
  const bool lies_there = from == region && !plan.cluster.instance().cloud.empty();
  if (from.empty() || lies_there) return;
  const bool same_cloud = plan.cluster.instance().cloud == catalog.availability().cloud_of(from);
  costs.moved_at = catalog.data_prices().of_transfer(from, same_cloud ? "region" : "internet");
  if (costs.moved_at.empty()) {
    notes.push_back(message("what moving the data set out of {} costs is not known: it is not counted", from));
    return;
  }
  costs.moved_bytes = job.data_set.bytes;
  const double gb = job.data_set.bytes / gibi;
  for (std::size_t at = 0; at < costs.moved_at.size(); ++at) {
    const double until_gb = at + 1 < costs.moved_at.size() ? std::min(gb, costs.moved_at[at + 1].from_gb) : gb;
    costs.moved_usd += std::max(0.0, until_gb - costs.moved_at[at].from_gb) * costs.moved_at[at].usd_per_gb;
  }
}

}  // namespace

std::optional<CostComponent> data_set_cost(const Plan& plan, const Scenario& scenario, const Catalog& catalog,
                                           std::vector<Message>& notes) {
  const auto* const job = std::get_if<TrainingJob>(&scenario.job);
  if (job == nullptr || !plan.price || !plan.duration_s()) return std::nullopt;
  const std::string region = region_of(plan, scenario.hardware);
  DataCosts costs;
  std::vector<Message> told;
  if (!job->data_set.storage.empty()) add_keeping(costs, plan, region, *job, catalog, told);
  add_moving(costs, plan, region, *job, catalog, told);
  notes.insert(notes.begin(), told.begin(), told.end());
  if (!costs.kept_at && costs.moved_at.empty()) return std::nullopt;
  return CostComponent{.usd = costs.kept_usd + costs.moved_usd, .data_set = std::move(costs)};
}

Terms data_set_terms(const Plan&, const CostComponent& component) {
  const DataCosts& costs = *component.data_set;
  Terms terms;
  if (costs.kept_at) {
    const StoragePrice& price = *costs.kept_at;
    std::string usd_per_month = fmt::format("{:.6g} GB × {} USD", costs.kept_bytes / gibi, price.usd_per_gb_month);
    if (price.usd_per_volume_month > 0)
      usd_per_month =
          fmt::format("({} + {} volumes × {} USD)", usd_per_month, costs.volumes, price.usd_per_volume_month);
    terms.push_back({"keeping the data set",
                     fmt::format("{} a month × {:.4g} h / {} h", usd_per_month, costs.hours, hours_per_month),
                     costs.kept_usd, "USD", price.source});
  }
  if (!costs.moved_at.empty()) {
    std::string rates;
    for (const TransferPrice& each : costs.moved_at)
      rates += (rates.empty() ? "" : ", ") + (each.from_gb > 0
                                                  ? fmt::format("{} beyond {} GB", each.usd_per_gb, each.from_gb)
                                                  : fmt::format("{}", each.usd_per_gb));
    terms.push_back({"moving the data set", fmt::format("{:.6g} GB × {} USD", costs.moved_bytes / gibi, rates),
                     costs.moved_usd, "USD", costs.moved_at.front().source});
  }
  return terms;
}

}  // namespace hakaru
