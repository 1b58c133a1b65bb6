#include "hakaru/calibrating/fit.h"

#include <ceres/cost_function.h>
#include <ceres/evaluation_callback.h>
#include <ceres/loss_function.h>
#include <ceres/problem.h>
#include <ceres/solver.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <deque>
#include <numeric>
#include <random>
#include <tuple>

namespace hakaru {
namespace {

constexpr std::size_t folds = 5;
constexpr std::array loss_scales{0.3, 0.1, 0.05};   // `a` of the header, one after the other
constexpr std::size_t rows_for_any_sharpness = 24;  // of so few none can be left aside
constexpr std::size_t rows_for_the_sharpest = 50;  // for each constant: fewer rows leave it to chance which are far off

using Rows = std::vector<std::size_t>;

/// The place of a constant between its bounds, as a number without bounds: the logit of its share of the way, in
/// logarithms where a constant cannot be 0, since these span decades.
double coordinate_of(const FittedConstant& constant, double value) {
  constexpr double nearest = 1e-4;  // at a bound the coordinate would be infinite
  const bool decades = constant.lower > 0;
  const double way = decades ? std::log(value / constant.lower) / std::log(constant.upper / constant.lower)
                             : (value - constant.lower) / (constant.upper - constant.lower);
  const double share = std::clamp(way, nearest, 1 - nearest);
  return std::log(share / (1 - share));
}

double value_at(const FittedConstant& constant, double coordinate) {
  const double share = 1 / (1 + std::exp(-coordinate));
  if (constant.lower > 0) return constant.lower * std::pow(constant.upper / constant.lower, share);
  return constant.lower + share * (constant.upper - constant.lower);
}

std::vector<double> start_coordinates(const FitProblem& problem) {
  std::vector<double> coordinates;
  for (const FittedConstant& constant : problem.constants)
    coordinates.push_back(coordinate_of(constant, constant.start));
  return coordinates;
}

/// Residuals and their derivatives of some rows at a point, all at once: with the same constants row after row the
/// predictor works out only once what follows from them.
class Residuals : public ceres::EvaluationCallback {
 public:
  Residuals(const FitProblem& problem, const Rows& rows, const std::vector<double>& start)
      : problem_(problem), rows_(rows) {
    for (std::size_t at = 0; at < start.size(); ++at)
      coordinates_.push_back(coordinate_of(problem.constants[at], start[at]));
    residuals_.resize(rows.size());
    derivatives_.resize(rows.size() * coordinates_.size());
  }

  void PrepareForEvaluation(bool with_derivatives, bool new_point) override {
    if (new_point) residuals_ = at(coordinates_);
    if (!with_derivatives) return;
    constexpr double step = 0.01;  // wide enough to look past the corners of whole waves and chosen tiles
    for (std::size_t constant = 0; constant < coordinates_.size(); ++constant) {
      std::vector<double> above = coordinates_;
      above[constant] += step;
      const std::vector<double> moved = at(above);
      for (std::size_t row = 0; row < rows_.size(); ++row)
        derivatives_[row * coordinates_.size() + constant] = (moved[row] - residuals_[row]) / step;
    }
  }

  double residual(std::size_t row) const { return residuals_[row]; }
  const double* derivatives(std::size_t row) const { return derivatives_.data() + row * coordinates_.size(); }
  /// The coordinates that Ceres moves.
  double* coordinates() { return coordinates_.data(); }
  std::vector<double> constants() const { return constants_at(coordinates_); }

 private:
  std::vector<double> constants_at(const std::vector<double>& coordinates) const {
    std::vector<double> constants;
    for (std::size_t at = 0; at < coordinates.size(); ++at)
      constants.push_back(value_at(problem_.constants[at], coordinates[at]));
    return constants;
  }
  std::vector<double> at(const std::vector<double>& coordinates) const {
    const std::vector<double> constants = constants_at(coordinates);
    std::vector<double> residuals;
    residuals.reserve(rows_.size());
    for (const std::size_t row : rows_)
      residuals.push_back(std::log(problem_.predict_s(constants, row) / problem_.measured_s[row]));
    return residuals;
  }

  const FitProblem& problem_;
  const Rows& rows_;
  std::vector<double> coordinates_;
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

/// The residual of one constant's distance from its start: `pull` times the difference in coordinates.
class PullCost : public ceres::CostFunction {
 public:
  PullCost(double pull, std::size_t at, std::vector<double> start) : pull_(pull), at_(at), start_(std::move(start)) {
    set_num_residuals(1);
    mutable_parameter_block_sizes()->push_back(static_cast<int>(start_.size()));
  }
  bool Evaluate(const double* const* coordinates, double* residual, double** derivatives) const override {
    *residual = pull_ * (coordinates[0][at_] - start_[at_]);
    if (derivatives != nullptr && derivatives[0] != nullptr) {
      std::fill_n(derivatives[0], start_.size(), 0.0);
      derivatives[0][at_] = pull_;
    }
    return true;
  }

