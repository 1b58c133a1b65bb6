// Vision transformers and vision towers against published counts.
#include <gtest/gtest.h>

#include "described.h"
#include "hakaru/model/registry.h"

namespace hakaru::test {
namespace {

std::int64_t tower_parameters(const std::string& architecture, std::int64_t text_hidden, const std::string& text) {
  const Result<Json> config = parse_json(text, "config.json");
  const Result<VisionTower> tower = read_vision_tower(*config, architecture, text_hidden, "config.json");
  EXPECT_TRUE(tower) << (tower ? "" : in_english(tower.error().message));
  if (!tower) return -1;
  std::int64_t total = 0;
  for (const Block& block : tower->blocks) {
    EXPECT_TRUE(block.condition);
    for (const Module& module : block.modules) total += block.repeat * parameters_of(module);
  }
  return total;
}

TEST(VisionTower, Qwen25Vl7b) {
  // 8,292,166,656 in all less the text model's 7,615,616,512.
  EXPECT_EQ(tower_parameters("qwen2_5_vl", 3584, R"({"vision_config": {"depth": 32, "hidden_size": 1280,
    "intermediate_size": 3420, "num_heads": 16, "in_chans": 3, "patch_size": 14, "spatial_merge_size": 2,
    "window_size": 112, "fullatt_block_indexes": [7, 15, 23, 31], "temporal_patch_size": 2}})"),
            676550144);
}

TEST(VisionTower, Qwen3Vl2b) {
  // 2,127,532,032 in all less Qwen3-1.7B's 1,720,574,976.
  EXPECT_EQ(tower_parameters("qwen3_vl", 2048, R"({"vision_config": {"deepstack_visual_indexes": [5, 11, 17],
    "depth": 24, "hidden_size": 1024, "in_channels": 3, "intermediate_size": 4096, "num_heads": 16,
    "num_position_embeddings": 2304, "patch_size": 16, "spatial_merge_size": 2, "temporal_patch_size": 2}})"),
            406957056);
}

TEST(VisionTower, Llama4) {
  EXPECT_EQ(tower_parameters("llama4", 5120, R"({"vision_config": {"hidden_size": 1408, "image_size": 336,
    "intermediate_size": 5632, "num_attention_heads": 16, "num_channels": 3, "num_hidden_layers": 34, "patch_size": 14,
    "pixel_shuffle_ratio": 0.5, "projector_input_dim": 4096, "projector_output_dim": 4096,
    "vision_output_dim": 4096}})"),
            871932416);
}

TEST(VisionTower, Gemma3) {
  // SigLIP-So400m 416,866,032 and a projector of 1152 × 2560 + 1152.
  EXPECT_EQ(tower_parameters("gemma3", 2560, R"({"mm_tokens_per_image": 256, "vision_config": {"hidden_size": 1152,
    "image_size": 896, "intermediate_size": 4304, "num_attention_heads": 16, "num_hidden_layers": 27,
    "patch_size": 14}})"),
            416866032 + 1152 * 2560 + 1152);
}

TEST(VisionTransformer, WorkOfVitBase) {
  // 197 tokens through 12 layers, 196 patches of 768 values, one classifier.
  const double layers = 12 * 197.0 * (7077888 + 2 * 197 * 768);
  EXPECT_DOUBLE_EQ(multiply_adds("vit-base-patch16-224", 224), layers + 196.0 * 768 * 768 + 768 * 1000);
}

TEST(VisionTransformer, ClipRunsBothTowers) {
  const Result<Model> model = read_model("clip-vit-base-patch32", DataFiles());
  ASSERT_TRUE(model);
  EXPECT_EQ(model->default_image_size, 224);
  const double picture = 12 * 50.0 * (7077888 + 2 * 50 * 768) + 49.0 * 3072 * 768 + 768 * 512;
  const double text = 12 * 77.0 * (12 * 512 * 512 + (77 + 1) * 512) + 512 * 512;
  EXPECT_DOUBLE_EQ(multiply_adds("clip-vit-base-patch32", 224), picture + text);
}

// Perceiver IO's Table 5 (arXiv 2107.14795): 48.4M parameters and 407·10⁹ FLOPs with Fourier positions, 369·10⁹ after a
// convolution, 62.3M parameters with learnt positions.
TEST(Perceiver, CountsAndWorkAsPublished) {
  EXPECT_EQ(parameters_of_named("vision-perceiver-learned"), 62255848);
  EXPECT_NEAR(static_cast<double>(parameters_of_named("vision-perceiver-fourier")) / 1e6, 48.4, 0.05);
  EXPECT_NEAR(2 * multiply_adds("vision-perceiver-fourier", 224) / 1e9, 407, 2);
  EXPECT_NEAR(2 * multiply_adds("vision-perceiver-conv", 224) / 1e9, 369, 2);
}

TEST(Perceiver, OtherKindsAreRefused) {
  EXPECT_FALSE(described(R"({"model_type": "perceiver", "architectures": ["PerceiverForMaskedLM"], "num_latents": 8,
    "d_latents": 8})"));
}

TEST(VisionTower, AnUnknownOneIsRefused) {
  const Json config = {{"vision_config", {{"hidden_size", 8}}}};
  EXPECT_FALSE(read_vision_tower(config, "no_such_model", 8, "config.json"));
}

}  // namespace
}  // namespace hakaru::test
