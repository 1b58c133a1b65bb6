// Instances side by side on one job: their figures, ratios to the first, and notes.

#include "hakaru/core/ranges.h"
#include "hakaru/core/text.h"
#include "hakaru/output/band_text.h"
#include "hakaru/output/plan_cells.h"
#include "hakaru/output/plan_table.h"
#include "hakaru/output/plan_text.h"
#include "hakaru/output/question_text.h"
#include "hakaru/planning/bands/ranking.h"
#include "hakaru/planning/money/costing.h"

namespace hakaru {
namespace {

/// Value against the first one's, "2.31×"; nothing where either is unknown.
std::string ratio(double value, double first) {
  return value > 0 && first > 0 ? fmt::format("{:.2f}×", value / first) : "–";
}

double cost(const Plan& plan) {
  if (plan.serving() != nullptr) return plan.serving()->cost_per_million_tokens_usd.value_or(0);
  return plan.inference() != nullptr ? plan.inference()->cost_per_million_items_usd.value_or(0)
                                     : plan.cost_usd().value_or(0);
}

/// Energy of the same amount of work.
double energy(const Plan& plan) {
  const double kwh = plan.energy_kwh().value_or(0), speed = plan.made_per_s();
  return plan.ends() || speed <= 0 ? kwh : kwh / speed;
}

/// "trn1.32xlarge, trn1n.32xlarge: the price of …": what the reader should know of the plans, each thing once.
std::string notes_of(const std::vector<Comparison>& comparisons, const Translator& t) {
  std::vector<std::pair<Message, std::vector<std::string>>> notes;
  for (const Comparison& comparison : comparisons) {
    if (!comparison.plan) continue;
    for (const Message& note : comparison.plan->notes) {
      auto found = std::find_if(notes.begin(), notes.end(), [&](const auto& each) { return each.first == note; });
      if (found == notes.end()) found = notes.insert(found, {note, {}});
      if (found->second.empty() || found->second.back() != comparison.instance)
        found->second.push_back(comparison.instance);
    }
  }
  std::string text;
  for (const auto& [note, instances] : notes) text += fmt::format("{}: {}\n", join(instances), t(note));
  for (const Comparison& comparison : comparisons) {
    if (comparison.plan && comparison.plan->costs.data_set() != nullptr)
      text += comparison.instance + ":" + data_costs_told(*comparison.plan, t).substr(1);
  }
  return text;
}

/// The plan that a search among those compared would put first; there is one at least.
Plan first_of(const std::vector<Comparison>& comparisons, const Scenario& scenario) {
  std::vector<Plan> plans;
  for (const Comparison& comparison : comparisons) {
    if (comparison.plan) plans.push_back(*comparison.plan);
  }
  return plans[order_of(plans, scenario).front()];
}

}  // namespace

std::string comparison_text(const Scenario& scenario, const std::vector<Comparison>& comparisons, const Pen& pen) {
  const Translator& t = pen.translator;
  const auto at_first = ranges::find_if(comparisons, [](const Comparison& each) { return each.plan.has_value(); });
  const Plan* const first = at_first == comparisons.end() ? nullptr : &*at_first->plan;
  const auto right = [](std::string heading, std::function<std::string(const Plan&)> cell) {
    return PlanColumn{{std::move(heading), Align::right}, std::move(cell)};
  };
  PlanColumns columns{{{t.say("instances")}, machines_of}, {{t.say("layout")}, choices_of}};
  for (PlanColumn& column : columns_of(scenario, t)) columns.push_back(std::move(column));
  if (ranges::any_of(comparisons, [](const Comparison& each) { return each.plan && !each.plan->is_safe; }))
    columns.push_back(right(scenario.demand ? t.say("SLO met") : t.say("limits met"), [&scenario](const Plan& plan) {
      return chance_cell(chance_to_keep_limits(plan, scenario));
    }));
  if (std::holds_alternative<TrainingJob>(scenario.job))
    columns.push_back(right(t.say("energy"), [](const Plan& plan) { return energy_or_dash(plan.energy_kwh()); }));
  if (ranges::any_of(comparisons, [](const Comparison& each) {
        return each.plan && each.plan->serving() != nullptr && each.plan->serving()->scaling;
      }))
    columns.push_back(right(t.say("$/h as it follows its load"), [&t](const Plan& plan) {
      const auto& scaling = plan.serving()->scaling;
      return scaling ? money_or_dash(scaling->usd_per_h, t) : "–";
    }));
  columns.push_back(right(t.say("speed") + " ×",
                          [first](const Plan& plan) { return ratio(plan.made_per_s(), first->made_per_s()); }));
  columns.push_back(right(t.say("cost") + " ×", [first](const Plan& plan) { return ratio(cost(plan), cost(*first)); }));
  columns.push_back(
      right(t.say("energy") + " ×", [first](const Plan& plan) { return ratio(energy(plan), energy(*first)); }));
  columns.push_back({{t.say("price")}, [&t](const Plan& plan) {
                       const bool has_place = plan.price && PriceBook::is_place(plan.price->region);
                       return price_cell(plan, t) +
                              (has_place ? fmt::format(", {}, {}", plan.price->region, plan.price->as_of) : "");
                     }});
  columns.push_back(
      right(t.say("error, 90 %"), [&scenario](const Plan& plan) { return band_cell(plan, scenario.objective); }));
  columns.push_back({{t.say("evidence")}, [&t](const Plan& plan) { return evidence_cell(plan, t); }});
  Table table(headings_of(columns));
  std::string reasons;
  for (const Comparison& comparison : comparisons) {
    if (comparison.plan) {
      table.add(cells_of(columns, *comparison.plan));
      continue;
    }
    table.add({comparison.instance, t.say("none, see below")});
    reasons += fmt::format("{}: {}\n", comparison.instance, t(*comparison.why_not));
  }
  std::string text;
  if (first != nullptr) text = pen.style.bold(answer_line(scenario, first_of(comparisons, scenario), {}, t)) + "\n";
  text += question_of(scenario, pen) + "\n\n" + table.text(pen.style) + "\n";
  text += t.say("Ratios are to the first: speed, cost and energy of the same amount of work.") + "\n";
  if (first != nullptr && ranges::any_of(comparisons, [&](const Comparison& each) {
        return each.plan && each.plan->price && first->price && each.plan->price->kind != first->price->kind;
      }))
    text += t.say("They are priced in different ways: their costs are not like for like.") + "\n";
  return text + reasons + notes_of(comparisons, t);
}

}  // namespace hakaru
