#include "hakaru/planning/money/pricing.h"

#include <functional>

#include "hakaru/core/quantities.h"
#include "hakaru/core/ranges.h"
#include "hakaru/core/text.h"
#include "hakaru/hardware/capacity_block.h"
#include "hakaru/hardware/ownership.h"
#include "hakaru/planning/money/billed_times.h"
#include "hakaru/planning/money/in_region.h"

namespace hakaru {
namespace {

/// Cloud whose region is the usual one of a request.
constexpr std::string_view usual_cloud = "aws";

/// Region in which a price of `instance` is looked up: the request's; any region for an instance of another cloud than
/// the usual one, unless a region is stated (usual_price).
std::string_view region_for(const Instance& instance, const HardwareRequest& request) {
  const bool anywhere = !request.region_is_stated && !instance.cloud.empty() && instance.cloud != usual_cloud;
  return anywhere ? any_region : std::string_view(request.region);
}

/// `price` of some region, or the same kind of price in the usual region of the instance's cloud, where there is one.
std::optional<Price> usual_price(std::optional<Price> price, const Instance& instance, const HardwareRequest& request,
                                 const PriceBook& prices) {
  const auto usual = request.usual_regions.find(instance.cloud);
  if (!price || usual == request.usual_regions.end()) return price;
  std::optional<Price> there = prices.find(instance.name, usual->second, price->kind, request.prices_as_of);
  return there ? there : price;
}

/// Machines that are rented, as many as have the accelerators of another.
struct Rented {
  Price price;          ///< of one
  double machines = 1;  ///< less than one: a part of it

