// Parts that diffusion models share: latents of a picture, runs of the network for one picture, and the
// embedding of the time step.
//
// A picture of S pixels along one side has (S / 8)² latents: Stable Diffusion's autoencoder halves the resolution three
// times (Rombach et al. 2022, arXiv 2112.10752 §4.1, f = 8), and all the models read here work on such latents. One
// picture takes steps × 2 runs of the network with classifier-free guidance (Ho & Salimans 2022, arXiv 2207.12598),
// which runs each step with and without the text, and as many runs as steps without it.
#pragma once

#include <cstdint>

#include "hakaru/core/fields.h"
#include "hakaru/model/model.h"
#include "hakaru/model/transformer_parts.h"

namespace hakaru {

inline constexpr std::int64_t latent_downsample = 8;
/// Width of the sines and cosines that stand for a time step in diffusion transformers (Peebles & Xie 2023, arXiv
/// 2212.09748).
inline constexpr std::int64_t time_sines = 256;

/// Runs of the network by a pipeline, where nothing else is stated.
struct Sampling {
  std::int64_t steps = 0;
  bool guided = false;  ///< with and without the text
};

/// Reads the project's own keys `steps` and `guided`; those left out are the pipeline's defaults.
void set_sampling(Model& model, Fields& config, const Sampling& defaults);

/// Two layers on one vector per picture: time step, guidance strength, pooled text.
void add_vector_embedding(Modules& modules, const std::string& name, std::int64_t in, std::int64_t hidden);

}  // namespace hakaru
