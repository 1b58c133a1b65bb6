#include "hakaru/planning/constants.h"

#include "hakaru/job/scenario.h"
#include "hakaru/planning/memory_margin.h"

namespace hakaru {

std::string_view use_of(const Job& job) {
  if (std::holds_alternative<TrainingJob>(job)) return "training";
  return std::holds_alternative<ServingJob>(job) ? "serving" : "inference";
}

ConstantsByAccelerator::ConstantsByAccelerator(const DataFiles& data, const Job& job,
                                               std::optional<double> headroom_share, std::string engine)
    : data_(data), calibrations_(data), use_(use_of(job)), engine_(std::move(engine)), headroom_share_(headroom_share) {
  if (const auto* training = std::get_if<TrainingJob>(&job)) {
    software_ = training->software_or_group();
    software_of_makers_ = training->software_of_makers;
    software_kind_ = training->software_kind;
    if (!headroom_share) trained_ = *training;
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

Result<ServingEngine> ConstantsByAccelerator::engine_on(const Accelerator& accelerator) {
  if (!engines_) engines_ = ServingEngines::read(data_);
  if (!*engines_) return fail(*engines_);
  return (*engines_)->on(accelerator, engine_);
}

Result<Calibration> ConstantsByAccelerator::calibration_of(const Accelerator& accelerator,
                                                           const std::optional<ServingEngine>& engine) {
  if (!engine && software_.empty()) return calibrations_.find(accelerator, use_);
  if (!engine) {
    const auto other = software_of_makers_.find(accelerator.vendor);
    const std::string& software = other == software_of_makers_.end() ? software_ : other->second;
    return calibrations_.find_stack(accelerator, use_, software, Calibrations::Own::with, "", software_kind_);
  }
  if (engine->version.empty()) return calibrations_.find_stack(accelerator, use_, engine->name);
  const Result<std::string> version = calibrations_.find_version(accelerator, engine->measured.names, engine->version);
  if (!version) return fail(version);
  return calibrations_.find_stack(accelerator, use_, engine->name, Calibrations::Own::with, *version);
}

Result<Constants> ConstantsByAccelerator::read(const Accelerator& accelerator) {
  std::optional<ServingEngine> engine;
  if (use_ == "serving") {
    Result<ServingEngine> found = engine_on(accelerator);
    if (!found) return fail(found);
    engine = std::move(*found);
  }
  Result<Calibration> calibration = calibration_of(accelerator, engine);
  if (!calibration) return fail(calibration);
  auto reserve = reserves_.find(accelerator.kind);
  if (reserve == reserves_.end()) {
    Result<MemoryReserve> kept = find_reserve(data_, accelerator, use_);
    if (!kept) return fail(kept);
    reserve = reserves_.emplace(accelerator.kind, std::move(*kept)).first;
  }
  Constants constants{std::move(*calibration), reserve->second, std::move(engine)};
  if (std::optional<Error> error = leave_free(constants.reserve, accelerator, constants.calibration.stack))
    return tl::unexpected(std::move(*error));
  return constants;
}

std::optional<Error> ConstantsByAccelerator::leave_free(MemoryReserve& reserve, const Accelerator& accelerator,
                                                        const std::string& software) {
  reserve.headroom_share = headroom_share_.value_or(usual_headroom_share);
  reserve.headroom_source = headroom_share_ ? "--headroom" : "what is usual";
  if (!trained_) return std::nullopt;
  if (!peaks_) peaks_ = Bands::read(data_, "memory");
  if (!*peaks_) return peaks_->error();
  if (const std::optional<double> margin = memory_margin(**peaks_, *trained_, accelerator.name, software)) {
    reserve.headroom_share = *margin;
    reserve.headroom_source = "data/evidence/memory: what nineteen peaks in twenty need";
  }
  return std::nullopt;
}

}  // namespace hakaru
