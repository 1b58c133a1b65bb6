// What measures each kind of plan; measuring.cpp puts it together.
#pragma once

#include "hakaru/measuring/launch_programs.h"
#include "hakaru/measuring/measuring.h"

namespace hakaru {

Result<Measuring> serving_runs(const Scenario& scenario, const Plan& plan, const LaunchPrograms& programs,
                               const DataFiles& data);
Result<Measuring> training_runs(const Scenario& scenario, const Plan& plan, const LaunchPrograms& programs,
                                const DataFiles& data);
Result<Measuring> inference_runs(const Scenario& scenario, const Plan& plan, const DataFiles& data);

/// Of training: whose constants the plan has, or what was asked for, and whose command measures it: the same, unless
/// there is none of today. Both may be names of constants, that several stacks share.
struct TrainedBy {
  std::string stack;
  bool asked = false;
  std::string measured;
};
TrainedBy trained_by(const Scenario& scenario, const Plan& plan, const LaunchPrograms& programs);

/// Where programs find the weights: the name at Hugging Face, or the folder of its config.json, as far as `model`
/// tells.
std::string weights_of(const Model& model);

/// A variable that the user may fill in, by its name.
ScriptVariable script_variable(const std::string& name, std::string value = {});
/// Those of `command` that `variables` lacks.
void add_variables(const Command& command, std::vector<ScriptVariable>& variables);

}  // namespace hakaru
