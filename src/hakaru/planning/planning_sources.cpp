#include "hakaru/planning/planning_sources.h"

namespace hakaru {

ConstantsByAccelerator& PlanningSources::constants(const Scenario& scenario) {
  const auto* training = std::get_if<TrainingJob>(&scenario.job);
  const auto* serving = std::get_if<ServingJob>(&scenario.job);
  const Use use{use_of(scenario.job),
                training  ? training->software_or_group()
                : serving ? serving->engine
                          : "",
                training ? training->software_kind : "", scenario.headroom_share,
                training ? identity_of(training->model) + configuration_of(*training) : ""};
  return constants_.try_emplace(use, data_, scenario.job, scenario.headroom_share).first->second;
}

const Result<Recommendations>& PlanningSources::recommendations() {
  if (!recommendations_) recommendations_ = read_recommendations(data_);
  return *recommendations_;
}

Result<std::shared_ptr<const PlanBands>> PlanningSources::bands(const Job& job) {
  const std::string_view use = use_of(job);
  const auto found = bands_.find(use);
  return found != bands_.end() ? found->second : bands_.emplace(use, PlanBands::read(data_, job)).first->second;
}

}  // namespace hakaru