  double usd_per_h() const { return machines * price.usd_per_h; }
  /// "$18.32/h (8 x 1h100.80s.32v, fin-02, 2026-06-01)"
  Message told() const {
    const std::string count = machines == 1 ? "" : fmt::format("{:.3g} × ", machines);
    return Message{"{}/h ({}{}, {}, {})", {in_usd(usd_per_h()), count, price.instance, price.region, price.as_of}};
  }
};

using Suits = std::function<bool(const Instance&)>;

/// The cheapest way to rent one of the same accelerator in `clouds`, of those that `suits`; its own price where it has
/// one.
std::optional<Rented> rented_instead(const Instance& instance, PriceKind kind, const HardwareRequest& request,
                                     const Catalog& catalog, const std::vector<std::string>& clouds,
                                     const Suits& suits) {
  std::optional<Rented> cheapest;
  for (const Instance& other : catalog.instances()) {
    if (other.accelerator.name != instance.accelerator.name || ranges::count(clouds, other.cloud) == 0) continue;
    std::optional<Price> price = catalog.prices().find(other.name, any_region, kind, request.prices_as_of);
    if (!price || !suits(other)) continue;
    Rented rented{std::move(*price), static_cast<double>(instance.accelerators + instance.idle_accelerators) /
                                         static_cast<double>(other.accelerators + other.idle_accelerators)};
    if (!cheapest || rented.usd_per_h() < cheapest->usd_per_h()) cheapest = std::move(rented);
  }
  return cheapest;
}

/// True if as many of `other` as have the accelerators of `plan` run its layout: each is as large as its machines, or
/// holds full replicas, without expert parallelism, which learn together over a network.
bool runs_layout(const Plan& plan, const Instance& other) {
  if (other.accelerators >= plan.cluster.instance().accelerators) return true;
  const bool joined = plan.training() == nullptr || other.between.bytes_per_s > 0;
  const std::int64_t of_replica = plan.layout.ranks() / plan.layout.dp;
  return joined && plan.layout.ep == 1 && other.accelerators % of_replica == 0;
}

/// Price per hour that the user states by `flag`.
Price own_price(const std::string& instance, double usd_per_h, const std::string& flag) {
  return {instance, "", PriceKind::on_demand, usd_per_h, "", flag, ""};
}

Price bought_price(const Instance& instance, const Purchase& ownership) {
  return own_price(instance.name, owned_usd_per_h(instance, ownership), in_english(purchase_told(instance, ownership)));
}

/// Hours after which buying has cost no more than renting, in months.
double months_until_even(const Plan& plan, const Purchase& ownership, const Rented& rented) {
  const double saved_usd_per_h = rented.usd_per_h() - power_usd_per_h(plan.cluster.instance(), ownership.usd_per_kwh);
  return ownership.usd / saved_usd_per_h / hours_per_month;
}

/// Compares owning a machine of `plan` with renting at `rented`.
Message beside_renting(const Plan& plan, const Purchase& ownership, const Rented& rented) {
  const double bought_usd_per_h = plan.price->usd_per_h;
  if (bought_usd_per_h >= rented.usd_per_h())
    return message("renting as many accelerators costs {}: less than owning at {}/h, even if always used",
                   rented.told(), in_usd(bought_usd_per_h));
  return message(
      "renting as many accelerators costs {}: owning at {}/h pays where they are used more than {} of the time; always "
      "used, after {} months",
      rented.told(), in_usd(bought_usd_per_h), in_percent(100 * bought_usd_per_h / rented.usd_per_h()),
      three(months_until_even(plan, ownership, rented)));
}

/// The same against a savings plan, which is paid for at all hours as well.
Message beside_commitment(const Plan& plan, const Purchase& ownership, const Rented& rented) {
  const double bought_usd_per_h = plan.price->usd_per_h;
  const std::string_view kind = name_of(rented.price.kind);
  if (bought_usd_per_h >= rented.usd_per_h())
    return message("under {}, paid for whether used or not, as many cost {}: less than owning at {}/h", kind,
                   rented.told(), in_usd(bought_usd_per_h));
  return message(
      "under {}, paid for whether used or not, as many cost {}: more than owning at {}/h, which is even "
      "after {} months",
      kind, rented.told(), in_usd(bought_usd_per_h), three(months_until_even(plan, ownership, rented)));
}

/// The longest that is no longer than what is bought is used.
std::optional<PriceKind> commitment_within(double years) {
  const double hours = years * committed_h(PriceKind::savings_1y);
  for (const PriceKind kind : {PriceKind::savings_3y, PriceKind::savings_1y}) {
    if (committed_h(kind) <= hours) return kind;
  }
  return std::nullopt;
}

/// In its own cloud (one's own machine: in those that are looked at), there under a savings plan as long, and in the
/// cheapest of all.
std::vector<Message> notes_on_owning(const Plan& plan, const Purchase& ownership, const HardwareRequest& request,
                                     const Catalog& catalog) {
  const Instance& instance = plan.cluster.instance();
  const std::vector<std::string> usual =
      instance.cloud.empty() ? clouds_looked_at(request, catalog) : std::vector{instance.cloud};
  const auto rented = [&](PriceKind kind, const std::vector<std::string>& clouds) {
    return rented_instead(instance, kind, request, catalog, clouds,
                          [&](const Instance& other) { return runs_layout(plan, other); });
  };
  const std::optional<Rented> here = rented(PriceKind::on_demand, usual);
  const std::optional<Rented> anywhere = rented(PriceKind::on_demand, catalog.clouds());
  if (!anywhere) return {message("no on-demand price of {} is known to compare with", instance.accelerator.name)};
  std::vector<Message> notes{beside_renting(plan, ownership, here ? *here : *anywhere)};
  if (const std::optional<PriceKind> kind = commitment_within(ownership.years)) {
    if (const std::optional<Rented> committed = rented(*kind, usual))
      notes.push_back(beside_commitment(plan, ownership, *committed));
  }
  if (here && anywhere->usd_per_h() < here->usd_per_h()) notes.push_back(beside_renting(plan, ownership, *anywhere));
  return notes;
}

}  // namespace

std::optional<Price> price_of(const Instance& instance, const HardwareRequest& request, const PriceBook& prices) {
  if (request.ownership) return bought_price(instance, *request.ownership);
  if (request.instance_usd_per_h) return own_price(instance.name, *request.instance_usd_per_h, "--usd-per-hour");
  if (request.accelerator_usd_per_h)
    return own_price(instance.name,
                     *request.accelerator_usd_per_h * (instance.accelerators + instance.idle_accelerators),
                     "--usd-per-accelerator-hour");
  const std::string_view region = region_for(instance, request);
  std::optional<Price> price = request.price_kind
                                   ? prices.find(instance.name, region, *request.price_kind, request.prices_as_of)
                                   : prices.find_any(instance.name, region, request.prices_as_of);
  const bool is_open = region == any_region && !request.region_is_stated;
  return is_open ? usual_price(std::move(price), instance, request, prices) : price;
}

Message why_without_price(const Instance& instance, const HardwareRequest& request, const Catalog& catalog) {
  const PriceBook& prices = catalog.prices();
  const std::string& name = instance.name;
  const std::string_view region = region_for(instance, request);
  const std::string where = region == any_region ? "any region" : std::string(region);
  for (const PriceKind kind : {PriceKind::savings_1y, PriceKind::savings_3y, PriceKind::spot}) {
    if (!request.price_kind && prices.find(name, region, kind, request.prices_as_of))
      return message("no on-demand price of {} is known in {}; known: --price {}", name, where, name_of(kind));
  }
  if (request.price_kind) {
    std::vector<std::string> elsewhere;
    for (const Price& price : prices.by_region(name, *request.price_kind, request.prices_as_of))
      elsewhere.push_back(price.region);
    return elsewhere.empty() ? message("no {} price of {} is known", name_of(*request.price_kind), name)
                             : message("no {} price of {} is known in {}; known in: {}", name_of(*request.price_kind),
                                       name, where, join(elsewhere));
  }
  const std::vector<std::string> regions = prices.regions_of(name);
  if (!regions.empty()) return message("no price of {} is known in {}; known in: {}", name, where, join(regions));
  const auto any = [](const Instance&) { return true; };
  std::optional<Rented> rented;
  for (const std::vector<std::string>& clouds : {clouds_looked_at(request, catalog), catalog.clouds()}) {
    for (const PriceKind kind : {PriceKind::on_demand, PriceKind::capacity_block}) {
      if (!rented && instance.cloud.empty()) rented = rented_instead(instance, kind, request, catalog, clouds, any);
    }
  }
  if (!rented) return message("no price of {} is known, so its cost is not; --usd-per-accelerator-hour says one", name);
  const Price& price = rented->price;
  if (instance.idle_accelerators > 0) {  // of a pod, or a machine, whose others are not asked for
    const double usd_per_h = rented->usd_per_h() / (instance.accelerators + instance.idle_accelerators);
    return message(
        "no price of {} is known, so its cost is not; such accelerators are rented at {}/h each (--instance {}; {}, "
        "{})",
        name, in_usd(usd_per_h), price.instance, price.region, price.as_of);
  }
  return message(
      "no price of {} is known, so its cost is not; as many accelerators as one has are rented at {}/h (--instance {}; "
      "{}, {})",
      name, in_usd(rented->usd_per_h()), price.instance, price.region, price.as_of);
}

Message note_on_block(const Plan& plan) {
  const std::string& name = plan.cluster.instance().name;
  if (plan.cluster.instances > most_instances_of_a_block)
    return message("{} is priced as Capacity Blocks, which hold {} instances at most: {} need several at once", name,
                   most_instances_of_a_block, plan.cluster.instances);
  if (!plan.ends())
    return message("{} is priced as a Capacity Block: whole days, up front, {} at most", name, most_days_of_a_block);
  const double days = paid_hours(plan, *plan.duration_s() / seconds_per_hour) / 24;
  return message("{} is priced as a Capacity Block, which is paid up front by whole days: {} in all", name, days);
}

void add_price(Plan& plan, const HardwareRequest& request, const Catalog& catalog) {
  const std::string& name = plan.cluster.instance().name;
  plan.price = price_of(plan.cluster.instance(), request, catalog.prices());
  if (!plan.price) {
    plan.notes.push_back(why_without_price(plan.cluster.instance(), request, catalog));
    return;
  }
  if (!request.today.empty() && !plan.price->as_of.empty() &&
      older_than_a_year(plan.price->as_of, request.prices_as_of.empty() ? request.today : request.prices_as_of)) {
    plan.notes.push_back(message("the price of {} is more than a year old ({})", name, plan.price->as_of));
  }
  if (plan.price->kind == PriceKind::capacity_block) plan.notes.push_back(note_on_block(plan));
  if (plan.price->kind == PriceKind::spot && !plan.ends())
    plan.notes.push_back(message("{} is spot: its price moves, and interruptions are not counted", name));
  if (plan.price->kind == PriceKind::spot && plan.ends())
    plan.notes.push_back(message("{} is spot: its price moves, and interruptions are not counted; {} counts them", name,
                                 "hakaru run --spot-interruptions-per-hour"));
  if (committed_h(plan.price->kind) > 0 && plan.ends())
    plan.notes.push_back(told_of_commitment(plan.price->kind, plan.price->usd_per_h * plan.cluster.instances));
  if (request.ownership) {  // it was asked for: what answers it comes first
    std::vector<Message> notes = notes_on_owning(plan, *request.ownership, request, catalog);
    if (request.ownership->usd_per_kwh && !plan.cluster.instance().accelerator.power_w)
      notes.insert(notes.begin(), message("what {} draws is not published: --power is not counted",
                                          plan.cluster.instance().accelerator.name));
    plan.notes.insert(plan.notes.begin(), notes.begin(), notes.end());
  }
}

std::optional<double> machines_usd_per_h(const Plan& plan, const Scenario&) {
  return plan.price->usd_per_h * plan.cluster.instances;
}

Terms machine_terms(const Plan& plan, const CostComponent& machines) {
  const Price& price = *plan.price;
  const bool in_days = plan.ends() && price.kind == PriceKind::capacity_block;
  const Message priced =
      message("{} in {}, {}, as of {}", price.instance, price.region, name_of(price.kind), price.as_of);
  return {price.region.empty() ? Term{"price", price.instance, price.usd_per_h, "USD/h", price.source}
                               : sentence("price", priced, price.usd_per_h, "USD/h", price.source),
          {"cost",
           fmt::format("{} × {} USD/h × {:.4g} h{}", plan.cluster.instances, price.usd_per_h, plan.costs.hours,
                       plan.block ? ", the whole block"
                       : in_days  ? ", whole days"
                                  : ""),
           machines.usd, "USD", ""}};
}

std::string region_of(const Plan& plan, const HardwareRequest& request) {
  const bool is_place = plan.price && PriceBook::is_place(plan.price->region);
  if (is_place) return plan.price->region;
  return request.region == any_region ? HardwareRequest().region : request.region;
}

}  // namespace hakaru
