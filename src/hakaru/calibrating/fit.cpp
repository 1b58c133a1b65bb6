#include "hakaru/calibrating/fit.h"

#include <ceres/cost_function.h>
#include <ceres/evaluation_callback.h>
#include <ceres/loss_function.h>
#include <ceres/problem.h>
#include <ceres/solver.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <numeric>
#include <random>
#include <tuple>

namespace hakaru {
namespace {

constexpr std::size_t folds = 5;
constexpr double loss_scale = 0.1;  // `a` of the header

using Rows = std::vector<std::size_t>;

/// Residuals and their derivatives of some rows at a point, all at once: with the same constants row after row the
/// predictor works out only once what follows from them, and no constant leaves its bounds, as it would if Ceres
/// took the differences.
class Residuals : public ceres::EvaluationCallback {
 public:
  Residuals(const FitProblem& problem, const Rows& rows) : problem_(problem), rows_(rows) {
    for (const FittedConstant& constant : problem.constants) {
      units_.push_back(constant.start != 0 ? std::abs(constant.start) : constant.upper);
      scaled_.push_back(constant.start / units_.back());
    }
    residuals_.resize(rows.size());
    derivatives_.resize(rows.size() * units_.size());
  }

  void PrepareForEvaluation(bool with_derivatives, bool new_point) override {
    if (new_point) residuals_ = at(scaled_);
    if (!with_derivatives) return;
    constexpr double relative_step = 1e-5, least_step = 1e-7;
    for (std::size_t constant = 0; constant < units_.size(); ++constant) {
      const double step = std::max(relative_step * std::abs(scaled_[constant]), least_step);
      std::vector<double> above = scaled_, below = scaled_;
      above[constant] = std::min(scaled_[constant] + step, upper(constant));
      below[constant] = std::max(scaled_[constant] - step, lower(constant));
      const std::vector<double> high = at(above), low = at(below);
      const double width = above[constant] - below[constant];
      for (std::size_t row = 0; row < rows_.size(); ++row)
        derivatives_[row * units_.size() + constant] = (high[row] - low[row]) / width;
    }
  }

  double residual(std::size_t row) const { return residuals_[row]; }
  const double* derivatives(std::size_t row) const { return derivatives_.data() + row * units_.size(); }
  double lower(std::size_t constant) const { return problem_.constants[constant].lower / units_[constant]; }
  double upper(std::size_t constant) const { return problem_.constants[constant].upper / units_[constant]; }
  /// What Ceres moves: constants in units of where they start.
  double* scaled() { return scaled_.data(); }
  std::vector<double> constants() const { return unscaled(scaled_); }

 private:
  std::vector<double> unscaled(const std::vector<double>& scaled) const {
    std::vector<double> constants(scaled.size());
    for (std::size_t at = 0; at < scaled.size(); ++at) {
      const FittedConstant& constant = problem_.constants[at];
      constants[at] = std::clamp(scaled[at] * units_[at], constant.lower, constant.upper);
    }
    return constants;
  }
  std::vector<double> at(const std::vector<double>& scaled) const {
    const std::vector<double> constants = unscaled(scaled);
    std::vector<double> residuals;
    residuals.reserve(rows_.size());
    for (const std::size_t row : rows_)
      residuals.push_back(std::log(problem_.predict_s(constants, row) / problem_.measured_s[row]));
    return residuals;
  }

  const FitProblem& problem_;
  const Rows& rows_;
  std::vector<double> units_;
  std::vector<double> scaled_;
  std::vector<double> residuals_;
  std::vector<double> derivatives_;  ///< row by row
};

/// One row, as Ceres asks for it.
class RowCost : public ceres::CostFunction {
 public:
  RowCost(const Residuals& residuals, std::size_t row, std::size_t constants) : residuals_(residuals), row_(row) {
    set_num_residuals(1);
    mutable_parameter_block_sizes()->push_back(static_cast<int>(constants));
  }
  bool Evaluate(const double* const*, double* residual, double** derivatives) const override {
    *residual = residuals_.residual(row_);
    if (derivatives != nullptr && derivatives[0] != nullptr)
      std::copy_n(residuals_.derivatives(row_), parameter_block_sizes()[0], derivatives[0]);
    return std::isfinite(*residual);
  }

