#include "hakaru/planning/bands/explain_band.h"

#include <algorithm>
#include <cmath>

#include "hakaru/core/ranges.h"
#include "hakaru/numerics/elementary.h"
#include "hakaru/planning/money/costing.h"

namespace hakaru {
namespace {

constexpr std::size_t most_runs_told = 10;
constexpr double to_percent = 100;

/// The figure that a band is of: the step, the output token, the batch; of what plans are ranked by instead, its rate.
struct MainFigure {
  const char* name;
  double value;
  const char* unit;
};
MainFigure main_figure(const Plan& plan, bool is_rate) {
  if (plan.training() != nullptr) return {"step", plan.training()->step.step_time_s, "s"};
  if (const ServingFigures* const serving = plan.serving(); serving != nullptr) {
    if (is_rate) return {"tokens/s", serving->output_tokens_per_s, "tokens/s"};
    return serving->tpot_s > 0 ? MainFigure{"TPOT", serving->tpot_s, "s"} : MainFigure{"TTFT", serving->ttft_s, "s"};
  }
  if (is_rate) return {"items/s", plan.inference()->items_per_s, "items/s"};
  return {"latency", plan.inference()->latency_s, "s"};
}

Term of_run(const HeldOutRun& run, double log_ratio) {
  const double predicted = run.measured / elementary::exp(log_ratio);
  return sentence(run.id,
                  message("{}: measured {}, predicted {} without it", run.model, fmt::format("{:.4g}", run.measured),
                          fmt::format("{:.4g}", predicted)),
                  to_percent * (predicted / run.measured - 1), "%", "");
}

/// An end of a band of `figure`; `sign`: of its half-width. What is a rate is the less the longer it takes.
Term end_of(const char* name, const MainFigure& figure, bool is_rate, const Band& band, double sign) {
  const double times = elementary::exp(sign * band.radius);
  return {name,
          fmt::format("{} {:.4g} {} {} e^{}{:.4g}", figure.name, figure.value, figure.unit, is_rate ? "/" : "×",
                      sign < 0 ? "-" : "", band.radius),
          is_rate ? figure.value / times : figure.value * times, figure.unit, ""};
}

}  // namespace

Result<Terms> explain_band(const Plan& plan, const Scenario& scenario, const DataFiles& data) {
  Result<PlanUncertainty> known = uncertainty_of(plan, scenario.job, data);
  if (!known) return fail(known);
  Plan judged = plan;
  judged.uncertainty = std::move(*known);
  const Band* const band = told_band(judged, scenario.objective);
  if (band == nullptr) return Terms{};
  const bool is_rate = band != judged.uncertainty.time.get();
  const MainFigure figure = main_figure(plan, is_rate);
  const std::string source = "data/evidence";
  Terms terms{sentence("similar runs", band->alike, static_cast<double>(band->like().size()), "runs", source),
              {"models among them", "", static_cast<double>(band->models_alike()), "", source},
              {"their median error", "", band->median_error_pct(), "%", source},
              sentence("q · s", message("90 % of {} runs, scaled to the spread of these", band->runs_in_all()),
                       band->of_runs, "of ln", source)};
  const auto widens = [](const Widening& each) { return each.times != 1; };
  for (const Widening& each : band->widenings) {
    if (widens(each)) terms.push_back(sentence("wider", each.why, each.times, "×", source));
  }
  if (ranges::any_of(band->widenings, widens))
    terms.push_back({"half-width", "q · s × all factors", band->radius, "of ln", ""});
  terms.push_back(end_of("low end", figure, is_rate, *band, is_rate ? 1 : -1));
  terms.push_back(end_of("high end", figure, is_rate, *band, is_rate ? -1 : 1));
  std::vector<const HeldOutRun*> like = band->like();
  ranges::stable_sort(like, std::greater<>(),
                      [&](const HeldOutRun* run) { return std::abs(band->log_ratio_of(*run)); });
  if (like.size() > most_runs_told)
    terms.push_back(sentence("shown below", message("the largest errors of {} runs", like.size()),
                             static_cast<double>(most_runs_told), "runs", ""));
  for (std::size_t at = 0; at < std::min(most_runs_told, like.size()); ++at)
    terms.push_back(of_run(*like[at], band->log_ratio_of(*like[at])));
  return terms;
}

}  // namespace hakaru
