#include "hakaru/planning/plan/constants.h"

#include <cctype>

#include "hakaru/core/ranges.h"
#include "hakaru/core/text.h"
#include "hakaru/job/sampling_job.h"
#include "hakaru/job/scenario.h"
#include "hakaru/planning/plan/memory_margin.h"
#include "hakaru/timing/release_names.h"

namespace hakaru {

std::string_view use_of(const Job& job) {
  if (std::holds_alternative<TrainingJob>(job)) return "training";
  return std::holds_alternative<ServingJob>(job) ? "serving" : "inference";
}

ConstantsByAccelerator::ConstantsByAccelerator(const DataFiles& data, const Job& job,
                                               std::optional<double> headroom_share, std::string engine)
    : data_(data), calibrations_(data), use_(use_of(job)), engine_(std::move(engine)), headroom_share_(headroom_share) {
  if (const auto* training = std::get_if<TrainingJob>(&job)) {
    training_ = *training;
  }
  if (const auto* inference = std::get_if<BatchInferenceJob>(&job)) software_ = inference->software;
  if (const auto* serving = std::get_if<ServingJob>(&job); serving != nullptr && engine_.empty())
    engine_ = serving->engine;
}

namespace {

/// The release asked for: `table` of its constants, or `unmeasured`, its version, with the releases that were measured.
struct AskedRelease {
  std::string table = {}, unmeasured = {};
  std::vector<std::string> measured = {};
};

AskedRelease asked_release(const std::map<std::string, std::string>& releases, const std::string& version,
                           std::string_view typed) {
  AskedRelease asked{.table = release_called(releases, version, typed)};
  if (!asked.table.empty()) return asked;
  asked.unmeasured = version;
  for (const auto& [release, unused] : releases) {
    const bool can_be_asked = !release.empty() && std::isalnum(static_cast<unsigned char>(release.front())) != 0;
    if (can_be_asked) asked.measured.push_back(release);
  }
  return asked;
}

void tell_release(Calibration& calibration, AskedRelease asked) {
  calibration.release = std::move(asked.table);
  calibration.unmeasured_release = std::move(asked.unmeasured);
  calibration.measured_releases = std::move(asked.measured);
}

}  // namespace

Message note_on_release(const Calibration& calibration, const std::string& software) {
  const std::string& release = calibration.unmeasured_release;
  if (calibration.measured_releases.empty())
    return message("no run of version '{}' of {} is known: constants are those usual of it", release, software);
  return message(
      "no run of version '{}' of {} is known: constants are those usual of it; those with constants of their "
      "own: {}",
      release, software, join(calibration.measured_releases));
}

Result<Calibration> training_constants(Calibrations& calibrations, const TrainingJob& job,
                                       const Accelerator& accelerator) {
  const JobSoftware& asked = job.software;
  const std::string software = asked.constants_on(accelerator.vendor, job.model.family);
  AskedRelease release;
  if (!asked.version.empty()) {
    const auto releases = calibrations.releases_of(accelerator, "training", {asked.constants});
    if (!releases) return fail(releases);
    release = asked_release(*releases, asked.version, asked.typed);
    if (software != asked.constants) release.table.clear();  // a release of it says nothing of another maker's
  }
  Result<Calibration> calibration =
      calibrations.find_training(accelerator, software, Calibrations::Own::with, release.table, asked.kind);
  if (!calibration) return calibration;
  tell_release(*calibration, std::move(release));
  calibration->of_other_software = asked.is_relative;
  return calibration;
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
  if (training_) return training_constants(calibrations_, *training_, accelerator);
  if (!engine) return calibrations_.find_stack(accelerator, use_, software_.empty() ? "inference" : software_);
  if (engine->version.empty()) return calibrations_.find_stack(accelerator, use_, engine->name);
  const auto releases = calibrations_.releases_of(accelerator, use_, engine->measured.names);
  if (!releases) return fail(releases);
  AskedRelease release = asked_release(*releases, engine->version, engine->name);
  Result<Calibration> calibration =
      calibrations_.find_stack(accelerator, use_, engine->name, Calibrations::Own::with, release.table);
  if (calibration) tell_release(*calibration, std::move(release));
  return calibration;
}

Result<Constants> ConstantsByAccelerator::read(const Accelerator& accelerator) {
  std::optional<ServingEngine> engine;
  if (use_ == "serving") {
    Result<ServingEngine> found = engine_on(accelerator);
    if (!found) return fail(found);
    engine = std::move(*found);
  }
  if (const std::optional<Error> unknown = not_run_by_software(accelerator)) return tl::unexpected(*unknown);
  Result<Calibration> calibration = calibration_of(accelerator, engine);
  if (!calibration) return fail(calibration);
  auto reserve = reserves_.find(accelerator.kind);
  if (reserve == reserves_.end()) {
    Result<MemoryReserve> kept = find_reserve(data_, accelerator, use_);
    if (!kept) return fail(kept);
    reserve = reserves_.emplace(accelerator.kind, std::move(*kept)).first;
  }
  Constants constants{std::move(*calibration), reserve->second, std::move(engine), nullptr};
  if (std::optional<Error> error = leave_free(constants.reserve, accelerator, constants.calibration.stack))
    return tl::unexpected(std::move(*error));
  if (!training_ || !training_->post_training.rollout) return constants;
  if (!of_rollouts_)
    of_rollouts_ = std::make_unique<ConstantsByAccelerator>(data_, sampling_job(*training_), headroom_share_);
  const Result<const Constants*> engines = of_rollouts_->of(accelerator);
  if (!engines) return fail(engines);
  constants.rollout = std::make_shared<const Constants>(**engines);
  return constants;
}

std::optional<Error> ConstantsByAccelerator::not_run_by_software(const Accelerator& accelerator) {
  if (software_.empty()) return std::nullopt;
  if (!facts_) facts_ = InferenceFacts::read(data_);
  if (!*facts_) return facts_->error();
  const std::vector<std::string> all = (*facts_)->software_names();
  if (ranges::find(all, software_) == all.end())
    return bad_input("{} is '{}', which is not known; accepted: {}", "--software", software_, join(all)).value();
  const std::vector<std::string> there = (*facts_)->software_names(accelerator.kind);
  if (ranges::find(there, software_) != there.end()) return std::nullopt;
  return unsatisfiable("{} {} is not known to run on {}; accepted there: {}", "--software", software_, accelerator.name,
                       join(there))
      .value();
}

std::optional<Error> ConstantsByAccelerator::leave_free(MemoryReserve& reserve, const Accelerator& accelerator,
                                                        const std::string& software) {
  reserve.headroom_share = headroom_share_.value_or(usual_headroom_share);
  reserve.headroom_source = headroom_share_ ? "--headroom" : "what is usual";
  if (!training_ || headroom_share_) return std::nullopt;
  if (!peaks_) peaks_ = Bands::read(data_, "memory");
  if (!*peaks_) return peaks_->error();
  if (const std::optional<double> margin =
          memory_margin(**peaks_, *training_, accelerator.name, software, usual_headroom_share)) {
    reserve.headroom_share = *margin;
    reserve.headroom_source = "data/evidence/memory: what nineteen peaks in twenty need";
  }
  return std::nullopt;
}

}  // namespace hakaru
