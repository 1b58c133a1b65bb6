#include "hakaru/planning/constants.h"

namespace hakaru {

std::string_view use_of(const Job& job) {
  if (std::holds_alternative<TrainingJob>(job)) return "training";
  return std::holds_alternative<ServingJob>(job) ? "serving" : "inference";
}

ConstantsByAccelerator::ConstantsByAccelerator(const DataFiles& data, const Job& job, double headroom_share,
                                               std::string engine)
    : data_(data), calibrations_(data), use_(use_of(job)), engine_(std::move(engine)), headroom_share_(headroom_share) {
  if (const auto* training = std::get_if<TrainingJob>(&job)) {
    software_ = training->software_or_group();
    named_ = !training->software.empty();
  }
  if (const auto* serving = std::get_if<ServingJob>(&job); serving != nullptr && engine_.empty())
    engine_ = serving->engine;
  if (std::holds_alternative<BatchInferenceJob>(job)) software_ = "inference";
}

Result<const Constants*> ConstantsByAccelerator::of(const Accelerator& accelerator) {
  auto found = known_.find(accelerator.name);
  if (found == known_.end()) found = known_.emplace(accelerator.name, read(accelerator)).first;
  if (!found->second) return fail(found->second);
  return &*found->second;
}

Result<Constants> ConstantsByAccelerator::read(const Accelerator& accelerator) {
  std::optional<EngineDefaults> engine;
  if (use_ == "serving") {
    Result<EngineDefaults> found = find_engine(data_, accelerator, engine_);
    if (!found) return fail(found);
    engine = std::move(*found);
  }
  const std::string& software = engine ? engine->name : software_;
  Result<Calibration> calibration =
      software.empty() ? calibrations_.find(accelerator, use_) : calibrations_.find_stack(accelerator, use_, software);
  if (!calibration) return fail(calibration);
  if (named_ && calibration->stack.empty())
    return unsatisfiable("no runs of {} were measured on {} or a relative of it; leave --software out, or calibrate it",
                         software_, accelerator.name);
  auto reserve = reserves_.find(accelerator.kind);
  if (reserve == reserves_.end()) {
    Result<MemoryReserve> kept = find_reserve(data_, accelerator, use_);
    if (!kept) return fail(kept);
    kept->headroom_share = headroom_share_;
    reserve = reserves_.emplace(accelerator.kind, std::move(*kept)).first;
  }
  return Constants{std::move(*calibration), reserve->second, std::move(engine)};
}

}  // namespace hakaru
