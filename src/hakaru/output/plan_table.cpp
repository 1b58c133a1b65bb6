#include "hakaru/output/plan_table.h"

#include "hakaru/core/quantities.h"
#include "hakaru/core/ranges.h"
#include "hakaru/output/band_text.h"
#include "hakaru/output/plan_cells.h"
#include "hakaru/planning/money/costing.h"

namespace hakaru {
namespace {

PlanColumn figure(std::string heading, std::function<std::string(const Plan&)> cell) {
  return {{std::move(heading), Align::right}, std::move(cell)};
}

PlanColumn named(std::string heading, std::function<std::string(const Plan&)> cell) {
  return {{std::move(heading)}, std::move(cell)};
}

std::string fullness(const Plan& plan) {
  const double share = plan.capacity_bytes > 0 ? plan.memory.total_bytes() / plan.capacity_bytes : 0;
  return fmt::format("{:.0f} %", 100 * share);
}

/// True if `plan` has a price of another kind than on demand, which the table must say.
bool not_on_demand(const Plan& plan) { return plan.price && plan.price->kind != PriceKind::on_demand; }

/// An answer of one token has none.
std::string tpot_or_dash(const ServingFigures& figures, const Translator& t) {
  return figures.tpot_s > 0 ? t.time(figures.tpot_s) : "–";
}

PlanColumns serving_columns(const Scenario& scenario, const Translator& t) {
  const auto& job = std::get<ServingJob>(scenario.job);
  const bool embeds = job.model.family == Family::encoder;  // each answer is counted as one token
  PlanColumns columns;
  if (!scenario.demand) {
    columns.push_back(figure(t.say("batch"), [](const Plan& plan) { return with_separators(plan.serving()->batch); }));
  } else {
    const bool holds = !job.concurrency && !scenario.demand->replays;  // the others make what they make
    columns.push_back(figure(holds ? t.say("max req/s") : t.say("requests/s"), [holds](const Plan& plan) {
      const ServingFigures& serving = *plan.serving();
      return per_second(holds ? serving.held_per_s().value_or(serving.requests_per_s) : serving.requests_per_s);
    }));
  }
  columns.push_back(figure("TTFT", [&t](const Plan& plan) { return t.time(plan.serving()->ttft_s); }));
  columns.push_back(figure("TPOT", [&t](const Plan& plan) { return tpot_or_dash(*plan.serving(), t); }));
  if (!scenario.demand)
    columns.push_back(figure(embeds ? t.say("prompts/s") : t.say("tokens/s"),
                             [](const Plan& plan) { return per_second(plan.serving()->output_tokens_per_s); }));
  if (scenario.demand)
    columns.push_back(
        figure(t.say("$/month"), [&t](const Plan& plan) { return money_or_dash(plan.costs.usd_per_month(), t); }));
  else
    columns.push_back(figure(t.say("$/h"), [&t](const Plan& plan) { return money_or_dash(plan.costs.usd_per_h, t); }));
  if (job.items > 0) {
    columns.push_back(figure(t.say("time"), [&t](const Plan& plan) { return t.time(plan.duration_s().value_or(0)); }));
    columns.push_back(
        figure(t.say("cost"), [&t](const Plan& plan) { return money_or_dash(plan.costs.in_all_usd(), t); }));
  }
  if (!scenario.demand)
    columns.push_back(
        figure(embeds ? t.say("$/million prompts") : t.say("$/million output tokens"),
               [&t](const Plan& plan) { return money_or_dash(plan.serving()->cost_per_million_tokens_usd, t); }));
  return columns;
}

PlanColumns inference_columns(const BatchInferenceJob& job, const std::string& cost, const Translator& t) {
  PlanColumns columns{
      figure(t.say("batch"), [](const Plan& plan) { return with_separators(plan.inference()->batch); }),
      figure(t.say("latency"), [&t](const Plan& plan) { return t.time(plan.inference()->latency_s); }),
      figure(t.say("items/s"), [](const Plan& plan) { return per_second(plan.inference()->items_per_s); })};
  if (job.items > 0) {
    columns.push_back(figure(t.say("time"), [&t](const Plan& plan) { return t.time(plan.duration_s().value_or(0)); }));
    columns.push_back(figure(cost, [&t](const Plan& plan) { return money_or_dash(plan.costs.in_all_usd(), t); }));
    return columns;
  }
  columns.push_back(figure(t.say("$/h"), [&t](const Plan& plan) { return money_or_dash(plan.costs.usd_per_h, t); }));
  columns.push_back(figure(t.say("$/million items"), [&t](const Plan& plan) {
    return money_or_dash(plan.inference()->cost_per_million_items_usd, t);
  }));
  return columns;
}

/// True if plans may cost more than their machines: a data set, or porting that has a price.
bool costs_more_than_machines(const Scenario& scenario) {
  const auto* const training = std::get_if<TrainingJob>(&scenario.job);
  const bool has_data = training && (!training->data_set.storage.empty() || !training->data_set.region.empty());
  return has_data || scenario.person_month_usd;
}

}  // namespace

PlanColumns columns_of(const Scenario& scenario, const Translator& t) {
  const std::string cost = costs_more_than_machines(scenario) ? t.say("cost in all") : t.say("cost");
  if (std::holds_alternative<ServingJob>(scenario.job)) return serving_columns(scenario, t);
  if (const auto* job = std::get_if<BatchInferenceJob>(&scenario.job)) return inference_columns(*job, cost, t);
  return {figure(t.say("step"), [&t](const Plan& plan) { return t.time(plan.training()->step.step_time_s); }),
          figure(t.say("time"), [&t](const Plan& plan) { return t.time(plan.training()->duration_s); }),
          figure(cost, [&t](const Plan& plan) { return money_or_dash(plan.costs.in_all_usd(), t); })};
}

std::vector<Table::Column> headings_of(const PlanColumns& columns) {
  std::vector<Table::Column> headings;
  for (const PlanColumn& column : columns) headings.push_back(column.heading);
  return headings;
}

std::vector<std::string> cells_of(const PlanColumns& columns, const Plan& plan) {
  std::vector<std::string> cells;
  for (const PlanColumn& column : columns) cells.push_back(column.cell(plan));
  return cells;
}

std::string evidence_cell(const Plan& plan, const Translator& t, bool names_it) {
  if (plan.evidence.kind == Evidence::measured) return t.say("measured");
  if (plan.evidence.kind == Evidence::none) return t.say("none");
  if (!names_it) return t.say("similar");
  const bool of_other_software = plan.evidence.of == plan.cluster.instance().accelerator.name;
  return t.say("similar: {}", of_other_software ? plan.evidence.software : plan.evidence.of);
}

std::string price_cell(const Plan& plan, const Translator& t) {
  if (!plan.price) return "–";
  return plan.price->region == own_region ? t.say("own") : t.name(name_of(plan.price->kind));
}

std::string ranked_table(const Scenario& scenario, const std::vector<Plan>& plans, const Pen& pen) {
  const Translator& t = pen.translator;
  const auto any = [&](auto&& holds) { return std::any_of(plans.begin(), plans.end(), holds); };
  PlanColumns columns{figure("#", [](const Plan& plan) { return std::to_string(plan.rank); }),
                      named(t.say("instances"), machines_of), named(t.say("layout"), split_of)};
  if (!scenario.other_quantisations.empty() || any([](const Plan& plan) { return !plan.precision.empty(); }))
    columns.push_back(named(t.say("precision"), [](const Plan& plan) { return plan.precision; }));
  for (PlanColumn& column : columns_of(scenario, t)) columns.push_back(std::move(column));
  if (any([&](const Plan& plan) { return chance_to_keep_limits(plan, scenario).has_value(); }))
    columns.push_back(figure(scenario.demand ? t.say("SLO met") : t.say("limits met"), [&scenario](const Plan& plan) {
      return chance_cell(chance_to_keep_limits(plan, scenario));
    }));
  columns.push_back(named(t.say("evidence"), [&](const Plan& plan) { return evidence_cell(plan, t, pen.style.wide); }));
  if (any(not_on_demand))
    columns.push_back(named(t.say("price"), [&t](const Plan& plan) { return price_cell(plan, t); }));
  if (scenario.hardware.region == any_region)
    columns.push_back(named(t.say("region"), [](const Plan& plan) { return plan.price ? plan.price->region : "–"; }));
  columns.push_back(figure(t.say("memory"), fullness));
  if (std::holds_alternative<TrainingJob>(scenario.job))
    columns.push_back(figure(t.say("energy"), [](const Plan& plan) { return energy_or_dash(plan.energy_kwh()); }));
  columns.push_back(named(t.say("accelerators"), accelerators_of));
  if (any([&](const Plan& plan) { return told_band(plan, scenario.objective) != nullptr; }))
    columns.push_back(
        figure(t.say("error, 90 %"), [&scenario](const Plan& plan) { return band_cell(plan, scenario.objective); }));
  std::erase_if(columns, [&](const PlanColumn& column) {
    return ranges::all_of(plans, [&](const Plan& plan) { return column.cell(plan) == "–"; });
  });
  Table table(headings_of(columns), Table::Narrow::leaves_out);
  for (const Plan& plan : plans) table.add(cells_of(columns, plan));
  return table.text(pen.style);
}

}  // namespace hakaru
