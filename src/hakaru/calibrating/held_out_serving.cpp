#include "hakaru/calibrating/held_out_serving.h"

#include <map>
#include <set>

#include "hakaru/calibrating/served_runs.h"
#include "hakaru/core/text.h"
#include "hakaru/evidence/measured_ranges.h"
#include "hakaru/evidence/validate_serving.h"

namespace hakaru {
namespace {

using IsRun = std::function<bool(const FittedRun&)>;
using FigureByPlace = std::map<std::pair<std::size_t, std::string>, HeldOutRun>;  // line, metric

/// All figures that can be told, by the shipped constants.
Result<FigureByPlace> shipped_figures(const CsvTable& table, const Catalog& catalog, const DataFiles& data,
                                      const ServedRuns& runs) {
  const Result<Validation> shipped = validate_serving(table, {}, data, catalog);
  if (!shipped) return fail(shipped);
  std::map<std::size_t, const ValidatedRow*> by_line;
  for (const ValidatedRow& row : shipped->rows) by_line[static_cast<std::size_t>(row.line)] = &row;
  FigureByPlace figures;
  for (const std::vector<FittedRun>* each : {&runs.fitted, &runs.predicted}) {
    for (const FittedRun& run : *each) {
      const ValidatedRow& row = *by_line.at(run.line);
      for (const Prediction& found : row.predictions) {
        HeldOutRun& figure = figures[{run.line, found.metric}];
        figure = {run.context, row.id, run.model, found.measured, found.predicted, {}};
        figure.metric = found.metric;
      }
    }
  }
  return figures;
}

/// Fits without some runs, and what these fits predict of the runs that they have not seen.
class HeldOutServing {
 public:
  HeldOutServing(const ServedRuns& runs, const std::vector<ServingConstant>& known, FigureByPlace& figures)
      : runs_(runs), constants_(known, runs.fitted), problem_(problem_of(runs.fitted, constants_)), figures_(figures) {}

  std::vector<double> fit_without(const IsRun& hidden, std::span<const double> from = {}) const {
    std::vector<bool> seen;
    for (const FittedRun& run : runs_.fitted) seen.push_back(!hidden(run));
    return joint_fit(problem_, seen, from);
  }

  /// Of the runs for which `told`, where a run that was seen is `near` enough to one for the prediction to be what it
  /// is called.
  void predict(const std::vector<double>& values, const IsRun& hidden, const IsRun& told, Nearness into,
               const std::function<bool(const FittedRun& run, const FittedRun& seen)>& near) const {
    for (const std::vector<FittedRun>* each : {&runs_.fitted, &runs_.predicted}) {
      for (const FittedRun& run : *each) {
        const auto is_near = [&](const FittedRun& other) { return !hidden(other) && near(run, other); };
        if (told(run) && std::ranges::any_of(runs_.fitted, is_near)) predict_run(run, values, into);
      }
    }
  }

  void take_shipped(const FittedRun& run, Nearness into) const {
    for (const ServingFigure& figure : run.told) {
      const auto found = figures_.find({run.line, std::string(name_of(figure.metric))});
      if (found != figures_.end()) found->second.unseen[static_cast<std::size_t>(into)] = found->second.fitted;
    }
  }

 private:
  void predict_run(const FittedRun& run, const std::vector<double>& values, Nearness into) const {
    std::vector<double> its;
    for (const std::size_t each : constants_.of(run)) its.push_back(values[each]);
    const ReplicaEstimate estimate = estimate_of(run, constants_, its);
    for (const ServingFigure& figure : run.told) {
      const auto found = figures_.find({run.line, std::string(name_of(figure.metric))});
      if (found == figures_.end()) continue;
      const double seconds = predicted_s(estimate, figure.metric);
      found->second.unseen[static_cast<std::size_t>(into)] =
          figure.metric == ServingMetric::tokens_per_s ? 1 / seconds : ms_per_s * seconds;
    }
  }

