#include "hakaru/calibrating/joint_fit.h"

#include <ceres/cost_function.h>
#include <ceres/evaluation_callback.h>
#include <ceres/loss_function.h>
#include <ceres/problem.h>
#include <ceres/solver.h>
#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace hakaru {

/// The last prediction of a run, and its derivatives.
struct KnownRun {
  std::vector<double> at;                        ///< ln of its values
  std::vector<double> figures;                   ///< ln of those predicted
  std::vector<double> taken_at;                  ///< ln of the values where derivatives were taken
  std::vector<std::vector<double>> derivatives;  ///< by figure and value; empty: not taken
};

namespace {

// Limits of differences in ln of any value of a run.
constexpr double followed = 0.003;   ///< so far its figures are followed along its derivatives
constexpr double straight = 0.01;    ///< so far these stay as they are
constexpr double difference = 0.01;  ///< between what they are taken from

double farthest(const std::vector<double>& one, const std::vector<double>& other) {
  double most = 0;
  for (std::size_t at = 0; at < one.size(); ++at) most = std::max(most, std::abs(one[at] - other[at]));
  return most;
}

/// ln of the figures of all runs, and their derivatives by the values of each.
class JointPredictions {
 public:
  JointPredictions(const JointProblem& problem, std::vector<KnownRun> known)
      : problem_(problem), known_(std::move(known)) {
    known_.resize(problem.runs.size());
    now_.resize(problem.runs.size());
  }

  /// Predicts a run whose values have the logarithms `at`: anew, or along its derivatives from near by.
  void prepare(std::size_t run, std::vector<double> at, bool with_derivatives) {
    KnownRun& known = known_[run];
    const bool has_slopes = !known.derivatives.empty();
    if (known.at.empty() || farthest(known.at, at) > (has_slopes ? followed : 0)) {
      known.figures = predicted(run, at);
      known.at = at;
    }
    if (with_derivatives && (!has_slopes || farthest(known.taken_at, at) > straight)) differentiate(run);
    now_[run] = known.figures;
    if (known.derivatives.empty()) return;
    for (std::size_t figure = 0; figure < known.figures.size(); ++figure) {
      for (std::size_t value = 0; value < at.size(); ++value)
        now_[run][figure] += known.derivatives[figure][value] * (at[value] - known.at[value]);
    }
  }

  double figure(std::size_t run, std::size_t figure) const { return now_[run][figure]; }
  const std::vector<double>& derivatives(std::size_t run, std::size_t figure) const {
    return known_[run].derivatives[figure];
  }
  const std::vector<KnownRun>& known() const { return known_; }

 private:
  std::vector<double> predicted(std::size_t run, const std::vector<double>& at) const {
    std::vector<double> values;
    for (std::size_t value = 0; value < at.size(); ++value)
      values.push_back(std::min(std::exp(at[value]), problem_.runs[run].values[value].max));
    std::vector<double> found = problem_.predict(run, values);
    for (double& each : found) each = std::log(each);
    return found;
  }

  void differentiate(std::size_t run) {
    KnownRun& known = known_[run];
    known.taken_at = known.at;
    known.derivatives.assign(known.figures.size(), std::vector<double>(known.at.size()));
    for (std::size_t value = 0; value < known.at.size(); ++value) {
      std::vector<double> moved = known.at;
      moved[value] += difference;
      const std::vector<double> found = predicted(run, moved);
      for (std::size_t figure = 0; figure < found.size(); ++figure)
        known.derivatives[figure][value] = (found[figure] - known.figures[figure]) / difference;
    }
  }

  const JointProblem& problem_;
  std::vector<KnownRun> known_;
  std::vector<std::vector<double>> now_;
};

/// The descent's coordinates, ln of the constants, and all that follows from them.
class JointDescent : public ceres::EvaluationCallback {
 public:
  JointDescent(const JointProblem& problem, const JointSeen& seen, std::span<const double> from,
               std::vector<KnownRun> known)
      : problem_(problem), predictions_(problem, std::move(known)) {
    for (std::size_t at = 0; at < problem.constants.size(); ++at)
      coordinates_.push_back(std::log(from.empty() ? problem.constants[at].centre : from[at]));
    for (std::size_t run = 0; run < problem.runs.size(); ++run) {
      bool any = false;
      for (std::size_t figure = 0; figure < problem.runs[run].figures.size(); ++figure) any |= seen(run, figure);
      if (any) seen_.push_back(run);
    }
  }

