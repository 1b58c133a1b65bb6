#include "hakaru/output/band_text.h"

#include <algorithm>
#include <cmath>

#include "hakaru/core/ranges.h"
#include "hakaru/core/text.h"
#include "hakaru/output/plan_cells.h"
#include "hakaru/planning/money/costing.h"

namespace hakaru {
namespace {

constexpr double in_a_hundred = 100, least_told = 0.01;

/// "step 28.1 s to 33.5 s"; empty: the figure is told by another.
std::string ends_of(const FigureBand& band, const Translator& t) {
  const auto between = [&](const std::string& name, auto told) {
    return t.say("{} {} to {}", name, told(band.ends.low), told(band.ends.high));
  };
  const bool is_sure = band.ends.low >= band.ends.high;  // as a fee that is paid ahead
  const auto time = [&](double seconds) { return t.time(seconds); };
  const auto money = [&](double usd) { return t.money(usd); };
  if (band.key == "step_time_s") return between(t.say("step"), time);
  if (band.key == "duration_s") return between(t.say("time"), time);
  if (band.key == "ttft_s") return between("TTFT", time);
  if (band.key == "tpot_s") return between("TPOT", time);
  if (band.key == "request_s") return between(t.say("a request"), time);
  if (band.key == "latency_s") return between(t.say("latency"), time);
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
  return *chance < least_told ? "<1 %" : fmt::format("{:.0f} %", in_a_hundred * *chance);
}

std::string ends_of_bands(const std::vector<FigureBand>& bands, const Translator& t) {
  std::vector<std::string> ends;
  for (const FigureBand& each : bands) {
    std::string told = ends_of(each, t);
    if (!told.empty()) ends.push_back(std::move(told));
  }
  return join(ends);
}

std::string band_lines(const Plan& plan, const Scenario& scenario, const Pen& pen) {
  const Translator& t = pen.translator;
  const Band* const band = told_band(plan, scenario.objective);
  if (band == nullptr) return "";
  std::string text = fmt::format("  {}\n", t.say("nine times in ten, {}: {}", t(covered_by(plan, *band)),
                                                 ends_of_bands(figure_bands(plan, scenario), t)));
  std::string rests =
      t.say("as far off as runs that no fit had seen; most like it: {} ({}; models: {}), half within {} %",
            band->like().size(), t(band->alike), band->models_alike(), three(band->median_error_pct()));
  std::vector<std::string> why;
  for (const Widening& each : band->widenings) {
    if (each.times > 1) why.push_back(t(each.why));
  }
  if (!why.empty()) rests += t.say("; wider, since {}", join(why));
  return text + fmt::format("  {}\n", rests);
}

namespace {

/// Which plan is likelier to be the best than the first one, and by what that stands first all the same.
std::string likeliest_line(const PlanResult& result, RankBy rank_by, const Translator& t) {
  const std::vector<double>& chances = result.choice->chance_best;
  const auto likeliest = std::max_element(chances.begin(), chances.end());
  const std::string chance = chance_cell(*likeliest);
  if (chance == chance_cell(chances.front())) return "";
  const int rank = result.plans[static_cast<std::size_t>(likeliest - chances.begin())].rank;
  switch (rank_by) {
    case RankBy::safe:
      return t.say("Plan {} is the likeliest best, with {}; plan 1 stands first by the bad end of its error band ({}).",
                   rank, chance, "--rank-by safe");
    case RankBy::expected:
      return t.say("Plan {} is the likeliest best, with {}; plan 1 stands first by what is predicted ({}).", rank,
                   chance, "--rank-by expected");
    case RankBy::best_case:
      return t.say(
          "Plan {} is the likeliest best, with {}; plan 1 stands first by the good end of its error band ({}).", rank,
          chance, "--rank-by best-case");
  }
  return "";
}

}  // namespace

std::string choice_lines(const PlanResult& result, const Scenario& scenario, const Translator& t) {
  if (!result.choice || result.choice->worth_measuring.empty()) return "";
  const WorthMeasuring& other = result.choice->worth_measuring.front();
  const auto risky = ranges::find(result.plans, other.rank, &Plan::rank);
  const bool insures = result.plans.front().is_safe && scenario.objective == Objective::cost;
  std::string likeliest = likeliest_line(result, scenario.rank_by, t);
  if (!likeliest.empty()) likeliest += "\n";
  if (insures && risky != result.plans.end() && !risky->is_safe)
    return t.say(
               "Measure plan {} before you rent plan 1: it keeps the limits with a chance of {}, and for {} % less "
               "(hakaru measure).",
               other.rank, chance_cell(chance_to_keep_limits(*risky, scenario)),
               three(in_a_hundred * (1 - objective_value(*risky, scenario.objective).value_or(0) /
                                             objective_value(result.plans.front(), scenario.objective).value_or(1)))) +
           "\n";
  return t.say(
             "Plan 1 is the best of these with a chance of {}. Measure it and plan {} and you will know: that one is "
             "better with {}, and saves {} % in the mean (hakaru measure).",
             chance_cell(result.choice->chance_best.front()), other.rank, chance_cell(other.changes),
             three(in_a_hundred * other.saves_share)) +
         "\n" + likeliest;
}

}  // namespace hakaru
