// What the timing room says about one measured kernel, and which constants that rests on. The only place that joins
// measurements to timers: validation compares what it gives, calibration fits its constants.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hakaru/evidence/operator_measurements.h"
#include "hakaru/hardware/catalog.h"
#include "hakaru/timing/fitted_constant.h"
#include "hakaru/timing/operator_timer.h"

namespace hakaru {

/// One accelerator, the machine that it usually stands in, and a calibration.
class OperatorPredictor {
 public:
  /// `machine` empty: none is known, and collectives cannot be predicted.
  OperatorPredictor(const Accelerator& accelerator, const std::optional<Instance>& machine,
                    const Calibration& calibration);

  /// How long `kernel` takes, or why that cannot be said.
  OrReason<double> predict_s(const Kernel& kernel) const;

 private:
  OrReason<double> time_s(const GemmKernel& gemm) const;
  OrReason<double> time_s(const PrefillKernel& prefill) const;
  OrReason<double> time_s(const DecodeKernel& decode) const;
  OrReason<double> time_s(const CollectiveKernel& collective) const;
  OrReason<double> attention_s(const AttentionShape& shape, std::int64_t query_tokens, std::int64_t kv_tokens) const;

  std::string accelerator_;
  std::optional<Instance> machine_;
  OperatorTimer operators_;
  CollectiveTimer collectives_;
};

/// Predictors of accelerators by any of their names, made when first asked for, with the calibration of idle devices
/// that run one kernel at a time.
class OperatorPredictors {
 public:
  OperatorPredictors(const DataFiles& data, const Catalog& catalog) : data_(data), catalog_(catalog) {}
  /// An error where the data are wrong.
  Result<OrReason<const OperatorPredictor*>> find(const std::string& name);

 private:
  Result<OrReason<OperatorPredictor>> make(const std::string& name) const;

  const DataFiles& data_;
  const Catalog& catalog_;
  std::map<std::string, OrReason<OperatorPredictor>> known_;
};

/// The calibration that kernels measured one at a time on an idle `accelerator` are predicted with.
Result<Calibration> calibration_of_operators(const DataFiles& data, const Accelerator& accelerator);

/// The constants that the prediction of `kernel` on `accelerator` rests on, and a fit may choose. All kinds of kernels
/// share launch and memory today, so that of two kinds fitted one after the other the last decides about those.
std::vector<FittedConstant> constants_of(const Kernel& kernel, const Accelerator& accelerator);
/// Puts `value` where the constant called `name` stands.
void set_constant(Calibration& calibration, std::string_view name, double value);

}  // namespace hakaru