  void PrepareForEvaluation(bool with_derivatives, bool new_point) override {
    if (!new_point && !with_derivatives) return;
    oneapi::tbb::parallel_for(std::size_t{0}, seen_.size(), [&](std::size_t at) {
      std::vector<double> values;
      for (const JointValue& each : problem_.runs[seen_[at]].values) values.push_back(value_at(each));
      predictions_.prepare(seen_[at], std::move(values), with_derivatives);
    });
  }

  const std::vector<std::size_t>& seen() const { return seen_; }
  double* coordinate(std::size_t constant) { return &coordinates_[constant]; }
  const JointProblem& problem() const { return problem_; }
  const JointPredictions& predictions() const { return predictions_; }
  std::vector<double> unsettled() const {
    std::vector<double> values;
    for (const double coordinate : coordinates_) values.push_back(std::exp(coordinate));
    return values;
  }
  std::vector<double> values() const {
    std::vector<double> values;
    for (std::size_t at = 0; at < coordinates_.size(); ++at) values.push_back(settled(at));
    return values;
  }

 private:
  /// ln of it.
  double value_at(const JointValue& value) const {
    double sum = std::log(value.base);
    for (const auto& [constant, power] : value.effects) sum += power * coordinates_[constant];
    return sum;
  }
  /// The value of a constant: its centre if no figure moves it by a twentieth of its spread or more.
  double settled(std::size_t at) const {
    constexpr double near = 0.05;  // spreads
    const JointConstant& constant = problem_.constants[at];
    const double centre = constant.relative ? coordinates_[*constant.relative] : std::log(constant.centre);
    if (std::abs(coordinates_[at] - centre) >= near * constant.spread) return std::exp(coordinates_[at]);
    return constant.relative ? settled(*constant.relative) : constant.centre;
  }

  const JointProblem& problem_;
  std::vector<double> coordinates_;
  std::vector<std::size_t> seen_;
  JointPredictions predictions_;
};

/// The constants that a run depends on, each once.
std::vector<std::size_t> constants_of_run(const JointRun& run) {
  std::vector<std::size_t> constants;
  for (const JointValue& value : run.values) {
    for (const JointValue::Effect& effect : value.effects) constants.push_back(effect.constant);
  }
  std::ranges::sort(constants);
  constants.erase(std::unique(constants.begin(), constants.end()), constants.end());
  return constants;
}

class JointFigureCost : public ceres::CostFunction {
 public:
  JointFigureCost(const JointDescent& descent, std::size_t run, std::size_t figure)
      : descent_(descent), run_(run), figure_(figure), constants_(constants_of_run(descent.problem().runs[run])) {
    set_num_residuals(1);
    mutable_parameter_block_sizes()->assign(constants_.size(), 1);
  }

  const std::vector<std::size_t>& constants() const { return constants_; }

  bool Evaluate(const double* const*, double* residual, double** derivatives) const override {
    const JointRun& run = descent_.problem().runs[run_];
    const JointFigure& figure = run.figures[figure_];
    *residual = (descent_.predictions().figure(run_, figure_) - std::log(figure.measured)) / figure.width;
    if (derivatives != nullptr) {
      std::map<std::size_t, double> sums;
      const std::vector<double>& by_value = descent_.predictions().derivatives(run_, figure_);
      for (std::size_t value = 0; value < run.values.size(); ++value) {
        for (const auto& [constant, power] : run.values[value].effects) sums[constant] += power * by_value[value];
      }
      for (std::size_t at = 0; at < constants_.size(); ++at) {
        if (derivatives[at] != nullptr) derivatives[at][0] = sums[constants_[at]] / figure.width;
      }
    }
    return std::isfinite(*residual);
  }

 private:
  const JointDescent& descent_;
  std::size_t run_, figure_;
  std::vector<std::size_t> constants_;
};

ceres::LossFunction* loss_of(JointLoss loss, double scale) {
  if (loss == JointLoss::huber) return std::make_unique<ceres::HuberLoss>(scale).release();
  return std::make_unique<ceres::CauchyLoss>(scale).release();
}

/// The distance of a constant from its centre, in spreads.
class CentreCost : public ceres::CostFunction {
 public:
  explicit CentreCost(const JointConstant& constant) : constant_(constant) {
    set_num_residuals(1);
    mutable_parameter_block_sizes()->assign(constant.relative ? 2 : 1, 1);
  }
  bool Evaluate(const double* const* coordinates, double* residuals, double** derivatives) const override {
    const double centre = constant_.relative ? coordinates[1][0] : std::log(constant_.centre);
    residuals[0] = (coordinates[0][0] - centre) / constant_.spread;
    if (derivatives == nullptr) return true;
    if (derivatives[0] != nullptr) derivatives[0][0] = 1 / constant_.spread;
    if (constant_.relative && derivatives[1] != nullptr) derivatives[1][0] = -1 / constant_.spread;
    return true;
  }

