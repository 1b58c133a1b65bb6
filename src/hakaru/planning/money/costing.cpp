#include "hakaru/planning/money/costing.h"

#include <limits>

#include "hakaru/core/fields.h"
#include "hakaru/core/quantities.h"
#include "hakaru/core/ranges.h"
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

const std::vector<std::string>& architectures_listed(const Accelerator& accelerator, const Job& job) {
  return std::holds_alternative<TrainingJob>(job) ? accelerator.training_architectures
                                                  : accelerator.inference_architectures;
}

Porting porting_of(const Plan& plan, const Scenario& scenario, const Recommendations& recommendations) {
  const Accelerator& accelerator = plan.cluster.instance().accelerator;
  Porting porting;
  porting.supported = runs_architecture(accelerator, scenario.job);
  porting.source = architectures_listed(accelerator, scenario.job).empty() ? "" : accelerator.source;
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

bool runs_architecture(const Accelerator& accelerator, const Job& job) {
  const std::vector<std::string>& listed = architectures_listed(accelerator, job);
  return listed.empty() || ranges::find(listed, model_of(job).architecture) != listed.end();
}

Result<Recommendations> read_recommendations(const DataFiles& data) {
  Recommendations result;
  Result<SupportNotices> support = SupportNotices::read(data);
  if (!support) return fail(support);
  result.support = std::move(*support);
  Result<StartUps> start_ups = StartUps::read(data);
  if (!start_ups) return fail(start_ups);
  result.start_ups = std::move(*start_ups);
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

void buy_days(Plan& plan, const Scenario& scenario) {
  plan.bought_h =
      is_in_blocks(plan) ? billed_hours(plan.price->kind, counted_duration_s(plan, scenario) / seconds_per_hour) : 0;
}

double paid_hours(const Plan& plan, double hours) {
  const double billed = billed_hours(plan.price->kind, hours);
  if (!plan.block) return std::max(plan.bought_h, billed);
  return hours <= held_hours(*plan.block) ? plan.block->hours : std::max(plan.block->hours, billed);
}

double times_in_all(const Plan& plan, double slower) {
  const double start_up = plan.start_up_s > 0 ? plan.start_up_s / *plan.duration_s() : 0;
  return start_up + (1 - start_up) * slower;
}

double times_of_work(const Plan& plan, double longer) {
  const double start_up = plan.start_up_s > 0 ? plan.start_up_s / *plan.duration_s() : 0;
  return (longer - start_up) / (1 - start_up);
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
  return hours_within(kind, paid_hours(plan, hours) * dearer) / hours;
}

std::optional<Message> note_on_porting(const std::vector<Plan>& plans) {
  const auto found =
      std::find_if(plans.begin(), plans.end(), [](const Plan& plan) { return plan.porting.cost_usd.has_value(); });
  if (found == plans.end()) return std::nullopt;
  const double high_usd = *found->porting.cost_usd;
  const double low_usd = high_usd * found->porting.person_months_low / found->porting.person_months_high;
  if (found->ends()) {
    return message("porting costs {} to {} once; plans that need it are ranked, and held to --budget, with {} more",
                   in_usd(low_usd), in_usd(high_usd), in_usd(high_usd));
  }
  return message("porting costs {} to {} once; plans are ranked by what they cost to run, without it", in_usd(low_usd),
                 in_usd(high_usd));
}

namespace {

/// USD per million tokens or items, `per_s` of which are made a second; empty: no price, or none are made.
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
  count_start_up(plan, scenario, recommendations.start_ups);
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
  if (scenario.objective == Objective::energy && !plan.energy_kwh())
    plan.notes.insert(plan.notes.begin(),
                      message("{}: no power is published, so its energy is not known; it stands behind all whose is",
                              plan.cluster.instance().accelerator.name));
  for (Message& note : recommendations.support.told(scenario.job, plan, scenario.hardware.prices_as_of))
    plan.notes.push_back(std::move(note));
}

void buy_offered_block(Plan& plan, const Scenario& scenario, const Catalog& catalog) {
  if (!is_in_blocks(plan)) return;
  std::erase(plan.notes, note_on_block(plan));
  buy_days(plan, scenario);
  plan.notes.push_back(note_on_block(plan));
  add_sums(plan, scenario);
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

std::optional<double> predicted_value(const Plan& plan, Objective objective) {
  const double speed = plan.made_per_s();
  const ServingFigures* const serving = plan.serving();
  const InferenceFigures* const inference = plan.inference();
  switch (objective) {
    case Objective::cost:
      if (serving != nullptr && !serving->lot)  // a live service bears its load whatever serves it
        return serving->live ? plan.costs.usd_per_h : serving->cost_per_million_tokens_usd;
      return inference != nullptr && !inference->lot ? inference->cost_per_million_items_usd : plan.costs.in_all_usd();
    case Objective::time:
      if (serving != nullptr && !serving->lot) return serving->request_s;
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
  const double longer = times_in_all(plan, slower);
  if (objective == Objective::cost && plan.ends()) return *value + *plan.cost_usd() * (times_as_dear(plan, longer) - 1);
  return *value * longer;
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
  return plan.duration_s().value_or(0) *
         times_in_all(plan, counted_factor(plan.uncertainty, band_of_work(plan), scenario.confidence));
}

std::optional<double> counted_cost_usd(const Plan& plan, const Scenario& scenario) {
  if (!plan.ends()) return plan.costs.in_all_usd();
  return objective_value(plan, Objective::cost,
                         counted_factor(plan.uncertainty, band_of_work(plan), scenario.confidence));
}

}  // namespace hakaru
