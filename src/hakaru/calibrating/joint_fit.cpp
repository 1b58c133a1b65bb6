#include "hakaru/calibrating/joint_fit.h"

#include <ceres/cost_function.h>
#include <ceres/evaluation_callback.h>
#include <ceres/loss_function.h>
#include <ceres/problem.h>
#include <ceres/solver.h>
#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <cmath>

namespace hakaru {
namespace {

/// ln of it, where the constants are at `coordinates`.
double centre_of(const JointConstant& constant, const double* coordinates) {
  return constant.relative ? coordinates[*constant.relative] : std::log(constant.centre);
}

/// Residuals of the runs that are seen, and their derivatives by the constants of each.
class JointResiduals : public ceres::EvaluationCallback {
 public:
  JointResiduals(const JointProblem& problem, const std::vector<bool>& seen, std::span<const double> from)
      : problem_(problem), seen_(seen) {
    for (std::size_t at = 0; at < problem.constants.size(); ++at)
      coordinates_.push_back(std::log(from.empty() ? problem.constants[at].centre : from[at]));
    residuals_.resize(problem.runs.size());
    derivatives_.resize(problem.runs.size());
  }

  void PrepareForEvaluation(bool with_derivatives, bool new_point) override {
    oneapi::tbb::parallel_for(std::size_t{0}, problem_.runs.size(), [&](std::size_t run) {
      if (!seen_[run]) return;
      if (new_point) residuals_[run] = at(run, {}, 0);
      if (with_derivatives) differentiate(run);
    });
  }

  std::size_t constants() const { return coordinates_.size(); }
  double* coordinates() { return coordinates_.data(); }
  const JointProblem& problem() const { return problem_; }
  double residual(std::size_t run, std::size_t figure) const { return residuals_[run][figure]; }
  /// By the constants of the run, in its order.
  const std::vector<double>& derivatives(std::size_t run, std::size_t figure) const {
    return derivatives_[run][figure];
  }
  std::vector<double> values() const {
    std::vector<double> values;
    for (std::size_t at = 0; at < coordinates_.size(); ++at) values.push_back(settled(at));
    return values;
  }

 private:
  /// What no figure asks to be elsewhere is at its centre.
  double settled(std::size_t at) const {
    constexpr double near = 0.05;  // spreads
    const JointConstant& constant = problem_.constants[at];
    const double moved = coordinates_[at] - centre_of(constant, coordinates_.data());
    if (std::abs(moved) >= near * constant.spread) return std::exp(coordinates_[at]);
    return constant.relative ? settled(*constant.relative) : constant.centre;
  }
  /// With the constant at `moved` of the run's `by` further.
  std::vector<double> at(std::size_t run, std::optional<std::size_t> moved, double by) const {
    const JointRun& of = problem_.runs[run];
    std::vector<double> values;
    for (std::size_t place = 0; place < of.constants.size(); ++place)
      values.push_back(std::exp(coordinates_[of.constants[place]] + (moved == place ? by : 0)));
    std::vector<double> found = problem_.predict(run, values);
    for (std::size_t figure = 0; figure < found.size(); ++figure)
      found[figure] = std::log(found[figure] / of.figures[figure].measured) / of.figures[figure].width;
    return found;
  }

  void differentiate(std::size_t run) {
    constexpr double step = 0.01;
    const JointRun& of = problem_.runs[run];
    derivatives_[run].assign(of.figures.size(), std::vector<double>(of.constants.size()));
    for (std::size_t place = 0; place < of.constants.size(); ++place) {
      const std::vector<double> moved = at(run, place, step);
      for (std::size_t figure = 0; figure < moved.size(); ++figure)
        derivatives_[run][figure][place] = (moved[figure] - residuals_[run][figure]) / step;
    }
  }

  const JointProblem& problem_;
  const std::vector<bool>& seen_;
  std::vector<double> coordinates_;
  std::vector<std::vector<double>> residuals_;
  std::vector<std::vector<std::vector<double>>> derivatives_;
};

class JointFigureCost : public ceres::CostFunction {
 public:
  JointFigureCost(const JointResiduals& residuals, std::size_t run, std::size_t figure)
      : residuals_(residuals), run_(run), figure_(figure) {
    set_num_residuals(1);
    mutable_parameter_block_sizes()->push_back(static_cast<int>(residuals.constants()));
  }
  bool Evaluate(const double* const*, double* residual, double** derivatives) const override {
    *residual = residuals_.residual(run_, figure_);
    if (derivatives != nullptr && derivatives[0] != nullptr) {
      std::fill_n(derivatives[0], residuals_.constants(), 0.0);
      const std::vector<std::size_t>& constants = residuals_.problem().runs[run_].constants;
      const std::vector<double>& found = residuals_.derivatives(run_, figure_);
      for (std::size_t place = 0; place < constants.size(); ++place) derivatives[0][constants[place]] = found[place];
    }
    return std::isfinite(*residual);
  }

