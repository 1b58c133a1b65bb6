#include "hakaru/launching/launch_keys.h"

#include <gtest/gtest.h>

namespace hakaru {
namespace {

const LaunchPrograms& tables() {
  static const Result<LaunchPrograms> read = LaunchPrograms::read(DataFiles());
  return read.value();
}

/// The keys that a command says, or why it says none.
Json keys_said(const std::string& command, const LaunchContext& context = {}) {
  static const Result<SoftwareStacks> stacks = SoftwareStacks::read(DataFiles());
  const std::optional<LaunchRead> read = read_command(command, tables());
  if (!read) return "nothing was read";
  const Result<LaunchKeys> keys = keys_of(*read, context, tables(), *stacks);
  return keys ? keys->keys : Json(in_english(keys.error().message));
}

const std::string megatron_command = "pretrain_gpt.py --tensor-model-parallel-size 4 --micro-batch-size 2 --bf16 ";

TEST(LaunchKeys, RanksAreTheLaunchersOrTheMachines) {
  EXPECT_EQ(keys_said("torchrun --nproc-per-node 8 --nnodes 2 " + megatron_command)["dp"], 4);
  EXPECT_EQ(keys_said("torchrun " + megatron_command, {.per_instance = 8})["dp"], 2);
  EXPECT_EQ(keys_said("torchrun " + megatron_command, {.per_instance = 8, .machines = 3})["dp"], 6);
  EXPECT_EQ(keys_said("torchrun --nnodes 2 " + megatron_command, {.per_instance = 8, .machines = 3})["dp"], 4);
  EXPECT_EQ(keys_said("srun -n 32 python3 " + megatron_command, {.per_instance = 8})["instances"], 4);
  EXPECT_EQ(keys_said("torchrun " + megatron_command)["dp"], 1);
  EXPECT_EQ(keys_said("torchrun --nproc-per-node 6 " + megatron_command),
            "Megatron-LM pretrain_gpt.py: 6 ranks cannot be divided by tp · pp · cp = 4");
}

TEST(LaunchKeys, TheBatchOfAStepIsSaidOrAProduct) {
  EXPECT_EQ(keys_said("torchrun --nproc-per-node 8 " + megatron_command + "--global-batch-size 64")["global_batch"],
            64);
  EXPECT_EQ(keys_said("torchrun --nproc-per-node 8 train.py --bf16 --fsdp full_shard --per_device_train_batch_size 2 "
                      "--gradient_accumulation_steps 4")["global_batch"],
            64);
  const Json maxtext = keys_said(
      "python3 -m maxtext.trainers.pre_train.train base.yml per_device_batch_size=0.5 ici_tensor_parallelism=4 "
      "ici_fsdp_parallelism=-1 gradient_accumulation_steps=3",
      {.per_instance = 8});
  EXPECT_EQ(maxtext["micro_batch"], 2);
  EXPECT_EQ(maxtext["global_batch"], 2 * 3 * 2);
}

TEST(LaunchKeys, ReplicatedShards) {
  const auto titan = [](const std::string& degrees) {
    return keys_said("torchrun --nproc-per-node 8 --nnodes 2 -m torchtitan.train --module llama3 --config llama3_8b " +
                     degrees);
  };
  EXPECT_FALSE(titan("").contains("dp_replicate"));
  EXPECT_EQ(titan("--parallelism.data_parallel_replicate_degree 2")["dp_replicate"], 2);
  EXPECT_EQ(titan("--parallelism.data_parallel_replicate_degree 2")["zero"], "3");
  EXPECT_EQ(titan("--parallelism.data_parallel_replicate_degree 16")["zero"], "0") << "each rank is a replica";
  EXPECT_EQ(
      titan("--parallelism.data_parallel_replicate_degree 8 --parallelism.context_parallel_degree 2")["dp_replicate"],
      8)
      << "context ranks shard too";
  const auto hybrid = [](int machines) {
    return keys_said("torchrun --nproc-per-node 8 --nnodes " + std::to_string(machines) +
                     " train.py --bf16 --per_device_train_batch_size 1 --fsdp 'hybrid_shard auto_wrap'");
  };
  EXPECT_EQ(hybrid(4)["dp_replicate"], 4) << "each machine shards by itself";
  EXPECT_EQ(hybrid(4)["zero"], "3");
  EXPECT_FALSE(hybrid(1).contains("dp_replicate"));
  const Json megatron = keys_said("torchrun --nproc-per-node 8 --nnodes 2 " + megatron_command +
                                  "--use-distributed-optimizer --num-distributed-optimizer-instances 2");
  EXPECT_EQ(megatron["dp_replicate"], 2);
  EXPECT_EQ(megatron["zero"], "1");
  EXPECT_FALSE(keys_said("torchrun --nproc-per-node 8 " + megatron_command + "--num-distributed-optimizer-instances 2")
                   .contains("dp_replicate"))
      << "nothing is sharded";
}

TEST(LaunchKeys, ChunksByTheLayersOfTheModel) {
  const std::string piped = "torchrun --nproc-per-node 8 " + megatron_command +
                            "--pipeline-model-parallel-size 2 --num-layers-per-virtual-pipeline-stage 4";
  EXPECT_EQ(keys_said(piped, {.layers = 32})["vpp"], 4);
  EXPECT_EQ(keys_said(piped, {.layers = 32})["schedule"], "interleaved-1f1b");
  EXPECT_EQ(keys_said(piped)["vpp"], 1);
}

TEST(LaunchKeys, ReplicasShareTheRanksOfAllWhereTheirEngineCountsSo) {
  const Json sglang =
      keys_said("python3 -m sglang.launch_server --model-path m --tp-size 16 --dp-size 8 --enable-dp-attention");
  EXPECT_EQ(sglang["tp"], 2);
  EXPECT_EQ(sglang["dp"], 8);
  const Json vllm = keys_said("vllm serve m -tp 2 -dp 4 --enable-expert-parallel", {.per_instance = 8});
  EXPECT_EQ(vllm["tp"], 2);
  EXPECT_EQ(vllm["dp"], 4);
  EXPECT_EQ(vllm["ep"], 4);  // experts whole on 8 ranks are as many bytes of each as halves on 4 groups of 2
  EXPECT_EQ(vllm["instances"], 1);
  EXPECT_EQ(keys_said("vllm serve m -tp 8 --enable-expert-parallel")["ep"], 1);
}

TEST(LaunchKeys, NumbersAsEnginesTakeThem) {
  EXPECT_EQ(keys_said("vllm serve m --max-model-len 130k")["context"], 130'000);
  EXPECT_EQ(keys_said("vllm serve m --max-model-len 128K")["context"], 131'072);
  EXPECT_FALSE(keys_said("vllm serve m --max-model-len auto").contains("context"));
  EXPECT_FALSE(keys_said("vllm serve m --max-model-len -1").contains("context"));
  for (const char* wrong : {"0", "four", "4.5", "99999999999999999999", "10000000"})
    EXPECT_EQ(keys_said(std::string("vllm serve m -tp ") + wrong),
              "vllm serve: 'tp' is said as '" + std::string(wrong) + "'; accepted: a whole number");
}

}  // namespace
}  // namespace hakaru
