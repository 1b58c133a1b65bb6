#include "hakaru/output/band_text.h"

#include <algorithm>
#include <cmath>

#include "hakaru/core/quantities.h"
#include "hakaru/core/ranges.h"
#include "hakaru/core/text.h"
#include "hakaru/output/plan_cells.h"
#include "hakaru/planning/money/costing.h"

namespace hakaru {
namespace {

constexpr double in_a_hundred = 100, least_told = 0.01;
/// Measuring another plan is worth it from this share of the first's figure on.
constexpr double worth_saving = 0.1;

/// "28.1–33.5 s": the unit once, where both have the same.
std::string range_of(std::string low, const std::string& high) {
  const std::size_t unit = low.rfind(' ');
  const bool is_same = unit != std::string::npos && high.ends_with(low.substr(unit));
  if (is_same) low.erase(unit);
  return low + "–" + high;
}

/// "step 28.1–33.5 s"; empty: another figure says as much.
std::string ends_of(const FigureBand& band, const Translator& t) {
  const auto between = [&](const std::string& name, auto told) {
    return fmt::format("{} {}", name, range_of(told(band.ends.low), told(band.ends.high)));
  };
  const auto times = [&](const std::string& name) {
    constexpr double least_of_high = 0.01;  // below it a number in the other unit is hard to read
    const auto [low, high] = std::pair(band.ends.low, band.ends.high);
    const std::string told_low = low >= least_of_high * high ? t.time(low, high) : t.time(low);
    return fmt::format("{} {}", name, range_of(told_low, t.time(high)));
  };
  const bool is_sure = band.ends.low >= band.ends.high;  // as a fee that is paid ahead
  const auto money = [&](double usd) { return t.money(usd); };
  if (band.key == "step_time_s") return times(t.say("step"));
  if (band.key == "duration_s") return times(t.say("time"));
  if (band.key == "ttft_s") return times("TTFT");
  if (band.key == "tpot_s") return times("TPOT");
  if (band.key == "request_s") return times(t.say("a request"));
  if (band.key == "latency_s") return times(t.say("latency"));
  if (band.key == "cost_usd" && !is_sure) return between(t.say("cost"), money);
  if (band.key == "usd_per_month" && !is_sure) return between(t.say("$/month"), money);
  if (band.key == "output_tokens_per_s") return between(t.say("tokens/s"), per_second);
  if (band.key == "items_per_s") return between(t.say("items/s"), per_second);
  return "";
}

}  // namespace

std::string band_cell(const Plan& plan, Objective objective) {
  const Band* const band = told_band(plan, objective);
  if (band == nullptr) return "–";
  const auto off = [](double factor) { return fmt::format("{:+.0f}", in_a_hundred * (factor - 1)); };
  return fmt::format("{} {} %", off(band->low(1)), off(band->high(1)));
}

std::string chance_cell(const std::optional<double>& chance) {
  if (!chance) return "–";
  if (*chance > 1 - least_told) return ">99 %";
  return *chance < least_told ? "<1 %" : in_whole_percent(*chance);
}

std::string ends_of_bands(const std::vector<FigureBand>& bands, const Translator& t) {
  std::vector<std::string> ends;
  for (const FigureBand& each : bands) {
    std::string told = ends_of(each, t);
    if (!told.empty()) ends.push_back(std::move(told));
  }
  return join(ends, t.word(", "));
}

std::string interval_line(const Plan& plan, const Scenario& scenario, const Pen& pen) {
  const Translator& t = pen.translator;
  const Band* const band = told_band(plan, scenario.objective);
  if (band == nullptr) return "";
  const std::string ends = ends_of_bands(figure_bands(plan, scenario), t);
  std::string text = t.say("90 % interval: {}; held-out runs: {}, median error {} %", ends, band->like().size(),
                           three(band->median_error_pct()));
  if (!pen.style.wide) return text + "\n";
  text += t.say(" ({}; models: {})", t(band->alike), band->models_alike());
  std::vector<std::string> why;
  for (const Widening& each : band->widenings) {
    if (each.times > 1) why.push_back(t(each.why));
  }
  return text + (why.empty() ? "" : t.say("; wider, since {}", join(why))) + "\n";
}

std::string choice_lines(const PlanResult& result, const std::vector<Plan>& shown, const Scenario& scenario,
                         const Translator& t) {
  if (!result.choice) return "";
  const auto found = ranges::find_if(result.choice->worth_measuring, [&](const WorthMeasuring& each) {
    return each.saves_share >= worth_saving &&
           ranges::any_of(shown, [&](const Plan& plan) { return plan.rank == each.rank; });
  });
  if (found == result.choice->worth_measuring.end()) return "";
  const WorthMeasuring& other = *found;
  const auto risky = ranges::find(shown, other.rank, &Plan::rank);
  const bool insures = shown.front().is_safe && scenario.objective == Objective::cost;
  if (insures && !risky->is_safe)
    return t.say(
               "Cheaper: plan {} costs {} % less and keeps the limits with a probability of {}. Measure it first "
               "(hakaru measure).",
               other.rank,
               three(in_a_hundred * (1 - objective_value(*risky, scenario.objective).value_or(0) /
                                             objective_value(shown.front(), scenario.objective).value_or(1))),
               chance_cell(chance_to_keep_limits(*risky, scenario))) +
           "\n";
  return t.say(
             "Close: measuring plans 1 and {} (hakaru measure) would change the choice with a probability of {} and "
             "gain {} % on average.",
             other.rank, chance_cell(other.changes), three(in_a_hundred * other.saves_share)) +
         "\n";
}

}  // namespace hakaru
