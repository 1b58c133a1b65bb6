// Descriptions that say too much, too little or nonsense are refused with the key at fault.
#include <gtest/gtest.h>

#include "hakaru/core/fields.h"
#include "hakaru/model/read.h"

namespace hakaru {
namespace {

Json llama() {
  return {{"model_type", "llama"},    {"hidden_size", 64},        {"num_hidden_layers", 2}, {"num_attention_heads", 4},
          {"num_key_value_heads", 2}, {"intermediate_size", 128}, {"vocab_size", 100}};
}

std::string refusal(const Json& config) {
  const Result<Model> model = model_from_config(config, "config.json");
  return model ? "" : in_english(model.error().message);
}

struct Change {
  const char* key;
  Json value;
  const char* names;
};
class BadDescription : public testing::TestWithParam<Change> {};

TEST_P(BadDescription, IsRefusedByItsKey) {
  Json config = llama();
  ASSERT_EQ(refusal(config), "");
  config[GetParam().key] = GetParam().value;
  const std::string reason = refusal(config);
  EXPECT_NE(reason.find(GetParam().names), std::string::npos) << reason;
}

INSTANTIATE_TEST_SUITE_P(
    Keys, BadDescription,
    testing::Values(Change{"hidden_size", -1, "hidden_size"}, Change{"hidden_size", 1e30, "hidden_size"},
                    Change{"hidden_size", "64", "hidden_size"}, Change{"hidden_size", nullptr, "hidden_size"},
                    Change{"hidden_size", 65, "num_attention_heads"},
                    Change{"num_attention_heads", 0, "num_attention_heads"},
                    Change{"num_key_value_heads", 3, "num_key_value_heads"},
                    Change{"num_hidden_layers", 10001, "num_hidden_layers"},
                    Change{"num_hidden_layers", 2.5, "num_hidden_layers"}, Change{"vocab_size", 1 << 27, "vocab_size"},
                    Change{"intermediate_size", 0, "intermediate_size"}, Change{"head_dim", 1 << 20, "head_dim"},
                    Change{"tie_word_embeddings", 1, "tie_word_embeddings"}, Change{"torch_dtype", "float7", "float7"},
                    Change{"quantization_config", Json{{"quant_method", "x"}}, "quantization_config"},
                    Change{"layer_types", Json::array({"full_attention"}), "layer_types"},
                    Change{"model_type", "lama", "lama"}, Change{"model_type", 5, "model_type"}));

TEST(BadDescription, WithoutArchitectureIsRefused) {
  Json config = llama();
  config.erase("model_type");
  EXPECT_NE(refusal(config).find("model_type"), std::string::npos);
  EXPECT_NE(refusal(Json::array()), "");
}

TEST(BadDescription, OfAbsurdSizeIsRefusedWithoutOverflow) {
  Json config = llama();
  config["model_type"] = "mixtral";
  config["hidden_size"] = 1 << 22;
  config["intermediate_size"] = 1 << 22;
  config["num_hidden_layers"] = 10000;
  config["num_attention_heads"] = config["num_key_value_heads"] = 1 << 16;
  config["head_dim"] = 1 << 14;
  config["num_local_experts"] = config["num_experts_per_tok"] = 1 << 16;
  config["vocab_size"] = 1 << 26;
  EXPECT_NE(refusal(config).find("parameters; accepted"), std::string::npos) << refusal(config);
}

TEST(StoredTypes, FollowTheQuantisation) {
  Json config = llama();
  config["torch_dtype"] = "float16";
  EXPECT_EQ(model_from_config(config, "f")->stored_type, DataType::fp16);
  config["quantization_config"] = {{"quant_method", "awq"}, {"bits", 4}};
  EXPECT_EQ(model_from_config(config, "f")->stored_type, DataType::int4);
  config["quantization_config"] = {{"quant_method", "fp8"}};
  EXPECT_EQ(model_from_config(config, "f")->stored_type, DataType::fp8);
}

TEST(StoredTypes, OfExpertsStandApartWhereAttentionIsLeftOut) {
  Json config = llama();
  config["model_type"] = "mixtral";
  config["num_local_experts"] = 4;
  config["num_experts_per_tok"] = 2;
  config["quantization_config"] = {
      {"ignore", {"re:.*self_attn.*"}},
      {"config_groups", {{"group_0", {{"weights", {{"num_bits", 4}, {"type", "int"}, {"group_size", 32}}}}}}}};
  const Result<Model> model = model_from_config(config, "f");
  ASSERT_TRUE(model.has_value());
  EXPECT_EQ(model->stored_type, DataType::bf16);
  EXPECT_EQ(model->stored_expert_type, DataType::int4);
}

}  // namespace
}  // namespace hakaru
