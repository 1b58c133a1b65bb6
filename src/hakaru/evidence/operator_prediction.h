// Prediction of one measured kernel by the timing room: alone on an idle device, its operands as warm as a benchmark
// leaves them. The only place that joins measurements to timers: validation compares what it gives, calibration fits
// its constants.
#pragma once

#include <map>
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

  /// Time of `kernel` in s, or the reason why it cannot be predicted.
  OrReason<double> predict_s(const Kernel& kernel);

 private:
  OrReason<double> time_s(const GemmKernel& gemm);
  OrReason<double> time_s(const PrefillKernel& prefill);
  OrReason<double> time_s(const DecodeKernel& decode);
  OrReason<double> time_s(const CollectiveKernel& collective) const;
  OrReason<double> attention_s(const AttentionShape& shape, std::int64_t query_tokens, std::int64_t kv_tokens);

  std::string accelerator_;
  std::optional<Instance> machine_;
  OperatorTimer operators_;
  CollectiveTimer collectives_;
};

/// Predictors of accelerators by any of their names, made when first asked for.
class OperatorPredictors {
 public:
  OperatorPredictors(const DataFiles& data, const Catalog& catalog) : catalog_(catalog), calibrations_(data) {}
  /// An error where the data are wrong.
  Result<OrReason<OperatorPredictor*>> find(const std::string& name);

 private:
  Result<OrReason<OperatorPredictor>> make(const std::string& name);

  const Catalog& catalog_;
  Calibrations calibrations_;
  std::map<std::string, OrReason<OperatorPredictor>> known_;
};

/// Libraries whose rules may fit measurements of a format and data type; one empty name where there is no choice.
std::vector<std::string> libraries_of(OperatorFormat format, DataType type);
/// The constants of `library`'s kernels that a fit may choose.
std::vector<FittedConstant> constants_of(OperatorFormat format, const std::string& library,
                                         const std::optional<Instance>& machine);
/// Puts `values` in the place of the constants of `library`, in the order of `constants_of`. `type`: of data, where the
/// format has one.
void set_constants(KernelCalibration& kernels, OperatorFormat format, DataType type, const std::string& library,
                   const std::vector<FittedConstant>& constants, std::span<const double> values);

}  // namespace hakaru
