#include "hakaru/output/plan_text.h"

#include <array>
#include <cmath>
#include <span>

#include "hakaru/core/quantities.h"
#include "hakaru/core/ranges.h"
#include "hakaru/core/text.h"
#include "hakaru/hardware/capacity_block.h"
#include "hakaru/job/serving_scenario.h"
#include "hakaru/output/answer_texts.h"
#include "hakaru/output/band_text.h"
#include "hakaru/output/plan_answers.h"
#include "hakaru/output/plan_cells.h"
#include "hakaru/output/plan_table.h"
#include "hakaru/output/question_text.h"
#include "hakaru/planning/bands/ranking.h"
#include "hakaru/planning/money/costing.h"
#include "hakaru/planning/money/other_costs.h"

namespace hakaru {
namespace {

std::string share_left_free(const Plan& plan) {
  return fmt::format("{:.3g}", plan.capacity_bytes > 0 ? 100 * plan.headroom_bytes / plan.capacity_bytes : 0);
}

/// "6.20 s = compute 4.80 s + exposed communication 0.30 s + …", leaving out what is nothing.
std::string step_sum(const StepEstimate& step, const Translator& t) {
  std::vector<std::string> parts;
  const auto add = [&](const std::string& name, double seconds) {
    if (seconds > 0) parts.push_back(name + " " + t.time(seconds));
  };
  each_shown(step, [&](const std::string& path, const char* column, double seconds) {
    if (path == "bubble_s") add(t.say("exposed communication"), step.exposed.total_s());
    if (path == "recompute_s") {
      if (seconds > 0 && !parts.empty()) parts.back() += t.say(" (recompute {})", t.time(seconds));
    } else if (path == "rollout_s") {  // it comes first
      if (seconds > 0) parts.insert(parts.begin(), t.word(column) + " " + t.time(seconds));
    } else if (!path.starts_with("exposed.")) {
      add(t.word(column), seconds);
    }
  });
  std::string text = t.say("{} a step = {}", t.time(step.step_time_s), join(parts, " + "));
  if (step.mfu > 0) text += t.say("; MFU {} %", three(100 * step.mfu));
  return text;
}

std::string speed_of(const Plan& plan, bool embeds, const Translator& t) {
  if (const ServingFigures* serving = plan.serving(); serving != nullptr && embeds)
    return t.say("{} prompts/s; each takes {}", per_second(serving->requests_per_s), t.time(serving->request_s));
  if (const ServingFigures* serving = plan.serving())
    return t.say("{} requests/s, {} output tokens/s; a request takes {}", per_second(serving->requests_per_s),
                 per_second(serving->output_tokens_per_s), t.time(serving->request_s));
  if (const InferenceFigures* inference = plan.inference())
    return t.say("{} items/s, {} for a batch of {}", per_second(inference->items_per_s), t.time(inference->latency_s),
                 inference->batch);
  return step_sum(plan.training()->step, t);
}

std::string price_of(const Plan& plan, const std::optional<Purchase>& ownership, const Translator& t) {
  const Price& price = *plan.price;
  if (price.region.empty())
    return t.say("{}/h for each instance, by {}", in_usd(price.usd_per_h),
                 ownership ? Argument(purchase_told(plan.cluster.instance(), *ownership)) : Argument(price.source));
  if (price.region == own_region)
    return t.say("{}/h for each instance, as its owner states, {}", t.money(price.usd_per_h), price.as_of);
  return t.say("{}/h for each instance, {}, {}, {}", t.money(price.usd_per_h), name_of(price.kind), price.region,
               price.as_of);
}

/// "vllm ran on h100-sxm, a relative of l40s; there is no run on l40s itself"
std::string evidence_of(const Plan& plan, const Translator& t) {
  const std::string& accelerator = plan.cluster.instance().accelerator.name;
  const PlanEvidence& evidence = plan.evidence;
  const std::string file = evidence.file.empty() ? "" : " (" + evidence.file + ")";
  switch (evidence.kind) {
    case Evidence::measured:
      return t.say("calibrated on runs of {} on {}", evidence.software, accelerator) + file;
    case Evidence::relative:
      if (evidence.of == accelerator)
        return t.say("calibrated on runs of {} on {}, not of the software asked for", evidence.software, accelerator) +
               file;
      return t.say("calibrated on runs of {} on {}; no run on {}", evidence.software, evidence.of, accelerator) + file;
    case Evidence::none:
      break;
  }
  return evidence.of.empty()
             ? t.say("not calibrated: no run of its software on {}; from kernels and data sheets", accelerator)
             : t.say("not calibrated: no run of its software on {} or similar; constants of {}", accelerator,
                     evidence.of);
}

std::string told_of_rollout(const RolloutFigures& rollout, const Translator& t) {
  return t.say(
      "rollout: {} {}, {} completions on a replica, {} output tokens/s; weights {} + cache {} GiB beside {} that "
      "training keeps; the engine sleeps while it trains",
      rollout.engine, in_short(rollout.layout), with_separators(rollout.completions_of_replica),
      per_second(rollout.output_tokens_per_s), three(rollout.weights_bytes / gibi),
      three(rollout.kv_cache_bytes / gibi), three(rollout.resident_bytes / gibi));
}

/// "savings_3y $2,295 (the run's share of a commitment), spot $2,006 (if none is taken away)"
std::string bought_otherwise(const Plan& plan, const std::vector<OtherCost>& costs, const Translator& t) {
  std::vector<std::string> told;
  for (const OtherCost& each : costs) {
    const std::string cost = money_or_dash(usual_cost_usd(plan, each), t);
    const std::string_view kind = name_of(each.price.kind);
    const bool commits = committed_h(each.price.kind) > 0;
    told.push_back(each.price.kind == PriceKind::spot ? t.say("{} {} (if none is taken away)", kind, cost)
                   : commits && plan.ends()           ? t.say("{} {} (the run's share of a commitment)", kind, cost)
                   : commits                          ? t.say("{} {} (committed)", kind, cost)
                   : each.price.kind == PriceKind::capacity_block ? t.say("{} {} (whole days, paid ahead)", kind, cost)
                                                                  : fmt::format("{} {}", t.name(kind), cost));
  }
  return plan.ends()                 ? t.say("bought otherwise: {}", join(told))
         : plan.serving() != nullptr ? t.say("bought otherwise, a month: {}", join(told))
                                     : t.say("bought otherwise, an hour: {}", join(told));
}

/// All of the plan that stands first.
std::string best_plan(const Scenario& scenario, const PlanResult& result, const Pen& pen) {
  const Translator& t = pen.translator;
  const bool embeds = model_of(scenario.job).family == Family::encoder;
  const Plan& plan = result.plans.front();
  const std::string what = fmt::format("{} ({}), {}", machines_of(plan), accelerators_of(plan), choices_of(plan));
  std::string text = pen.style.bold(t.say("Best: {}", what)) + "\n";
  text += fmt::format("  {}\n", speed_of(plan, embeds, t));
  if (const ServingFigures* serving = plan.serving(); serving != nullptr && serving->prefill_replicas > 0)
    text += fmt::format("  {}\n", t.say("{} replicas prefill and {} decode", serving->prefill_replicas,
                                        plan.layout.dp - serving->prefill_replicas));
  if (plan.training() != nullptr && plan.training()->rollout)
    text += fmt::format("  {}\n", told_of_rollout(*plan.training()->rollout, t));
  if (plan.price)
    text += fmt::format("  {}\n",
                        t.say("price: {}", price_of(plan, scenario.hardware.ownership, t)) + stated_currency(plan, t));
  if (!result.by_kind.empty()) text += fmt::format("  {}\n", bought_otherwise(plan, result.by_kind, t));
  text += data_costs_told(plan, t);
  text += fmt::format("  {}\n", t.say("evidence: {}", evidence_of(plan, t)));
  if (!plan.also.empty()) text += fmt::format("  {}\n", t.say("also, in another box: {}", join(plan.also)));
  return text;
}

/// "35.5 of 40 GiB, most of it weights (28.4)"
std::string memory_in_short(const Plan& plan, const Translator& t) {
  std::string largest;
  double largest_bytes = 0;
  each_shown(plan.memory, [&](const std::string&, const char* name, double bytes) {
    if (bytes > largest_bytes) {
      largest_bytes = bytes;
      largest = t.word(name);
    }
  });
  return t.say("{} of {} GiB, most of it {} ({})", three(plan.memory.total_bytes() / gibi),
               three(plan.capacity_bytes / gibi), largest, three(largest_bytes / gibi));
}

std::string memory_line(const Plan& plan, bool in_short, const Pen& pen) {
  const Translator& t = pen.translator;
  std::string memory = t.say("memory: {}; at least {} % left free",
                             in_short ? memory_in_short(plan, t) : memory_sum(plan.memory, plan.capacity_bytes, pen),
                             share_left_free(plan));
  if (const std::optional<double> chance = chance_out_of_memory(plan))
    memory += t.say("; out of memory with a chance of {}", chance_cell(chance));
  return memory + "\n";
}

/// Notes on the answer, then on the plan that stands first, last on what was left out; at most so many.
std::string notes_told(const PlanResult& result, std::size_t most, const Translator& t) {
  std::vector<std::string> told;
  std::vector<std::string> left_out;
  for (const std::vector<Message>& notes : {result.notes, result.plans.front().notes}) {
    for (const Message& note : notes) {
      const bool is_last = ranges::count(result.of_left_out, note) > 0;
      (is_last ? left_out : told).push_back(t.say("note: {}", t(note)) + "\n");
    }
  }
  told.insert(told.end(), left_out.begin(), left_out.end());
  told.resize(std::min(told.size(), most));
  return join(told, "");
}

/// Three digits of a large count: "110 B", in Japanese "1,100億".
std::string in_large_units(double count, const Translator& t) {
  using Unit = std::pair<double, std::string_view>;
  constexpr std::array english{Unit{1e9, " B"}, Unit{1e6, " M"}};
  constexpr std::array japanese{Unit{1e12, "兆"}, Unit{1e8, "億"}, Unit{1e4, "万"}};
  const auto& units = t.language() == Language::japanese ? std::span<const Unit>(japanese) : english;
  for (const auto& [unit, name] : units) {
    if (count < unit) continue;
    const double counted = count / unit;
    return fmt::format("{}{}", counted < kilo ? three(counted) : with_separators(std::llround(counted)), name);
  }
  return with_separators(std::llround(count));
}

/// Tells whether the question was how many tokens a budget buys.
bool buys_tokens(const PlanResult& result) {
  const std::string says = tokens_bought("", "").format;
  return ranges::any_of(result.notes, [&](const Message& note) { return note.format == says; });
}

/// "$40,179 a month, 95 % likely to keep the limits"
std::string answer_facts(const Scenario& scenario, const Plan& plan, const PlanResult& result, const Translator& t) {
  std::vector<std::string> facts;
  const auto add_money = [&](const std::optional<double>& usd, const auto& told) {
    if (usd) facts.push_back(told(t.money(*usd)));
  };
  const auto plain = [](const std::string& amount) { return amount; };
  const ServingFigures* const serving = plan.serving();
  if (plan.ends()) {
    const std::string time = t.time(*plan.duration_s());
    const auto* const job = std::get_if<TrainingJob>(&scenario.job);
    facts.push_back(job != nullptr && buys_tokens(result)
                        ? t.say("{} tokens in {}", in_large_units(static_cast<double>(job->tokens), t), time)
                        : time);
    add_money(plan.costs.in_all_usd(), plain);
  } else if (serving != nullptr && serving->live) {
    add_money(plan.costs.usd_per_month(), [&](const std::string& amount) { return t.say("{} a month", amount); });
    if (scenario.hardware.count_is_fixed() && serving->held_per_s())
      facts.push_back(t.say("at most {} requests/s", per_second(*serving->held_per_s())));
  } else if (serving != nullptr) {
    const bool embeds = model_of(scenario.job).family == Family::encoder;
    const std::string rate = per_second(serving->output_tokens_per_s);
    facts.push_back(embeds ? t.say("{} prompts/s", rate) : t.say("{} tokens/s", rate));
    add_money(serving->cost_per_million_tokens_usd, [&](const std::string& amount) {
      return embeds ? t.say("{} a million prompts", amount) : t.say("{} a million output tokens", amount);
    });
  } else {
    facts.push_back(t.say("{} items/s", per_second(plan.inference()->items_per_s)));
    add_money(plan.inference()->cost_per_million_items_usd,
              [&](const std::string& amount) { return t.say("{} a million items", amount); });
  }
  if (const std::optional<double> chance = chance_to_keep_limits(plan, scenario))
    facts.push_back(t.say("{} likely to keep the limits", chance_cell(chance)));
  return join(facts, t.word(", "));
}

}  // namespace

std::string answer_line(const Scenario& scenario, const Plan& plan, const PlanResult& result, const Translator& t) {
  const std::string facts = answer_facts(scenario, plan, result, t);
  std::string machines = machines_of(plan);
  const Instance& machine = plan.cluster.instance();
  if (machine.idle_accelerators > 0)
    machines += t.say(" ({} of {} × {})", machine.accelerators,
                      with_separators(machine.accelerators + machine.idle_accelerators), machine.accelerator.name);
  if (!plan.is_safe)
    return t.say("No plan keeps the limits with {}. The likeliest: {}: {}.", chance_cell(scenario.confidence), machines,
                 facts);
  const bool rented = plan.price && !plan.price->region.empty() && plan.price->region != own_region;
  if (rented && plan.price->kind != PriceKind::on_demand)
    machines += fmt::format(" ({})", in_words(plan.price->kind, t));
  if (facts.empty()) return t.say("Use {}.", machines);
  return rented ? t.say("Rent {}: {}.", machines, facts) : t.say("Use {}: {}.", machines, facts);
}

Message tokens_bought(const std::string& tokens, const std::string& key) {
  return message("the budget buys about {} tokens; {} was not given", tokens, key);
}

std::string memory_sum(const MemoryBreakdown& memory, double capacity_bytes, const Pen& pen) {
  const Translator& t = pen.translator;
  std::vector<std::string> parts;
  each_shown(memory, [&](const std::string&, const char* name, double bytes) {
    if (bytes > 0) parts.push_back(fmt::format("{} {}", t.word(name), three(bytes / gibi)));
  });
  return t.say("{} = {} of {} GiB", join(parts, " + "), three(memory.total_bytes() / gibi),
               three(capacity_bytes / gibi));
}

namespace {

/// Names the figure that plans are ranked by: "Ranked by cost of a month".
std::string ranked_by(const Scenario& scenario, const std::vector<Plan>& plans, const Translator& t) {
  const Objective objective = scenario.objective;
  const auto has_cost = [](const Plan& plan) { return objective_value(plan, Objective::cost).has_value(); };
  if (objective == Objective::cost && ranges::none_of(plans, has_cost)) {
    const bool fewest = scenario.demand || scenario.deadline_s;
    return fewest ? t.say("Ranked by number of accelerators, since no price is known")
                  : t.say("Ranked by accelerator-hours, since no price is known");
  }
  const std::string ranked = scenario.demand && objective == Objective::cost
                                 ? t.say("Ranked by cost of a month")
                                 : t.say("Ranked by {}", t.word(name_of(objective)));
  const std::optional<double> first = objective_value(plans.front(), objective);
  const bool is_dearer = ranges::any_of(plans, [&](const Plan& plan) {
    const std::optional<double> value = objective_value(plan, objective);
    return first && value && *value < *first && *first - *value <= as_good_share * std::abs(*value) &&
           plan.is_safe == plans.front().is_safe;
  });
  constexpr double percent = 100;
  if (!is_dearer) return ranked;
  return ranked + t.say("; within {} % of the best, measured and faster plans first", as_good_share * percent);
}

/// Sentence on what plans are ranked by, within which deadline and budget.
std::string limits_of(const Scenario& scenario, const std::vector<Plan>& plans, const Translator& t) {
  std::string text = ranked_by(scenario, plans, t);
  const std::optional<Price>& price = plans.front().price;
  if (price && !scenario.hardware.region_is_stated && PriceBook::is_place(price->region) &&
      price->region != scenario.hardware.region)
    text += t.say(", at prices of {}, as no region is stated", price->region);
  if (scenario.deadline_s) text += t.say(", within {}", t.time(*scenario.deadline_s));
  if (scenario.budget_usd) text += t.say(", for at most {}", t.money(*scenario.budget_usd));
  if (ranges::any_of(plans, ends_with_block) && !ends_with_block(plans.front()))
    text += t.say("; in Capacity Blocks, which end, last");
  return text + t.say(".");
}

}  // namespace

namespace {

/// True if more machines of the same type end the run sooner for the same money.
bool ends_later_for_no_less(const Plan& plan, const Plan& other) {
  constexpr double as_dear = 1.001;
  const std::optional<double> usd = plan.costs.in_all_usd(), other_usd = other.costs.in_all_usd();
  return plan.ends() && usd && other_usd && *other_usd <= as_dear * *usd &&
         plan.cluster.instance().name == other.cluster.instance().name &&
         plan.cluster.instances < other.cluster.instances && *other.duration_s() <= *plan.duration_s();
}

/// The first `rows` plans that differ in machines or layout; the last of them is cheaper and less sure, where there is
/// such a plan.
std::vector<Plan> shown_plans(const std::vector<Plan>& plans, std::size_t rows) {
  std::vector<Plan> shown;
  for (const Plan& plan : plans) {
    const auto is_like = [&](const Plan& other) {
      return plan.training() == nullptr
                 ? machines_of(other) == machines_of(plan) && choices_of(other) == choices_of(plan)
                 : ends_later_for_no_less(plan, other);
    };
    const auto& others = plan.training() == nullptr ? shown : plans;
    if (shown.empty() || (shown.size() < rows && !ranges::any_of(others, is_like))) shown.push_back(plan);
  }
  const auto risky = ranges::find(plans, false, &Plan::is_safe);
  if (risky != plans.end() && risky->rank > shown.back().rank) shown.back() = *risky;
  return shown;
}

/// "billed: 56.0 days of a Capacity Block", where the run ends before.
std::string bought_line(const Plan& plan, const Translator& t) {
  if (!plan.price || !plan.ends() || plan.price->kind != PriceKind::capacity_block) return "";
  const double billed_s = plan.costs.hours * seconds_per_hour, longest_s = most_days_of_a_block * seconds_per_day;
  if (billed_s <= longest_s) return t.say("billed: {} of a Capacity Block", t.time(billed_s)) + "\n";
  return t.say("billed: {} of Capacity Blocks, {} in a row, as one ends after {} at most", t.time(billed_s),
               std::ceil(billed_s / longest_s), t.time(longest_s)) +
         "\n";
}

/// A plan on one screen, with so many plans and notes.
std::string brief_text(const Scenario& scenario, const PlanResult& result, std::size_t rows, std::size_t notes,
                       const Pen& pen) {
  const Translator& t = pen.translator;
  const Plan& first = result.plans.front();
  std::string question = question_of(scenario, pen);
  if (scenario.demand) question += " " + latency_limits(scenario.demand->level, t);
  question += " " + limits_of(scenario, result.plans, t);
  const std::vector<Plan> shown = shown_plans(result.plans, rows);
  const std::string unpriced = result.unpriced ? t(*result.unpriced) + "\n" : "";
  std::string text = pen.style.bold(answer_line(scenario, first, result, t)) + "\n" + unpriced + question + "\n\n" +
                     ranked_table(scenario, shown, pen) + "\n" + interval_line(first, scenario, pen) +
                     bought_line(first, t) + memory_line(first, true, pen) + choice_lines(result, shown, scenario, t);
  if (const std::string currency = stated_currency(first, t); !currency.empty() && first.price)
    text += t.say("price: {}", price_of(first, scenario.hardware.ownership, t)) + currency + "\n";
  text += notes_told(result, result.complete ? notes : std::max<std::size_t>(1, notes), t);
  if (!pen.style.in_shell) return text;
  return text + t.say("Next: --wide shows all; -o plan.json keeps the plans for hakaru explain, emit, measure.") + "\n";
}

/// The most of a plan that one screen takes.
std::string on_one_screen(const Scenario& scenario, const PlanResult& result, const Pen& pen) {
  constexpr std::size_t most_rows = 5, fewest_rows = 2;
  constexpr std::ptrdiff_t screen_lines = 16;
  std::string text;
  for (const std::size_t notes : {std::size_t{1}, std::size_t{0}}) {
    for (std::size_t rows = most_rows; rows >= fewest_rows; --rows) {
      text = wrapped(brief_text(scenario, result, rows, notes, pen), pen.style.columns);
      if (ranges::count(text, '\n') <= screen_lines) return text;
    }
  }
  return text;
}

/// All that is known of the plans.
std::string full_text(const Scenario& scenario, const PlanResult& result, const Pen& pen) {
  const Translator& t = pen.translator;
  std::string text = pen.style.bold(answer_line(scenario, result.plans.front(), result, t)) + "\n" +
                     (result.unpriced ? t(*result.unpriced) + "\n" : "") + question_of(scenario, pen) + " ";
  if (scenario.demand) text += latency_limits(scenario.demand->level, t) + " ";
  text += limits_of(scenario, result.plans, t) + "\n\n" + ranked_table(scenario, result.plans, pen) + "\n" +
          best_plan(scenario, result, pen) + "  " + memory_line(result.plans.front(), false, pen);
  if (const std::string interval = interval_line(result.plans.front(), scenario, pen); !interval.empty())
    text += "  " + interval;
  text += choice_lines(result, result.plans, scenario, t) + notes_told(result, std::string::npos, t);
  std::string looked = t.say("{} layouts evaluated, {} fit.", with_separators(result.evaluated_layouts),
                             with_separators(result.feasible_layouts));
  if (result.simulated_kinds > 0)
    looked += " " + t.say("{} of {} kinds of replica were simulated, with {} requests.", result.simulated_kinds,
                          result.kinds, with_separators(result.plans.front().serving()->live->requests));
  return text + "\n" + pen.style.dim(looked) + "\n";
}

}  // namespace

std::string plan_text(const Scenario& scenario, const PlanResult& result, const Pen& pen) {
  std::string text = pen.style.wide ? full_text(scenario, result, pen) : on_one_screen(scenario, result, pen);
  if (scenario.follow && result.complete) text += "\n" + followed_text(scenario, result, pen);
  if (scenario.pareto) text += "\n" + pareto_text(result.pareto, pen);
  return text;
}

}  // namespace hakaru
