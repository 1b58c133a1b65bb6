#include "hakaru/calibrating/figure_fit.h"

#include <algorithm>
#include <cmath>
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

/// The start of a table, fitted without `part`.
const Calibration& start_without(const FigureFit& fit, std::size_t part) {
  const auto known = fit.start_without.find(part);
  return known == fit.start_without.end() ? fit.start : known->second;
}

/// True if figures of enough runs differ between the lower and the upper bound of a constant.
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
        {constant->name, constant->unit, constant->meaning, 0, constant->lower, constant->upper});
  }
  return members;
}

/// `start` with `values` of the constants that are fitted.
Calibration with(Calibration start, const std::vector<double Calibration::*>& members, std::span<const double> values) {
  for (std::size_t at = 0; at < members.size(); ++at) start.*members[at] = values[at];
  return start;
}

/// Has `problem`, whose constants are `members`, set out from `start`.
void set_out_from(const Calibration& start, const FigureFit& fit, const std::vector<double Calibration::*>& members,
                  FitProblem& problem) {
  for (std::size_t at = 0; at < members.size(); ++at) {
    FittedConstant& constant = problem.constants[at];
    constant.start = std::clamp(start.*members[at], constant.lower, constant.upper);
  }
  problem.predict_s = [&fit, &members, start](std::span<const double> values, std::size_t row) {
    return fit.predict_s(with(start, members, values), row);
  };
}

double mean_pct(const std::vector<FigureTable::HeldBack>& figures) {
  double sum = 0;
  for (const FigureTable::HeldBack& figure : figures) sum += figure.error_pct;
  return sum / static_cast<double>(figures.size());
}

/// Errors of figures, each by `table` or by `before`, whichever has the lower mean error on all other parts: so no figure
/// decides what predicts it.
std::vector<FigureTable::HeldBack> chosen_by_others(const FigureFit& fit,
                                                    const std::vector<FigureTable::HeldBack>& table,
                                                    const std::vector<FigureTable::HeldBack>& before) {
  std::map<std::size_t, double> gained_pct;  // by part
  double gained_by_all_pct = 0;
  for (std::size_t at = 0; at < fit.figures.size(); ++at) {
    const double gained = before[at].error_pct - table[at].error_pct;
    gained_pct[fit.figures[at].part] += gained;
    gained_by_all_pct += gained;
  }
  std::vector<FigureTable::HeldBack> chosen;
  for (std::size_t at = 0; at < fit.figures.size(); ++at)
    chosen.push_back(gained_by_all_pct > gained_pct[fit.figures[at].part] ? table[at] : before[at]);
  return chosen;
}

std::string accelerators_named(const CsvTable& table) {
  std::set<std::string> names;
  for (const CsvTable::Row& row : table.rows) names.insert(CsvFields(table, row).text_or("accelerator", ""));
  return join({names.begin(), names.end()});
}

}  // namespace

Result<FigureTable> figure_table(const FigureFit& fit, const std::string& label, const std::string& name) {
  FitProblem problem;
  problem.name = name;
  const std::vector<double Calibration::*> members = choose_constants(fit, problem);
  if (members.empty()) return no_table(fit);
  for (const Figure& figure : fit.figures) {
    problem.measured_s.push_back(figure.measured_s);
    problem.strata.push_back(figure.stratum);
    problem.weights.push_back(figure.weight);
    if (fit.in_parts) problem.parts.push_back(figure.part);
  }
  problem.rows_per_constant = fit.figures_per_constant;
  problem.pull = fit.pull;
  problem.starts_unseen = fit.starts_unseen;
  problem.descends_once = fit.descends_once;
  set_out_from(fit.start, fit, members, problem);
  if (fit.parts_elsewhere) {
    for (const auto& [part, unused] : fit.start_without) problem.parts_elsewhere.insert(part);
  }
  if (!fit.start_without.empty()) {
    problem.without = [&fit, &members, problem](std::size_t part) {
      FitProblem held_back = problem;
      set_out_from(start_without(fit, part), fit, members, held_back);
      return held_back;
    };
  }
  const Result<Fit> found = hakaru::fit(problem, HoldBack::each_fifth_in_turn);
  if (!found) return fail(found);
  FittedCalibration::Group group = group_of(label, "", problem, *found);
  group.rows = fit.rows;
  if (fit.by_metric) group.metrics = metrics_of(problem, *found);
  add_kept(fit.kept, fit.start, fit.usual, group);
  FigureTable table{std::move(group), with(fit.start, members, found->constants), {}, {}};
  for (const auto& [part, values] : found->without)
    table.without.emplace(part, with(start_without(fit, part), members, values));
  for (std::size_t at = 0; at < fit.figures.size(); ++at)
    table.held_back.push_back({error_pct(*found->unseen_s[at], fit.figures[at].measured_s), true});
  return table;
}

FigureTable no_table(const FigureFit& fit) {
  FigureTable none;
  for (std::size_t at = 0; at < fit.figures.size(); ++at) {
    const Figure& figure = fit.figures[at];
    none.held_back.push_back({error_pct(fit.predict_s(start_without(fit, figure.part), at), figure.measured_s), false});
  }
  return none;
}

bool ConstantsSeen::are_new(const Calibration& calibration) {
  std::vector<double> values;
  values.reserve(constants_.size());
  for (const TunedConstant& constant : constants_) values.push_back(calibration.*constant.member);
  if (values == last_) return false;
  last_ = std::move(values);
  return true;
}

Result<FigureTable> fit_figures(const FigureFit& fit, const std::string& label, FittedCalibration& fitted) {
  const auto is_other = [&](const Figure& figure) { return figure.part != fit.figures.front().part; };
  if (fit.in_parts && std::none_of(fit.figures.begin(), fit.figures.end(), is_other)) {
    fitted.tables_left_out.push_back(
        message("{}: rows of {} are one series, none can be held back", fitted.accelerator, label));
    return no_table(fit);
  }
  Result<FigureTable> table =
      figure_table(fit, label, fmt::format("{}: {}, {}", fitted.file, fitted.accelerator, label));
  if (!table) return fail(table);
  if (!table->group) {
    fitted.tables_left_out.push_back(
        message("{}: rows of {} depend on no constant that could be fitted", fitted.accelerator, label));
    return table;
  }
  fitted.weighed = true;
  FigureTable none = no_table(fit);
  const bool is_better = mean_pct(table->held_back) < mean_pct(none.held_back);
  std::vector<FigureTable::HeldBack> chosen = chosen_by_others(fit, table->held_back, none.held_back);
  if (!is_better) {
    fitted.tables_left_out.push_back(message(
        "{}: constants fitted to {} are no better on rows held back than those before", fitted.accelerator, label));
    table = std::move(none);
  }
  table->held_back = std::move(chosen);
  return table;
}

Result<FittedCalibration> with_a_table(FittedCalibration fitted, const CsvTable& table) {
  if (fitted.weighed) return fitted;
  if (fitted.left_out.empty() && fitted.tables_left_out.empty())
    return bad_input("{}: has no rows of {}; it has rows of: {}", fitted.file, fitted.accelerator,
                     accelerators_named(table));
  return because(bad_input("{}: no row of {} can be used", fitted.file, fitted.accelerator),
                 (fitted.tables_left_out.empty() ? fitted.left_out : fitted.tables_left_out).front());
}

}  // namespace hakaru
