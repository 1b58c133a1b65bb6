// Constants of serving engines, moved by own runs: each that has a cause in data/serving_constants.toml, where it stands
// for the engine on the accelerator, and the factors of the pair.
#include <algorithm>
#include <cmath>

#include "hakaru/calibrating/logs/update_spreads.h"
#include "hakaru/calibrating/logs/updates.h"
#include "hakaru/calibrating/serving_figures.h"
#include "hakaru/calibrating/trusted_rows.h"
#include "hakaru/evidence/row_context.h"
#include "hakaru/evidence/serving_prediction.h"
#include "hakaru/timing/calibration_constants.h"

namespace hakaru {
namespace {

/// A constant, and where it stands; a factor of others stands at 1.
struct EngineConstant {
  CausedConstant constant;
  double before = 1;
};

struct EngineRuns {
  Calibration before;
  std::string accelerator, engine;
  std::vector<std::shared_ptr<ServedRun>> served;
  std::vector<std::vector<ServingFigure>> figures;
  std::vector<HeldOutRun> runs;
  std::vector<double> weights;
};
using EngineRunsByPair = std::map<std::pair<std::string, std::string>, EngineRuns>;

/// The reason why a row is left out; empty: it is among `pairs`.
Result<LeftOut> take_run(const TrustedRow& row, ServingMeasurements& measurements, ServingPredictor& predictor,
                         EngineRunsByPair& pairs) {
  CsvFields& fields = row.fields;
  const Result<OrReason<ServingMeasurement>> read = measurements.read(fields);
  if (!read) return fail(read);
  if (!*read) return LeftOut(read->error());
  const ServingMeasurement& measured = **read;
  if (measured.at_highest_rate())
    return LeftOut(
        message("it is at the highest rate within limits, where a small error of the rate is a large one of latency"));
  const auto run = predictor.run_of(measured);
  if (!run) return fail(run);
  if (!*run) return LeftOut(run->error());
  const std::vector<ServingFigure> figures = figures_of(fields);
  if (fields.error()) return tl::unexpected(*fields.error());
  if (figures.empty()) return LeftOut(message("it has none of {}", "ttft_ms, tpot_ms, output_tokens_per_s"));
  const Result<const Calibration*> calibration = predictor.calibration_of(measured);
  if (!calibration) return fail(calibration);
  const std::string& accelerator = measured.cluster.instance().accelerator.name;
  EngineRuns& pair = pairs[{measured.engine, accelerator}];
  if (pair.runs.empty()) pair.before = **calibration;
  pair.accelerator = accelerator;
  pair.engine = measured.engine;
  // Kernels are timed when they are first needed, many runs side by side: each has a timer of its own.
  pair.served.push_back(std::make_shared<ServedRun>((**run)->with_kernels(**calibration)));
  pair.figures.push_back(figures);
  pair.weights.push_back(row.trust);
  pair.runs.push_back({context_of(measured, (**run)->layout()),
                       fields.text_or("id", std::to_string(fields.line())),
                       measured.job.model.name,
                       0,
                       0,
                       {}});
  return LeftOut();
}

/// Constants with a value in `before`, and factors, at 1; a value of 0 is of something that does not happen there.
std::vector<EngineConstant> standing(const std::vector<CausedConstant>& all, const Calibration& before) {
  std::vector<EngineConstant> found;
  for (const CausedConstant& constant : all) {
    double Calibration::*const member = calibration_member(constant.name);
    if (member == nullptr) {
      found.push_back({constant, 1});
    } else if (before.*member > 0) {
      found.push_back({constant, before.*member});
    }
  }
  // Factors multiply what the others have set.
  std::stable_partition(found.begin(), found.end(),
                        [](const EngineConstant& each) { return !each.constant.is_factor; });
  return found;
}

Calibration with_engine_values(Calibration calibration, const std::vector<EngineConstant>& constants,
                               std::span<const double> values) {
  for (std::size_t at = 0; at < constants.size(); ++at) constants[at].constant.apply(calibration, values[at]);
  return calibration;
}

PriorProblem engine_problem_of(const EngineRuns& pair, const std::vector<EngineConstant>& constants,
                               const UpdateSpreads& stated, bool measured) {
  PriorProblem problem;
  const bool kernels = pair.before.kernels->covers_kernels();
  for (const auto& [constant, before] : constants) {
    const double spread = kernels ? constant.spread : constant.spread_without_kernels;
    problem.constants.push_back({constant.name, constant.unit, constant.meaning,
                                 std::clamp(before, constant.lower, constant.upper),
                                 spread * (measured ? stated.serving_share : 1), constant.lower, constant.upper});
  }
  for (std::size_t run = 0; run < pair.runs.size(); ++run) {
    PriorRun one{pair.runs[run].identity, {}};
    for (const ServingFigure& figure : pair.figures[run])
      one.measured.push_back({figure.measured_s, pair.weights[run],
                              figure.metric == ServingMetric::ttft ? stated.ttft_width : stated.tpot_width});
    problem.runs.push_back(std::move(one));
  }
  problem.predict = [&pair, &constants](std::size_t run, std::span<const double> values) {
    const ReplicaEstimate estimate = (*pair.served[run])(with_engine_values(pair.before, constants, values));
    std::vector<double> figures;
    for (const ServingFigure& figure : pair.figures[run]) figures.push_back(predicted_s(estimate, figure.metric));
    return figures;
  };
  return problem;
}

/// Seconds as the metric has them.
double in_metric(ServingMetric metric, double seconds) {
  constexpr double ms_per_second = 1000;
  return metric == ServingMetric::tokens_per_s ? 1 / seconds : seconds * ms_per_second;
}

void add_figures(const EngineRuns& pair, const PriorUpdate& found, PairUpdate& update) {
  for (std::size_t run = 0; run < pair.runs.size(); ++run) {
    for (std::size_t at = 0; at < pair.figures[run].size(); ++at) {
      const auto [metric, measured_s] = pair.figures[run][at];
      UpdatedFigure figure{pair.runs[run].id,
                           std::string(name_of(metric)),
                           in_metric(metric, measured_s),
                           in_metric(metric, found.before[run][at]),
                           in_metric(metric, found.after[run][at]),
                           std::nullopt};
      if (!found.held_back.empty()) figure.held_back = in_metric(metric, found.held_back[run][at]);
      update.figures.push_back(std::move(figure));
    }
  }
}

PairUpdate engine_update_of(const EngineRuns& pair, const std::vector<CausedConstant>& all, const UpdateSpreads& stated,
                            const std::string& file) {
  PairUpdate update;
  update.kind = "serving";
  update.accelerator = pair.accelerator;
  update.software = pair.engine;
  update.file = file;
  update.measured = pair.before.stack.starts_with(pair.engine) && pair.before.stack_of == pair.accelerator;
  const std::vector<EngineConstant> constants = standing(all, pair.before);
  const PriorProblem problem = engine_problem_of(pair, constants, stated, update.measured);
  const PriorUpdate found = updated_by_prior(problem);
  update.constants = problem.constants;
  update.values = found.values;
  update.bounded_runs = found.bounded_runs;
  update.runs = pair.runs;
  add_figures(pair, found, update);
  const Calibration after = with_engine_values(pair.before, constants, found.values);
  for (const EngineConstant& each : constants) {
    if (double Calibration::*const member = calibration_member(each.constant.name); member != nullptr)
      update.table[each.constant.name] = after.*member;
    for (const CausedConstant::Member& member : each.constant.members)
      update.table[std::string(member.name)] = after.*member.value;
  }
  return update;
}

}  // namespace

Result<Updates> update_serving(const CsvTable& table, const Catalog& catalog, const DataFiles& data) {
  if (const std::optional<Error> missing = table.without({"accelerator", "model", "engine", "input_length"}))
    return tl::unexpected(*missing);
  const Result<UpdateSpreads> stated = read_update_spreads(data);
  if (!stated) return fail(stated);
  const Result<std::vector<CausedConstant>> known = read_caused_constants(data, CausedUse::serving);
  if (!known) return fail(known);
  Result<ServingMeasurements> measurements = ServingMeasurements::over(data, catalog);
  if (!measurements) return fail(measurements);
  ServingPredictor predictor(data);
  Updates updates;
  EngineRunsByPair pairs;
  Result<std::vector<Message>> left_out =
      take_trusted_rows(table, [&](const TrustedRow& row) { return take_run(row, *measurements, predictor, pairs); });
  if (!left_out) return fail(left_out);
  updates.left_out = std::move(*left_out);
  for (const auto& [unused, pair] : pairs) updates.pairs.push_back(engine_update_of(pair, *known, *stated, table.file));
  return updates;
}

}  // namespace hakaru
