#include "hakaru/calibrating/calibrate_operators.h"

#include <set>

#include "hakaru/core/text.h"
#include "hakaru/evidence/operator_prediction.h"
#include "hakaru/evidence/validation.h"

namespace hakaru {
namespace {

/// The rows that can be fitted.
struct Usable {
  std::vector<Kernel> kernels;
  FitProblem problem;  ///< without its predictor
};

bool is_named(const Catalog& catalog, const std::string& name, const Accelerator& accelerator) {
  const Result<Accelerator> found = catalog.accelerator(name);
  return found && found->name == accelerator.name;
}

void add_new(const std::vector<FittedConstant>& more, std::vector<FittedConstant>& constants) {
  for (const FittedConstant& constant : more) {
    const bool known = std::any_of(constants.begin(), constants.end(),
                                   [&](const FittedConstant& one) { return one.name == constant.name; });
    if (!known) constants.push_back(constant);
  }
}

/// Predicts with whatever constants are asked for; the predictor is kept while they stay the same.
class Predictor {
 public:
  Predictor(const Accelerator& accelerator, const std::optional<Instance>& machine, const Calibration& start,
            const Usable& usable)
      : accelerator_(accelerator), machine_(machine), calibration_(start), usable_(usable) {}

  double operator()(std::span<const double> constants, std::size_t row) {
    if (!predictor_ || !std::equal(constants.begin(), constants.end(), constants_.begin(), constants_.end())) {
      constants_.assign(constants.begin(), constants.end());
      for (std::size_t at = 0; at < constants_.size(); ++at)
        set_constant(calibration_, usable_.problem.constants[at].name, constants_[at]);
      predictor_.emplace(accelerator_, machine_, calibration_);
    }
    return predictor_->predict_s(usable_.kernels[row]).value_or(0);
  }

 private:
  const Accelerator& accelerator_;
  const std::optional<Instance>& machine_;
  Calibration calibration_;
  const Usable& usable_;
  std::vector<double> constants_;
  std::optional<OperatorPredictor> predictor_;
};

/// The rows of `accelerator` that `predictor` can predict; counts and reasons of the others go into `fitted`.
Usable usable_rows(const std::vector<OperatorMeasurement>& measurements, const Accelerator& accelerator,
                   const Catalog& catalog, const OperatorPredictor& predictor, OperatorCalibration& fitted) {
  Usable usable;
  std::map<std::string, bool> is_this;  // of each name once
  std::set<std::string> software;
  for (const OperatorMeasurement& measurement : measurements) {
    auto named = is_this.find(measurement.accelerator);
    if (named == is_this.end())
      named = is_this.emplace(measurement.accelerator, is_named(catalog, measurement.accelerator, accelerator)).first;
    if (!named->second) {
      ++fitted.other_rows;
      continue;
    }
    const OrReason<double> predicted =
        measurement.kernel.and_then([&](const Kernel& kernel) { return predictor.predict_s(kernel); });
    if (!predicted) {
      fitted.left_out.push_back(predicted.error());
      continue;
    }
    usable.kernels.push_back(*measurement.kernel);
    usable.problem.measured_s.push_back(measurement.latency_s);
    usable.problem.strata.push_back(measurement.label);
    if (!measurement.software.empty()) software.insert(measurement.software);
  }
  fitted.software = join({software.begin(), software.end()});
  return usable;
}

/// Each data type or operation needs rows enough for the constants that it rests on.
std::optional<Error> too_few_of_any(const Usable& usable, const Accelerator& accelerator, const std::string& file) {
  std::map<std::string, std::pair<std::size_t, std::vector<FittedConstant>>> by_label;
  for (std::size_t row = 0; row < usable.kernels.size(); ++row) {
    auto& [rows, constants] = by_label[usable.problem.strata[row]];
    ++rows;
    add_new(constants_of(usable.kernels[row], accelerator), constants);
  }
  for (const auto& [label, one] : by_label) {
    const auto& [rows, constants] = one;
    if (rows < rows_needed(constants.size()))
      return too_few_rows(fmt::format("{}: {}, {}", file, accelerator.name, label), rows, constants.size());
  }
  return std::nullopt;
}

FitErrors errors_of(const std::vector<double>& absolute_pct) {
  if (absolute_pct.empty()) return {};
  return {absolute_pct.size(), percentile(absolute_pct, 0.5), percentile(absolute_pct, 0.9)};
}

/// The errors of the rows of `label`, of all rows where it is empty.
OperatorCalibration::Group group_of(const FitProblem& problem, const Fit& fit, const std::string& label) {
  constexpr double percent = 100;
  std::vector<double> fitted, unseen;
  for (std::size_t row = 0; row < problem.measured_s.size(); ++row) {
    if (!label.empty() && problem.strata[row] != label) continue;
    const auto error_pct = [&](double predicted_s) {
      return percent * std::abs(predicted_s / problem.measured_s[row] - 1);
    };
    fitted.push_back(error_pct(fit.predicted_s[row]));
    if (fit.unseen_s[row]) unseen.push_back(error_pct(*fit.unseen_s[row]));
  }
  return {label, errors_of(fitted), errors_of(unseen)};
}

std::string names_in(const std::vector<OperatorMeasurement>& measurements) {
  std::set<std::string> names;
  for (const OperatorMeasurement& measurement : measurements) names.insert(measurement.accelerator);
  return join({names.begin(), names.end()});
}

}  // namespace

Result<OperatorCalibration> calibrate_operators(const CsvTable& table, const Accelerator& accelerator,
                                                const Catalog& catalog, const Calibration& start, HoldBack hold_back) {
  const Result<std::vector<OperatorMeasurement>> measurements = read_operators(table);
  if (!measurements) return fail(measurements);
  const Result<Instance> usual = catalog.usual_instance_of(accelerator.name);
  const std::optional<Instance> machine = usual ? std::optional(*usual) : std::nullopt;

  OperatorCalibration fitted;
  fitted.accelerator = accelerator.name;
  fitted.file = table.file;
  Usable usable =
      usable_rows(*measurements, accelerator, catalog, OperatorPredictor(accelerator, machine, start), fitted);
  FitProblem& problem = usable.problem;
  if (usable.kernels.empty() && fitted.left_out.empty())
    return bad_input("{}: has no rows of {}; it has rows of: {}", table.file, accelerator.name,
                     names_in(*measurements));
  if (usable.kernels.empty())
    return bad_input("{}: no row of {} can be used: {}", table.file, accelerator.name,
                     in_english(fitted.left_out.front()));
  if (const std::optional<Error> error = too_few_of_any(usable, accelerator, table.file)) return tl::unexpected(*error);

  for (const Kernel& kernel : usable.kernels) add_new(constants_of(kernel, accelerator), problem.constants);
  problem.name = fmt::format("{}: {}", table.file, accelerator.name);
  problem.predict_s = Predictor(accelerator, machine, start, usable);
  const Result<Fit> best = fit(problem, hold_back);
  if (!best) return fail(best);

  for (std::size_t at = 0; at < problem.constants.size(); ++at)
    fitted.values.push_back({problem.constants[at], best->constants[at], best->determined[at]});
  for (const std::string& label : std::set<std::string>(problem.strata.begin(), problem.strata.end()))
    fitted.groups.push_back(group_of(problem, *best, label));
  fitted.all = group_of(problem, *best, "");
  return fitted;
}

}  // namespace hakaru
