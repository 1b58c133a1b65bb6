#include "hakaru/planning/bands/run_bands.h"

namespace hakaru {
namespace {

/// With steps that take so many times as long.
Result<RunEstimate> run_with(const TrainingJob& job, const Plan& plan, IdealRun ideal, const RunConditions& conditions,
                             double factor) {
  ideal.step_time_s *= factor;
  ideal.duration_s *= factor;
  return estimate_run(job, plan.cluster, ideal, conditions);
}

}  // namespace

Result<std::vector<FigureBand>> run_bands(const TrainingJob& job, const Plan& plan, const IdealRun& ideal,
                                          const RunConditions& conditions, const DataFiles& data) {
  const Result<PlanUncertainty> known = uncertainty_of(plan, job, data);
  if (!known) return fail(known);
  std::vector<FigureBand> found;
  if (!known->time) return found;
  const BandEnds times = known->time->ends_of_time(1, known->least);
  std::vector<RunEstimate> ends;
  for (const double factor : {times.low, times.high, times.half_low, times.half_high}) {
    Result<RunEstimate> end = run_with(job, plan, ideal, conditions, factor);
    if (!end) return fail(end);
    ends.push_back(std::move(*end));
  }
  const auto add = [&](const char* key, auto figure_of) {
    if (figure_of(ends.front()))
      found.push_back({key, {*figure_of(ends[0]), *figure_of(ends[1]), *figure_of(ends[2]), *figure_of(ends[3])}});
  };
  add("duration_s", [](const RunEstimate& run) { return std::optional(run.duration_s); });
  add("cost_usd", [](const RunEstimate& run) { return run.cost_usd; });
  add("energy_kwh", [](const RunEstimate& run) { return run.energy_kwh; });
  add("co2e_kg", [](const RunEstimate& run) { return run.co2e_kg; });
  return found;
}

}  // namespace hakaru