 private:
  const Residuals& residuals_;
  std::size_t row_;
};

/// The constants that fit `rows` best.
std::vector<double> solve(const FitProblem& problem, const Rows& rows) {
  const std::size_t constants = problem.constants.size();
  Residuals residuals(problem, rows);
  ceres::SoftLOneLoss loss(loss_scale);
  std::deque<RowCost> costs;  // they cannot be moved
  for (std::size_t row = 0; row < rows.size(); ++row) costs.emplace_back(residuals, row, constants);

  ceres::Problem::Options ownership;
  ownership.cost_function_ownership = ownership.loss_function_ownership = ceres::DO_NOT_TAKE_OWNERSHIP;
  ownership.evaluation_callback = &residuals;
  ceres::Problem minimised(ownership);
  for (RowCost& cost : costs) minimised.AddResidualBlock(&cost, &loss, residuals.scaled());
  for (std::size_t at = 0; at < constants; ++at) {
    minimised.SetParameterLowerBound(residuals.scaled(), static_cast<int>(at), residuals.lower(at));
    minimised.SetParameterUpperBound(residuals.scaled(), static_cast<int>(at), residuals.upper(at));
  }
  ceres::Solver::Options options;
  options.linear_solver_type = ceres::DENSE_QR;
  options.max_num_iterations = 200;
  options.function_tolerance = options.parameter_tolerance = 1e-10;
  options.num_threads = 1;
  options.logging_type = ceres::SILENT;
  ceres::Solver::Summary summary;
  ceres::Solve(options, &minimised, &summary);
  return residuals.constants();
}

/// Which fifth each row belongs to.
std::vector<std::size_t> fifths_of(const FitProblem& problem) {
  const std::size_t rows = problem.measured_s.size();
  Rows ordered(rows);
  std::iota(ordered.begin(), ordered.end(), std::size_t{0});
  std::sort(ordered.begin(), ordered.end(), [&](std::size_t left, std::size_t right) {
    return std::tie(problem.strata[left], problem.measured_s[left], left) <
           std::tie(problem.strata[right], problem.measured_s[right], right);
  });
  // A fixed seed, and no std::shuffle, whose result differs between standard libraries.
  constexpr std::uint64_t seed = 1;
  std::mt19937_64 random(seed);
  std::vector<std::size_t> fifth(rows);
  for (std::size_t first = 0; first < rows; first += folds) {
    std::vector<std::size_t> drawn(folds);
    std::iota(drawn.begin(), drawn.end(), std::size_t{0});
    for (std::size_t left = folds; left > 1; --left) std::swap(drawn[left - 1], drawn[random() % left]);
    for (std::size_t at = 0; at < folds && first + at < rows; ++at) fifth[ordered[first + at]] = drawn[at];
  }
  return fifth;
}

bool can_be_predicted(const FitProblem& problem, std::size_t row) {
  std::vector<double> start;
  for (const FittedConstant& constant : problem.constants) start.push_back(constant.start);
  const double predicted_s = problem.predict_s(start, row);
  return predicted_s > 0 && std::isfinite(predicted_s);
}

std::vector<double> predicted(const FitProblem& problem, const std::vector<double>& constants) {
  std::vector<double> seconds;
  for (std::size_t row = 0; row < problem.measured_s.size(); ++row)
    seconds.push_back(problem.predict_s(constants, row));
  return seconds;
}

/// Whether any row changes when a constant moves by a hundredth of its range.
bool is_determined(const FitProblem& problem, std::vector<double> constants, std::size_t at) {
  constexpr double hundredth = 0.01;
  const FittedConstant& constant = problem.constants[at];
  const std::vector<double> before = predicted(problem, constants);
  const double range = constant.upper - constant.lower;
  constants[at] += constants[at] - constant.lower < range / 2 ? hundredth * range : -hundredth * range;
  return predicted(problem, constants) != before;
}

}  // namespace

std::size_t rows_needed(std::size_t constants) {
  constexpr std::size_t rows_of_one = 10;
  return rows_of_one * constants;
}

Error too_few_rows(const std::string& name, std::size_t rows, std::size_t constants) {
  return bad_input("{}: {} rows; needed for {} constants: at least {}", name, rows, constants, rows_needed(constants))
      .value();
}

Result<Fit> fit(const FitProblem& problem, HoldBack hold_back) {
  const std::size_t rows = problem.measured_s.size();
  const std::size_t constants = problem.constants.size();
  if (rows < rows_needed(constants)) return tl::unexpected(too_few_rows(problem.name, rows, constants));
  for (std::size_t row = 0; row < rows; ++row) {
    if (!can_be_predicted(problem, row))
      return bad_input("{}: row {} cannot be predicted, so nothing can be fitted to it", problem.name, row + 1);
  }
  const std::vector<std::size_t> fifth = fifths_of(problem);
  Rows all(rows);
  std::iota(all.begin(), all.end(), std::size_t{0});

  Fit fit;
  fit.unseen_s.resize(rows);
  const std::size_t turns = hold_back == HoldBack::a_fifth ? 1 : folds;
  for (std::size_t held = 0; held < turns; ++held) {
    Rows seen;
    std::copy_if(all.begin(), all.end(), std::back_inserter(seen), [&](std::size_t row) { return fifth[row] != held; });
    fit.constants = solve(problem, seen);
    for (const std::size_t row : all) {
      if (fifth[row] == held) fit.unseen_s[row] = problem.predict_s(fit.constants, row);
    }
  }
  if (turns == folds) fit.constants = solve(problem, all);
  fit.predicted_s = predicted(problem, fit.constants);
  for (std::size_t at = 0; at < constants; ++at) fit.determined.push_back(is_determined(problem, fit.constants, at));
  return fit;
}

}  // namespace hakaru