  const ServedRuns& runs_;
  CausedConstants constants_;
  JointProblem problem_;
  FigureByPlace& figures_;
};

// How near a run that was seen must be.
bool any_run(const FittedRun&, const FittedRun&) { return true; }
bool same_engine(const FittedRun& run, const FittedRun& seen) { return run.engine == seen.engine; }
bool same_pair(const FittedRun& run, const FittedRun& seen) {
  return run.name_of(Cause::pair) == seen.name_of(Cause::pair);
}
bool same_model(const FittedRun& run, const FittedRun& seen) { return same_pair(run, seen) && run.model == seen.model; }
bool same_series(const FittedRun& run, const FittedRun& seen) {
  return same_model(run, seen) && run.context.configuration == seen.context.configuration;
}

/// Holds back a tenth at a time of what `number_of` counts. Runs that no fit takes are predicted by the shipped
/// constants, where these are as near.
void hold_back_tenths(const ServedRuns& runs, const HeldOutServing& held_out, Nearness into,
                      bool (*near)(const FittedRun&, const FittedRun&),
                      const std::function<std::size_t(const FittedRun&)>& number_of,
                      const std::function<void()>& fitted) {
  for (std::size_t tenth = 0; tenth < held_out_tenths; ++tenth) {
    const auto hidden = [&](const FittedRun& run) { return number_of(run) % held_out_tenths == tenth; };
    held_out.predict(held_out.fit_without(hidden), hidden, hidden, into, near);
    fitted();
  }
  for (const FittedRun& run : runs.predicted) {
    if (std::ranges::any_of(runs.fitted, [&](const FittedRun& seen) { return near(run, seen); }))
      held_out.take_shipped(run, into);
  }
}

/// What each of `runs` is of.
template <typename Of>
std::set<std::string> names_of(const ServedRuns& runs, const Of& of) {
  std::set<std::string> names;
  for (const std::vector<FittedRun>* each : {&runs.fitted, &runs.predicted}) {
    for (const FittedRun& run : *each) {
      if (const std::optional<std::string> name = of(run)) names.insert(*name);
    }
  }
  return names;
}

/// Without `model`, and without the accelerators and the engines that ran it beside.
void hold_back_model(const std::string& model, const ServedRuns& runs, const HeldOutServing& held_out,
                     const std::function<void()>& fitted) {
  const auto is_of = [&](const FittedRun& run) { return run.model == model; };
  const std::vector<double> without = held_out.fit_without(is_of);
  held_out.predict(without, is_of, is_of, Nearness::pair, same_pair);
  fitted();
  const std::tuple<std::string FittedRun::*, Nearness, bool (*)(const FittedRun&, const FittedRun&)> besides[] = {
      {&FittedRun::accelerator, Nearness::software, same_engine}, {&FittedRun::engine, Nearness::none, any_run}};
  for (const auto& [member, into, near] : besides) {
    const auto of_model = [&, of = member](const FittedRun& run) {
      return is_of(run) ? std::optional(run.*of) : std::nullopt;
    };
    for (const std::string& name : names_of(runs, of_model)) {
      const auto told = [&, of = member](const FittedRun& run) { return is_of(run) && run.*of == name; };
      const auto hidden = [&, of = member](const FittedRun& run) { return is_of(run) || run.*of == name; };
      held_out.predict(held_out.fit_without(hidden, without), hidden, told, into, near);
      fitted();
    }
  }
}

}  // namespace

Result<std::vector<HeldOutRun>> held_out_serving(const CsvTable& table, const Catalog& catalog, const DataFiles& data,
                                                 const HeldOutProgress& told) {
  const Result<std::vector<ServingConstant>> known = read_serving_constants(data);
  if (!known) return fail(known);
  const Result<ServedRuns> runs = read_served_runs(table, catalog, data);
  if (!runs) return fail(runs);
  Result<FigureByPlace> figures = shipped_figures(table, catalog, data, *runs);
  if (!figures) return fail(figures);
  const HeldOutServing held_out(*runs, *known, *figures);
  const auto model_of = [](const FittedRun& run) { return std::optional(run.model); };
  std::size_t fits = 2 * held_out_tenths;
  for (const auto of : {+[](const FittedRun& run) { return run.model; },
                        +[](const FittedRun& run) { return run.model + "|" + run.accelerator; },
                        +[](const FittedRun& run) { return run.model + "|" + run.engine; }})
    fits += names_of(*runs, [&](const FittedRun& run) { return std::optional(of(run)); }).size();
  std::size_t done = 0;
  const auto fitted = [&] { told(static_cast<double>(++done) / static_cast<double>(fits)); };

  std::map<std::string, std::size_t> series;
  const auto series_of = [](const FittedRun& run) {
    return join({run.name_of(Cause::pair), run.model, run.context.configuration}, "|");
  };
  for (const std::vector<FittedRun>* each : {&runs->fitted, &runs->predicted}) {
    for (const FittedRun& run : *each) series.try_emplace(series_of(run), series.size());
  }
  const auto row_number = [](const FittedRun& run) { return run.line; };
  const auto series_number = [&](const FittedRun& run) { return series.at(series_of(run)); };
  hold_back_tenths(*runs, held_out, Nearness::series, same_series, row_number, fitted);
  hold_back_tenths(*runs, held_out, Nearness::model, same_model, series_number, fitted);
  for (const std::string& model : names_of(*runs, model_of)) hold_back_model(model, *runs, held_out, fitted);
  std::vector<HeldOutRun> all;
  for (auto& [place, figure] : *figures) all.push_back(std::move(figure));
  return all;
}

}  // namespace hakaru
