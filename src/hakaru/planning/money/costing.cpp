#include "hakaru/planning/money/costing.h"

#include <limits>

#include "hakaru/core/fields.h"
#include "hakaru/core/ranges.h"
#include "hakaru/core/text.h"
#include "hakaru/hardware/capacity_block.h"
#include "hakaru/planning/money/billed_times.h"
#include "hakaru/planning/money/cost_kinds.h"
#include "hakaru/planning/money/other_costs.h"

namespace hakaru {
namespace {

std::vector<Recommendations::Rule> read_rules(Fields& fields, std::string_view key) {
  std::vector<Recommendations::Rule> rules;
  const Json& list = fields.value(key);
  for (const Json& item : list.is_array() ? list : Json::array()) {
    Fields rule(item, fields.file(), std::string(key));
    rules.push_back({rule.text("scale"), rule.number_or("parameters_below", 1e30, {}),
                     rule.number_or("data_set_gb_below", 1e20, {}) * giga, rule.text("machine"), rule.text("reason"),
                     rule.text("source")});
    rule.refuse_unknown();
    if (rule.error()) fields.refuse(key, in_english(rule.error()->message), "rules");
  }
  if (rules.empty()) fields.refuse(key, "missing", "a list of rules");
  return rules;
}

double data_set_bytes(const Job& job) {
  const auto* training = std::get_if<TrainingJob>(&job);
  return training ? training->data_set.bytes : 0;
}

Porting porting_of(const Plan& plan, const Scenario& scenario, const Recommendations& recommendations) {
  const Accelerator& accelerator = plan.cluster.instance().accelerator;
  const std::vector<std::string>& supported = std::holds_alternative<TrainingJob>(scenario.job)
                                                  ? accelerator.training_architectures
                                                  : accelerator.inference_architectures;
  const std::string& architecture = model_of(scenario.job).architecture;
  Porting porting;
  porting.supported =
      supported.empty() || std::find(supported.begin(), supported.end(), architecture) != supported.end();
  porting.source = supported.empty() ? "" : plan.cluster.instance().accelerator.source;
  if (porting.supported) return porting;
  porting.person_months_low = recommendations.person_months_low;
  porting.person_months_high = recommendations.person_months_high;
  porting.source = recommendations.porting_source;
  if (scenario.person_month_usd) porting.cost_usd = porting.person_months_high * *scenario.person_month_usd;
  return porting;
}

/// A relative tells of what is of its kind and its maker.
void settle_evidence(Plan& plan, const Catalog& catalog) {
  if (plan.evidence.kind != Evidence::relative) return;
  const Result<Accelerator> relative = catalog.accelerator(plan.evidence.of);
  const Accelerator& accelerator = plan.cluster.instance().accelerator;
  if (!relative || relative->kind != accelerator.kind || relative->vendor != accelerator.vendor)
    plan.evidence.kind = Evidence::none;
}

}  // namespace

Result<Recommendations> read_recommendations(const DataFiles& data) {
  Recommendations result;
  Result<SupportNotices> support = SupportNotices::read(data);
  if (!support) return fail(support);
  result.support = std::move(*support);
  for (const DataFiles::File& file : data.under("recommendations.toml")) {
    const Result<Json> table = parse_toml(file.text, file.name);
    if (!table) return fail(table);
    Fields fields(*table, file.name);
    constexpr NumberRange months{.min = 0, .max = 1e3};
    result.person_months_low = fields.number("porting_person_months_low", months);
    result.person_months_high = fields.number("porting_person_months_high", months);
    result.porting_source = fields.text("porting_source");
    result.training = read_rules(fields, "training");
    result.inference = read_rules(fields, "inference");
    fields.refuse_unknown();
    if (fields.error()) return tl::unexpected(*fields.error());
  }
  return result;
}

Message recommended_machine(const Recommendations& recommendations, const Job& job) {
  const bool training = std::holds_alternative<TrainingJob>(job);
  const auto parameters = static_cast<double>(count_parameters(model_of(job)).total);
  for (const Recommendations::Rule& rule : training ? recommendations.training : recommendations.inference) {
    if (parameters < rule.parameters_below && data_set_bytes(job) < rule.data_set_bytes_below) {
      return message("{} scale ({} parameters): {}. {} [{}]", rule.scale,
                     with_separators(static_cast<std::int64_t>(parameters)), rule.machine, rule.reason, rule.source);
    }
  }
  return message("no recommendation covers {} parameters", with_separators(static_cast<std::int64_t>(parameters)));
}

std::optional<CostComponent> porting_cost(const Plan& plan, const Scenario&, const Catalog&, std::vector<Message>&) {
  if (!plan.ends() || !plan.porting.cost_usd) return std::nullopt;
  return CostComponent{.usd = *plan.porting.cost_usd};
}

bool is_in_blocks(const Plan& plan) {
  return plan.price && plan.price->kind == PriceKind::capacity_block && plan.duration_s().value_or(0) > 0;
}

void take_fee_of_block(Plan& plan) {
  plan.price->usd_per_h = plan.block->usd / plan.block->hours / plan.cluster.instances;
}

double paid_hours(const Plan& plan, double hours) {
  const double billed = billed_hours(plan.price->kind, hours);
  if (!plan.block) return billed;
  return hours <= held_hours(*plan.block) ? plan.block->hours : std::max(plan.block->hours, billed);
}

double times_as_dear(const Plan& plan, double longer) {
  if (!is_in_blocks(plan)) return longer;
  const double hours = *plan.duration_s() / seconds_per_hour;
  return paid_hours(plan, hours * longer) / paid_hours(plan, hours);
}

double times_as_long(const Plan& plan, double dearer) {
  if (!is_in_blocks(plan)) return dearer;
  const double hours = *plan.duration_s() / seconds_per_hour;
  if (plan.block) return dearer < 1 ? 0 : held_hours(*plan.block) / hours;
  const PriceKind kind = plan.price->kind;
  return hours_within(kind, billed_hours(kind, hours) * dearer) / hours;
}

std::optional<Message> note_on_porting(const std::vector<Plan>& plans, const Scenario& scenario) {
  const auto found =
      std::find_if(plans.begin(), plans.end(), [](const Plan& plan) { return plan.porting.cost_usd.has_value(); });
  if (found == plans.end()) return std::nullopt;
  const double high_usd = *found->porting.cost_usd;
  const double low_usd = high_usd * found->porting.person_months_low / found->porting.person_months_high;
  const auto* inference = std::get_if<BatchInferenceJob>(&scenario.job);
  if (std::holds_alternative<TrainingJob>(scenario.job) || (inference != nullptr && inference->items > 0)) {
    return message("porting costs {} to {} once; plans that need it are ranked, and held to --budget, with {} more",
                   in_usd(low_usd), in_usd(high_usd), in_usd(high_usd));
  }
  return message("porting costs {} to {} once; plans are ranked by what they cost to run, without it", in_usd(low_usd),
                 in_usd(high_usd));
}

namespace {

/// What a million of what is made costs, where `per_s` of them are.
std::optional<double> cost_of_million_usd(const Plan& plan, double per_s) {
  const std::optional<double>& usd_per_h = plan.costs.usd_per_h;
  if (!usd_per_h || per_s <= 0) return std::nullopt;
  return *usd_per_h / seconds_per_hour / per_s * mega;
}

}  // namespace

void add_sums(Plan& plan, const Scenario& scenario) {
  charge_by_the_hour(plan, scenario);
  if (ServingFigures* const figures = plan.serving()) {
    const auto& job = std::get<ServingJob>(scenario.job);
    // Only the tokens that are asked for are sold, not all that could be made.
    const double tokens_per_s =
        job.rate_per_s ? *job.rate_per_s * static_cast<double>(job.output_length) : figures->output_tokens_per_s;
    figures->cost_per_million_tokens_usd = cost_of_million_usd(plan, tokens_per_s);
  }
  if (InferenceFigures* const figures = plan.inference())
    figures->cost_per_million_items_usd = cost_of_million_usd(plan, figures->items_per_s);
}

void add_following_costs(ScalingFigures& figures, const Plan& plan) {
  const double part = figures.instance_hours / figures.hours / plan.cluster.instances;  // of the fixed fleet
  const auto part_of = [&](const std::optional<double>& usd) { return usd ? std::optional(*usd * part) : usd; };
  figures.usd_per_h = part_of(plan.costs.usd_per_h);
  figures.cost_per_million_tokens_usd = part_of(plan.serving()->cost_per_million_tokens_usd);
}

void add_costs(Plan& plan, const Scenario& scenario, const Catalog& catalog, const Recommendations& recommendations) {
  add_price(plan, scenario.hardware, catalog);
  settle_region(plan, scenario, catalog);
  add_sums(plan, scenario);
  settle_evidence(plan, catalog);
  plan.porting = porting_of(plan, scenario, recommendations);
  charge_on_top(plan, scenario, catalog, plan.notes);
  if (!plan.porting.supported) {
    plan.notes.push_back(message("{} is not officially supported on {}: porting takes {} to {} person-months",
                                 model_of(scenario.job).architecture, plan.cluster.instance().accelerator.name,
                                 plan.porting.person_months_low, plan.porting.person_months_high));
  }
  for (Message& note : recommendations.support.told(scenario.job, plan, scenario.hardware.prices_as_of))
    plan.notes.push_back(std::move(note));
}

void buy_offered_block(Plan& plan, const Scenario& scenario, const Catalog& catalog) {
  if (!is_in_blocks(plan)) return;
  settle_region_of_block(plan, scenario, catalog);
  std::optional<OfferedBlock> offered =
      offered_block(plan, region_of(plan, scenario.hardware), scenario, catalog.block_offers());
  if (!offered) return;
  if (!offered->block) {
    plan.notes.push_back(offered->why_none);
    plan.why_no_block = std::move(offered->why_none);
    return;
  }
  std::erase(plan.notes, note_on_block(plan));
  plan.block = std::move(offered->block);
  plan.waits_s = offered->waits_s;
  plan.notes.push_back(told_of_block(*plan.block));
  take_fee_of_block(plan);
  plan.price->as_of = plan.block->as_of;
  plan.price->source = plan.block->source;
  plan.price->note.clear();
  add_sums(plan, scenario);
}

namespace {

constexpr double tiny_speed = 1e-12;  // items/s: keeps a plan without a speed last, not undefined

}  // namespace

namespace {

std::optional<double> predicted_value(const Plan& plan, Objective objective) {
  const double speed = plan.made_per_s();
  const ServingFigures* const serving = plan.serving();
  const InferenceFigures* const inference = plan.inference();
  switch (objective) {
    case Objective::cost:
      if (serving != nullptr)  // a live service bears its load whatever serves it
        return serving->live ? plan.costs.usd_per_h : serving->cost_per_million_tokens_usd;
      return inference != nullptr && !inference->lot ? inference->cost_per_million_items_usd : plan.costs.in_all_usd();
    case Objective::time:
      if (serving != nullptr) return serving->request_s;
      return inference != nullptr && !inference->lot ? inference->latency_s : plan.duration_s();
    case Objective::energy: {
      const std::optional<double> energy_kwh = plan.energy_kwh();
      if (!energy_kwh || speed <= 0) return std::nullopt;
      return plan.ends() ? *energy_kwh : *energy_kwh / speed;
    }
    case Objective::accelerators:
      return plan.cluster.ranks();
    case Objective::throughput:
      if (serving != nullptr && serving->live) return -serving->held_per_s().value_or(serving->requests_per_s);
      break;
  }
  return speed > 0 ? std::optional(-speed) : std::nullopt;
}

}  // namespace

std::optional<double> objective_value(const Plan& plan, Objective objective, double slower) {
  const std::optional<double> value = predicted_value(plan, objective);
  const bool live = plan.serving() != nullptr && plan.serving()->live;
  const bool is_of_machines = objective == Objective::accelerators ||
                              (live && (objective == Objective::cost || objective == Objective::energy));
  if (!value || slower == 1 || is_of_machines) return value;
  if (objective == Objective::throughput) return *value / slower;
  if (objective == Objective::cost && plan.ends()) return *value + *plan.cost_usd() * (times_as_dear(plan, slower) - 1);
  return *value * slower;
}

namespace {

/// The band of how long it takes what `plan` is asked to make.
const std::shared_ptr<const Band>& band_of_work(const Plan& plan) {
  const bool trains_or_is_not_known = plan.training() != nullptr || !plan.uncertainty.rate;
  return trains_or_is_not_known ? plan.uncertainty.time : plan.uncertainty.rate;
}

}  // namespace

const std::shared_ptr<const Band>& band_of(const Plan& plan, Objective objective) {
  const bool is_live = plan.serving() != nullptr && plan.serving()->live;  // sized by its iterations
  return is_live || (objective == Objective::time && !plan.ends()) ? plan.uncertainty.time : band_of_work(plan);
}

const Band* told_band(const Plan& plan, Objective objective) {
  const std::shared_ptr<const Band>& ranked_by = band_of(plan, objective);
  return ranked_by ? ranked_by.get() : plan.uncertainty.time.get();
}

double counted_duration_s(const Plan& plan, const Scenario& scenario) {
  return plan.duration_s().value_or(0) * counted_factor(plan.uncertainty, band_of_work(plan), scenario.confidence);
}

std::optional<double> counted_cost_usd(const Plan& plan, const Scenario& scenario) {
  if (!plan.ends()) return plan.costs.in_all_usd();
  return objective_value(plan, Objective::cost,
                         counted_factor(plan.uncertainty, band_of_work(plan), scenario.confidence));
}

namespace {

/// At most `per_cluster` plans of one instance type and count, and `per_instance` of one instance type, best first.
void keep_different(std::vector<Plan>& plans, const Variety& variety) {
  std::map<std::pair<std::string, int>, std::int64_t> of_cluster;
  std::map<std::pair<std::string, bool>, std::int64_t> of_instance;  // fewer may do as predicted
  std::erase_if(plans, [&](const Plan& plan) {
    const std::string& name = plan.cluster.instance().name;
    return ++of_cluster[{name, plan.cluster.instances}] > variety.per_cluster ||
           ++of_instance[{name, plan.is_safe}] > variety.per_instance;
  });
}

/// What answers alike: the same accelerators of a family in the same layout. How many replicas there are matters to a
/// plan that is asked to bear a load or to end, not to a rate.
std::string answer_of(const Plan& plan) {
  const ServingFigures* const serving = plan.serving();
  const bool is_rate = !plan.ends() && !(serving != nullptr && serving->live);
  Layout layout = plan.layout;
  if (is_rate) layout.dp = 1;
  const Accelerator& accelerator = plan.cluster.instance().accelerator;  // of a CPU an instance has a share
  return fmt::format("{} {} {} {} {} {}", plan.cluster.instance().family, accelerator.name, accelerator.memory_bytes,
                     in_short(layout), plan.precision, serving != nullptr ? serving->prefill_replicas : 0);
}

/// A row for each answer: the same in a larger box is named beside the first.
void fold_larger(std::vector<Plan>& plans) {
  std::map<std::string, Plan*> first;
  std::vector<Plan> kept;
  kept.reserve(plans.size());
  for (Plan& plan : plans) {
    const auto [found, is_new] = first.try_emplace(answer_of(plan), nullptr);
    if (is_new) {
      kept.push_back(std::move(plan));
      found->second = &kept.back();
      continue;
    }
    std::vector<std::string>& also = found->second->also;
    std::vector<std::string> names = std::move(plan.also);
    names.insert(names.begin(), plan.cluster.instance().name);
    for (std::string& name : names) {
      const bool known = name == found->second->cluster.instance().name || ranges::find(also, name) != also.end();
      if (!known) also.push_back(std::move(name));
    }
  }
  plans = std::move(kept);
}

}  // namespace

Variety variety_of(const Scenario& scenario, std::size_t instances) {
  const bool one_count = scenario.hardware.accelerators || scenario.hardware.instance_count ||
                         !std::holds_alternative<TrainingJob>(scenario.job);
  Variety variety;
  if (instances > 1 || !one_count) variety.per_cluster = 1;
  if (instances > few_instances) variety.per_instance = 2;
  return variety;
}

namespace {

/// The objective's figure as it counts in the order.
std::optional<double> ranked_value(const Plan& plan, const Scenario& scenario) {
  return objective_value(plan, scenario.objective, plan.uncertainty.counted_times);
}

/// Classes of plans that no figure of the objective makes up for, the better ones first.
std::tuple<bool, bool, bool> class_of(const Plan& plan, const Scenario& scenario) {
  return {!plan.is_safe, scenario.prefer_supported && !plan.porting.supported, ends_with_block(plan)};
}

}  // namespace

bool ends_with_block(const Plan& plan) {
  const bool live = plan.serving() != nullptr && plan.serving()->live;
  return live && plan.price && plan.price->kind == PriceKind::capacity_block;
}

std::vector<std::size_t> order_of(const std::vector<Plan>& plans, const Scenario& scenario) {
  constexpr double unknown = std::numeric_limits<double>::max();
  const auto key = [&](const Plan& plan) {
    // Where the objective has no figure: of a run that only has to end in time, fewer accelerators are better; of
    // another, fewer accelerator-seconds; of a rate, fewer for one token or item.
    const std::optional<double> duration_s = plan.duration_s();
    const double seconds = duration_s.value_or(1 / std::max(plan.made_per_s(), tiny_speed));
    const std::optional<double> value = ranked_value(plan, scenario);
    const bool live = plan.serving() != nullptr && plan.serving()->live;
    // Fleets make what is asked, no more: of those that cost the same the quicker is better.
    const double effort =
        live ? (value ? 0 : plan.cluster.ranks()) : plan.cluster.ranks() * (scenario.deadline_s ? 1 : seconds);
    // As few accelerators: the cheaper, then the shorter run. Costs of a rate are for an hour, and tell nothing.
    const bool ends_sooner = duration_s && (scenario.deadline_s || scenario.objective == Objective::accelerators);
    const bool fewest = scenario.objective == Objective::accelerators && duration_s;
    const double cost_usd = fewest ? plan.costs.in_all_usd().value_or(unknown) : 0;
    const double request_s = live ? plan.serving()->request_s : 0;
    const bool has_own_count = live && scenario.hardware.count_is_fixed();
    const double held_per_s = has_own_count ? *predicted_value(plan, Objective::throughput) : 0;
    return std::tuple(class_of(plan, scenario), value.value_or(unknown), cost_usd, effort, held_per_s, request_s,
                      ends_sooner ? *duration_s : 0, plan.cluster.ranks(), plan.costs.usd_per_h.value_or(unknown),
                      plan.cluster.instance().name, plan.step_time_s(), plan.memory.total_bytes());
  };
  std::vector<std::pair<decltype(key(plans.front())), std::size_t>> keyed;
  keyed.reserve(plans.size());
  for (std::size_t at = 0; at < plans.size(); ++at) keyed.emplace_back(key(plans[at]), at);
  std::sort(keyed.begin(), keyed.end());
  std::vector<std::size_t> order;
  order.reserve(plans.size());
  for (const auto& [unused, at] : keyed) order.push_back(at);
  return order;
}

namespace {

/// What is less than safe stands behind what is safe, where it would be better if it did as predicted.
void leave_out_needless_risks(std::vector<Plan>& sorted, Objective objective) {
  if (sorted.empty() || !sorted.front().is_safe) return;
  const std::optional<double> safe = objective_value(sorted.front(), objective);
  std::erase_if(sorted, [&](const Plan& plan) {
    const std::optional<double> value = objective_value(plan, objective);
    return !plan.is_safe && !(safe && value && *value < *safe);
  });
}

/// The first `count`; the last of them is what would be best as predicted, where none before it is less than safe.
void keep_first(std::vector<Plan>& sorted, std::size_t count) {
  if (sorted.size() <= count) return;
  const auto last = sorted.begin() + static_cast<std::ptrdiff_t>(count);
  const auto risky = ranges::find(sorted, false, &Plan::is_safe);
  if (count > 1 && risky != sorted.end() && risky >= last) *(last - 1) = std::move(*risky);
  sorted.erase(last, sorted.end());
}

}  // namespace

namespace {

/// Whole hours until what ends has ended: in less, machines do little but start.
double hours_waited(const Plan& plan) { return std::ceil(plan.duration_s().value_or(0) / seconds_per_hour); }

/// Brings to the front the plan that one would take of those whose figure is as good as the best.
void put_signed_first(std::vector<Plan>& sorted, const Scenario& scenario) {
  if (sorted.empty()) return;
  const std::optional<double> best = ranked_value(sorted.front(), scenario);
  if (!best) return;
  const auto is_as_good = [&](const Plan& plan) {
    const std::optional<double> value = ranked_value(plan, scenario);
    return value && *value <= *best + as_good_share * std::abs(*best) &&
           class_of(plan, scenario) == class_of(sorted.front(), scenario);
  };
  const auto preference = [&](const Plan& plan) {
    const bool live = plan.serving() != nullptr && plan.serving()->live;
    const bool is_timed = scenario.objective == Objective::cost || scenario.objective == Objective::energy;
    const double time_s = !is_timed || scenario.hardware.count_is_fixed() ? 0
                          : live                                          ? plan.serving()->request_s
                                                                          : hours_waited(plan);
    // A stated deadline is early enough: nothing is paid for an earlier end.
    constexpr double thousandths = 1000;  // less is no difference
    const double value =
        scenario.deadline_s ? std::round(thousandths * ranked_value(plan, scenario).value_or(0) / *best) : 0;
    return std::tuple(plan.evidence.kind, value, time_s, is_timed ? plan.cluster.ranks() : 0);
  };
  const auto end = std::find_if_not(sorted.begin(), sorted.end(), is_as_good);
  const auto first = std::min_element(
      sorted.begin(), end, [&](const Plan& left, const Plan& right) { return preference(left) < preference(right); });
  std::rotate(sorted.begin(), first, first + 1);
}

}  // namespace

void rank_plans(std::vector<Plan>& plans, const Scenario& scenario, const Variety& variety) {
  std::vector<Plan> sorted;  // by place: a plan is large to move
  sorted.reserve(plans.size());
  for (const std::size_t at : order_of(plans, scenario)) sorted.push_back(std::move(plans[at]));
  plans = std::move(sorted);
  put_signed_first(plans, scenario);
  if (scenario.hardware.instances.empty()) fold_larger(plans);
  keep_different(plans, variety);
  leave_out_needless_risks(plans, scenario.objective);
  keep_first(plans, static_cast<std::size_t>(scenario.top));
  for (std::size_t at = 0; at < plans.size(); ++at) plans[at].rank = static_cast<int>(at) + 1;
}

}  // namespace hakaru
