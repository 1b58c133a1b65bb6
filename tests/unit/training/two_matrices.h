// A model of two matrices a layer, and jobs of it, for tests of a step's parts by hand.
#pragma once

#include <cstdint>
#include <utility>

#include "../timing/machines.h"
#include "hakaru/job/job.h"

namespace hakaru::testing {

/// Layers of one column- and one row-divided matrix of 4096 × 16384, nothing else.
inline Model two_matrices(std::int64_t layers) {
  constexpr std::int64_t hidden = 4096;
  Block layer;
  layer.name = "layer";
  layer.modules = {{"up", Linear{.in = hidden, .out = 4 * hidden, .split = Split::column}},
                   {"down", Linear{.in = 4 * hidden, .out = hidden, .split = Split::row}}};
  Model model;
  model.name = "two matrices";
  model.hidden = hidden;
  model.heads = 32;
  model.layer_kinds = {layer};
  model.layers.assign(static_cast<std::size_t>(layers), 0);
  return model;
}

inline TrainingJob job_of(Model model, std::int64_t batch = 16) {
  constexpr std::int64_t sequence = 2048;
  TrainingJob job;
  job.model = std::move(model);
  job.sequence_length = sequence;
  job.global_batch = batch;
  job.tokens = 100 * sequence * batch;
  job.recipe.gradients = DataType::bf16;
  job.recipe.master = DataType::fp32;
  return job;
}

inline Cluster instances(int count) { return {dgx_a100(), count}; }

}  // namespace hakaru::testing
