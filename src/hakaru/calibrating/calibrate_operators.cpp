#include "hakaru/calibrating/calibrate_operators.h"

#include <cmath>
#include <set>

#include "hakaru/core/text.h"
#include "hakaru/evidence/machine_of_cards.h"
#include "hakaru/evidence/operator_prediction.h"
#include "hakaru/evidence/validation.h"

namespace hakaru {
namespace {

bool is_named(const Catalog& catalog, const std::string& name, const Accelerator& accelerator) {
  const Result<Accelerator> found = catalog.accelerator(name);
  return found && found->name == accelerator.name;
}

/// The rows of one data type, of all collectives.
struct LabelRows {
  DataType type = DataType::bf16;  ///< of data, where the format has one
  std::vector<Kernel> kernels;
  std::vector<double> measured_s;
  std::vector<std::string> strata;
};
using RowsByLabel = std::map<std::string, LabelRows>;

/// Inputs that do not change from one fit to the next.
struct Setting {
  const Accelerator& accelerator;
  const std::optional<Instance>& machine;
  const Calibration& start;
  OperatorFormat format;
  HoldBack hold_back;
};

/// The kernels of a kind that has none yet, at their start values: a GPU's are timed when it has all kinds.
KernelCalibration with_every_kind(KernelCalibration kernels) {
  const auto add = [&](OperatorFormat format) {
    const std::string library = libraries_of(format, DataType::bf16).front();
    const std::vector<FittedConstant> known = constants_of(format, library, std::nullopt);
    std::vector<double> starts;
    for (const FittedConstant& constant : known) starts.push_back(constant.start);
    set_constants(kernels, format, DataType::bf16, library, known, starts);
  };
  if (kernels.gemm.empty()) add(OperatorFormat::gemm);
  if (kernels.prefill.empty()) add(OperatorFormat::prefill);
  if (kernels.decode.empty()) add(OperatorFormat::decode);
  return kernels;
}

/// Predicts with whatever constants are asked for; the predictor is kept while they stay the same.
class KernelPredictor {
 public:
  KernelPredictor(const Setting& setting, const LabelRows& rows, std::string library, std::vector<FittedConstant> known)
      : setting_(setting),
        rows_(rows),
        library_(std::move(library)),
        known_(std::move(known)),
        calibration_(setting.start) {}

  double operator()(std::span<const double> constants, std::size_t row) {
    if (!predictor_ || !std::equal(constants.begin(), constants.end(), constants_.begin(), constants_.end())) {
      constants_.assign(constants.begin(), constants.end());
      KernelCalibration kernels = with_every_kind(*setting_.start.kernels);
      set_constants(kernels, setting_.format, rows_.type, library_, known_, constants);
      calibration_.kernels = std::make_shared<KernelCalibration>(std::move(kernels));
      predictor_.emplace(setting_.accelerator, setting_.machine, calibration_);
    }
    return predictor_->predict_s(rows_.kernels[row]).value_or(0);
  }

 private:
  const Setting& setting_;
  const LabelRows& rows_;
  std::string library_;
  std::vector<FittedConstant> known_;
  Calibration calibration_;
  std::vector<double> constants_;
  std::optional<OperatorPredictor> predictor_;
};

/// The rows of `accelerator` that `predictor` can predict; counts and reasons of the others go into `fitted`.
RowsByLabel usable_rows(const std::vector<OperatorMeasurement>& measurements, const Accelerator& accelerator,
                        const Catalog& catalog, OperatorPredictor predictor, FittedCalibration& fitted) {
  RowsByLabel usable;
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
    const bool collective = std::holds_alternative<CollectiveKernel>(*measurement.kernel);
    LabelRows& rows = usable[collective ? "nccl" : measurement.label];
    if (!collective) rows.type = parse_data_type(measurement.label).value_or(DataType::bf16);
    rows.kernels.push_back(*measurement.kernel);
    rows.measured_s.push_back(measurement.latency_s);
    rows.strata.push_back(measurement.label);
    if (!measurement.software.empty()) software.insert(measurement.software);
  }
  fitted.software = join({software.begin(), software.end()});
  return usable;
}

/// Mean |ln(predicted / measured)| of the rows that the fit has not seen.
double mean_log_error(const Fit& fit, const std::vector<double>& measured_s) {
  double sum = 0, rows = 0;
  for (std::size_t row = 0; row < measured_s.size(); ++row) {
    if (!fit.unseen_s[row]) continue;
    sum += std::abs(std::log(*fit.unseen_s[row] / measured_s[row]));
    ++rows;
  }
  return sum / std::max(rows, 1.0);
}

/// The fit with the library that fits best.
Result<FittedCalibration::Group> fit_group(const std::string& label, const LabelRows& rows, const Setting& setting,
                                           const std::string& name) {
  std::optional<FittedCalibration::Group> best;
  double least_error = 0;
  for (const std::string& library : libraries_of(setting.format, rows.type)) {
    const std::vector<FittedConstant> known = constants_of(setting.format, library, setting.machine);
    const FitProblem problem{name, known, rows.measured_s, rows.strata, KernelPredictor(setting, rows, library, known)};
    const Result<Fit> found = fit(problem, setting.hold_back);
    if (!found) return fail(found);
    const double error = mean_log_error(*found, rows.measured_s);
    if (best && error >= least_error) continue;
    best = group_of(label, library, problem, *found);
    least_error = error;
  }
  return *best;
}

std::string names_in(const std::vector<OperatorMeasurement>& measurements) {
  std::set<std::string> names;
  for (const OperatorMeasurement& measurement : measurements) names.insert(measurement.accelerator);
  return join({names.begin(), names.end()});
}

}  // namespace

Result<FittedCalibration> calibrate_operators(const CsvTable& table, const Accelerator& accelerator,
                                              const Catalog& catalog, const Calibration& start, HoldBack hold_back) {
  const Result<OperatorFormat> format = operator_format(table);
  if (!format) return fail(format);
  if (*format != OperatorFormat::collective && !GpuKernels::run_on(accelerator))
    return bad_input(
        "{}: kernels of {} are not timed by constants that could be fitted; accepted: collectives, or a GPU "
        "whose compute_units, clock_mhz and cache_mib are in data/accelerators",
        table.file, accelerator.name);
  const Result<std::vector<OperatorMeasurement>> measurements = read_operators(table);
  if (!measurements) return fail(measurements);
  const std::optional<Instance> machine = machine_of_collectives(accelerator, catalog);

  FittedCalibration fitted;
  fitted.accelerator = accelerator.name;
  fitted.file = table.file;
  fitted.kind = kernel_kinds[static_cast<std::size_t>(*format)];
  const RowsByLabel usable =
      usable_rows(*measurements, accelerator, catalog, OperatorPredictor(accelerator, machine, start), fitted);
  if (usable.empty() && fitted.left_out.empty())
    return bad_input("{}: has no rows of {}; it has rows of: {}", table.file, accelerator.name,
                     names_in(*measurements));
  if (usable.empty())
    return because(bad_input("{}: no row of {} can be used", table.file, accelerator.name), fitted.left_out.front());
  const Setting setting{accelerator, machine, start, *format, hold_back};
  for (const auto& [label, rows] : usable) {
    Result<FittedCalibration::Group> group =
        fit_group(label, rows, setting, fmt::format("{}: {}, {}", table.file, accelerator.name, label));
    if (!group) return fail(group);
    fitted.groups.push_back(std::move(*group));
  }
  return fitted;
}

}  // namespace hakaru
