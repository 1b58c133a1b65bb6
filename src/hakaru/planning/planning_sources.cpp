#include "hakaru/planning/planning_sources.h"

namespace hakaru {

ConstantsByAccelerator& PlanningSources::constants(const Job& job) {
  const auto* training = std::get_if<TrainingJob>(&job);
  const Use use{use_of(job), training ? training->software_or_group() : "", training && !training->software.empty()};
  return constants_.try_emplace(use, data_, job).first->second;
}

const Result<Recommendations>& PlanningSources::recommendations() {
  if (!recommendations_) recommendations_ = read_recommendations(data_);
  return *recommendations_;
}

}  // namespace hakaru
