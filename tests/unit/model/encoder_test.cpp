// Encoders and encoder-decoders against published counts.
#include <gtest/gtest.h>

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

// 12 layers × 7,077,888 weights and 2 × 128 × 768 of attention for each of 128 tokens: 11.17·10⁹ multiply-adds.
TEST(Encoder, WorkOfBertBase) {
  const double by_hand = 12 * 128.0 * (7077888 + 2 * 128 * 768) + 768 * 768;
  EXPECT_DOUBLE_EQ(multiply_adds("bert-base", 0, 128), by_hand);
}

TEST(Encoder, AlbertRunsItsLayerAgainAndAgain) {
  EXPECT_NEAR(multiply_adds("albert-base-v2", 0, 128) / multiply_adds("bert-base-uncased", 0, 128), 1, 0.01);
}

TEST(EncoderDecoder, WhispersEncoderRunsOverItsFrames) {
  const Result<Model> model = read_model("whisper-tiny", DataFiles());
  ASSERT_TRUE(model);
  // 2 × 1500 × (4 layers × (12 H² + 2 × 1500 H) + 3 H² and 3000 frames of 3 × 80 H) + keys and values 4 × 2 H².
  const double h = 384;
  const double encoder = 1500 * (4 * (12 * h * h + 2 * 1500 * h) + 3 * h * h) + 3000 * 3 * 80 * h;
  const double keys = 1500 * 4 * 2 * h * h;
  const double with = forward_flops(*model, {});
  const double without = forward_flops(*model, {.encoded = true});
  EXPECT_NEAR((with - without) / 2 / (encoder + keys), 1, 1e-9);
  EXPECT_DOUBLE_EQ(kv_cache_bytes_per_token(*model), 2 * 2 * 4 * 384);
}

// 32 layers × 2 × 1,280 of 16 bits: 163,840 bytes for a token of the answer, and for each of the 1,500 positions of 30
// s.
TEST(EncoderDecoder, WhisperKeepsKeysAndValuesOfItsAudio) {
  const Result<Model> model = read_model("whisper-large-v3", DataFiles());
  ASSERT_TRUE(model);
  EXPECT_EQ(source_positions(*model), 1500);
  EXPECT_DOUBLE_EQ(kv_cache_bytes_per_token(*model), 163'840);
  EXPECT_DOUBLE_EQ(cross_cache_bytes_per_sequence(*model), 245'760'000);
  EXPECT_DOUBLE_EQ(2 * cached_values(*model, 100), 163'840 * (1500 + 100));
  EXPECT_EQ(model->usual_prompt, 4);
  EXPECT_FALSE(encodes_its_prompt(*model));
}

TEST(EncoderDecoder, T5EncodesItsPromptOnceAndDecodesWithoutItsEncoder) {
  // t5-small: 6 layers each, width 512, 8 heads of 64, two matrices of 512 × 2048, head 512 × 32,128. One token that
  // sees 11 of its own and 100 of the prompt: q, k, v and o of its own, q and o over the prompt.
  const Result<Model> model = read_model("t5-small", DataFiles());
  ASSERT_TRUE(model);
  EXPECT_TRUE(encodes_its_prompt(*model));
  const double square = 512.0 * 512, widened = 2 * 512.0 * 2048, pair = 8 * 128;
  const double decoding = 6 * (6 * square + widened + pair * (11 + 100)) + 512.0 * 32128;
  const Shape token{.context = 10, .source_tokens = 100, .encoded = true};
  EXPECT_DOUBLE_EQ(forward_flops(*model, token), 2 * decoding);
  // The first token sees itself; the prompt's 100 tokens see each other, and become keys and values of 6 layers.
  const double first = 6 * (6 * square + widened + pair * (1 + 100)) + 512.0 * 32128;
  const double encoding = 6 * (100 * (4 * square + widened) + pair * 100 * 100) + 6 * 100 * 2 * square;
  EXPECT_DOUBLE_EQ(forward_flops(*model, {.source_tokens = 100}), 2 * (first + encoding));
}

TEST(EncoderDecoder, OnlyTheDecoderOfT5Caches) {
  const Result<Model> model = read_model("t5-small", DataFiles());
  ASSERT_TRUE(model);
  EXPECT_DOUBLE_EQ(kv_cache_bytes_per_token(*model), 12288);
}

TEST(EncoderDecoder, AnEncoderAloneIsCountedAlone) {
  EXPECT_EQ(parameters_of_named("t5-v1.1-xxl-encoder"), 4762310656);
}

TEST(Encoder, HeadsThatDoNotDivideAreRefused) {
  const auto model = described(R"({"model_type": "bert", "hidden_size": 10, "num_attention_heads": 3,
    "intermediate_size": 16, "num_hidden_layers": 1, "vocab_size": 10, "max_position_embeddings": 8})");
  ASSERT_FALSE(model);
  EXPECT_NE(in_english(model.error().message).find("num_attention_heads"), std::string::npos);
}

}  // namespace
}  // namespace hakaru::test
