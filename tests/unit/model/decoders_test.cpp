// Decoders that a description of a published checkpoint settles, against the parameters that were published of it.
#include <gtest/gtest.h>

#include "hakaru/model/operator.h"
#include "hakaru/model/quantisation.h"
#include "hakaru/model/read.h"

namespace hakaru {
namespace {

Model model_of(const Json& config) {
  Result<Model> model = model_from_config(config, "config.json");
  EXPECT_TRUE(model.has_value()) << in_english(model.error().message);
  return model.value_or(Model{});
}

std::int64_t total_of(const Json& config) { return count_parameters(model_of(config)).total; }

/// Hugging Face's Gemma 3n: 32 thousand tokens, every fifth layer attends to all of them.
Json gemma3n(int layers, int width, int sharing) {
  Json types = Json::array();
  for (int i = 0; i < layers; ++i) types.push_back((i + 1) % 5 == 0 ? "full_attention" : "sliding_attention");
  return {{"model_type", "gemma3n"},
          {"text_config",
           {{"hidden_size", 2048},
            {"num_hidden_layers", layers},
            {"intermediate_size", std::vector<int>(static_cast<std::size_t>(layers), width)},
            {"num_attention_heads", 8},
            {"num_key_value_heads", 2},
            {"head_dim", 256},
            {"vocab_size", 262400},
            {"vocab_size_per_layer_input", 262144},
            {"hidden_size_per_layer_input", 256},
            {"laurel_rank", 64},
            {"altup_num_inputs", 4},
            {"num_kv_shared_layers", sharing},
            {"sliding_window", 512},
            {"layer_types", types}}},
          {"vision_config", {{"architecture", "mobilenetv5_300m_enc"}, {"hidden_size", 2048}, {"vocab_size", 128}}},
          {"audio_config",
           {{"hidden_size", 1536},
            {"conf_num_attention_heads", 8},
            {"conf_num_hidden_layers", 12},
            {"conf_conv_kernel_size", 5},
            {"sscp_conv_channel_size", {128, 32}},
            {"input_feat_size", 128},
            {"vocab_size", 128}}}};
}

Json whisper_encoder() {
  return {{"d_model", 1280},
          {"encoder_layers", 32},
          {"encoder_attention_heads", 20},
          {"encoder_ffn_dim", 5120},
          {"num_mel_bins", 128}};
}

Json qwen3_omni() {
  Json audio = whisper_encoder();
  audio["downsample_hidden_size"] = 480;
  return {{"model_type", "qwen3_omni_moe"},
          {"thinker_config",
           {{"audio_config", audio},
            {"text_config",
             {{"hidden_size", 2048},
              {"num_hidden_layers", 48},
              {"num_attention_heads", 32},
              {"num_key_value_heads", 4},
              {"head_dim", 128},
              {"vocab_size", 152064},
              {"num_experts", 128},
              {"num_experts_per_tok", 8},
              {"moe_intermediate_size", 768}}},
            {"vision_config",
             {{"depth", 27},
              {"hidden_size", 1152},
              {"intermediate_size", 4304},
              {"num_heads", 16},
              {"num_position_embeddings", 2304},
              {"patch_size", 16},
              {"deepstack_visual_indexes", {8, 16, 24}}}}}},
          {"talker_config", {{"model_type", "qwen3_omni_moe_talker"}}}};
}

Json qwen25_omni() {
  return {{"model_type", "qwen2_5_omni"},
          {"thinker_config",
           {{"audio_config", whisper_encoder()},
            {"text_config",
             {{"hidden_size", 3584},
              {"num_hidden_layers", 28},
              {"num_attention_heads", 28},
              {"num_key_value_heads", 4},
              {"intermediate_size", 18944},
              {"vocab_size", 152064}}},
            {"vision_config",
             {{"depth", 32},
              {"hidden_size", 1280},
              {"intermediate_size", 3420},
              {"num_heads", 16},
              {"patch_size", 14},
              {"fullatt_block_indexes", {7, 15, 23, 31}},
              {"window_size", 112}}}}}};
}

Json minimax_m3_vl() {
  Json sparse = Json::array();
  for (int i = 0; i < 60; ++i) sparse.push_back(i < 3 ? 0 : 1);
  return {{"model_type", "minimax_m3_vl"},
          {"projector_hidden_size", 6144},
          {"text_config",
           {{"hidden_size", 6144},
            {"num_hidden_layers", 60},
            {"num_attention_heads", 64},
            {"num_key_value_heads", 4},
            {"head_dim", 128},
            {"vocab_size", 200064},
            {"intermediate_size", 3072},
            {"dense_intermediate_size", 12288},
            {"num_local_experts", 128},
            {"num_experts_per_tok", 4},
            {"n_shared_experts", 1},
            {"use_routing_bias", true},
            {"moe_layer_freq", sparse},
            {"sparse_attention_config",
             {{"sparse_attention_freq", sparse},
              {"sparse_disable_index_value", sparse},
              {"sparse_num_index_heads", 4},
              {"sparse_index_dim", 128},
              {"sparse_topk_blocks", 16},
              {"sparse_block_size", 128}}}}},
          {"vision_config",
           {{"hidden_size", 1280},
            {"intermediate_size", 5120},
            {"num_hidden_layers", 32},
            {"num_attention_heads", 16},
            {"patch_size", 14}}}};
}

TEST(Decoders, CountAsPublishedByHuggingFace) {
  EXPECT_EQ(total_of(gemma3n(35, 16384, 15)), 7'849'978'192);
  EXPECT_EQ(total_of(gemma3n(30, 8192, 10)), 5'439'438'272);
  EXPECT_EQ(total_of(minimax_m3_vl()), 427'040'140'160);
}

TEST(Decoders, CountTheThinkerOfOnesThatSpeak) {
  EXPECT_EQ(total_of(qwen3_omni()), 31'719'205'488);
  EXPECT_EQ(total_of(qwen25_omni()), 8'931'813'888);
  Json captioner = qwen3_omni()["thinker_config"];
  captioner["model_type"] = "qwen3_omni_moe_thinker";
  EXPECT_EQ(total_of(captioner), 31'719'205'488);
}

TEST(Decoders, CountListsOfOneValueForEachLayer) {
  const std::vector<int> experts(32, 8), widths(32, 3072), shared(32, 1);
  Json hunyuan{{"model_type", "hunyuan_v1_moe"},  {"hidden_size", 4096},      {"num_hidden_layers", 32},
               {"num_attention_heads", 32},       {"num_key_value_heads", 8}, {"intermediate_size", 3072},
               {"moe_intermediate_size", widths}, {"num_experts", 64},        {"moe_topk", experts},
               {"num_shared_expert", shared},     {"use_qk_norm", true},      {"vocab_size", 128167}};
  EXPECT_EQ(total_of(hunyuan), 80'393'183'232);
  hunyuan["moe_intermediate_size"][31] = 1024;
  const Result<Model> uneven = model_from_config(hunyuan, "config.json");
  ASSERT_FALSE(uneven.has_value());
  EXPECT_NE(in_english(uneven.error().message).find("moe_intermediate_size"), std::string::npos);
}

/// DeepSeek-V4-Flash, cut to a layer of each kind.
Json deepseek_v4() {
  return {{"model_type", "deepseek_v4"},
          {"hidden_size", 4096},
          {"num_hidden_layers", 3},
          {"compress_ratios", {0, 4, 128, 0}},
          {"num_attention_heads", 64},
          {"num_key_value_heads", 1},
          {"head_dim", 512},
          {"qk_rope_head_dim", 64},
          {"q_lora_rank", 1024},
          {"o_lora_rank", 1024},
          {"o_groups", 8},
          {"sliding_window", 128},
          {"index_n_heads", 64},
          {"index_head_dim", 128},
          {"index_topk", 512},
          {"hc_mult", 4},
          {"num_hash_layers", 1},
          {"n_routed_experts", 256},
          {"num_experts_per_tok", 6},
          {"n_shared_experts", 1},
          {"moe_intermediate_size", 2048},
          {"vocab_size", 129280}};
}

/// Keys are the values: 512 values a window's token; entries of 4 tokens have index keys of 128 beside.
TEST(Decoders, CacheOneEntryForSeveralTokens) {
  const Model model = model_of(deepseek_v4());
  const double windows = 3 * 512.0, entries = (512.0 + 128.0) / 4 + 512.0 / 128;
  EXPECT_EQ(kv_cache_bytes_per_token(model), 2 * (windows + entries));
}

/// A token behind 8,192 others: 128 of the window; of 2,048 entries of 4 tokens all are scored and 512 read; 64 of 128.
TEST(Decoders, AttendToEntriesThatStandForTokens) {
  const Model model = model_of(deepseek_v4());
  const Shape shape{.batch = 1, .new_tokens = 1, .context = 8192};
  std::vector<double> seen;
  for (const Block& block : model.layer_kinds) {
    for (const Operator& op : operators_of(model, block, shape, {})) {
      if (const auto* attention = std::get_if<AttentionOperator>(&op.kind)) seen.push_back(attention->kv_tokens);
    }
  }
  const std::vector<double> expected{128, 128, 8193.0 / 4, 512, 128, 8193.0 / 128};
  ASSERT_EQ(seen.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_NEAR(seen[i], expected[i], 0.5) << i;
}

TEST(Decoders, LastLayersOfGemma3nCacheNothing) {
  const auto bytes = [](int sharing) { return kv_cache_bytes_per_token(model_of(gemma3n(35, 16384, sharing))); };
  EXPECT_EQ(bytes(0), 35 * 2 * 2 * 2 * 256);
  EXPECT_EQ(bytes(15), 20 * 2 * 2 * 2 * 256);
}

}  // namespace
}  // namespace hakaru
