#include "hakaru/planning/search/candidates.h"

#include <algorithm>
#include <limits>
#include <set>

#include "hakaru/core/quantities.h"
#include "hakaru/core/ranges.h"
#include "hakaru/core/text.h"
#include "hakaru/hardware/capacity_block.h"
#include "hakaru/parallel/legal.h"
#include "hakaru/planning/money/costing.h"
#include "hakaru/planning/money/in_region.h"
#include "hakaru/planning/search/search_parts.h"

namespace hakaru {
namespace {

/// Enough for the largest published runs of dense models; more on request.
constexpr std::int64_t most_ranks_by_default = 4096;

bool can_be_planned_for(const Instance& instance) {
  return instance.rentable_alone && !instance.accelerator.rates.empty() &&
         instance.accelerator.memory_bandwidth_bytes_per_s > 0;
}

/// True if people usually run such jobs on `instance`: instances that nobody named are looked at only then. TPUs run
/// all jobs where a cloud is stated.
bool is_usual_for(const Instance& instance, const Job& job, const HardwareRequest& request) {
  switch (instance.accelerator.kind) {
    case AcceleratorKind::gpu:
    case AcceleratorKind::neuroncore:
    case AcceleratorKind::gaudi:
      return true;
    case AcceleratorKind::cpu:
      return !std::holds_alternative<ServingJob>(job);
    case AcceleratorKind::tpu:
      return std::holds_alternative<BatchInferenceJob>(job) || !request.clouds.empty();
    case AcceleratorKind::fpga:
    case AcceleratorKind::other:
      return std::holds_alternative<BatchInferenceJob>(job);
  }
  return false;
}

/// True if the family of `instance`, or, where none is asked for, its cloud makes it a candidate.
bool is_asked_for(const Instance& instance, const HardwareRequest& request, const std::vector<std::string>& clouds) {
  const std::vector<std::string>& families = request.families;
  const bool of_cloud = ranges::count(clouds, instance.cloud) > 0;
  const bool of_family = families.empty()
                             ? of_cloud
                             : ranges::count(families, instance.family) > 0 && (of_cloud || request.clouds.empty());
  const bool of_accelerator = request.among.empty() || ranges::count(request.among, instance.accelerator.name) > 0;
  return of_family && of_accelerator && is_published(instance, request.prices_as_of);
}

/// The part of a named instance that the ranks asked for use; all of it where no number is stated.
Instance used_of(const Instance& instance, const HardwareRequest& request) {
  return request.accelerators ? part_for(instance, *request.accelerators) : instance;
}

/// An instance as requested: sold in Capacity Blocks, at most as many as one of them holds; a network that the user
/// states stands over the instance's own.
Instance as_requested(Instance instance, const HardwareRequest& request, const PriceBook& prices) {
  const std::optional<Price> price = price_of(instance, request, prices);
  const bool in_block = price && price->kind == PriceKind::capacity_block;
  if (in_block && (instance.largest_cluster <= 0 || instance.largest_cluster > most_instances_of_a_block))
    instance.largest_cluster = most_instances_of_a_block;
  if (request.network_bytes_per_s && instance.fabric != Fabric::none)
    instance.between.bytes_per_s = *request.network_bytes_per_s;
  return instance;
}

/// True if one machine of a kind has as many.
bool hold_together(const std::vector<Instance>& machines, std::int64_t accelerators) {
  return ranges::any_of(machines, [&](const Instance& each) { return each.accelerators >= accelerators; });
}

/// Instances of `clouds` for rent with `accelerator` that have a price, or are of a cloud that is stated.
std::vector<Instance> rented_with(const std::string& accelerator, const std::vector<std::string>& clouds,
                                  const HardwareRequest& request, const Catalog& catalog) {
  std::vector<Instance> result;
  for (const Instance& instance : catalog.instances()) {
    const bool rented = instance.accelerator.name == accelerator && ranges::count(clouds, instance.cloud) > 0 &&
                        can_be_planned_for(instance) && is_published(instance, request.prices_as_of);
    if (rented && (!request.clouds.empty() || price_of(instance, request, catalog.prices())))
      result.push_back(used_of(instance, request));
  }
  const std::int64_t wanted = request.accelerators.value_or(0);
  const auto keep = [&](const auto& is_better) {
    if (ranges::any_of(result, is_better))
      std::erase_if(result, [&](const Instance& each) { return !is_better(each); });
  };
  keep([&](const Instance& each) { return wanted % each.accelerators == 0; });
  keep([&](const Instance& each) { return wanted == each.accelerators; });  // all of them in one machine
  return result;
}

/// Message on machines of the named accelerator left out of `kept` for want of a price of the stated kind; empty: none.
std::optional<Message> told_of_priceless(const std::vector<Instance>& kept, const HardwareRequest& request,
                                         const Catalog& catalog) {
  if (!request.accelerator || !request.price_kind || !request.clouds.empty()) return std::nullopt;
  const std::vector<std::string> clouds = clouds_looked_at(request, catalog);
  std::vector<std::string> out;
  for (const Instance& each : catalog.instances()) {
    const bool is_there = each.accelerator.name == *request.accelerator && ranges::count(clouds, each.cloud) > 0 &&
                          can_be_planned_for(each) && is_published(each, request.prices_as_of);
    const bool is_offered = catalog.availability().of(each, request.region) != Offer::not_offered;
    if (is_there && is_offered && ranges::count(kept, each.name, &Instance::name) == 0 &&
        !price_of(each, request, catalog.prices()))
      out.push_back(each.name);
  }
  if (out.empty()) return std::nullopt;
  return message("left out, since no {} price is known of them in {}: {} machines: {}; {} includes them",
                 name_of(*request.price_kind), request.region, out.size(), join(out), "--instance");
}

/// `usual`, or, where it has fewer accelerators, the smallest machine outside clouds that has all of them, else the
/// largest there.
Instance machine_holding(std::int64_t accelerators, const Instance& usual, const Catalog& catalog) {
  if (accelerators <= usual.accelerators) return usual;
  const Instance* held = &usual;
  for (const Instance& each : catalog.instances()) {
    if (!each.cloud.empty() || each.accelerator.name != usual.accelerator.name) continue;
    const bool is_short = held->accelerators < accelerators;
    if (is_short ? each.accelerators > held->accelerators
                 : each.accelerators >= accelerators && each.accelerators < held->accelerators)
      held = &each;
  }
  return *held;
}

/// Why ranks that were asked for do not stand on instances of this type.
tl::unexpected<Error> why_not_filled(std::int64_t wanted, const Instance& instance, const HardwareRequest& request) {
  const std::int64_t each = instance.accelerators;
  if (!request.accelerator && request.instances.empty())
    return unsatisfiable("{} accelerators do not fill instances of {} ({})", wanted, each, instance.name);
  const std::int64_t fewest = (wanted + each - 1) / each;
  const std::int64_t below = wanted / fewest;
  if (instance.cloud.empty() && instance.within.topology == Topology::pcie)
    return bad_input(
        "{} accelerators do not divide over {} × {} (up to {} of each); nearest: {} or {}, or one machine of them: {}",
        wanted, fewest, instance.name, each, below * fewest, (below + 1) * fewest,
        fmt::format("hakaru catalog add NAME --accelerator {} --accelerators {} --links pcie",
                    instance.accelerator.name, wanted));
  return bad_input("{} accelerators do not divide over {} × {} (up to {} of each); nearest: {} or {}", wanted, fewest,
                   instance.name, each, below * fewest, (below + 1) * fewest);
}

/// Numbers of stages that layers divide over evenly, embedding and head counted as layers or not.
std::vector<std::int64_t> even_stages(std::int64_t layers) {
  std::vector<std::int64_t> stages = divisors(std::max<std::int64_t>(1, layers));
  for (const std::int64_t each : divisors(layers + 2)) {
    if (each <= layers / 2) stages.push_back(each);
  }
  std::sort(stages.begin(), stages.end());
  stages.erase(std::unique(stages.begin(), stages.end()), stages.end());
  return stages;
}

/// Numbers of stages that leave as many layers to each stage beside those of chosen layers.
std::vector<std::int64_t> stages_with_ends(const LayoutRequest& request, std::int64_t layers) {
  const std::int64_t ends = (request.first_stage_layers ? 1 : 0) + (request.last_stage_layers ? 1 : 0);
  const std::int64_t left = layers - request.first_stage_layers.value_or(0) - request.last_stage_layers.value_or(0);
  std::vector<std::int64_t> stages = divisors(std::max<std::int64_t>(1, left));
  for (std::int64_t& each : stages) each += ends;
  return stages;
}

/// Ranks that tp × pp × cp × dp can make, for every dp that divides the global batch.
std::set<std::int64_t> reachable_ranks(const TrainingJob& job, const LayoutRequest& request, std::int64_t most) {
  std::set<std::int64_t> ranks;
  const auto either = [](const std::optional<std::int64_t>& fixed, std::vector<std::int64_t> free) {
    return fixed ? std::vector{*fixed} : std::move(free);
  };
  const auto layers = static_cast<std::int64_t>(job.model.layers.size());
  const bool chosen = request.first_stage_layers || request.last_stage_layers;
  const auto stages = either(request.pp, chosen ? stages_with_ends(request, layers) : even_stages(layers));
  const auto tensor = either(request.tp, divisors(std::max<std::int64_t>(1, job.model.heads)));
  for (const std::int64_t dp : either(request.dp, divisors(job.global_batch))) {
    for (const std::int64_t tp : tensor) {
      for (const std::int64_t pp : stages) {
        const double product = static_cast<double>(dp) * static_cast<double>(tp) * static_cast<double>(pp) *
                               static_cast<double>(request.cp.value_or(1));
        if (product <= static_cast<double>(most)) ranks.insert(static_cast<std::int64_t>(product));
      }
    }
  }
  return ranks;
}

}  // namespace

namespace {

Result<std::vector<Instance>> instances_allowed(const Scenario& scenario, const Catalog& catalog) {
  const HardwareRequest& request = scenario.hardware;
  std::vector<Instance> result;
  if (request.accelerator) {
    const bool has_own_price = request.instance_usd_per_h || request.accelerator_usd_per_h || request.ownership;
    const Result<Instance> machine = catalog.usual_instance_of(*request.accelerator);
    const bool is_part = machine && request.accelerators && *request.accelerators < machine->accelerators;
    // A training cluster of so many accelerators is one of their maker's machines, as papers have them, unless it is
    // said how to rent, or is smaller than one such machine.
    const bool is_rented = !request.clouds.empty() || request.region_is_stated || request.price_kind ||
                           scenario.budget_usd || (is_part && !has_own_price) ||
                           (!std::holds_alternative<TrainingJob>(scenario.job) && !has_own_price);
    if (!request.accelerators || is_rented)
      result = rented_with(*request.accelerator, clouds_looked_at(request, catalog), request, catalog);
    if (!result.empty()) return result;
    const bool in_any_cloud = request.clouds.empty() && !request.region_is_stated && !has_own_price;
    if ((!request.accelerators || is_rented) && in_any_cloud)
      result = rented_with(*request.accelerator, catalog.clouds(), request, catalog);
    if (!request.clouds.empty())
      return bad_input("no machine of {} has {}", join(request.clouds), *request.accelerator);
    if (!machine) return result.empty() ? fail(machine) : Result<std::vector<Instance>>(result);
    const std::int64_t wanted = request.accelerators.value_or(1);
    const Instance holding = machine_holding(wanted, *machine, catalog);
    const bool is_box = holding.accelerators >= wanted && !hold_together(result, wanted);
    if (!result.empty() && !is_box) return result;
    return std::vector{used_of(holding, request)};
  }
  for (const std::string& name : request.instances) {
    const Result<Instance> instance = catalog.instance(name);
    if (!instance) return fail(instance);
    if (instance->accelerator.rates.empty()) {
      return bad_input("{} has {}, whose speed is not published; it cannot be planned for", instance->name,
                       instance->accelerator.name);
    }
    result.push_back(used_of(*instance, request));
  }
  if (!result.empty()) return result;
  const std::vector<std::string> clouds = clouds_looked_at(request, catalog);
  for (const Instance& instance : catalog.instances()) {
    // A family that somebody names is looked at for whatever it can do.
    const bool usual = !request.families.empty() || is_usual_for(instance, scenario.job, request);
    if (usual && can_be_planned_for(instance) && is_asked_for(instance, request, clouds)) result.push_back(instance);
  }
  const auto is_of_these = [&](const Instance& each) {
    return ranges::count(request.families, each.family) > 0 && ranges::count(clouds, each.cloud) > 0;
  };
  if (!request.families.empty() && !request.clouds.empty() && !ranges::any_of(catalog.instances(), is_of_these))
    return bad_input("no instance of {} is of {}; leave {} or {} out", join(request.families), join(request.clouds),
                     "--family", "--cloud");
  if (result.empty())
    return bad_input("no instance of {} can do this job", !request.families.empty() ? join(request.families)
                                                          : request.clouds.empty()  ? "the catalog"
                                                                                    : join(request.clouds));
  return result;
}

/// Keeps the instances that can train, where training is the job; fails if none can.
Result<std::vector<Instance>> that_train(std::vector<Instance> instances, const Job& job, const Catalog& catalog) {
  if (!std::holds_alternative<TrainingJob>(job) || instances.empty()) return instances;
  const Accelerator first = instances.front().accelerator;
  std::erase_if(instances, [](const Instance& each) { return each.accelerator.inference_only; });
  if (!instances.empty()) return instances;
  std::set<std::string> that_do;
  for (const Instance& each : catalog.instances()) {
    const Accelerator& other = each.accelerator;
    const bool is_for_rent = !catalog.prices().regions_of(each.name).empty();
    const bool trains = !other.inference_only && other.kind != AcceleratorKind::cpu &&
                        computes_natively(other, std::get<TrainingJob>(job).recipe.compute);
    if (other.vendor == first.vendor && trains && is_for_rent) that_do.insert(each.family);
  }
  if (that_do.empty()) return unsatisfiable("{} is made for inference and cannot train; name another", first.name);
  return unsatisfiable("{} is made for inference and cannot train; nearest: {} {}", first.name, "--family",
                       join({that_do.begin(), that_do.end()}));
}

/// Keeps the instances that the software asked for runs on; fails if it runs on none.
Result<std::vector<Instance>> that_run_software(std::vector<Instance> instances, const Scenario& scenario) {
  const auto* job = std::get_if<TrainingJob>(&scenario.job);
  if (job == nullptr || instances.empty()) return instances;
  const Accelerator first = instances.front().accelerator;
  std::erase_if(instances, [&](const Instance& each) {
    return !job->software.runs_on(each.accelerator, job->software.asked, true);
  });
  if (!instances.empty()) return instances;
  std::vector<std::string> there;
  const bool usual = first.kind == AcceleratorKind::gpu;  // of software that does not say what it runs on
  for (const auto& [name, unused] : job->software.devices) {
    if (job->software.runs_on(first, name, usual)) there.push_back(name);
  }
  const std::string& asked = job->software.typed;
  if (there.empty())
    return unsatisfiable("{} {} does not run on {}; accepted there: plans without it", "--software", asked, first.name);
  return unsatisfiable("{} {} does not run on {}; accepted there: plans without it, or with {}", "--software", asked,
                       first.name, join(there));
}

}  // namespace

Result<std::vector<Instance>> candidate_instances(const Scenario& scenario, const Catalog& catalog) {
  Result<std::vector<Instance>> instances = instances_allowed(scenario, catalog);
  if (!instances) return instances;
  instances = that_train(std::move(*instances), scenario.job, catalog);
  if (!instances) return instances;
  instances = that_run_software(std::move(*instances), scenario);
  if (!instances) return instances;
  instances = kept_in_region(std::move(*instances), scenario.hardware, catalog);
  if (!instances) return instances;
  std::erase_if(*instances, [&](const Instance& each) { return scenario.hardware.quota_of(each) == 0; });
  if (instances->empty()) return unsatisfiable("{} leaves no instance of any type; raise it", "--quota");
  for (Instance& instance : *instances)
    instance = as_requested(std::move(instance), scenario.hardware, catalog.prices());
  return instances;
}

std::optional<Message> leave_out_ended(std::vector<Instance>& instances, const Scenario& scenario,
                                       const SupportNotices& support) {
  if (scenario.hardware.names_hardware()) return std::nullopt;
  std::set<std::string> left_out;
  std::vector<Instance> kept;
  for (const Instance& each : instances) {
    const bool needs_porting = !scenario.person_month_usd && !runs_architecture(each.accelerator, scenario.job);
    if (needs_porting || support.only_named(scenario.job, each.accelerator, scenario.hardware.prices_as_of))
      left_out.insert(each.family);
    else
      kept.push_back(each);
  }
  if (left_out.empty() || kept.empty()) return std::nullopt;
  instances = std::move(kept);
  return message(
      "not ranked, as software for this model or job ends there, has ended, or never ran: {}; name "
      "them to rank them (--family)",
      join({left_out.begin(), left_out.end()}));
}

std::optional<Message> left_out_of_region(const Scenario& scenario, const Catalog& catalog) {
  const Result<std::vector<Instance>> allowed = instances_allowed(scenario, catalog);
  if (!allowed) return std::nullopt;
  if (auto told = told_of_region(*allowed, scenario.hardware, catalog)) return told;
  return told_of_priceless(*allowed, scenario.hardware, catalog);
}

namespace {

/// USD of 10^15 operations at the data sheet's peak of an instance at a price: in bf16, else in its fastest type.
double usd_of_peak_work(const Instance& instance, double usd_per_h) {
  double flops_per_s = 0;
  for (const auto& [type, rate] : instance.accelerator.rates) flops_per_s = std::max(flops_per_s, rate.flops_per_s);
  if (const Rate* const rate = instance.accelerator.rate(DataType::bf16)) flops_per_s = rate->flops_per_s;
  constexpr double operations = 1e15;
  return usd_per_h / seconds_per_hour * operations / (flops_per_s * instance.accelerators);
}

}  // namespace

std::optional<Message> unpriced_in_region(const Scenario& scenario, const Catalog& catalog, const Plan* first,
                                          const std::function<bool(const Instance&)>& holds) {
  const Result<std::vector<Instance>> allowed = instances_allowed(scenario, catalog);
  if (!allowed) return std::nullopt;
  std::vector<std::pair<double, const Instance*>> cheaper;
  const std::vector<Instance> unpriced = unpriced_there(*allowed, scenario.hardware, catalog);
  const auto price_elsewhere = [&](const Instance& each) {
    return *catalog.prices().find_any(each.name, "", scenario.hardware.prices_as_of);
  };
  // Against the price of the first plan's machines at the same place, where they have one: regions differ.
  const auto is_cheaper = [&](const Instance& each, const Price& price) {
    if (scenario.hardware.price_kind && price.kind != PriceKind::on_demand) return false;
    if (first == nullptr || !first->costs.usd_per_h) return true;
    const Cluster& cluster = first->cluster;
    const auto there = scenario.hardware.price_kind ? std::optional<Price>()
                                                    : catalog.prices().find_any(cluster.instance().name, price.region,
                                                                                scenario.hardware.prices_as_of);
    const double first_usd_per_h = there ? there->usd_per_h : *first->costs.usd_per_h / cluster.instances;
    if (!first->ends()) return price.usd_per_h < first_usd_per_h * cluster.instances;
    return usd_of_peak_work(each, price.usd_per_h) < usd_of_peak_work(cluster.instance(), first_usd_per_h);
  };
  for (const Instance& each : unpriced) {
    const Price price = price_elsewhere(each);
    if (is_cheaper(each, price) && holds(each)) cheaper.emplace_back(price.usd_per_h, &each);
  }
  if (cheaper.empty()) return std::nullopt;
  const Instance& cheapest = *std::min_element(cheaper.begin(), cheaper.end())->second;
  const Price price = price_elsewhere(cheapest);
  const std::string& region = scenario.hardware.region;
  const Quantity usd_per_h = in_usd(price.usd_per_h);
  if (const std::optional<PriceKind>& kind = scenario.hardware.price_kind; kind && first != nullptr)
    return message("{} has no known {} price and may be cheaper on demand ({}/h): --instance {} --price on_demand",
                   cheapest.name, name_of(*kind), usd_per_h, cheapest.name);
  if (first == nullptr)
    return message("{} has no known price in {} and may meet the limits ({}/h in {}): --instance {} plans it",
                   cheapest.name, region, usd_per_h, price.region, cheapest.name);
  if (cheaper.size() == 1)
    return message("{} has no known price in {} and may be cheaper ({}/h in {}): --instance {} plans it", cheapest.name,
                   region, usd_per_h, price.region, cheapest.name);
  return message(
      "{} machines without a known price in {} may be cheaper, such as {} ({}/h in {}): --instance {} plans it",
      cheaper.size(), region, cheapest.name, usd_per_h, price.region, cheapest.name);
}

bool lacks_price_kind(const Scenario& scenario, const Catalog& catalog) {
  const Result<std::vector<Instance>> allowed = instances_allowed(scenario, catalog);
  return allowed && lacks_price_kind(*allowed, scenario.hardware, catalog);
}

std::optional<Message> machines_left_out(const Scenario& scenario, const Catalog& catalog) {
  if (scenario.hardware.names_hardware() || !scenario.hardware.clouds.empty()) return std::nullopt;
  const auto left_out = [&](const Instance& each) {
    return each.cloud.empty() && catalog.prices().regions_of(each.name).empty() && can_be_planned_for(each) &&
           is_usual_for(each, scenario.job, scenario.hardware);
  };
  const auto count = ranges::count_if(catalog.instances(), left_out);
  if (count == 0) return std::nullopt;
  return message(
      "{} machines outside clouds, such as {}, have no price and were not looked at; name them to include them "
      "(--instance, --family, --accelerator)",
      count, ranges::find_if(catalog.instances(), left_out)->name);
}

namespace {

/// One's own machine in an office network, over which nobody splits a training run unasked.
bool is_workstation(const Instance& instance) {
  constexpr double office_bytes_per_s = 10e9 / 8;
  return instance.cloud.empty() && instance.fabric == Fabric::ethernet &&
         network_bytes_per_s(instance) <= office_bytes_per_s;
}

}  // namespace

Result<std::vector<int>> candidate_counts(const Scenario& scenario, const Instance& instance) {
  const HardwareRequest& request = scenario.hardware;
  const std::int64_t each = instance.accelerators;
  const std::optional<std::int64_t> quota = request.quota_of(instance);
  const bool trains = std::holds_alternative<TrainingJob>(scenario.job);  // the others only need more replicas
  const auto fixed = [&](std::int64_t count) -> Result<std::vector<int>> {
    if (quota && count > *quota)
      return unsatisfiable("{} instances of {} are more than --quota allows ({}); raise it, or ask for fewer", count,
                           instance.name, *quota);
    if (trains && !instance.slice_of.empty() && instance.largest_cluster > 0 && count > instance.largest_cluster)
      return unsatisfiable("{} instances of {} are more than one torus joins ({}); ask for fewer", count, instance.name,
                           instance.largest_cluster);
    return std::vector{static_cast<int>(count)};
  };
  if (request.accelerators) {
    if (*request.accelerators % each != 0) return why_not_filled(*request.accelerators, instance, request);
    return fixed(*request.accelerators / each);
  }
  if (request.instance_count) return fixed(*request.instance_count);
  std::int64_t most = request.most_of(instance).value_or(std::max<std::int64_t>(1, most_ranks_by_default / each));
  const bool bounds_replicas = instance.slice_of.empty();  // a Capacity Block does, a torus does not
  if (instance.largest_cluster > 0 && (trains || bounds_replicas))
    most = std::min<std::int64_t>(most, instance.largest_cluster);
  if (trains && (instance.fabric == Fabric::none || is_workstation(instance))) most = 1;
  std::vector<int> counts;
  if (const auto* job = std::get_if<TrainingJob>(&scenario.job)) {
    for (const std::int64_t ranks : reachable_ranks(*job, scenario.layout, most * each)) {
      if (ranks % each == 0) counts.push_back(static_cast<int>(ranks / each));
    }
  } else {
    for (std::int64_t count = 1; count <= most; count *= 2) counts.push_back(static_cast<int>(count));
    if (counts.empty() || counts.back() < most) counts.push_back(static_cast<int>(most));
  }
  if (counts.empty()) counts.push_back(1);
  return counts;
}

}  // namespace hakaru
