#include "hakaru/calibrating/figure_fit.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "hakaru/calibrating/choice.h"
#include "hakaru/core/text.h"

namespace hakaru {
namespace {

double misfit(const FigureFit& fit, const Calibration& calibration) {
  const double scale = last_loss_scale(fit.figures.size(), fit.most_constants);
  double sum = 0;
  for (std::size_t at = 0; at < fit.figures.size(); ++at) {
    const double residual = std::log(fit.predict_s(calibration, at) / fit.figures[at].measured_s);
    sum += fit.figures[at].weight * std::log1p(residual * residual / (scale * scale));
  }
  return sum;
}

/// Of each figure, with what stands without the table.
std::vector<double> errors_before_pct(const FigureFit& fit) {
  constexpr double percent = 100;
  std::vector<double> errors;
  for (std::size_t at = 0; at < fit.figures.size(); ++at) {
    const double before_s = fit.figures[at].before_s ? *fit.figures[at].before_s : fit.predict_s(fit.start, at);
    errors.push_back(percent * std::abs(before_s / fit.figures[at].measured_s - 1));
  }
  return errors;
}

double mean_of(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

/// Whether enough runs take longer or shorter with another value of a constant.
bool matters(const FigureFit& fit, const TunedConstant& constant) {
  Calibration least = fit.start, most = fit.start;
  least.*constant.member = constant.lower;
  most.*constant.member = constant.upper;
  std::vector<double> least_s;
  for (std::size_t at = 0; at < fit.figures.size(); ++at) least_s.push_back(fit.predict_s(least, at));
  std::set<std::size_t> changed;
  for (std::size_t at = 0; at < fit.figures.size() && changed.size() < fit.runs_that_matter; ++at) {
    if (fit.predict_s(most, at) != least_s[at]) changed.insert(fit.figures[at].run);
  }
  return changed.size() >= fit.runs_that_matter;
}

/// Puts the constants into `problem`, and from where the fit sets out; what they are in a calibration.
std::vector<double Calibration::*> choose_constants(const FigureFit& fit, FitProblem& problem) {
  const bool measured_kernels = fit.start.kernels->covers_kernels();
  std::vector<const TunedConstant*> chosen;
  for (const TunedConstant& constant : fit.constants) {
    if (!(constant.of_kernels && measured_kernels) && matters(fit, constant)) chosen.push_back(&constant);
  }
  if (chosen.size() > fit.most_constants) {
    const auto off = [&](const Calibration& tried) { return misfit(fit, tried); };
    const std::vector<ChosenConstant> best = most_helpful(off, fit.start, chosen, fit.most_constants);
    chosen.clear();
    for (const auto& [constant, value] : best) {
      chosen.push_back(constant);
      problem.other_start.push_back(std::clamp(value, constant->lower, constant->upper));
    }
  }
  std::vector<double Calibration::*> members;
  for (const TunedConstant* constant : chosen) {
    members.push_back(constant->member);
    problem.constants.push_back(
        {std::string(constant->name), std::string(constant->unit), std::string(constant->meaning),
         std::clamp(fit.start.*constant->member, constant->lower, constant->upper), constant->lower, constant->upper});
  }
  return members;
}

Result<FigureTable> found_table(const FigureFit& fit, const std::string& label, const std::string& name) {
  FitProblem problem;
  problem.name = name;
  const std::vector<double Calibration::*> members = choose_constants(fit, problem);
  for (const Figure& figure : fit.figures) {
    problem.measured_s.push_back(figure.measured_s);
    problem.strata.push_back(figure.stratum);
    problem.weights.push_back(figure.weight);
    if (fit.in_parts) problem.parts.push_back(figure.part);
  }
  problem.rows_per_constant = fit.figures_per_constant;
  problem.pull = fit.pull;
  problem.predict_s = [&](std::span<const double> constants, std::size_t row) {
    Calibration calibration = fit.start;
    for (std::size_t at = 0; at < constants.size(); ++at) calibration.*members[at] = constants[at];
    return fit.predict_s(calibration, row);
  };
  const Result<Fit> found = hakaru::fit(problem, HoldBack::each_fifth_in_turn);
  if (!found) return fail(found);
  FittedCalibration::Group group = group_of(label, "", problem, *found);
  group.rows = fit.rows;
  if (fit.by_metric) group.metrics = metrics_of(problem, *found);
  add_kept(fit.kept, fit.start, fit.usual, group);
  return FigureTable{std::move(group), found->unseen_s};
}

std::string accelerators_in(const CsvTable& table) {
  std::set<std::string> names;
  for (const CsvTable::Row& row : table.rows) names.insert(CsvFields(table, row).text_or("accelerator", ""));
  return join({names.begin(), names.end()});
}

}  // namespace

Result<std::optional<FigureTable>> fit_figures(const FigureFit& fit, const std::string& label,
                                               FittedCalibration& fitted) {
  const auto is_other = [&](const Figure& figure) { return figure.part != fit.figures.front().part; };
  if (fit.in_parts && std::none_of(fit.figures.begin(), fit.figures.end(), is_other)) {
    fitted.tables_left_out.push_back(
        message("{}: rows of {} are one series, none can be held back", fitted.accelerator, label));
    return std::nullopt;
  }
  Result<FigureTable> table =
      found_table(fit, label, fmt::format("{}: {}, {}", fitted.file, fitted.accelerator, label));
  if (!table) return fail(table);
  const std::vector<double> before_pct = errors_before_pct(fit);
  if (table->group.unseen.mean_pct < mean_of(before_pct)) return std::move(*table);
  std::vector<std::string> strata;
  for (const Figure& figure : fit.figures) strata.push_back(figure.stratum);
  fitted.standing.push_back(standing_group(label, fit.rows, strata, before_pct));
  fitted.tables_left_out.push_back(message(
      "{}: constants fitted to {} are no better on rows held back than those before", fitted.accelerator, label));
  return std::nullopt;
}

Result<FittedCalibration> with_a_table(FittedCalibration fitted, const CsvTable& table) {
  if (!fitted.groups.empty() || !fitted.standing.empty()) return fitted;
  if (fitted.left_out.empty() && fitted.tables_left_out.empty())
    return bad_input("{}: has no rows of {}; it has rows of: {}", fitted.file, fitted.accelerator,
                     accelerators_in(table));
  return bad_input("{}: no row of {} can be used: {}", fitted.file, fitted.accelerator,
                   in_english((fitted.tables_left_out.empty() ? fitted.left_out : fitted.tables_left_out).front()));
}

}  // namespace hakaru
