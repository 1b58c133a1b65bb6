#include "hakaru/launching/read_launch.h"

#include <gtest/gtest.h>

#include <set>

#include "hakaru/core/text.h"
#include "hakaru/hardware/catalog.h"
#include "hakaru/launching/settings_file.h"

namespace hakaru {
namespace {

using Said = std::map<std::string, std::string>;

const LaunchPrograms& programs() {
  static const Result<LaunchPrograms> read = LaunchPrograms::read(DataFiles());
  return read.value();
}

LaunchRead read(std::string_view text, const Accelerator* on = nullptr) {
  const std::optional<LaunchRead> found = read_command(text, programs(), on);
  return found ? *found : LaunchRead{};
}

std::string program(std::string_view text, const Accelerator* on = nullptr) {
  const LaunchRead found = read(text, on);
  return found.program == nullptr ? "" : found.program->name;
}

/// Settings named in `whats` that a command states; a name that it does not state is left out.
Said said(const LaunchRead& read, const std::vector<std::string>& whats) {
  Said some;
  for (const std::string& what : whats) {
    if (const auto found = read.said.find(what); found != read.said.end()) some[what] = found->second;
  }
  return some;
}

TEST(ReadLaunch, ACommandBehindItsLauncher) {
  const LaunchRead read_back = read(
      "torchrun --nproc-per-node 8 --nnodes=4 /opt/megatron/pretrain_gpt.py --tensor-model-parallel-size 4 "
      "--pipeline_model_parallel_size=2 --sequence-parallel --bf16 --use-distributed-optimizer --micro-batch-size 1");
  ASSERT_NE(read_back.program, nullptr);
  EXPECT_EQ(read_back.program->name, "megatron");
  EXPECT_EQ(said(read_back, {"tp", "pp", "zero", "sequence_parallel", "precision", "micro_batch", "recompute"}),
            (Said{{"tp", "4"},
                  {"pp", "2"},
                  {"zero", "1"},
                  {"sequence_parallel", "true"},
                  {"precision", "bf16"},
                  {"micro_batch", "1"},
                  {"recompute", "none"}}));
  EXPECT_EQ(read_back.devices, 8);
  EXPECT_EQ(read_back.machines, 4);
  EXPECT_TRUE(read_back.unread.empty()) << join(read_back.unread);
}

TEST(ReadLaunch, BeginningsOfAScriptsFlagsAsArgparseTakesThem) {
  const LaunchRead trainer = read(
      "torchrun --nproc_per 4 train.py --per_device_train 2 --gradient_acc=3 --model_name meta-llama/Llama-3.1-8B "
      "--bf16 --fsdp full_shard");
  EXPECT_EQ(said(trainer, {"micro_batch", "accumulation", "model", "zero"}),
            (Said{{"micro_batch", "2"}, {"accumulation", "3"}, {"model", "meta-llama/Llama-3.1-8B"}, {"zero", "3"}}));
  EXPECT_EQ(trainer.devices, 4);
  EXPECT_TRUE(trainer.unread.empty()) << join(trainer.unread);
  // --gradient_ch begins --gradient_checkpointing_kwargs too; the script may have a flag of that name itself.
  const LaunchRead either = read("torchrun train.py --per_device_train_batch_size 1 --gradient_ch true");
  EXPECT_EQ(either.unread, std::vector<std::string>{"--gradient_ch"});
  EXPECT_TRUE(either.ambiguous.empty());
  const LaunchRead accelerated = read("accelerate launch --num_processes 8 sft.py --per_device_train 4");
  EXPECT_EQ(said(accelerated, {"micro_batch"}), (Said{{"micro_batch", "4"}}));
  EXPECT_EQ(accelerated.ranks, 8);
  const LaunchRead deepspeed =
      read("deepspeed --num_g 4 --num_n 2 train.py --deepspeed ds.json --per_device_train 4 --bf16");
  EXPECT_EQ(deepspeed.devices, 4);
  EXPECT_EQ(deepspeed.machines, 2);
  EXPECT_EQ(deepspeed.settings_file, "ds.json");
  EXPECT_EQ(said(deepspeed, {"micro_batch"}), (Said{{"micro_batch", "4"}}));
  // TRL has no script between: a beginning that two flags have is refused, as it does.
  EXPECT_EQ(said(read("trl sft --model_name Qwen/Qwen3-8B --per_device_train 4 --num_p 8"), {"micro_batch", "ranks"}),
            (Said{{"micro_batch", "4"}, {"ranks", "8"}}));
  EXPECT_FALSE(read("trl sft --model_name Qwen/Qwen3-8B --gradient_ch true").ambiguous.empty());
}

TEST(ReadLaunch, WhereverTheCommandStands) {
  EXPECT_EQ(program("#!/bin/bash\nset -e\ncd /x\nexec env A=1 vllm serve m --port 80\n"), "vllm-serve");
  EXPECT_EQ(program("python -m sglang.launch_server --model-path m --tp 4"), "sglang-server");
  EXPECT_EQ(program("docker run --gpus all -p 8000:8000 vllm/vllm-openai:v0.11.0 --model m -tp 2"), "vllm-serve");
  EXPECT_EQ(program("srun -N 2 bash -c x; trtllm-serve m --tp_size 8"), "trtllm-serve");
  EXPECT_EQ(program("axolotl train my.yaml"), "axolotl");
  EXPECT_EQ(read("axolotl train my.yaml").settings_file, "my.yaml");
  EXPECT_EQ(read("accelerate launch --config_file fsdp.yaml train.py --bf16").settings_file, "fsdp.yaml");
  EXPECT_EQ(program("ls -l"), "");
  EXPECT_EQ(program("python train.py --epochs 3"), "");
  EXPECT_EQ(program(""), "");
}

TEST(ReadLaunch, OfProgramsThatStartAlikeTheOneThatRunsThere) {
  const Catalog catalog = *Catalog::read(DataFiles());
  const Accelerator h100 = *catalog.accelerator("h100-sxm"), trainium1 = *catalog.accelerator("neuroncore-v2"),
                    trainium2 = *catalog.accelerator("neuroncore-v3-lnc2");
  EXPECT_EQ(program("vllm serve m -tp 8", &h100), "vllm-serve");
  EXPECT_EQ(program("vllm serve m -tp 8", &trainium2), "vllm-serve-neuron");
  EXPECT_EQ(program("vllm serve m -tp 8", &trainium1), "vllm-serve-nxdi");
  EXPECT_EQ(program("vllm serve m --override-neuron-config '{\"context_encoding_buckets\": [512]}'", &trainium2),
            "vllm-serve-nxdi");
  EXPECT_EQ(program("trtllm-serve m --tp_size 8", &trainium1), "trtllm-serve");  // none runs there: it is told
}

TEST(ReadLaunch, OtherSpellings) {
  const LaunchRead served = read("vllm serve m -tp 4 --data_parallel_size=2 -ep --dtype half --max_model_len 8192");
  EXPECT_EQ(said(served, {"model", "tp", "replicas", "expert_parallel", "compute", "context"}),
            (Said{{"model", "m"},
                  {"tp", "4"},
                  {"replicas", "2"},
                  {"expert_parallel", "true"},
                  {"compute", "fp16"},
                  {"context", "8192"}}));
  const LaunchRead as_json = read(R"(vllm serve m --speculative-config '{"model": "d", "num_speculative_tokens": 3}')");
  EXPECT_EQ(said(as_json, {"draft_model", "draft_tokens"}), (Said{{"draft_model", "d"}, {"draft_tokens", "3"}}));
}

TEST(ReadLaunch, WhatNoTableKnowsIsTold) {
  EXPECT_EQ(read("vllm serve m --foo 3 --kv-cache-dtype turboquant -tp 2").unread,
            (std::vector<std::string>{"--foo", "--kv-cache-dtype turboquant"}));
  EXPECT_EQ(read("vllm serve m --kv-cache-dtype fp8 --node-rank 0 --headless").unread, std::vector<std::string>{});
}

TEST(ReadLaunch, TheLastWordCounts) {
  EXPECT_EQ(read("vllm serve m -tp 2 --tensor-parallel-size 4").said.at("tp"), "4");
}

TEST(ReadLaunch, AModelsShapeByFlags) {
  const LaunchRead shaped = read(
      "torchrun pretrain_gpt.py --num-layers 32 --hidden-size 4096 --ffn-hidden-size 14336 --num-attention-heads 32 "
      "--group-query-attention --num-query-groups 8 --max-position-embeddings 8192 --swiglu --normalization RMSNorm "
      "--position-embedding-type rope --disable-bias-linear --untie-embeddings-and-output-weights --vocab-size 128256");
  EXPECT_EQ(shaped.shape.at("model_type"), "llama");
  EXPECT_EQ(shaped.shape.at("num_hidden_layers"), "32");
  EXPECT_EQ(shaped.shape.at("num_key_value_heads"), "8");
  EXPECT_EQ(shaped.shape.at("tie_word_embeddings"), "false");
}

TEST(ReadLaunch, AFileOfSettings) {
  const Json deepspeed = Json::parse(R"({"train_micro_batch_size_per_gpu": "auto", "bf16": {"enabled": true},
    "zero_optimization": {"stage": 2, "offload_optimizer": {"device": "cpu"}}, "unheard_of": 1})");
  const std::optional<LaunchRead> read_back = read_settings_of(deepspeed, programs());
  ASSERT_TRUE(read_back);
  EXPECT_EQ(read_back->program->name, "hf-deepspeed");
  EXPECT_EQ(said(*read_back, {"zero", "precision", "offload_optimizer", "micro_batch"}),
            (Said{{"zero", "2"}, {"precision", "bf16"}, {"offload_optimizer", "true"}, {"micro_batch", "auto"}}));
  EXPECT_EQ(read_back->unread, std::vector<std::string>{"unheard_of"});
  EXPECT_FALSE(read_settings_of(Json::parse(R"({"name": "x", "version": 1})"), programs()));
  EXPECT_FALSE(read_settings_of(Json::parse(R"([1, "a", null])"), programs()));
}

TEST(ReadLaunch, AFileTellsItsRanks) {
  const std::optional<LaunchRead> read_back =
      read_settings_of(Json::parse(R"({"trainer": {"devices": 32, "num_nodes": 16},
                      "distributed_strategy": {"tensor_model_parallel_size": 32}})"),
                       programs());
  ASSERT_TRUE(read_back);
  EXPECT_EQ(read_back->devices, 32);
  EXPECT_EQ(read_back->machines, 16);
}

