// The fitted constants as a calibration file (timing/kernel_calibration.h).
#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "hakaru/calibrating/fitted_calibration.h"
#include "hakaru/core/fields.h"
#include "hakaru/core/quantities.h"
#include "hakaru/evidence/validation.h"
#include "hakaru/timing/kernel_calibration.h"

namespace hakaru {
namespace {

bool is_of_kernels(std::string_view kind) {
  return std::find(std::begin(kernel_kinds), std::end(kernel_kinds), kind) != std::end(kernel_kinds);
}

/// "tpot_ms 5.0 % (held back 6.1 %)" of each metric: medians.
std::string metrics_text(const FittedCalibration::Group& group) {
  std::string text;
  for (const FittedCalibration::Group::Metric& metric : group.metrics)
    text += fmt::format("; {} {} of {}, held back {}", metric.name, in_percent(metric.fitted.median_pct),
                        metric.fitted.rows, in_percent(metric.unseen.median_pct));
  return text;
}

std::string source_of(const FittedCalibration& fitted, const FittedCalibration::Group& group) {
  const std::string name = fitted.file.substr(fitted.file.rfind('/') + 1);
  return fmt::format("{} rows of {}{}; median error {}, mean {}, 90th percentile {}; on rows held back {}, {} and {}{}",
                     group.rows, name, fitted.software.empty() ? "" : " (" + fitted.software + ")",
                     in_percent(group.fitted.median_pct), in_percent(group.fitted.mean_pct),
                     in_percent(group.fitted.p90_pct), in_percent(group.unseen.median_pct),
                     in_percent(group.unseen.mean_pct), in_percent(group.unseen.p90_pct), metrics_text(group));
}

}  // namespace

double error_pct(double predicted_s, double measured_s) {
  constexpr double percent = 100;
  return percent * std::abs(predicted_s / measured_s - 1);
}

FitErrors errors_of(const std::vector<double>& absolute_pct) {
  if (absolute_pct.empty()) return {};
  const double sum = std::accumulate(absolute_pct.begin(), absolute_pct.end(), 0.0);
  return {absolute_pct.size(), percentile(absolute_pct, 0.5), sum / static_cast<double>(absolute_pct.size()),
          percentile(absolute_pct, 0.9)};
}

Bound bound_of(const FittedConstant& constant, double value) {
  const bool decades = constant.lower > 0;
  const double near = decades ? 0.02 : 0.001;
  const double share = decades ? std::log(value / constant.lower) / std::log(constant.upper / constant.lower)
                               : (value - constant.lower) / (constant.upper - constant.lower);
  if (share < near) return Bound::lower;
  return share > 1 - near && constant.start < constant.upper ? Bound::upper : Bound::none;
}

FittedCalibration::Group group_of(const std::string& label, const std::string& library, const FitProblem& problem,
                                  const Fit& fit) {
  FittedCalibration::Group group;
  group.label = label;
  group.library = library;
  group.rows = problem.measured_s.size();
  for (std::size_t at = 0; at < problem.constants.size(); ++at)
    group.values.push_back({problem.constants[at], fit.constants[at], fit.determined[at], ""});
  std::vector<double> fitted, unseen;
  for (std::size_t row = 0; row < problem.measured_s.size(); ++row) {
    fitted.push_back(error_pct(fit.predicted_s[row], problem.measured_s[row]));
    if (fit.unseen_s[row]) unseen.push_back(error_pct(*fit.unseen_s[row], problem.measured_s[row]));
  }
  group.fitted = errors_of(fitted);
  group.unseen = errors_of(unseen);
  return group;
}

void add_kept(std::span<const TunedConstant> constants, const Calibration& start, const Calibration& usual,
              FittedCalibration::Group& group) {
  for (const TunedConstant& constant : constants) {
    const auto fitted = [&](const FittedCalibration::Value& value) { return value.constant.name == constant.name; };
    const double kept = start.*constant.member;
    if (kept == usual.*constant.member) continue;
    if (std::any_of(group.values.begin(), group.values.end(), fitted)) continue;
    group.values.push_back({{constant.name, constant.unit, constant.meaning, kept, constant.lower, constant.upper},
                            kept,
                            true,
                            start.stack_of});
  }
}

std::vector<FittedCalibration::Group::Metric> metrics_of(const FitProblem& problem, const Fit& fit) {
  std::map<std::string, std::pair<std::vector<double>, std::vector<double>>> by_stratum;
  for (std::size_t row = 0; row < problem.measured_s.size(); ++row) {
    auto& [fitted, unseen] = by_stratum[problem.strata[row]];
    fitted.push_back(error_pct(fit.predicted_s[row], problem.measured_s[row]));
    if (fit.unseen_s[row]) unseen.push_back(error_pct(*fit.unseen_s[row], problem.measured_s[row]));
  }
  std::vector<FittedCalibration::Group::Metric> metrics;
  for (const auto& [name, errors] : by_stratum)
    metrics.push_back({name, errors_of(errors.first), errors_of(errors.second)});
  return metrics;
}

std::string calibration_path(const FittedCalibration& fitted) {
  return fmt::format("calibrations/{}/{}.toml", fitted.kind, fitted.accelerator);
}

std::string calibration_text(const FittedCalibration& fitted) {
  std::string text = fmt::format("# Made by hakaru calibrate {}.\naccelerator = \"{}\"\n",
                                 is_of_kernels(fitted.kind) ? "operators" : fitted.kind, fitted.accelerator);
  for (const FittedCalibration::Group& group : fitted.groups) {
    text += fmt::format("\n[{}]\n", toml_key(group.label));
    if (!group.library.empty()) text += fmt::format("library = \"{}\"\n", group.library);
    text += "source = " + Json(source_of(fitted, group)).dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
    for (const auto& [constant, value, determined, kept_of] : group.values) {
      const Bound bound = bound_of(constant, value);
      const std::string unit = constant.unit.empty() ? "" : constant.unit + ": ";
      text += fmt::format("{} = {:.5g} # {}{}{}\n", constant.name, value, unit, constant.meaning,
                          !kept_of.empty()        ? " (that of " + kept_of + ")"
                          : !determined           ? " (no row depends on it)"
                          : bound == Bound::lower ? " (at its lower bound)"
                          : bound == Bound::upper ? " (at its upper bound)"
                                                  : "");
    }
  }
  return text;
}

}  // namespace hakaru
