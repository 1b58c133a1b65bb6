#include "hakaru/planning/constants.h"

namespace hakaru {

std::string_view use_of(const Job& job) {
  if (std::holds_alternative<TrainingJob>(job)) return "training";
  return std::holds_alternative<ServingJob>(job) ? "serving" : "inference";
}

Result<const Constants*> ConstantsByAccelerator::of(const Accelerator& accelerator) {
  const auto found = known_.find(accelerator.name);
  if (found != known_.end()) return &found->second;
  Result<Calibration> calibration = calibrations_.find(accelerator, use_);
  if (!calibration) return fail(calibration);
  const Result<MemoryReserve> reserve = find_reserve(data_, accelerator, use_);
  if (!reserve) return fail(reserve);
  return &known_.emplace(accelerator.name, Constants{std::move(*calibration), *reserve}).first->second;
}

}  // namespace hakaru
