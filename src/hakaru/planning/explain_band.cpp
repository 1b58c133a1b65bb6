#include "hakaru/planning/explain_band.h"

#include <algorithm>
#include <cmath>

namespace hakaru {
namespace {

constexpr std::size_t most_runs_told = 10;
constexpr double to_percent = 100;

/// Of the figure that the others follow: the step, the output token, the batch.
std::pair<std::string, double> main_figure(const Plan& plan) {
  if (plan.training() != nullptr) return {"step", plan.training()->step.step_time_s};
  if (plan.serving() != nullptr) return {"TPOT", plan.serving()->tpot_s};
  return {"latency", plan.inference()->latency_s};
}

Term of_run(const HeldOutRun& run, double log_ratio) {
  const double predicted = run.measured / std::exp(log_ratio);
  return {run.id, fmt::format("{}: measured {:.4g}, predicted {:.4g} without it", run.model, run.measured, predicted),
          to_percent * (predicted / run.measured - 1), "%", ""};
}

}  // namespace

Result<Terms> explain_band(const Plan& plan, const Scenario& scenario, const DataFiles& data) {
  const Result<std::shared_ptr<const PlanBands>> bands = PlanBands::read(data, scenario.job);
  if (!bands) return fail(bands);
  const PlanUncertainty known = (*bands)->of(plan, scenario.job);
  const Band* const band = known.main();
  if (band == nullptr) return Terms{};
  const auto [name, predicted] = main_figure(plan);
  const std::string source = "data/evidence";
  Terms terms{
      {"runs like it",
       fmt::format("{} ({} models), half within {:.3g} %", in_english(band->alike), band->models_alike(),
                   band->median_error_pct()),
       static_cast<double>(band->like().size()), "runs", source},
      {"centre", "e^c of measured / predicted, of these and of their kind", std::exp(band->centre), "×", source},
      {"q · s", fmt::format("nine in ten of {} runs, brought to the spread of these", band->runs_in_all()),
       band->of_runs, "of ln", source}};
  for (const Widening& each : band->widenings)
    terms.push_back({"wider", in_english(each.why), each.times, "×", source});
  if (!band->widenings.empty()) terms.push_back({"half-width", "q · s, so many times", band->radius, "of ln", ""});
  terms.push_back({name + ", low end",
                   fmt::format("{:.4g} s × e^({:.4g} - {:.4g})", predicted, band->centre, band->radius),
                   band->low(predicted), "s", ""});
  terms.push_back({name + ", high end",
                   fmt::format("{:.4g} s × e^({:.4g} + {:.4g})", predicted, band->centre, band->radius),
                   band->high(predicted), "s", ""});
  std::vector<const HeldOutRun*> like = band->like();
  std::ranges::stable_sort(like, std::greater<>(),
                           [&](const HeldOutRun* run) { return std::abs(band->log_ratio_of(*run)); });
  for (std::size_t at = 0; at < std::min(most_runs_told, like.size()); ++at)
    terms.push_back(of_run(*like[at], band->log_ratio_of(*like[at])));
  return terms;
}

}  // namespace hakaru
