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

/// What a change of the machines may change of a plan.
struct Changing {
  std::string key;  ///< in JSON: "ttft" of "ttft_change_pct"
  std::string heading, cell;
  std::optional<double> figure;
  bool compared = true;  ///< as people read it, too
};

std::vector<Changing> changing(const ServingFigures& s, const std::optional<double>& month, const Translator& t) {
  const Changing ttft{"ttft", "TTFT", t.time(s.ttft_s), s.ttft_s};
  const Changing tpot{"tpot", "TPOT", s.tpot_s > 0 ? t.time(s.tpot_s) : "–", s.tpot_s};
  if (s.is_live()) return {ttft, tpot, {"usd_per_month", t.say("$/month"), money_or_dash(month), month}};
  return {ttft,
          tpot,
          {"output_tokens_per_s", t.say("tokens/s"), per_second(s.output_tokens_per_s), s.output_tokens_per_s},
          {"cost_per_million_tokens", t.say("$/million output tokens"), money_or_dash(s.cost_per_million_tokens_usd),
           s.cost_per_million_tokens_usd}};
}

std::vector<Changing> changing(const InferenceFigures& i, const std::optional<double>& cost, const Translator& t) {
  std::vector<Changing> figures{{"latency", t.say("latency"), t.time(i.latency_s), i.latency_s},
                                {"items_per_s", t.say("items/s"), per_second(i.items_per_s), i.items_per_s}};
  if (i.lot) {
    figures.push_back({"duration", t.say("time"), t.time(i.lot->duration_s), i.lot->duration_s});
    figures.push_back({"cost", t.say("cost"), money_or_dash(cost), cost});
  } else {
    figures.push_back({"cost_per_million_items", t.say("$/million items"), money_or_dash(i.cost_per_million_items_usd),
                       i.cost_per_million_items_usd});
  }
  return figures;
}

/// Of each kind of plan its own figures, the same of all plans of one question.
std::vector<Changing> figures_of(const Plan& plan, const Translator& t) {
  const std::optional<double> cost = cost_in_all_usd(plan);
  if (plan.serving() != nullptr) return changing(*plan.serving(), plan.usd_per_month(), t);
  if (plan.inference() != nullptr) return changing(*plan.inference(), cost, t);
  const double duration_s = plan.duration_s().value_or(0);
  return {{"step_time", t.say("step"), t.time(plan.step_time_s()), plan.step_time_s(), false},
          {"duration", t.say("time"), t.time(duration_s), duration_s},
          {"cost", t.say("cost"), money_or_dash(cost), cost}};
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
  const std::vector<Changing> before = figures_of(best, t);
  std::vector<Table::Column> columns{{t.say("change")}, {t.say("instances")}, {t.say("layout")}};
  for (const Changing& each : before) columns.push_back(right(each.heading));
  for (const Changing& each : before) {
    if (each.compared) columns.push_back(right(each.heading + " %"));
  }
  Table table(columns);
  const auto add = [&](const std::string& change, const Plan& plan, bool first) {
    const std::vector<Changing> figures = figures_of(plan, t);
    std::vector<std::string> cells{change, machines_of(plan), choices_of(plan)};
    for (const Changing& each : figures) cells.push_back(each.cell);
    for (std::size_t at = 0; at < before.size(); ++at) {
      if (before[at].compared)
        cells.push_back(first ? "" : in_percent(change_pct(figures[at].figure, before[at].figure), true));
    }
    table.add(std::move(cells));
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
  const std::vector<Changing> before = figures_of(best, translator);
  OrderedJson list = OrderedJson::array();
  for (const WhatIfAnswer& answer : answers) {
    OrderedJson json{{"change", answer.change.text}, {"plan", nullptr}, {"why_none", nullptr}};
    std::vector<Changing> after = answer.plan ? figures_of(*answer.plan, translator) : std::vector<Changing>();
    if (answer.plan) json["plan"] = summary_of(*answer.plan);
    if (answer.plan && answer.plan->serving() != nullptr)
      json["plan"]["usd_per_month"] = or_null(answer.plan->usd_per_month());
    if (!answer.plan) json["why_none"] = translator(*answer.why_none);
    for (std::size_t at = 0; at < before.size(); ++at)
      json[before[at].key + "_change_pct"] =
          or_null(answer.plan ? change_pct(after[at].figure, before[at].figure) : std::nullopt);
    list.push_back(std::move(json));
  }
  return list;
}

}  // namespace hakaru
