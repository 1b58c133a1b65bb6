// Diffusion models against published counts, and against their work by hand.
#include <gtest/gtest.h>

#include "described.h"

namespace hakaru::test {
namespace {

TEST(Diffusion, RealDescriptionsMatchKnownCounts) {
  if (real_configs_missing()) GTEST_SKIP() << "the shared descriptions are not here";
  EXPECT_EQ(parameters_of_real("stabilityai__stable-diffusion-2-1__unet"), 865910724);
  EXPECT_EQ(parameters_of_real("stabilityai__stable-diffusion-3-medium__transformer"), 2028328000);
  EXPECT_EQ(parameters_of_real("black-forest-labs__FLUX.1-dev__transformer"), 11901408320);
  EXPECT_EQ(parameters_of_real("black-forest-labs__FLUX.1-schnell__transformer"), 11891178560);
  EXPECT_EQ(parameters_of_real("black-forest-labs__FLUX.1-dev__vae"), 83819683);
  EXPECT_EQ(parameters_of_real("stabilityai__stable-diffusion-xl-base-1.0__vae"), 83653863);
  EXPECT_EQ(parameters_of_real("stable-diffusion-v1-5__vae"), 83653863);
}

// Published figures: about 0.8·10¹² FLOPs for one run of Stable Diffusion 1.5 at 512 pixels.
TEST(Diffusion, WorkOfOneStep) { EXPECT_NEAR(2 * multiply_adds("stable-diffusion-1.5", 512) / 1e12, 0.803, 0.005); }

// FLUX by hand at 1024 pixels: 4096 + 512 tokens; 57 blocks of 12 H² weights and an attention over all tokens.
TEST(Diffusion, FluxByHand) {
  const double tokens = 4096 + 512, hidden = 3072;
  const double blocks = 57 * tokens * (12 * hidden * hidden + 2 * tokens * hidden);
  EXPECT_NEAR(multiply_adds("flux.1-dev", 1024) / blocks, 1, 0.005);
}

TEST(Diffusion, RunsForOnePicture) {
  const DataFiles data;
  EXPECT_EQ(read_model("stable-diffusion-2.1", data)->runs_per_item, 100);
  EXPECT_EQ(read_model("flux.1-schnell", data)->runs_per_item, 4);
  EXPECT_EQ(read_model("stable-diffusion-2.1", data)->default_image_size, 768);
}

// The two text encoders, the UNet and the autoencoder of Stable Diffusion XL: the 3.5 billion of its paper
// (2307.01952).
TEST(Diffusion, APipelineIsItsNetworks) {
  const Result<Model> model = read_model("sdxl-base", DataFiles());
  ASSERT_TRUE(model) << in_english(model.error().message);
  std::int64_t parameters = count_parameters(*model).total;
  for (const PipelineNetwork& network : model->besides) parameters += count_parameters(network.model).total;
  EXPECT_EQ(parameters, 2'567'463'684 + 123'060'480 + 694'659'840 + 83'653'863);
  EXPECT_TRUE(model->guided);
}

TEST(Diffusion, EveryPipelineReadsATextAndDecodes) {
  const DataFiles data;
  for (const char* name :
       {"stable-diffusion-1.5", "stable-diffusion-2.1", "stable-diffusion-2-unet", "sdxl-base", "sdxl-refiner",
        "stable-diffusion-2-inpainting", "stable-diffusion-3-medium", "flux.1-dev", "flux.1-schnell", "hunyuan-dit"}) {
    const Result<Model> model = read_model(name, data);
    ASSERT_TRUE(model) << name << ": " << in_english(model.error().message);
    std::int64_t decoders = 0, readers = 0;
    for (const PipelineNetwork& network : model->besides) {
      (network.tokens > 0 ? readers : decoders) += 1;
      EXPECT_EQ(network.tokens > 0, network.model.family == Family::encoder) << name;
    }
    EXPECT_EQ(decoders, 1) << name;
    EXPECT_GE(readers, 1) << name;
  }
}

TEST(Diffusion, TheAutoencodersEncoderIsACondition) {
  const Result<Model> model = read_model("stable-diffusion-vae", DataFiles());
  ASSERT_TRUE(model);
  EXPECT_GT(forward_flops(*model, {.with_conditions = true}), 1.3 * forward_flops(*model, {}));
}

TEST(Diffusion, OtherKindsOfUnetAreRefused) {
  const auto model = described(R"({"_class_name": "UNet2DConditionModel", "block_out_channels": [32, 64],
    "cross_attention_dim": 32, "attention_head_dim": 8, "down_block_types": ["ResnetDownsampleBlock2D", "DownBlock2D"],
    "up_block_types": ["UpBlock2D", "CrossAttnUpBlock2D"]})");
  ASSERT_FALSE(model);
  EXPECT_NE(in_english(model.error().message).find("ResnetDownsampleBlock2D"), std::string::npos);
}

}  // namespace
}  // namespace hakaru::test
