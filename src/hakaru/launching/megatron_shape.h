// How pretrain_gpt.py of Megatron-LM is told the shape of a model, by data/launch/programs/megatron-shapes.toml, and
// what it cannot be told, since the model's description leaves it out or it has no words for it.
#pragma once

#include "hakaru/core/message.h"
#include "hakaru/launching/launch_programs.h"
#include "hakaru/model/model.h"

namespace hakaru {

/// Its shape as flags; a list that the user fills in where no such model is known here.
Command megatron_shape(const Model& model, const LaunchPrograms& programs);

/// What the model is trained otherwise by, unless the user adds it.
std::vector<Message> untold_of_shape(const Model& model, const LaunchPrograms& programs);

}  // namespace hakaru
