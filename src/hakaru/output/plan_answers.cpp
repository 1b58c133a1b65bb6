#include "hakaru/output/plan_answers.h"

#include <cmath>

#include "hakaru/core/quantities.h"
#include "hakaru/formats/record_json.h"
#include "hakaru/output/plan_cells.h"

namespace hakaru {
namespace {

Table::Column right(std::string heading) { return {std::move(heading), Align::right}; }

std::optional<double> change_pct(std::optional<double> value, std::optional<double> before) {
  if (!value || !before || *before <= 0) return std::nullopt;
  return 100 * (*value / *before - 1);
}

/// Figure of a plan that a change of the machines may change.
struct Changing {
  std::string key;  ///< in JSON: "ttft" of "ttft_change_pct"
  std::string heading, cell;
  std::optional<double> figure;
  bool compared = true;  ///< as people read it, too
};

std::vector<Changing> changing(const ServingFigures& s, const std::optional<double>& month, const Translator& t) {
  const Changing ttft{"ttft", "TTFT", t.time(s.ttft_s), s.ttft_s};
  const Changing tpot{"tpot", "TPOT", s.tpot_s > 0 ? t.time(s.tpot_s) : "–", s.tpot_s};
  if (s.live) return {ttft, tpot, {"usd_per_month", t.say("$/month"), money_or_dash(month, t), month}};
  return {ttft,
          tpot,
          {"output_tokens_per_s", t.say("tokens/s"), per_second(s.output_tokens_per_s), s.output_tokens_per_s},
          {"cost_per_million_tokens", t.say("$/million output tokens"), money_or_dash(s.cost_per_million_tokens_usd, t),
           s.cost_per_million_tokens_usd}};
}

std::vector<Changing> changing(const InferenceFigures& i, const std::optional<double>& cost, const Translator& t) {
  std::vector<Changing> figures{{"latency", t.say("latency"), t.time(i.latency_s), i.latency_s},
                                {"items_per_s", t.say("items/s"), per_second(i.items_per_s), i.items_per_s}};
  if (i.lot) {
    figures.push_back({"duration", t.say("time"), t.time(i.lot->duration_s), i.lot->duration_s});
    figures.push_back({"cost", t.say("cost"), money_or_dash(cost, t), cost});
  } else {
    figures.push_back({"cost_per_million_items", t.say("$/million items"),
                       money_or_dash(i.cost_per_million_items_usd, t), i.cost_per_million_items_usd});
  }
  return figures;
}

/// Figures of a plan by its kind, the same for all plans of one question.
std::vector<Changing> figures_of(const Plan& plan, const Translator& t) {
  const std::optional<double> cost = plan.costs.in_all_usd();
  if (plan.serving() != nullptr) return changing(*plan.serving(), plan.costs.usd_per_month(), t);
  if (plan.inference() != nullptr) return changing(*plan.inference(), cost, t);
  const double duration_s = plan.duration_s().value_or(0);
  return {{"step_time", t.say("step"), t.time(plan.step_time_s()), plan.step_time_s(), false},
          {"duration", t.say("time"), t.time(duration_s), duration_s},
          {"cost", t.say("cost"), money_or_dash(cost, t), cost}};
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
    table.add({machines_of(plan), choices_of(plan), t.time(time_s), money_or_dash(plan.costs.in_all_usd(), t),
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
      json["plan"]["usd_per_month"] = or_null(answer.plan->costs.usd_per_month());
    if (!answer.plan) json["why_none"] = translator(*answer.why_none);
    for (std::size_t at = 0; at < before.size(); ++at)
      json[before[at].key + "_change_pct"] =
          or_null(answer.plan ? change_pct(after[at].figure, before[at].figure) : std::nullopt);
    list.push_back(std::move(json));
  }
  return list;
}

std::string regions_text(const Plan& plan, const std::vector<OtherCost>& costs, const Pen& pen) {
  const Translator& t = pen.translator;
  const std::string heading = plan.ends() ? t.say("cost") : plan.serving() != nullptr ? t.say("$/month") : t.say("$/h");
  Table table({{t.say("region")}, right(heading), right(t.say("$/h of one")), {t.say("price of")}});
  for (const OtherCost& each : costs)
    table.add({each.price.region, money_or_dash(usual_cost_usd(plan, each), t), t.money(each.price.usd_per_h),
               each.price.as_of});
  return pen.style.bold(t.say("{} by region, {}:", machines_of(plan), t.name(name_of(plan.price->kind)))) + "\n" +
         table.text(pen.style);
}

OrderedJson json_of(const Plan& plan, const std::vector<OtherCost>& costs) {
  OrderedJson list = OrderedJson::array();
  for (const OtherCost& each : costs) {
    OrderedJson json{{"region", each.price.region},
                     {"usd_per_h", *each.costs.usd_per_h},
                     {"price_kind", name_of(each.price.kind)},
                     {"as_of", each.price.as_of}};
    if (plan.ends()) json["cost_usd"] = or_null(each.costs.in_all_usd());
    if (plan.serving() != nullptr) json["usd_per_month"] = *each.costs.usd_per_month();
    list.push_back(std::move(json));
  }
  return list;
}

namespace {

/// Sentence on the cost of a month of that fleet with machines paid for ahead; where all are, none follows the load.
std::string bought_ahead(const BaseAndPeak& bought, const Translator& t) {
  const std::string cost = t.money(bought.usd_per_h * hours_per_month), base = bought_as(bought.base, t);
  return bought.peak_instances == 0 ? t.say("with {} always there {} it costs {}", bought.base_instances, base, cost)
                                    : t.say("with {} {} and up to {} more {} it costs {}", bought.base_instances, base,
                                            bought.peak_instances, bought_as(bought.peak, t), cost);
}

/// Compares the cheapest fleet that follows its load with the cost of the load by the token; "": none follows.
std::string following_beside_api(const ApiComparison& comparison, double bought_usd, const Translator& t) {
  const ApiComparison::Beside* best = nullptr;
  for (const ApiComparison::Beside& each : comparison.plans) {
    if (each.following_usd && (best == nullptr || *each.following_usd < *best->following_usd)) best = &each;
  }
  if (best == nullptr) return "";
  const double usd = *best->following_usd;
  const std::string cost = t.money(usd), apart = t.money(std::abs(bought_usd - usd));
  const std::string even = in_percent(100 * usd / bought_usd);
  std::string text = fmt::format(
      "  {}\n", usd <= bought_usd ? t.say("as it follows the load, plan {} costs {}: {} less; even where tokens cost "
                                          "{} of these prices",
                                          best->rank, cost, apart, even)
                                  : t.say("as it follows the load, plan {} costs {}: {} more; even where tokens cost "
                                          "{} of these prices",
                                          best->rank, cost, apart, even));
  if (best->bought) text += fmt::format("  {}\n", bought_ahead(*best->bought, t));
  return text;
}

}  // namespace

std::string api_text(const ApiComparison& comparison, const Pen& pen) {
  const Translator& t = pen.translator;
  std::string text;
  if (comparison.usd_per_month)
    text = t.say("Bought by the token, this load costs {} a month ({} a request).", t.money(*comparison.usd_per_month),
                 t.money(comparison.request_usd));
  if (comparison.million_output_tokens_usd)
    text = t.say("Bought by the token, a million output tokens with what they read cost {} ({} a request).",
                 t.money(*comparison.million_output_tokens_usd), t.money(comparison.request_usd));
  text = pen.style.bold(text) + "\n";
  if (comparison.plans.empty()) return text + t.say("  no plan's cost is known to compare with") + "\n";
  const ApiComparison::Beside& first = comparison.plans.front();
  const double bought = comparison.usd_per_month.value_or(comparison.million_output_tokens_usd.value_or(0));
  const std::string apart = t.money(std::abs(bought - first.usd));
  text += "  " + (first.usd <= bought ? t.say("plan {} costs {}: {} less", first.rank, t.money(first.usd), apart)
                                      : t.say("plan {} costs {}: {} more", first.rank, t.money(first.usd), apart));
  const bool never_even = first.even_per_s && first.held_per_s && *first.even_per_s > *first.held_per_s;
  if (never_even) {
    text += t.say("; more at any load that it bears ({} requests/s, day and night)", per_second(*first.held_per_s));
  } else {
    if (first.even_per_s)
      text += t.say("; they are even at {} requests/s, day and night", per_second(*first.even_per_s));
    if (first.held_per_s) text += t.say(" (the fleet bears {})", per_second(*first.held_per_s));
  }
  return text + "\n" + following_beside_api(comparison, bought, t);
}

}  // namespace hakaru
