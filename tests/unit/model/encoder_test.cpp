// Encoders and encoder-decoders against published counts.
#include "described.h"

namespace hakaru::test {
namespace {

TEST(Encoder, OneBertLayerByHand) {
  // H = 4, I = 16: 4·16+16 + 2·64+16+4 + 4·4 = 244; embeddings (10+8+2)·4+8 = 88; pooler 20.
  EXPECT_EQ(parameters_of_described(R"({"model_type": "bert", "hidden_size": 4, "num_attention_heads": 2,
    "intermediate_size": 16, "num_hidden_layers": 1, "vocab_size": 10, "max_position_embeddings": 8,
    "type_vocab_size": 2})"),
            244 + 88 + 20);
}

TEST(Encoder, RealDescriptionsMatchPublishedCounts) {
  if (real_configs_missing()) GTEST_SKIP() << "the shared descriptions are not here";
  EXPECT_EQ(parameters_of_real("google-bert__bert-base-uncased"), 109482240);
  EXPECT_EQ(parameters_of_real("google-bert__bert-base-cased"), 108310272);
  EXPECT_EQ(parameters_of_real("google-bert__bert-large-uncased"), 335141888);
  EXPECT_EQ(parameters_of_real("FacebookAI__roberta-base"), 124645632);
  EXPECT_EQ(parameters_of_real("distilbert__distilbert-base-uncased"), 66362880);
  EXPECT_EQ(parameters_of_real("google-t5__t5-small"), 60506624);
  EXPECT_EQ(parameters_of_real("black-forest-labs__FLUX.1-dev__text_encoder_2"), 11135332352);
  EXPECT_EQ(parameters_of_real("stable-diffusion-v1-5__text_encoder"), 123060480);
  EXPECT_EQ(parameters_of_real("stabilityai__stable-diffusion-xl-base-1.0__text_encoder_2"), 694659840);
}

TEST(Encoder, HeadsThatDoNotDivideAreRefused) {
  const auto model = described(R"({"model_type": "bert", "hidden_size": 10, "num_attention_heads": 3,
    "intermediate_size": 16, "num_hidden_layers": 1, "vocab_size": 10, "max_position_embeddings": 8})");
  ASSERT_FALSE(model);
  EXPECT_NE(in_english(model.error().message).find("num_attention_heads"), std::string::npos);
}

}  // namespace
}  // namespace hakaru::test
