// The shape of a model as flags of Megatron-LM's pretrain_gpt.py, by data/launch/programs/megatron-shapes.toml, and the
// parts without a flag, since the model's description leaves them out or the program has no words for them.
#pragma once

#include "hakaru/core/message.h"
#include "hakaru/launching/launch_programs.h"
#include "hakaru/model/model.h"

namespace hakaru {

/// Its shape as flags; a list that the user fills in where no such model is known here.
Command megatron_shape(const Model& model, const LaunchPrograms& programs);

/// Notes on values that the model is trained with in place of its own, unless the user adds the flags for these.
std::vector<Message> untold_of_shape(const Model& model, const LaunchPrograms& programs);

}  // namespace hakaru
