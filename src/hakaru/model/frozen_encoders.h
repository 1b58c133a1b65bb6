// The frozen networks that turn a diffusion model's items into what it is trained on: texts and pictures that were not
// encoded beforehand are read anew in every step.
//
// Networks of the pipeline (PipelineNetwork): those that read a text, once for each item (no empty prompt is read for
// guidance), and of an autoencoder the half that reads a picture.
// Example: Stable Diffusion 2 is trained with the 340 M parameters of its text encoder and the 34 M of the half of its
// autoencoder ahead of the UNet's 866 M.
// Limits: a pipeline says no other networks that training reads with (a captioner).
#pragma once

#include <vector>

#include "hakaru/model/model.h"

namespace hakaru {

/// Empty: the model's pipeline names none.
std::vector<PipelineNetwork> encoders_of(const Model& model);

}  // namespace hakaru
