// Reads what is trained for once a model is pretrained, from a scenario's keys.
#pragma once

#include "hakaru/job/defaults.h"
#include "hakaru/job/key_reader.h"
#include "hakaru/job/post_training.h"

namespace hakaru {

PostTraining read_post_training(KeyReader& reader, const Model& model, const JobDefaults& defaults);

}  // namespace hakaru
