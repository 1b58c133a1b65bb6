#include "hakaru/model/adapted.h"

#include <gtest/gtest.h>

namespace hakaru {
namespace {

const Block decoder_layer{.name = "layer",
                          .modules = {{"input_norm", Norm{.width = 8}},
                                      {"q_proj", Linear{.in = 8, .out = 8}},
                                      {"k_proj", Linear{.in = 8, .out = 8}},
                                      {"attention", Attention{}},
                                      {"o_proj", Linear{.in = 8, .out = 8}},
                                      {"up_proj", Linear{.in = 8, .out = 32}},
                                      {"down_proj", Linear{.in = 32, .out = 8}}}};

TEST(Adapted, LinearLayersByWhereTheyStandBesideAttention) {
  for (const char* name : {"q_proj", "k_proj"}) {
    EXPECT_TRUE(is_adapted(decoder_layer, name, Adapted::qkv)) << name;
    EXPECT_TRUE(is_adapted(decoder_layer, name, Adapted::attention)) << name;
  }
  EXPECT_FALSE(is_adapted(decoder_layer, "o_proj", Adapted::qkv));
  EXPECT_TRUE(is_adapted(decoder_layer, "o_proj", Adapted::attention));
  for (const char* name : {"up_proj", "down_proj"}) {
    EXPECT_FALSE(is_adapted(decoder_layer, name, Adapted::attention)) << name;
    EXPECT_TRUE(is_adapted(decoder_layer, name, Adapted::all)) << name;
  }
}

TEST(Adapted, ABlockWithoutAttentionHasNoneOfItsLinearLayers) {
  const Block feed_forward{.name = "layer", .modules = {{"up_proj", Linear{.in = 8, .out = 32}}}};
  EXPECT_FALSE(is_adapted(feed_forward, "up_proj", Adapted::attention));
  EXPECT_TRUE(is_adapted(feed_forward, "up_proj", Adapted::all));
}

}  // namespace
}  // namespace hakaru
