// Memory of prediction layers beside a model's own layers, and of the host for offloaded activations.
#include <gtest/gtest.h>

#include <algorithm>

#include "gpt.h"
#include "hakaru/memory/training_memory.h"
#include "hakaru/memory/training_stage.h"
#include "hakaru/model/multi_token.h"

namespace hakaru {
namespace {

using testing::gpt;
using testing::named;
using testing::training_job;

MemoryBreakdown device_memory_of(const TrainingJob& job, const Layout& layout) {
  return training_memory(job, layout, Accelerator{}, MemoryReserve{}).device;
}

TrainingJob with_mtp(const char* name, std::int64_t layers) {
  TrainingJob job = training_job(named(name), 4096, 64);
  if (layers > 0) job.model = *with_prediction_layers(job.model, layers);
  return job;
}

/// Two layers' activations stay on the device, whatever the depth; none is lost on the way.
TEST(OffloadedActivations, OfAllButTwoLayersAreTheHosts) {
  const auto memory = [](std::int64_t layers, bool offload) {
    Layout layout;
    layout.tp = 2;
    layout.dp = 4;
    layout.offload_activations = offload;
    return device_memory_of(training_job(gpt(2048, layers, 16), 1024, 64), layout);
  };
  for (const std::int64_t layers : {1, 2, 8, 16}) {
    const MemoryBreakdown kept = memory(layers, false), offloaded = memory(layers, true);
    EXPECT_NEAR(offloaded.activations_bytes + offloaded.host_bytes, kept.activations_bytes, 1);
    EXPECT_EQ(kept.host_bytes, 0);
    EXPECT_NEAR(offloaded.activations_bytes, memory(std::min<std::int64_t>(layers, 2), false).activations_bytes, 1);
  }
}

/// Logits in fp32 of each head, and the gradient of the one matrix that they share.
TEST(PredictionLayers, EachHasLogitsOfItsOwn) {
  const double logits_bytes = 4.0 * 4096 * 129280;
  const auto buffers_bytes = [](std::int64_t layers) {
    return device_memory_of(with_mtp("deepseek-v3", layers), Layout{}).buffers_bytes;
  };
  for (std::int64_t layers = 0; layers < 3; ++layers)
    EXPECT_NEAR(buffers_bytes(layers + 1) - buffers_bytes(layers), logits_bytes, 1) << layers;
}

/// ZeRO-3 gathers one layer at a time, those that predict further tokens too.
TEST(PredictionLayers, AreGatheredOneByOne) {
  const auto buffers_bytes = [](std::int64_t layers) {
    Layout layout;
    layout.dp = 64;
    layout.zero = 3;
    return device_memory_of(with_mtp("deepseek-v3", layers), layout).buffers_bytes;
  };
  const double weights_of_a_layer = 2 * 11.6e9;
  EXPECT_LT(buffers_bytes(3) - buffers_bytes(1), weights_of_a_layer);
}

/// The last stage needs the table of the embedding, for whatever reads it there: once.
TEST(PredictionLayers, TakeOneCopyOfTheEmbeddingToTheLastStage) {
  const auto weights = [](const char* name, std::int64_t layers) {
    Layout layout;
    layout.pp = 2;
    const TrainingJob job = with_mtp(name, layers);
    const StateBytes states = state_bytes_of(job, layout);
    const std::vector<Stage> stages = stages_of(job.model, layout);
    return memory_of_stage(job, layout, shares_of(job, layout, true), states, stages.back(), 1, MemoryReserve{})
        .held.other;
  };
  const double llama_table = 128256.0 * 4096, norms = 3 * 4096.0;
  const auto of_layer = [&](const char* name) { return weights(name, 2) - weights(name, 1); };
  EXPECT_NEAR(weights("llama-3.1-8b", 1) - weights("llama-3.1-8b", 0), of_layer("llama-3.1-8b") + llama_table, 1);
  EXPECT_GE(of_layer("llama-3.1-8b"), norms);
  EXPECT_NEAR(weights("qwen2.5-1.5b-instruct", 1) - weights("qwen2.5-1.5b-instruct", 0),
              of_layer("qwen2.5-1.5b-instruct"), 1);  // tied: the table is there
}

}  // namespace
}  // namespace hakaru
