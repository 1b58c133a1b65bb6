#include "hakaru/planning/money/in_region.h"

#include <algorithm>

#include "hakaru/core/quantities.h"
#include "hakaru/core/ranges.h"
#include "hakaru/core/text.h"
#include "hakaru/planning/money/pricing.h"

namespace hakaru {
namespace {

bool is_sold_there(const Instance& instance, const HardwareRequest& request, const Catalog& catalog) {
  if (!request.region_is_stated || request.region == any_region) return true;
  return catalog.availability().of(instance, request.region) != Offer::not_offered;
}

/// Names of `instances` without a price; none if hardware is named, or neither region nor kind of price is stated.
std::vector<std::string> priceless_of(const std::vector<Instance>& instances, const HardwareRequest& request,
                                      const Catalog& catalog) {
  if (request.names_hardware() || (!request.region_is_stated && !request.price_kind)) return {};
  std::vector<std::string> names;
  for (const Instance& instance : instances) {
    if (!price_of(instance, request, catalog.prices())) names.push_back(instance.name);
  }
  return names;
}

/// Names of `instances` that are out for want of a price: none, where none has one.
std::vector<std::string> without_price(const std::vector<Instance>& instances, const HardwareRequest& request,
                                       const Catalog& catalog) {
  std::vector<std::string> names = priceless_of(instances, request, catalog);
  return names.size() < instances.size() ? names : std::vector<std::string>{};
}

/// "on_demand, spot": the kinds of price that any of `instances` has there.
std::string kinds_known(const std::vector<Instance>& instances, HardwareRequest request, const Catalog& catalog) {
  std::vector<std::string> kinds;
  for (const PriceKind kind : all_price_kinds) {
    request.price_kind = kind;
    if (priceless_of(instances, request, catalog).size() < instances.size()) kinds.emplace_back(name_of(kind));
  }
  return kinds.empty() ? "–" : join(kinds);
}

/// "p5.48xlarge, p5e.48xlarge, … (7)"
std::string some_of(std::vector<std::string> names) {
  constexpr std::size_t most = 4;
  const std::size_t all = names.size();
  if (all <= most) return join(names);
  names.resize(most);
  return fmt::format("{}, … ({})", join(names), all);
}

std::string region_told(const HardwareRequest& request) {
  const bool anywhere = request.region == any_region || (!request.region_is_stated && !request.clouds.empty());
  return anywhere ? std::string("any region") : request.region;
}

/// The newest of the lists that the region stands in.
std::string day_of_list(const std::vector<Instance>& instances, const HardwareRequest& request,
                        const Catalog& catalog) {
  std::string newest;
  for (const Instance& instance : instances)
    newest = std::max(newest, catalog.availability().as_of(instance.cloud, request.region));
  return newest;
}

std::vector<Instance> sold_there(std::vector<Instance> instances, const HardwareRequest& request,
                                 const Catalog& catalog) {
  std::erase_if(instances, [&](const Instance& each) { return !is_sold_there(each, request, catalog); });
  return instances;
}

}  // namespace

bool lacks_price_kind(const std::vector<Instance>& instances, const HardwareRequest& request, const Catalog& catalog) {
  const std::vector<Instance> offered = sold_there(instances, request, catalog);
  return request.price_kind && !offered.empty() && priceless_of(offered, request, catalog).size() == offered.size();
}

std::vector<std::string> clouds_looked_at(const HardwareRequest& request, const Catalog& catalog) {
  if (!request.clouds.empty()) return request.clouds;
  if (request.region == any_region) return catalog.clouds();
  std::vector<std::string> clouds = catalog.clouds_in(request.region);
  return clouds.empty() ? catalog.clouds_in(HardwareRequest().region) : clouds;
}

Result<std::vector<Instance>> kept_in_region(std::vector<Instance> instances, const HardwareRequest& request,
                                             const Catalog& catalog) {
  std::vector<Instance> kept = sold_there(instances, request, catalog);
  if (kept.empty() && !instances.empty()) {
    const std::vector<std::string> elsewhere = catalog.availability().regions_of(instances.front().name);
    const std::string first = elsewhere.empty() ? "–" : join(elsewhere);
    return unsatisfiable("{} is not offered in {}; it is in: {}; --region any looks everywhere", instances.front().name,
                         request.region, first);
  }
  const std::vector<std::string> out = without_price(kept, request, catalog);
  std::erase_if(kept, [&](const Instance& each) { return ranges::count(out, each.name) > 0; });
  return kept;
}

std::vector<Instance> unpriced_there(const std::vector<Instance>& instances, const HardwareRequest& request,
                                     const Catalog& catalog) {
  if (!request.region_is_stated && !request.price_kind) return {};
  const std::vector<Instance> offered = sold_there(instances, request, catalog);
  const std::vector<std::string> names = without_price(offered, request, catalog);
  std::vector<Instance> unpriced;
  for (const Instance& each : offered) {
    if (ranges::count(names, each.name) > 0 && catalog.prices().find_any(each.name, "", request.prices_as_of))
      unpriced.push_back(each);
  }
  return unpriced;
}

std::optional<Message> told_prices(const std::vector<Plan>& plans, const HardwareRequest& request) {
  if (!request.region_is_stated) return std::nullopt;
  const bool anywhere = request.region == any_region;
  std::vector<Message> told;
  for (const Plan& plan : plans) {
    if (!plan.price || plan.price->as_of.empty()) continue;
    const Price& price = *plan.price;
    const std::string kind = price.kind == PriceKind::on_demand ? "" : fmt::format("{}, ", name_of(price.kind));
    const std::string where = anywhere ? fmt::format("{}, ", price.region) : "";
    const auto each =
        Message{"{} {}/h ({}{}{})", {plan.cluster.instance().name, in_usd(price.usd_per_h), where, kind, price.as_of}};
    if (ranges::count(told, each) == 0) told.push_back(each);
  }
  if (told.size() < 2) return std::nullopt;
  return anywhere ? message("prices: {}", list_of(told)) : message("prices in {}: {}", request.region, list_of(told));
}

std::optional<Message> told_of_region(const std::vector<Instance>& instances, const HardwareRequest& request,
                                      const Catalog& catalog) {
  const std::vector<Instance> offered = sold_there(instances, request, catalog);
  std::vector<std::string> not_offered;
  for (const Instance& instance : instances) {
    if (!is_sold_there(instance, request, catalog)) not_offered.push_back(instance.name);
  }
  const std::vector<std::string> priceless = without_price(offered, request, catalog);
  const std::string region = region_told(request);
  if (lacks_price_kind(instances, request, catalog))
    return message("no price is known in {} for {}, so that plans have no cost; known there: {}", region,
                   fmt::format("--price {}", name_of(*request.price_kind)), kinds_known(offered, request, catalog));
  if (!not_offered.empty() && !priceless.empty())
    return message("left out: not offered in {} (list of {}): {}; no such price for: {}", region,
                   day_of_list(instances, request, catalog), some_of(not_offered), some_of(priceless));
  if (!not_offered.empty())
    return message("left out: not offered in {} (list of {}): {}", region, day_of_list(instances, request, catalog),
                   some_of(not_offered));
  if (!priceless.empty())
    return message("left out, as {} has no such price for them: {}; name them to include them", region,
                   some_of(priceless));
  return std::nullopt;
}

}  // namespace hakaru