 private:
  const JointConstant& constant_;
};

void add_constants(JointDescent& descent, ceres::Problem& problem) {
  const std::vector<JointConstant>& constants = descent.problem().constants;
  for (std::size_t at = 0; at < constants.size(); ++at) problem.AddParameterBlock(descent.coordinate(at), 1);
  for (std::size_t at = 0; at < constants.size(); ++at) {
    problem.SetParameterLowerBound(descent.coordinate(at), 0, std::log(constants[at].lower));
    problem.SetParameterUpperBound(descent.coordinate(at), 0, std::log(constants[at].upper));
    std::vector<double*> blocks{descent.coordinate(at)};
    if (constants[at].relative) blocks.push_back(descent.coordinate(*constants[at].relative));
    problem.AddResidualBlock(std::make_unique<CentreCost>(constants[at]).release(), nullptr, blocks);
  }
}

void add_figures(JointDescent& descent, const JointSeen& seen, double scale, ceres::Problem& problem) {
  for (const std::size_t run : descent.seen()) {
    const std::vector<JointFigure>& figures = descent.problem().runs[run].figures;
    for (std::size_t figure = 0; figure < figures.size(); ++figure) {
      if (!seen(run, figure)) continue;
      auto cost = std::make_unique<JointFigureCost>(descent, run, figure);
      std::vector<double*> blocks;
      for (const std::size_t constant : cost->constants()) blocks.push_back(descent.coordinate(constant));
      auto loss = std::make_unique<ceres::ScaledLoss>(loss_of(descent.problem().loss, scale), figures[figure].weight,
                                                      ceres::TAKE_OWNERSHIP);
      problem.AddResidualBlock(cost.release(), loss.release(), blocks);
    }
  }
}

struct Descending {
  double scale = 1;  ///< widths that a figure may be off before it pulls less
  int most_iterations = 0;
};

void descend(JointDescent& descent, const JointSeen& seen, const Descending& how) {
  ceres::Problem::Options problem_options;
  problem_options.evaluation_callback = &descent;
  ceres::Problem problem(problem_options);
  add_constants(descent, problem);
  add_figures(descent, seen, how.scale, problem);
  ceres::Solver::Options options;
  options.linear_solver_type = ceres::SPARSE_NORMAL_CHOLESKY;
  options.num_threads = 1;
  options.logging_type = ceres::SILENT;
  constexpr double close_enough = 1e-5;
  options.max_num_iterations = how.most_iterations;
  options.function_tolerance = close_enough;
  ceres::Solver::Summary summary;
  ceres::Solve(options, &problem, &summary);
}

}  // namespace

struct JointFitter::Known {
  std::vector<KnownRun> runs;
  std::vector<double> constants;  ///< not settled
};

double JointValue::at(std::span<const double> constants) const {
  double value = base;
  for (const auto& [constant, power] : effects)
    value *= power == 1 ? constants[constant] : std::pow(constants[constant], power);
  return std::min(value, max);
}

std::vector<JointValue> each_of(std::span<const std::size_t> constants) {
  std::vector<JointValue> values;
  for (const std::size_t each : constants) values.push_back({{{each, 1}}});
  return values;
}

JointFitter::JointFitter(const JointProblem& problem) : problem_(problem) {}
JointFitter::~JointFitter() = default;

void JointFitter::keep() { known_ = std::move(last_); }

std::vector<double> JointFitter::fit(const JointSeen& seen, std::span<const double> from) {
  if (from.empty() && known_) from = known_->constants;
  JointDescent descent(problem_, seen, from, known_ ? known_->runs : std::vector<KnownRun>());
  constexpr int most_iterations = 100, most_from_kept = 12;  // of these the first few go most of the way
  if (known_) {
    descend(descent, seen, {problem_.loss_scales.back(), most_from_kept});
  } else {
    for (const double scale : problem_.loss_scales) descend(descent, seen, {scale, most_iterations});
  }
  last_ = std::make_unique<Known>(Known{descent.predictions().known(), descent.unsettled()});
  return descent.values();
}

std::vector<double> joint_fit(const JointProblem& problem, const std::vector<bool>& seen,
                              std::span<const double> from) {
  return JointFitter(problem).fit([&](std::size_t run, std::size_t) { return seen[run]; }, from);
}

double share_among_alike(double alike) {
  constexpr double power = -0.8;
  return std::pow(alike, power);
}

std::vector<double> predicted_figures(const JointProblem& problem, std::size_t run, std::span<const double> constants) {
  std::vector<double> values;
  for (const JointValue& each : problem.runs[run].values) values.push_back(each.at(constants));
  return problem.predict(run, values);
}

}  // namespace hakaru
