#include "hakaru/job/software_stack.h"

#include <gtest/gtest.h>

#include "hakaru/job/job.h"
#include "hakaru/job/precision_recipe.h"

namespace hakaru {
namespace {

TEST(SoftwareStack, ChunksHoldAsManyLayersAsItUsesOrTheNearestThatDivide) {
  SoftwareStack stack;
  stack.layers_per_chunk = 1;
  EXPECT_EQ(stack.chunks(96, 8), 12);
  EXPECT_EQ(stack.chunks(126, 8), 16);  // embedding and head count as layers: 128 / 8
  EXPECT_EQ(stack.chunks(96, 1), 1);    // no pipeline, no chunks
  stack.layers_per_chunk = 2;
  EXPECT_EQ(stack.chunks(96, 8), 6);
  EXPECT_EQ(stack.chunks(92, 4), 23);  // 11.5 does not divide; 1 is further away
  stack.layers_per_chunk = 0;
  EXPECT_EQ(stack.chunks(96, 8), 1);  // does not interleave
}

TEST(SoftwareStacks, SoftwareThatIsNotNamedDependsOnWhatIsTrainedAndHow) {
  const auto stacks = SoftwareStacks::read(DataFiles());
  ASSERT_TRUE(stacks) << in_english(stacks.error().message);
  EXPECT_EQ(stacks->unknown("", true, "decoder").name, "pytorch-fsdp");
  EXPECT_EQ(stacks->unknown("", false, "decoder").name, "nemo-megatron");
  EXPECT_EQ(stacks->unknown("", false, "unet").name, "pytorch-ddp");
  EXPECT_EQ(stacks->unknown("MLPERF", false, "cnn").name, "mlperf");
  EXPECT_EQ(stacks->find("no such"), nullptr);
}

TEST(SoftwareStacks, SoftwareThatIsNotKnownIsToldByItsNameElseByWhatItRunsOnAndHowItSplits) {
  const auto stacks = SoftwareStacks::read(DataFiles());
  ASSERT_TRUE(stacks) << in_english(stacks.error().message);
  const auto kind_of = [&](const char* name, const SoftwareHints& hints) {
    const SoftwareStack stack = stacks->find_or_like(name, hints);
    EXPECT_EQ(stack.constants, name);
    return stack.kind;
  };
  EXPECT_EQ(kind_of("my-Megatron", {}), "megatron");
  EXPECT_EQ(kind_of("deepspeed-2027", {}), "zero");
  EXPECT_EQ(kind_of("mine", {false, 3}), "sharded");
  EXPECT_EQ(kind_of("mine", {true}), "megatron");
  EXPECT_EQ(kind_of("mine", {false, 0, false}), "replicated");
  EXPECT_EQ(kind_of("mine", {false, 3, true, "tpu"}), "xla");
  EXPECT_EQ(stacks->find_or_like("torchtitan", {true}).kind, "sharded");
}

TEST(SoftwareStacks, NamesAreComparedByLettersAndDigits) {
  const SoftwareStacks stacks = *SoftwareStacks::read(DataFiles());
  for (const char* name : {"HF Trainer", "hf_trainer", "HF-Trainer"}) EXPECT_EQ(stacks.find(name)->name, "hf-trainer");
  EXPECT_EQ(stacks.find("NxD Training")->name, "nxd-training");
  EXPECT_EQ(stacks.find("MCore")->name, "nemo-megatron");
  EXPECT_EQ(stacks.find(""), nullptr);
  EXPECT_TRUE(stacks.is_relative("LitGPT"));
  EXPECT_FALSE(stacks.is_relative("NeMo"));
  EXPECT_TRUE(stacks.serves("vLLM"));
  EXPECT_FALSE(stacks.serves("nemo"));
}

TEST(SoftwareStacks, AWordThatSaysTheKindSaysWhatItRunsOn) {
  const SoftwareStacks stacks = *SoftwareStacks::read(DataFiles());
  EXPECT_EQ(stacks.find_or_like("my-neuron", {}).devices, stacks.find("nxd-training")->devices);
  EXPECT_TRUE(stacks.find_or_like("mine", {false, 0, true, "neuroncore"}).devices.empty());
}

TEST(SoftwareStacks, EveryStackOfTheDataHasARecipeAndAnOptimizer) {
  const DataFiles data;
  const auto stacks = SoftwareStacks::read(data);
  ASSERT_TRUE(stacks);
  for (const std::string& name : stacks->names()) {
    const SoftwareStack& stack = *stacks->find(name);
    EXPECT_TRUE(find_recipe(data, stack.precision)) << name;
    EXPECT_TRUE(find_recipe(data, stack.narrow_precision)) << name;
    EXPECT_TRUE(find_optimizer(data, stack.optimizer)) << name;
    EXPECT_FALSE(stack.source.empty()) << name;
  }
}

TEST(SoftwareStacks, MultiplyNarrowlyWhatTheyHaveKernelsFor) {
  const SoftwareStacks stacks = *SoftwareStacks::read(DataFiles());
  const SoftwareStack& mlperf = *stacks.find("mlperf");
  EXPECT_EQ(mlperf.precision_on(true, "encoder"), "fp8");
  EXPECT_EQ(mlperf.precision_on(false, "encoder"), "fp16");
  EXPECT_EQ(mlperf.precision_on(true, "cnn"), "fp16");
  const SoftwareStack& ddp = *stacks.find("pytorch-ddp");
  EXPECT_EQ(ddp.precision_on(true, "encoder"), ddp.narrow_precision);
}

TEST(TrainingJob, FusesAttentionWhereThereIsAKernelForTheModel) {
  TrainingJob job;
  job.model.family = Family::encoder;
  Accelerator accelerator;
  EXPECT_TRUE(fuses_attention(job, accelerator));
  accelerator.fuses_decoders_alone = true;
  EXPECT_FALSE(fuses_attention(job, accelerator));
  job.model.family = Family::decoder;
  EXPECT_TRUE(fuses_attention(job, accelerator));
  job.flash_attention = false;
  EXPECT_FALSE(fuses_attention(job, accelerator));
}

}  // namespace
}  // namespace hakaru
