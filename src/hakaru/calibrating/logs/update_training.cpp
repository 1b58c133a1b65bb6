#include <algorithm>
#include <cmath>

#include "hakaru/calibrating/logs/update_spreads.h"
#include "hakaru/calibrating/logs/updates.h"
#include "hakaru/calibrating/trusted_rows.h"
#include "hakaru/evidence/row_context.h"
#include "hakaru/evidence/training_prediction.h"
#include "hakaru/training/step.h"

namespace hakaru {
namespace {

constexpr double longest_step_s = 1e9;

/// The rows of one software on one accelerator.
struct StepRuns {
  Calibration before;
  std::string accelerator, table;
  std::vector<TrainingMeasurement> measurements;
  std::vector<Layout> layouts;
  std::vector<HeldOutRun> runs;
  std::vector<double> measured_s, weights;
};
using StepRunsByPair = std::map<std::pair<std::string, std::string>, StepRuns>;

/// The reason why a row is left out; empty: it is among `pairs`.
Result<LeftOut> take_step(const TrustedRow& row, TrainingMeasurements& measurements, TrainingPredictor& predictor,
                          StepRunsByPair& pairs) {
  CsvFields& fields = row.fields;
  const double measured_s = fields.positive("step_time_s", longest_step_s);
  Result<OrReason<TrainingMeasurement>> measurement = measurements.read(fields);
  if (!measurement) return fail(measurement);
  if (fields.error()) return tl::unexpected(*fields.error());
  if (!*measurement) return LeftOut(measurement->error());
  const Result<OrReason<Layout>> layout = predictor.layout_of(**measurement);
  if (!layout) return fail(layout);
  if (!*layout) return LeftOut(layout->error());
  const Result<const Calibration*> calibration = predictor.calibration_of(**measurement);
  if (!calibration) return fail(calibration);
  const TrainingJob& job = (*measurement)->job;
  const StepEstimate step = estimate_step(job, **layout, (*measurement)->cluster, **calibration);
  const double at_peak_s = step.mfu * step.step_time_s * least_flops_of_step(job) / model_flops_of_step(job);
  if (measured_s < at_peak_s)
    return LeftOut(message("its step takes {} s, less than the accelerators' peak allows: {} s",
                           fmt::format("{:.3g}", measured_s), fmt::format("{:.3g}", at_peak_s)));
  const std::string& accelerator = (*measurement)->cluster.instance().accelerator.name;
  const std::string& constants = (*measurement)->stack.constants;
  StepRuns& pair = pairs[{constants, accelerator}];
  pair.before = **calibration;
  pair.accelerator = accelerator;
  pair.table = constants;
  pair.runs.push_back({context_of(**measurement, **layout),
                       fields.text_or("id", std::to_string(fields.line())),
                       (*measurement)->job.model.name,
                       0,
                       0,
                       {}});
  pair.measured_s.push_back(measured_s);
  pair.weights.push_back(row.trust);
  pair.layouts.push_back(**layout);
  pair.measurements.push_back(std::move(**measurement));
  return LeftOut();
}

/// `calibration` with `values` of what is fitted.
Calibration with_step_values(Calibration calibration, const std::vector<TunedConstant>& spreads,
                             std::span<const double> values) {
  for (std::size_t at = 0; at < spreads.size(); ++at)
    calibration.*spreads[at].member = spreads[at].complement ? 1 - values[at] : values[at];
  return calibration;
}

/// Spreads that some run depends on and that may move.
std::vector<TunedConstant> spreads_that_matter(const StepRuns& pair, const std::vector<TunedConstant>& all) {
  std::vector<TunedConstant> matter;
  for (const TunedConstant& spread : all) {
    const double at = pair.before.*spread.member;
    if (at <= 0 && !spread.complement) continue;
    Calibration other = pair.before;
    constexpr double elsewhere = 0.7;
    other.*spread.member = at > 0 ? at * elsewhere : 1 - elsewhere;
    for (std::size_t run = 0; run < pair.measurements.size(); ++run) {
      const TrainingMeasurement& measurement = pair.measurements[run];
      const auto step_s = [&](const Calibration& calibration) {
        return estimate_step(measurement.job, pair.layouts[run], measurement.cluster, calibration).step_time_s;
      };
      if (step_s(pair.before) == step_s(other)) continue;
      matter.push_back(spread);
      break;
    }
  }
  return matter;
}

PriorProblem step_problem_of(const StepRuns& pair, const std::vector<TunedConstant>& spreads,
                             const UpdateSpreads& stated, bool measured) {
  PriorProblem problem;
  for (const TunedConstant& spread : spreads) {
    const double value = pair.before.*spread.member;
    const double centre = std::clamp(spread.complement ? 1 - value : value, spread.lower, spread.upper);
    problem.constants.push_back({spread.complement ? "1 - " + spread.name : spread.name, "", "", centre,
                                 spread.spread * (measured ? 1 : stated.training_unmeasured), spread.lower,
                                 spread.upper});
  }
  for (std::size_t run = 0; run < pair.runs.size(); ++run)
    problem.runs.push_back(
        {pair.runs[run].identity, {{pair.measured_s[run], pair.weights[run], stated.training_width}}});
  problem.predict = [&pair, &spreads](std::size_t run, std::span<const double> values) {
    const TrainingMeasurement& measurement = pair.measurements[run];
    const Calibration calibration = with_step_values(pair.before, spreads, values);
    return std::vector<double>{
        estimate_step(measurement.job, pair.layouts[run], measurement.cluster, calibration).step_time_s};
  };
  return problem;
}

PairUpdate step_update_of(const StepRuns& pair, const UpdateSpreads& stated, const std::string& file) {
  PairUpdate update;
  update.kind = "training";
  update.accelerator = pair.accelerator;
  update.software = pair.table;
  update.file = file;
  update.measured = pair.before.stack == pair.table && pair.before.stack_of == pair.accelerator;
  const std::vector<TunedConstant> spreads = spreads_that_matter(pair, stated.training.moved);
  const PriorProblem problem = step_problem_of(pair, spreads, stated, update.measured);
  const PriorUpdate found = updated_by_prior(problem);
  update.constants = problem.constants;
  update.values = found.values;
  update.bounded_runs = found.bounded_runs;
  update.runs = pair.runs;
  for (std::size_t run = 0; run < pair.runs.size(); ++run) {
    UpdatedFigure figure{pair.runs[run].id,    "step_time_s",       pair.measured_s[run],
                         found.before[run][0], found.after[run][0], std::nullopt};
    if (!found.held_back.empty()) figure.held_back = found.held_back[run][0];
    update.figures.push_back(std::move(figure));
  }
  const Calibration after = with_step_values(pair.before, spreads, found.values);
  for (const TunedConstant& constant : stated.training.fitted) update.table[constant.name] = after.*constant.member;
  return update;
}

}  // namespace

Result<Updates> update_training(const CsvTable& table, const Catalog& catalog, const DataFiles& data) {
  if (const std::optional<Error> missing =
          table.without({"accelerator", "accelerators", "global_batch", "step_time_s"}))
    return tl::unexpected(*missing);
  const Result<UpdateSpreads> stated = read_update_spreads(data);
  if (!stated) return fail(stated);
  Result<TrainingMeasurements> measurements = TrainingMeasurements::over(data, catalog);
  if (!measurements) return fail(measurements);
  TrainingPredictor predictor(data);
  Updates updates;
  StepRunsByPair pairs;
  Result<std::vector<Message>> left_out =
      take_trusted_rows(table, [&](const TrustedRow& row) { return take_step(row, *measurements, predictor, pairs); });
  if (!left_out) return fail(left_out);
  updates.left_out = std::move(*left_out);
  for (const auto& [unused, pair] : pairs) updates.pairs.push_back(step_update_of(pair, *stated, table.file));
  return updates;
}

}  // namespace hakaru
