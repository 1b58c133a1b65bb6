// Models and jobs of a few numbers for the tests of memory: GPT layers as Megatron-LM has them, and the course's Qwen.
#pragma once

#include <string>

#include "hakaru/core/data_files.h"
#include "hakaru/job/job.h"
#include "hakaru/memory/memory.h"
#include "hakaru/memory/training_memory.h"
#include "hakaru/model/read.h"

namespace hakaru::testing {

/// A GPT-2 of any size: learned positions, tied head, biases.
inline Model gpt(std::int64_t hidden, std::int64_t layers, std::int64_t heads, std::int64_t vocabulary = 51200) {
  const Json config = {{"model_type", "gpt2"}, {"n_embd", hidden},         {"n_layer", layers},
                       {"n_head", heads},      {"vocab_size", vocabulary}, {"n_positions", 2048}};
  return *model_from_config(config, "gpt.json");
}

inline Model named(const std::string& name) { return *read_model(name, DataFiles()); }

/// A job in bf16 with AdamW: 18 bytes a parameter.
inline TrainingJob training_job(Model model, std::int64_t sequence_length, std::int64_t global_batch) {
  TrainingJob job;
  job.model = std::move(model);
  job.sequence_length = sequence_length;
  job.global_batch = global_batch;
  job.recipe = *find_recipe(DataFiles(), "bf16");
  job.optimizer = *find_optimizer(DataFiles(), "adamw");
  return job;
}

inline Layout layout_of(std::int64_t tp, std::int64_t pp, std::int64_t dp = 1) {
  Layout layout;
  layout.tp = tp;
  layout.pp = pp;
  layout.dp = dp;
  return layout;
}

inline const Accelerator device{};
inline const MemoryReserve no_reserve{};

inline MemoryBreakdown memory_of(const TrainingJob& job, const Layout& layout) {
  return training_memory(job, layout, device, no_reserve).device;
}

inline double sum_of(const Terms& terms) {
  double sum = 0;
  for (const Term& term : terms) sum += term.unit == "bytes" ? term.value : 0;
  return sum;
}

}  // namespace hakaru::testing