 private:
  const JointResiduals& residuals_;
  std::size_t run_, figure_;
};

ceres::LossFunction* loss_of(JointLoss loss) {
  if (loss == JointLoss::huber) return std::make_unique<ceres::HuberLoss>(1).release();
  return std::make_unique<ceres::CauchyLoss>(1).release();
}

/// How far all constants are from their centres.
class CentreCost : public ceres::CostFunction {
 public:
  explicit CentreCost(const std::vector<JointConstant>& constants) : constants_(constants) {
    set_num_residuals(static_cast<int>(constants.size()));
    mutable_parameter_block_sizes()->push_back(static_cast<int>(constants.size()));
  }
  bool Evaluate(const double* const* coordinates, double* residuals, double** derivatives) const override {
    const std::size_t count = constants_.size();
    const bool wanted = derivatives != nullptr && derivatives[0] != nullptr;
    if (wanted) std::fill_n(derivatives[0], count * count, 0.0);
    for (std::size_t at = 0; at < count; ++at) {
      const JointConstant& constant = constants_[at];
      residuals[at] = (coordinates[0][at] - centre_of(constant, coordinates[0])) / constant.spread;
      if (!wanted) continue;
      derivatives[0][at * count + at] = 1 / constant.spread;
      if (constant.relative) derivatives[0][at * count + *constant.relative] = -1 / constant.spread;
    }
    return true;
  }

 private:
  const std::vector<JointConstant>& constants_;
};

}  // namespace

std::vector<double> joint_fit(const JointProblem& problem, const std::vector<bool>& seen,
                              std::span<const double> from) {
  JointResiduals residuals(problem, seen, from);
  ceres::Problem::Options problem_options;
  problem_options.evaluation_callback = &residuals;
  ceres::Problem descent(problem_options);
  descent.AddParameterBlock(residuals.coordinates(), static_cast<int>(residuals.constants()));
  for (std::size_t at = 0; at < problem.constants.size(); ++at) {
    descent.SetParameterLowerBound(residuals.coordinates(), static_cast<int>(at),
                                   std::log(problem.constants[at].lower));
    descent.SetParameterUpperBound(residuals.coordinates(), static_cast<int>(at),
                                   std::log(problem.constants[at].upper));
  }
  for (std::size_t run = 0; run < problem.runs.size(); ++run) {
    if (!seen[run]) continue;
    const std::vector<JointFigure>& figures = problem.runs[run].figures;
    for (std::size_t figure = 0; figure < figures.size(); ++figure) {
      auto loss =
          std::make_unique<ceres::ScaledLoss>(loss_of(problem.loss), figures[figure].weight, ceres::TAKE_OWNERSHIP);
      descent.AddResidualBlock(std::make_unique<JointFigureCost>(residuals, run, figure).release(), loss.release(),
                               residuals.coordinates());
    }
  }
  descent.AddResidualBlock(std::make_unique<CentreCost>(problem.constants).release(), nullptr, residuals.coordinates());
  ceres::Solver::Options options;
  options.linear_solver_type = ceres::DENSE_NORMAL_CHOLESKY;
  options.num_threads = 1;
  options.logging_type = ceres::SILENT;
  constexpr int most_iterations = 40;
  constexpr double close_enough = 1e-5;
  options.max_num_iterations = most_iterations;
  options.function_tolerance = close_enough;
  ceres::Solver::Summary summary;
  ceres::Solve(options, &descent, &summary);
  return residuals.values();
}

double share_among_alike(double alike) {
  constexpr double power = -0.8;
  return std::pow(alike, power);
}

std::vector<double> predicted_figures(const JointProblem& problem, std::size_t run, std::span<const double> constants) {
  std::vector<double> values;
  for (const std::size_t each : problem.runs[run].constants) values.push_back(constants[each]);
  return problem.predict(run, values);
}

}  // namespace hakaru
