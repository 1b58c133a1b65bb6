// Clusters and models of a few numbers, for the tests of layouts.
#pragma once

#include "hakaru/hardware/instance.h"
#include "hakaru/model/model.h"

namespace hakaru::testing {

inline Cluster cluster_of(int instances, int accelerators) {
  Instance instance;
  instance.name = "machine";
  instance.accelerators = accelerators;
  instance.accelerator.name = "device";
  instance.accelerator.memory_bytes = 80e9;
  return {instance, instances};
}

inline Model model_of_layers(int layers, std::int64_t hidden, std::int64_t heads, std::int64_t kv_heads) {
  Model model;
  model.name = "toy";
  model.hidden = hidden;
  model.heads = heads;
  model.kv_heads = kv_heads;
  model.vocabulary = 51200;
  model.layer_kinds.resize(1);
  model.layers.assign(static_cast<std::size_t>(layers), 0);
  return model;
}

}  // namespace hakaru::testing