TEST(ReadLaunch, WhatTheCommandSaysStandsOverItsFile) {
  LaunchRead command =
      read("deepspeed --num_gpus 8 train.py --deepspeed ds.json --per_device_train_batch_size 4 --bf16");
  ASSERT_EQ(command.program->name, "hf-deepspeed");
  add_settings(Json::parse(R"({"train_micro_batch_size_per_gpu": 1, "zero_optimization": {"stage": 3}})"),
               programs().program("deepspeed-config"), programs(), command);
  EXPECT_EQ(said(command, {"micro_batch", "zero"}), (Said{{"micro_batch", "4"}, {"zero", "3"}}));
  EXPECT_EQ(command.devices, 8);
}

/// "what.value" of all choices of a program that are said by the same words as one of them.
std::set<std::string> said_alike(const LaunchProgram& program, const std::string& what,
                                 const std::vector<std::string>& words) {
  std::set<std::string> values;
  for (const auto& [choice, said] : program.choices) {
    if (choice.starts_with(what + ".") && said == words) values.insert(choice.substr(what.size() + 1));
  }
  return values;
}

TEST(ReadLaunch, EveryChoiceOfATableIsReadBack) {
  std::size_t count = 0;
  for (const auto& [name, program] : programs().all()) {
    for (const auto& [choice, words] : program.choices) {
      const std::string what = choice.substr(0, choice.find('.'));
      const bool is_of_adapters = choice.ends_with(of_adapters);  // read with the words of adapters alone
      if (words.empty() || is_of_adapters || said_alike(program, what, words).size() > 1) continue;
      Command command;
      for (const std::string& word : program.program) command.push_back({word});
      for (const std::string& word : words) command.push_back({word});
      if (!program.tells.empty()) command.insert(command.end(), {{program.tells.front()}, {"1"}});
      const bool starts = program.form == LaunchForm::flags && programs().starts(name);
      if (!starts) continue;
      // Any script of one's own is a program by its flags alone: this may be another's.
      const LaunchRead read_back = read(as_typed(command));
      ASSERT_NE(read_back.program, nullptr) << as_typed(command);
      if (read_back.program != &program) continue;
      const auto found = read_back.said.find(what);
      EXPECT_TRUE(found != read_back.said.end() && what + "." + found->second == choice)
          << as_typed(command) << " " << choice;
      ++count;
    }
  }
  EXPECT_GT(count, 150U);
}

}  // namespace
}  // namespace hakaru
