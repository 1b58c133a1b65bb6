// Sizes of a rehearsal's network, and the values that --scale takes.
#include "hakaru/rehearsal/small_sizes.h"

#include <gtest/gtest.h>

#include "hakaru/memory/training_stage.h"
#include "hakaru/model/read.h"
#include "hakaru/parallel/stages.h"
#include "hakaru/rehearsal/miniature.h"

namespace hakaru {
namespace {

std::string refusal_of(const Result<SmallSizes>& sizes) { return sizes ? "" : in_english(sizes.error().message); }

class Scaling : public ::testing::Test {
 protected:
  Result<SmallSizes> scaled(const char* scale, const Layout& layout, SmallNetwork network = SmallNetwork::llama) const {
    return small_sizes_of(network, model_, 2048, layout, layout, *parse_miniature_scale(scale));
  }
  Model model_ = *read_model("llama-3.1-8b", DataFiles());
};

TEST_F(Scaling, TakesSizesAndDivisors) {
  Layout layout;
  layout.tp = layout.pp = 2;
  const SmallSizes sizes = *scaled("hidden=/128,layers=5,sequence=64,heads=4,vocabulary=512", layout);
  EXPECT_EQ(sizes.hidden, 32);
  EXPECT_EQ(sizes.layers, 5);
  EXPECT_EQ(sizes.sequence_length, 64);
  EXPECT_EQ(sizes.heads, 4);
  EXPECT_EQ(sizes.vocabulary, 512);
  EXPECT_EQ(sizes.feed_forward, 128) << "what is not said follows: 4 times as wide";
}

TEST_F(Scaling, RefusesWhatTheLayoutCannotDivideAndNamesTheNearest) {
  Layout layout;
  layout.tp = 3;
  layout.pp = 4;
  EXPECT_NE(refusal_of(scaled("feed-forward=64", layout)).find("nearest: 63, 66"), std::string::npos);
  EXPECT_NE(refusal_of(scaled("layers=3", layout)).find("nearest: 4"), std::string::npos);
  EXPECT_NE(refusal_of(scaled("vocabulary=200", layout)).find("nearest: 258"), std::string::npos);
  EXPECT_NE(refusal_of(scaled("sequence=9000", layout)).find("nearest: 4095"), std::string::npos);
  EXPECT_NE(refusal_of(scaled("image=8", layout)).find("image is not a size of this network"), std::string::npos);
  EXPECT_EQ(refusal_of(scaled("image=8", Layout{}, SmallNetwork::cnn)), "");
}

TEST(MiniatureScale, IsReadOrRefused) {
  EXPECT_TRUE(parse_miniature_scale("layers=4,hidden=/64")->sizes.at("hidden").divides);
  for (const char* wrong : {"layers", "layers=", "layers=0", "layers=4x", "=4", "hidden=/", "layers=1,layers=2"})
    EXPECT_FALSE(parse_miniature_scale(wrong)) << wrong;
}

/// The documents' example: 4 layers of an MLP on three workers are layers 1 and 2, 3, 4.
TEST(SmallNetworks, AnMlpIsDividedWithoutEnds) {
  SmallSizes sizes;
  sizes.network = SmallNetwork::mlp;
  sizes.layers = 4;
  Layout layout;
  layout.pp = 3;
  const std::vector<Stage> stages = stages_of(*model_of(sizes), layout);
  EXPECT_EQ(stages[0].layers, 2);
  EXPECT_EQ(stages[1].layers, 1);
  EXPECT_EQ(stages[2].layers, 1);
  EXPECT_EQ(layers_of_parts(4, 3), (std::vector<std::int64_t>{1, 2, 1})) << "with an embedding and a head";
}

/// By hand: 784 inputs, 4 pairs 64 wide and 128 within, 10 classes (model/perceptron.cpp).
TEST(SmallNetworks, AnMlpHasTheParametersOfItsLayers) {
  const Result<Model> model = model_from_config({{"model_type", "mlp"},
                                                 {"input_size", 784},
                                                 {"hidden_size", 64},
                                                 {"intermediate_size", 128},
                                                 {"num_hidden_layers", 4},
                                                 {"num_labels", 10}},
                                                "mlp.json");
  EXPECT_EQ(count_parameters(*model).total, 159'114);
}

TEST(SmallNetworks, AreTheNearestToAModel) {
  const auto nearest = [](const char* model) { return nearest_network(*read_model(model, DataFiles())); };
  EXPECT_EQ(nearest("gpt2"), SmallNetwork::gpt);
  EXPECT_EQ(nearest("llama-3.1-8b"), SmallNetwork::llama);
  EXPECT_EQ(nearest("mixtral-8x7b"), SmallNetwork::mixtral);
  EXPECT_EQ(nearest("bert-large-uncased"), SmallNetwork::bert);
  EXPECT_EQ(nearest("roberta-base"), SmallNetwork::bert);
  EXPECT_EQ(nearest("resnet-50"), SmallNetwork::cnn);
  EXPECT_EQ(nearest("albert-base-v2"), std::nullopt);
  EXPECT_EQ(nearest("t5-v1.1-xxl-encoder"), std::nullopt);
}

/// By hand: two tables of 256 rows and a norm; a layer 2 · 8 + 4 · 64 + 8 · 4 + 4 · 3 · 8 · 16.
TEST(SmallNetworks, AMixtralHasTheParametersOfItsExperts) {
  SmallSizes sizes{SmallNetwork::mixtral, 2, 8, 2, 2, 16, 256, 32};
  sizes.experts = 4;
  sizes.experts_per_token = 2;
  EXPECT_EQ(count_parameters(*model_of(sizes)).total, 2 * 256 * 8 + 8 + 2 * (16 + 256 + 32 + 1536));
}

/// By hand: stem 1 · 9 · 8 + 8, each of 2 layers 8 · 9 · 8 + 8, classifier 8 · 256 + 256.
TEST(SmallNetworks, AConvolutionNetHasTheParametersOfItsLayers) {
  SmallSizes sizes;
  sizes.network = SmallNetwork::cnn;
  sizes.layers = 2;
  sizes.hidden = 8;
  sizes.image_size = 16;
  EXPECT_EQ(count_parameters(*model_of(sizes)).total, 80 + 2 * 584 + 2304);
}

}  // namespace
}  // namespace hakaru
