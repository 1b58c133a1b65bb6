#include "hakaru/output/plan_answers.h"

#include "hakaru/core/text.h"
#include "hakaru/formats/nullable.h"
#include "hakaru/output/plan_cells.h"
#include "hakaru/planning/costing.h"

namespace hakaru {
namespace {

Table::Column right(std::string heading) { return {std::move(heading), Align::right}; }

std::optional<double> change_pct(std::optional<double> value, std::optional<double> before) {
  if (!value || !before || *before <= 0) return std::nullopt;
  return 100 * (*value / *before - 1);
}

}  // namespace

std::string pareto_text(const std::vector<Plan>& front, const Pen& pen) {
  const Translator& t = pen.translator;
  const bool serving = !front.empty() && front.front().serving() != nullptr;
  Table table({{t.say("instances")},
               {t.say("layout")},
               right(serving ? t.say("request") : t.say("time")),
               right(serving ? t.say("cost/h") : t.say("cost")),
               right(serving ? t.say("energy/h") : t.say("energy"))});
  for (const Plan& plan : front) {
    const double time_s = serving ? plan.serving()->request_s : plan.duration_s().value_or(0);
    table.add({machines_of(plan), choices_of(plan), t.time(time_s), money_or_dash(cost_in_all_usd(plan)),
               energy_or_dash(plan.energy_kwh())});
  }
  return pen.style.bold(t.say("None is better than these in time, cost and energy at once:")) + "\n" +
         table.text(pen.style);
}

std::string what_if_text(const Plan& best, const std::vector<WhatIfAnswer>& answers, const Pen& pen) {
  const Translator& t = pen.translator;
  Table table({{t.say("change")},
               {t.say("instances")},
               {t.say("layout")},
               right(t.say("step")),
               right(t.say("time")),
               right(t.say("cost")),
               right(t.say("time") + " %"),
               right(t.say("cost") + " %")});
  const auto add = [&](const std::string& change, const Plan& plan, bool first) {
    table.add({change, machines_of(plan), choices_of(plan), t.time(plan.step_time_s()),
               t.time(plan.duration_s().value_or(0)), money_or_dash(cost_in_all_usd(plan)),
               first ? "" : in_percent(change_pct(plan.duration_s(), best.duration_s()), true),
               first ? "" : in_percent(change_pct(cost_in_all_usd(plan), cost_in_all_usd(best)), true)});
  };
  add(t.say("as it is"), best, true);
  std::string reasons;
  for (const WhatIfAnswer& answer : answers) {
    if (answer.plan) {
      add(answer.change.text, *answer.plan, false);
    } else {
      table.add({answer.change.text, t.say("none, see below")});
      reasons += fmt::format("{}: {}\n", answer.change.text, t(*answer.why_none));
    }
  }
  return pen.style.bold(t.say("The best plan, were this changed alone:")) + "\n" + table.text(pen.style) + reasons;
}

OrderedJson json_of(const Plan& best, const std::vector<WhatIfAnswer>& answers, const Translator& translator) {
  OrderedJson list = OrderedJson::array();
  for (const WhatIfAnswer& answer : answers) {
    OrderedJson json{{"change", answer.change.text}, {"plan", nullptr}, {"why_none", nullptr}};
    std::optional<double> step, duration, cost;
    if (answer.plan) {
      json["plan"] = summary_of(*answer.plan);
      step = change_pct(answer.plan->step_time_s(), best.step_time_s());
      duration = change_pct(answer.plan->duration_s(), best.duration_s());
      cost = change_pct(answer.plan->cost_usd(), best.cost_usd());
    } else {
      json["why_none"] = translator(*answer.why_none);
    }
    json["step_time_change_pct"] = or_null(step);
    json["duration_change_pct"] = or_null(duration);
    json["cost_change_pct"] = or_null(cost);
    list.push_back(std::move(json));
  }
  return list;
}

}  // namespace hakaru
