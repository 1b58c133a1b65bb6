#include <gtest/gtest.h>

#include "gpt.h"
#include "hakaru/core/quantities.h"

namespace hakaru {
namespace {

TEST(Reserve, EveryUseAndKindHasOne) {
  const DataFiles data;
  for (const char* use : {"training", "serving", "inference"}) {
    for (const AcceleratorKind kind : {AcceleratorKind::gpu, AcceleratorKind::neuroncore, AcceleratorKind::gaudi,
                                       AcceleratorKind::tpu, AcceleratorKind::cpu, AcceleratorKind::other}) {
      Accelerator accelerator;
      accelerator.kind = kind;
      accelerator.memory_bytes = 80 * gibi;
      const Result<MemoryReserve> reserve = find_reserve(data, accelerator, use);
      ASSERT_TRUE(reserve) << use;
      EXPECT_GT(reserve->bytes_on(accelerator), 0);
      EXPECT_LT(reserve->bytes_on(accelerator), 0.2 * accelerator.memory_bytes);
      EXPECT_FALSE(reserve->source.empty());
    }
  }
  EXPECT_FALSE(find_reserve(data, {}, "dreaming"));
}

TEST(Recipes, AreReadWithTheirSources) {
  const DataFiles data;
  for (const char* name : {"fp32", "fp16", "bf16", "bf16-pure", "bf16-sr", "fp8", "mxfp8", "nvfp4"}) {
    const Result<PrecisionRecipe> recipe = find_recipe(data, name);
    ASSERT_TRUE(recipe) << name;
    EXPECT_FALSE(recipe->source.empty()) << name;
  }
  EXPECT_TRUE(find_recipe(data, "bf16-sr")->stochastic_rounding);
  EXPECT_FALSE(find_recipe(data, "bf16-sr")->master);
  EXPECT_EQ(find_recipe(data, "bf16")->master, DataType::fp32);
  EXPECT_NE(in_english(find_recipe(data, "bf17").error().message).find("bf16-sr"), std::string::npos);
  for (const std::string& name : known_optimizers(data)) EXPECT_TRUE(find_optimizer(data, name)) << name;
  EXPECT_FALSE(find_optimizer(data, "adam-and-eve"));
}

}  // namespace
}  // namespace hakaru
