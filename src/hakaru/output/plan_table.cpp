#include "hakaru/output/plan_table.h"

#include "hakaru/core/text.h"
#include "hakaru/output/band_text.h"
#include "hakaru/output/plan_cells.h"
#include "hakaru/planning/money/costing.h"

namespace hakaru {
namespace {

Table::Column to_the_right(std::string heading) { return {std::move(heading), Align::right}; }

std::string fullness(const Plan& plan) {
  const double share = plan.capacity_bytes > 0 ? plan.memory.total_bytes() / plan.capacity_bytes : 0;
  return fmt::format("{:.0f} %", 100 * share);
}

/// What is paid is on demand unless the table says so.
bool not_on_demand(const Plan& plan) { return plan.price && plan.price->kind != PriceKind::on_demand; }

/// An answer of one token has none.
std::string tpot_or_dash(const ServingFigures& figures, const Translator& t) {
  return figures.tpot_s > 0 ? t.time(figures.tpot_s) : "–";
}

PlanColumns serving_columns(const Scenario& scenario, const Translator& t) {
  const auto& job = std::get<ServingJob>(scenario.job);
  const bool embeds = job.model.family == Family::encoder;  // each answer is counted as one token
  const std::string cost = embeds ? t.say("$/million prompts") : t.say("$/million output tokens");
  if (!scenario.demand) {
    return {
        {to_the_right(t.say("batch")), to_the_right("TTFT"), to_the_right("TPOT"),
         to_the_right(embeds ? t.say("prompts/s") : t.say("tokens/s")), to_the_right(t.say("$/h")), to_the_right(cost)},
        [](const Plan& plan, const Translator& tr) -> std::vector<std::string> {
          const ServingFigures& s = *plan.serving();
          return {with_separators(s.batch),
                  tr.time(s.ttft_s),
                  tpot_or_dash(s, tr),
                  per_second(s.output_tokens_per_s),
                  money_or_dash(plan.costs.usd_per_h, tr),
                  money_or_dash(s.cost_per_million_tokens_usd, tr)};
        }};
  }
  const bool holds = !job.concurrency && !scenario.demand->replays;  // the others make what they make
  return {{to_the_right(holds ? t.say("requests/s held") : t.say("requests/s")), to_the_right("TTFT"),
           to_the_right("TPOT"), to_the_right(t.say("$/h")), to_the_right(t.say("$/month")), to_the_right(cost)},
          [](const Plan& plan, const Translator& tr) -> std::vector<std::string> {
            const ServingFigures& s = *plan.serving();
            const bool apart = s.prefill_replicas > 0;  // what these would hold is not looked for
            return {apart ? "–" : per_second(s.held_per_s().value_or(s.requests_per_s)),
                    tr.time(s.ttft_s),
                    tpot_or_dash(s, tr),
                    money_or_dash(plan.costs.usd_per_h, tr),
                    money_or_dash(plan.costs.usd_per_month(), tr),
                    money_or_dash(s.cost_per_million_tokens_usd, tr)};
          }};
}

}  // namespace

namespace {

/// Whether plans are ranked by more than their machines cost: a data set, or porting that has a price.
bool costs_more_than_machines(const Scenario& scenario) {
  const auto* const training = std::get_if<TrainingJob>(&scenario.job);
  const bool has_data = training && (!training->data_set.storage.empty() || !training->data_set.region.empty());
  return has_data || scenario.person_month_usd;
}

}  // namespace

PlanColumns columns_of(const Scenario& scenario, const Translator& t) {
  const std::string cost = costs_more_than_machines(scenario) ? t.say("cost in all") : t.say("cost");
  if (std::holds_alternative<ServingJob>(scenario.job)) return serving_columns(scenario, t);
  if (const auto* job = std::get_if<BatchInferenceJob>(&scenario.job); job != nullptr && job->items > 0) {
    return {{to_the_right(t.say("batch")), to_the_right(t.say("latency")), to_the_right(t.say("items/s")),
             to_the_right(t.say("time")), to_the_right(cost)},
            [](const Plan& plan, const Translator& tr) -> std::vector<std::string> {
              const InferenceFigures& i = *plan.inference();
              return {with_separators(i.batch), tr.time(i.latency_s), per_second(i.items_per_s),
                      tr.time(plan.duration_s().value_or(0)), money_or_dash(plan.costs.in_all_usd(), tr)};
            }};
  }
  if (std::holds_alternative<BatchInferenceJob>(scenario.job)) {
    return {{to_the_right(t.say("batch")), to_the_right(t.say("latency")), to_the_right(t.say("items/s")),
             to_the_right(t.say("$/h")), to_the_right(t.say("$/million items"))},
            [](const Plan& plan, const Translator& tr) -> std::vector<std::string> {
              const InferenceFigures& i = *plan.inference();
              return {with_separators(i.batch), tr.time(i.latency_s), per_second(i.items_per_s),
                      money_or_dash(plan.costs.usd_per_h, tr), money_or_dash(i.cost_per_million_items_usd, tr)};
            }};
  }
  return {{to_the_right(t.say("step")), to_the_right(t.say("time")), to_the_right(cost), to_the_right(t.say("energy"))},
          [](const Plan& plan, const Translator& tr) -> std::vector<std::string> {
            const TrainingFigures& run = *plan.training();
            return {tr.time(run.step.step_time_s), tr.time(run.duration_s), money_or_dash(plan.costs.in_all_usd(), tr),
                    energy_or_dash(plan.energy_kwh())};
          }};
}

std::string evidence_cell(const Plan& plan, const Translator& t) {
  if (plan.evidence.kind == Evidence::measured) return t.say("measured");
  if (plan.evidence.kind == Evidence::none) return t.say("none");
  const bool of_other_software = plan.evidence.of == plan.cluster.instance().accelerator.name;
  return t.say("that of {}", of_other_software ? plan.evidence.software : plan.evidence.of);
}

std::string price_cell(const Plan& plan, const Translator& t) {
  if (!plan.price) return "–";
  return plan.price->region == own_region ? t.say("own") : t.name(name_of(plan.price->kind));
}

std::string ranked_table(const Scenario& scenario, const std::vector<Plan>& plans, const Pen& pen) {
  const Translator& t = pen.translator;
  const PlanColumns figures = columns_of(scenario, t);
  std::vector<Table::Column> columns{
      {"#", Align::right}, {t.say("instances")}, {t.say("accelerators")}, {t.say("layout")}};
  const bool several_recipes = ranges::any_of(plans, [](const Plan& plan) { return !plan.precision.empty(); }) ||
                               !scenario.other_quantisations.empty();
  if (several_recipes) columns.push_back({t.say("precision")});
  columns.insert(columns.end(), figures.headings.begin(), figures.headings.end());
  const bool kinds_differ = std::any_of(plans.begin(), plans.end(), not_on_demand);
  if (kinds_differ) columns.push_back({t.say("price")});
  const bool regions_differ = scenario.hardware.region == any_region;
  if (regions_differ) columns.push_back({t.say("region")});
  columns.push_back(to_the_right(t.say("memory")));
  const bool limited = std::any_of(plans.begin(), plans.end(),
                                   [&](const Plan& plan) { return chance_to_keep_limits(plan, scenario).has_value(); });
  if (limited) columns.push_back(to_the_right(t.say("keeps limits")));
  const bool banded =
      std::any_of(plans.begin(), plans.end(), [&](const Plan& plan) { return told_band(plan, scenario.objective); });
  if (banded) columns.push_back(to_the_right(t.say("error, 90 %")));
  columns.push_back({t.say("evidence")});
  Table table(columns);
  for (const Plan& plan : plans) {
    std::vector<std::string> cells{std::to_string(plan.rank), machines_of(plan), accelerators_of(plan), split_of(plan)};
    if (several_recipes) cells.push_back(plan.precision);
    const std::vector<std::string> own = figures.cells(plan, t);
    cells.insert(cells.end(), own.begin(), own.end());
    if (kinds_differ) cells.push_back(price_cell(plan, t));
    if (regions_differ) cells.push_back(plan.price ? plan.price->region : "–");
    cells.push_back(fullness(plan));
    if (limited) cells.push_back(chance_cell(chance_to_keep_limits(plan, scenario)));
    if (banded) cells.push_back(band_cell(plan, scenario.objective));
    cells.push_back(evidence_cell(plan, t));
    table.add(std::move(cells));
  }
  return table.text(pen.style);
}

}  // namespace hakaru
