#include "hakaru/evidence/measured_model.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "hakaru/core/data_files.h"

namespace hakaru {
namespace {

class MeasuredModel : public ::testing::Test {
 protected:
  /// The model of a row whose cells are `cells`, under `columns`.
  OrReason<Model> of(const std::string& columns, const std::string& cells) {
    table_ = *parse_csv(columns + "\n" + cells + "\n", "rows.csv");
    CsvFields row(table_, table_.rows.front());
    return models_.of(row);
  }
  DataFiles data_;
  CsvTable table_;
  MeasuredModels models_{data_};
};

TEST_F(MeasuredModel, IsTheBaseWithTheRowsOwnDimensions) {
  const auto model = of("base_model,family,layers,kv_heads", "llama-3.1-405b,decoder,4,16");
  ASSERT_TRUE(model) << in_english(model.error());
  EXPECT_EQ(model->layers.size(), 4U);
  EXPECT_EQ(model->kv_heads, 16);
  EXPECT_EQ(model->hidden, 16384);
}

TEST_F(MeasuredModel, CutToAFewLayersKeepsOneDenseLayerInFront) {
  const auto model = of("base_model,family,layers", "deepseek-v3,moe,4");
  ASSERT_TRUE(model) << in_english(model.error());
  EXPECT_EQ(std::count(model->layers.begin(), model->layers.end(), model->layers.front()), 1);
}

TEST_F(MeasuredModel, OfNoNameIsAPlainDecoder) {
  const auto model =
      of("family,ffn_type,hidden,layers,heads,kv_heads,ffn,vocab,seq_len", "decoder,mlp,1024,24,16,16,4096,51200,1024");
  ASSERT_TRUE(model) << in_english(model.error());
  EXPECT_EQ(count_parameters(*model).total, 24 * (12 * 1024 * 1024 + 13 * 1024) + (51200 + 1024) * 1024 + 2 * 1024);
}

TEST_F(MeasuredModel, WhatABaseCannotBeIsAReason) {
  EXPECT_EQ(in_english(of("base_model,family,layers", "nemotron-h-56b,hybrid-mamba,12").error()),
            "nemotron-h-56b has layers 118, the row 12");
  EXPECT_FALSE(of("family,hidden", "unet,320"));
  EXPECT_FALSE(of("base_model,family", "no-such-model,decoder"));
}

}  // namespace
}  // namespace hakaru