 private:
  double pull_;
  std::size_t at_;
  std::vector<double> start_;
};

/// Moves the constants downhill, with residuals beyond `loss_scale` counting ever less.
void descend(const FitProblem& problem, Residuals& residuals, const Rows& rows, double loss_scale) {
  const std::size_t constants = problem.constants.size();
  ceres::CauchyLoss loss(loss_scale);
  std::deque<RowCost> costs;  // they cannot be moved
  for (std::size_t row = 0; row < rows.size(); ++row) costs.emplace_back(residuals, row, constants);
  std::deque<PullCost> pulls;
  for (std::size_t at = 0; problem.pull > 0 && at < constants; ++at)
    pulls.emplace_back(problem.pull, at, start_coordinates(problem));
  ceres::Problem::Options ownership;
  ownership.cost_function_ownership = ownership.loss_function_ownership = ceres::DO_NOT_TAKE_OWNERSHIP;
  ownership.evaluation_callback = &residuals;
  ceres::Problem minimised(ownership);
  std::deque<ceres::ScaledLoss> weighed;
  for (std::size_t at = 0; at < costs.size(); ++at) {
    const double weight = problem.weights.empty() ? 1 : problem.weights[rows[at]];
    weighed.emplace_back(&loss, weight, ceres::DO_NOT_TAKE_OWNERSHIP);
    minimised.AddResidualBlock(&costs[at], &weighed.back(), residuals.coordinates());
  }
  for (PullCost& pull : pulls) minimised.AddResidualBlock(&pull, nullptr, residuals.coordinates());
  ceres::Solver::Options options;
  options.linear_solver_type = ceres::DENSE_QR;
  options.max_num_iterations = 60;
  options.function_tolerance = 1e-6;
  options.num_threads = 1;
  options.logging_type = ceres::SILENT;
  ceres::Solver::Summary summary;
  ceres::Solve(options, &minimised, &summary);
}

std::span<const double> scales_for(std::size_t rows, std::size_t constants) {
  const bool many = rows >= rows_for_the_sharpest * constants;
  const bool few = rows < rows_for_any_sharpness;
  return std::span(loss_scales).first(few ? 1 : many ? loss_scales.size() : loss_scales.size() - 1);
}

/// The constants downhill of `start` that fit `rows` best.
std::vector<double> solve(const FitProblem& problem, const Rows& rows, const std::vector<double>& start) {
  Residuals residuals(problem, rows, start);
  for (const double loss_scale : scales_for(rows.size(), problem.constants.size()))
    descend(problem, residuals, rows, loss_scale);
  return residuals.constants();
}

double cost_of(const FitProblem& problem, const Rows& rows, const std::vector<double>& constants) {
  const double scale = last_loss_scale(rows.size(), problem.constants.size());
  double cost = 0;
  for (const std::size_t row : rows) {
    const double residual = std::log(problem.predict_s(constants, row) / problem.measured_s[row]);
    cost += (problem.weights.empty() ? 1 : problem.weights[row]) * std::log1p(residual * residual / (scale * scale));
  }
  return cost;
}

/// There is more than one valley: the constants of the deepest of those that lie downhill of `starts`.
std::vector<double> best_of(const FitProblem& problem, const Rows& rows,
                            const std::vector<std::vector<double>>& starts) {
  if (problem.descends_once)
    return solve(problem, rows, *std::ranges::min_element(starts, {}, [&](const std::vector<double>& start) {
                   return cost_of(problem, rows, start);
                 }));
  std::vector<double> best;
  double least = 0;
  for (const std::vector<double>& start : starts) {
    std::vector<double> found = solve(problem, rows, start);
    const double cost = cost_of(problem, rows, found);
    if (!best.empty() && cost >= least) continue;
    least = cost;
    best = std::move(found);
  }
  return best;
}

std::vector<double> start_of(const FitProblem& problem) {
  std::vector<double> start;
  for (const FittedConstant& constant : problem.constants) start.push_back(constant.start);
  return start;
}

/// `start`, each constant in turn moved to the best of a few values across its range, twice over: with few rows and
/// many constants the nearest valley may be a shallow one.
std::vector<double> scanned(const FitProblem& problem, const Rows& rows, std::vector<double> start) {
  constexpr std::array shares{-3.0, -1.5, 0.0, 1.5, 3.0};  // coordinates: 5 to 95 % of the way
  constexpr int rounds = 2;
  double least = cost_of(problem, rows, start);
  for (int round = 0; round < rounds; ++round) {
    for (std::size_t at = 0; at < start.size(); ++at) {
      for (const double share : shares) {
        std::vector<double> moved = start;
        moved[at] = value_at(problem.constants[at], share);
        const double cost = cost_of(problem, rows, moved);
        if (cost >= least) continue;
        least = cost;
        start = std::move(moved);
      }
    }
  }
  return start;
}

/// The points at which descents begin.
std::vector<std::vector<double>> starts_of(const FitProblem& problem, const Rows& rows) {
  std::vector<std::vector<double>> starts{start_of(problem)};
  if (!problem.other_start.empty()) starts.push_back(problem.other_start);
  if (problem.pull > 0) starts.push_back(scanned(problem, rows, starts.front()));
  return starts;
}

/// Constants that came as near to a bound as coordinates let them are at the bound.
std::vector<double> at_bounds(const FitProblem& problem, std::vector<double> constants) {
  constexpr double near = 8.1;  // coordinate: 0.03 % of the way
  for (std::size_t at = 0; at < constants.size(); ++at) {
    const double coordinate = coordinate_of(problem.constants[at], constants[at]);
    if (coordinate < -near) constants[at] = problem.constants[at].lower;
    if (coordinate > near) constants[at] = problem.constants[at].upper;
  }
  return constants;
}

/// The number of the fifth that each row belongs to.
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
  const double predicted_s = problem.predict_s(start_of(problem), row);
  return predicted_s > 0 && std::isfinite(predicted_s);
}

std::vector<double> predicted(const FitProblem& problem, const std::vector<double>& constants) {
  std::vector<double> seconds;
  for (std::size_t row = 0; row < problem.measured_s.size(); ++row)
    seconds.push_back(problem.predict_s(constants, row));
  return seconds;
}

/// True if any row changes when a constant moves by a hundredth of its range.
bool is_determined(const FitProblem& problem, std::vector<double> constants, std::size_t at) {
  constexpr double hundredth = 0.01;
  const FittedConstant& constant = problem.constants[at];
  const std::vector<double> before = predicted(problem, constants);
  const double range = constant.upper - constant.lower;
  constants[at] += constants[at] - constant.lower < range / 2 ? hundredth * range : -hundredth * range;
  return predicted(problem, constants) != before;
}

}  // namespace

double last_loss_scale(std::size_t rows, std::size_t constants) { return scales_for(rows, constants).back(); }

Result<Fit> fit(const FitProblem& problem, HoldBack hold_back) {
  const std::size_t rows = problem.measured_s.size();
  const std::size_t constants = problem.constants.size();
  const std::size_t needed = problem.rows_per_constant * constants;
  if (rows < needed)
    return bad_input("{}: {} rows; needed for {} constants: at least {}", problem.name, rows, constants, needed);
  for (std::size_t row = 0; row < rows; ++row) {
    if (!can_be_predicted(problem, row))
      return bad_input("{}: row {} cannot be predicted, so nothing can be fitted to it", problem.name, row + 1);
  }
  const bool by_parts = !problem.parts.empty();
  const std::vector<std::size_t> part = by_parts ? problem.parts : fifths_of(problem);
  Rows all(rows);
  std::iota(all.begin(), all.end(), std::size_t{0});

  Fit fit;
  fit.unseen_s.resize(rows);
  const std::set<std::size_t>& elsewhere = problem.parts_elsewhere;
  const std::size_t last =
      std::max(*std::max_element(part.begin(), part.end()), elsewhere.empty() ? 0 : *elsewhere.rbegin());
  const std::size_t turns = by_parts ? last + 1 : hold_back == HoldBack::a_fifth ? 1 : folds;
  const std::vector<std::vector<double>> starts = starts_of(problem, all);
  std::vector<std::vector<double>> found = starts;
  for (std::size_t held = 0; held < turns; ++held) {
    Rows seen;
    std::copy_if(all.begin(), all.end(), std::back_inserter(seen), [&](std::size_t row) { return part[row] != held; });
    if (seen.size() == rows && !elsewhere.contains(held)) continue;
    const FitProblem turn = problem.without ? problem.without(held) : problem;
    fit.constants = best_of(turn, seen, problem.starts_unseen ? starts_of(turn, seen) : starts);
    fit.without[held] = fit.constants;
    found.push_back(fit.constants);
    for (const std::size_t row : all) {
      if (part[row] == held) fit.unseen_s[row] = turn.predict_s(fit.constants, row);
    }
  }
  if (turns > 1) fit.constants = best_of(problem, all, found);
  fit.constants = at_bounds(problem, std::move(fit.constants));
  fit.predicted_s = predicted(problem, fit.constants);
  for (std::size_t at = 0; at < constants; ++at) fit.determined.push_back(is_determined(problem, fit.constants, at));
  return fit;
}

}  // namespace hakaru
