#include "hakaru/planning/money/start_up.h"

#include <algorithm>
#include <cmath>

#include "hakaru/core/fields.h"
#include "hakaru/core/ranges.h"
#include "hakaru/core/real.h"

namespace hakaru {
namespace {

/// Weights that training begins with, of one accelerator of a machine, which reads them once.
double weights_to_train_bytes(const TrainingJob& job, const Instance& instance) {
  const bool begins_with_weights = job.lora || job.post_training.algorithm != TrainingAlgorithm::next_token;
  if (!begins_with_weights) return 0;
  return real(count_parameters(job.model).total) * bytes_per_value(job.recipe.weights) / instance.accelerators;
}

/// The ranks of a machine that read weights of their own.
Layout reading(const Plan& plan) {
  if (plan.training() == nullptr) return plan.layout;
  Layout all;
  all.tp = plan.cluster.instance().accelerators;
  return all;
}

}  // namespace

Result<StartUps> StartUps::read(const DataFiles& data) {
  StartUps start_ups;
  Result<AutoscalingDefaults> defaults = read_autoscaling_defaults(data);
  if (!defaults) return fail(defaults);
  start_ups.defaults_ = std::move(*defaults);
  const Result<std::vector<Storage>> storages = read_storages(data);
  if (!storages) return fail(storages);
  const auto found = ranges::find(*storages, start_ups.defaults_.weights_storage, &Storage::name);
  if (found == storages->end())
    return bad_input("data/autoscaling.toml: storage '{}' is not in data/storage.toml",
                     start_ups.defaults_.weights_storage);
  start_ups.storage_ = *found;
  return start_ups;
}

Terms StartUps::terms(const Plan& plan, const Scenario& scenario) const {
  const Instance& instance = plan.cluster.instance();
  if (!plan.ends() || instance.cloud.empty() || scenario.hardware.ownership) return {};
  const auto* const training = std::get_if<TrainingJob>(&scenario.job);
  const double weights_bytes =
      training != nullptr ? weights_to_train_bytes(*training, instance) : plan.memory.weights_bytes;
  Terms terms =
      warm_up_terms(weights_bytes, reading(plan), instance, storage_, {}, defaults_.started_on(instance.accelerator));
  std::erase_if(terms, [](const Term& term) { return term.value == 0; });
  if (training != nullptr) terms.back().name = "the training program's start";
  return terms;
}

void count_start_up(Plan& plan, const Scenario& scenario, const StartUps& start_ups) {
  if (plan.start_up_s > 0) return;
  plan.start_up_s = warm_up_s(start_ups.terms(plan, scenario));
  if (plan.start_up_s == 0) return;
  if (plan.training() != nullptr) plan.training()->duration_s += plan.start_up_s;
  if (plan.serving() != nullptr) plan.serving()->lot->duration_s += plan.start_up_s;
  if (plan.inference() != nullptr) plan.inference()->lot->duration_s += plan.start_up_s;
}

Terms start_up_terms(const Plan& plan, const Scenario& scenario, const StartUps& start_ups) {
  constexpr double rounding_s = 1e-3;
  if (plan.start_up_s == 0) return {};
  Terms terms = start_ups.terms(plan, scenario);
  if (std::abs(warm_up_s(terms) - plan.start_up_s) > rounding_s) terms.clear();
  terms.push_back({"start-up", terms.empty() ? "as planned" : "sum of these", plan.start_up_s, "s", ""});
  return terms;
}

}  // namespace hakaru
