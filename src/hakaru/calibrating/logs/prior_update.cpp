#include "hakaru/calibrating/logs/prior_update.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

namespace hakaru {
namespace {

constexpr std::size_t most_parts = 20;

JointProblem joint_problem_of(const PriorProblem& problem) {
  JointProblem joint;
  joint.loss = JointLoss::huber;
  for (const PriorConstant& constant : problem.constants)
    joint.constants.push_back({constant.centre, constant.spread, constant.lower, constant.upper});
  std::vector<std::size_t> all(problem.constants.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  std::map<std::string, double> alike;
  for (const PriorRun& run : problem.runs) ++alike[run.alike];
  for (const PriorRun& run : problem.runs) {
    JointRun one{each_of(all), run.measured};
    const double share = std::min(1.0, weight_of_alike * share_among_alike(alike[run.alike]));
    for (JointFigure& figure : one.figures) figure.weight *= share;
    joint.runs.push_back(std::move(one));
  }
  joint.predict = problem.predict;
  return joint;
}

PriorUpdate::Figures figures_with(const PriorProblem& problem, std::span<const double> values) {
  PriorUpdate::Figures figures;
  for (std::size_t run = 0; run < problem.runs.size(); ++run) figures.push_back(problem.predict(run, values));
  return figures;
}

/// Runs of which a figure is further than a width off after all.
std::size_t bounded_among(const PriorProblem& problem, const PriorUpdate::Figures& after) {
  std::size_t bounded_runs = 0;
  for (std::size_t run = 0; run < problem.runs.size(); ++run) {
    const std::vector<JointFigure>& measured = problem.runs[run].measured;
    bool far = false;
    for (std::size_t at = 0; at < measured.size(); ++at)
      far |= std::abs(std::log(measured[at].measured / after[run][at])) > measured[at].width;
    bounded_runs += far ? 1 : 0;
  }
  return bounded_runs;
}

}  // namespace

PriorUpdate updated_by_prior(const PriorProblem& problem) {
  const JointProblem joint = joint_problem_of(problem);
  const std::size_t runs = problem.runs.size(), parts = std::min(runs, most_parts);
  std::vector<double> centres;
  for (const PriorConstant& constant : problem.constants) centres.push_back(constant.centre);
  PriorUpdate update;
  update.values = joint_fit(joint, std::vector<bool>(runs, true));
  update.before = figures_with(problem, centres);
  update.after = figures_with(problem, update.values);
  update.bounded_runs = bounded_among(problem, update.after);
  if (runs < 2) return update;
  update.held_back.resize(runs);
  for (std::size_t part = 0; part < parts; ++part) {
    std::vector<bool> seen(runs, true);
    for (std::size_t run = part; run < runs; run += parts) seen[run] = false;
    const std::vector<double> without = joint_fit(joint, seen);
    for (std::size_t run = part; run < runs; run += parts) update.held_back[run] = problem.predict(run, without);
  }
  return update;
}

}  // namespace hakaru
