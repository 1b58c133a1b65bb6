#include "hakaru/planning/bands/planning_sources.h"

#include <fmt/format.h>

namespace hakaru {
namespace {

/// Suffix of the key for training that samples its data: engine and context of the rollout; "": it samples none.
std::string name_of_rollout(const TrainingJob& job) {
  const std::optional<Rollout>& rollout = job.post_training.rollout;
  return rollout ? fmt::format(" rollouts by {} of {}", rollout->engine, rollout->context) : "";
}

}  // namespace

ConstantsByAccelerator& PlanningSources::constants(const Scenario& scenario) {
  const auto* training = std::get_if<TrainingJob>(&scenario.job);
  const auto* serving = std::get_if<ServingJob>(&scenario.job);
  const Use use{
      use_of(scenario.job),
      training  ? training->software.constants_on("", training->model.family)
      : serving ? serving->engine
                : "",
      training ? training->software.kind : "", scenario.headroom_share,
      training ? identity_of(training->model) + configuration_of(*training) + name_of_rollout(*training) : ""};
  return constants_.try_emplace(use, data_, scenario.job, scenario.headroom_share).first->second;
}

const Result<Recommendations>& PlanningSources::recommendations() {
  if (!recommendations_) recommendations_ = read_recommendations(data_);
  return *recommendations_;
}

Result<std::shared_ptr<const PlanBands>> PlanningSources::bands(const Job& job) {
  const auto* training = std::get_if<TrainingJob>(&job);
  const std::string use = std::string(use_of(job)) + (training != nullptr ? name_of_rollout(*training) : "");
  const auto found = bands_.find(use);
  return found != bands_.end() ? found->second : bands_.emplace(use, PlanBands::read(data_, job)).first->second;
}

}  // namespace hakaru
