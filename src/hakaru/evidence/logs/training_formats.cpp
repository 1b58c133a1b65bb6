#include "hakaru/evidence/logs/training_formats.h"

#include <algorithm>

#include "hakaru/core/ranges.h"
#include "hakaru/core/text.h"
#include "hakaru/job/layout_fields.h"

namespace hakaru {

const std::vector<TrainingFormat>& training_formats() {
  using enum StepFigure;
  static const std::vector<TrainingFormat> all{
      // Before Megatron-LM, whose lines its logs have too.
      {"Megatron Bridge", "nemo-megatron", "Step Time :", "", {}, {{"Step Time :", seconds, "s"}}},
      {"Megatron-LM",
       "megatron-core-2024",
       "consumed samples:",
       "",
       {"iteration"},
       {{"elapsed time per iteration (ms):", milliseconds}, {"elapsed time per iteration (s):", seconds}},
       false,
       "global batch size:"},
      {"Megatron-LM (first versions)",
       "megatron-2020",
       "elapsed time per iteration",
       "",
       {"iteration"},
       {{"elapsed time per iteration (ms):", milliseconds}}},
      {"NeMo",
       "nemo-megatron",
       "train_step_timing in s",
       "",
       {"iteration ", "global_step="},
       {{"train_step_timing in s:", seconds}, {"train_step_timing in s=", seconds}},
       false,
       "global_batch_size:"},
      {"NxD Training", "neuronx", "throughput_peak=", "", {"global_step="}, {{" throughput=", samples_per_s}}},
      {"neuronx-distributed", "neuronx", "step_loss :", "", {"(0, "}, {{"throughput :", samples_per_s}}},
      {"DeepSpeed pipeline",
       "deepspeed",
       "iter time (s):",
       "",
       {"steps:", "step:"},
       {{"iter time (s):", seconds}},
       false,
       {},
       true},
      {"DeepSpeed",
       "deepspeed",
       "SamplesPerSec=",
       "MemAllocated",
       {"global_step=", "stop] 0/"},
       {{"CurrSamplesPerSec=", samples_per_s}, {" SamplesPerSec=", samples_per_s}},
       false,
       {},
       true},
      {"DeepSpeed wall clock",
       "deepspeed",
       "time (ms) |",
       "| step:",
       {},
       {{"| fwd:", milliseconds}, {"| bwd:", milliseconds}, {"| step:", milliseconds}},
       true,
       {},
       true},
      {"torchtitan", "pytorch-fsdp", "step:", "memory:", {"step:"}, {{" tps:", tokens_per_s_of_rank}}},
  };
  return all;
}

std::string training_format_names() {
  std::vector<std::string> names;
  for (const TrainingFormat& format : training_formats()) names.emplace_back(format.name);
  names.emplace_back("Hugging Face Trainer");
  names.emplace_back("trainer_state.json");
  return join(names);
}

std::span<const TrainingSetting> training_settings() {
  static constexpr TrainingSetting all[]{
      {"tensor_model_parallel_size", "tp"},
      {"tensor-model-parallel size", "tp"},
      {"tensor_parallel_degree", "tp"},
      {"tensor_parallel_size", "tp"},
      {"pipeline_model_parallel_size", "pp"},
      {"pipeline-model-parallel size", "pp"},
      {"pipeline_parallel_degree", "pp"},
      {"pipeline_parallel_size", "pp"},
      {"virtual_pipeline_model_parallel_size", "vpp"},
      {"num_virtual_stages_per_pipeline_rank", "vpp"},
      {"num_layers_per_virtual_pipeline_stage", layers_of_chunk},
      {"num_layers", layers_in_all},
      {"context_parallel_size", "cp"},
      {"context-parallel size", "cp"},
      {"expert_model_parallel_size", "ep"},
      {"expert_tensor_parallel_size", "etp"},
      {"data_parallel_size", "dp"},
      {"data-parallel size", "dp"},
      {"world_size", "accelerators"},
      {"world size", "accelerators"},
      {"micro_batch_size", "micro_batch"},
      {"train_micro_batch_size_per_gpu", "micro_batch"},
      {"Instantaneous batch size per device", "micro_batch"},
      {"global_batch_size", "global_batch"},
      {"global batch size", "global_batch"},
      {"train_batch_size", "global_batch"},
      {"Total train batch size (w. parallel, distributed & accumulation)", "global_batch"},
      {"seq_length", "seq_len"},
      {"sequence length", "seq_len"},
      {"sequence_parallel", "sequence_parallel"},
      {"recompute_granularity", "recompute"},
      {"zero_optimization_stage", "zero"},
  };
  return all;
}

std::span<const std::string_view> own_settings() {
  static const std::vector<std::string_view> all = [] {
    std::vector<std::string_view> keys{"lora_rank", "lora_base", "optimizer", "flash_attention"};
    each_layout_field([&](const auto& field) {
      const std::string_view key = field.key;
      if (ranges::count(training_settings(), key, &TrainingSetting::column) == 0) keys.push_back(key);
    });
    return keys;
  }();
  return all;
}

}  // namespace hakaru
