#include "hakaru/timing/exchanges.h"

#include <gtest/gtest.h>

#include "hakaru/core/data_files.h"
#include "hakaru/model/read.h"

namespace hakaru {
namespace {

using Kind = Exchange::Kind;

/// Number of exchanges of a kind, and their values per token.
std::pair<int, double> sum_of(const Block& block, const Layout& layout, Kind kind) {
  std::pair<int, double> sum{0, 0};
  for (const Exchange& exchange : exchanges_of(block, layout)) {
    if (exchange.kind != kind) continue;
    ++sum.first;
    sum.second += exchange.width;
  }
  return sum;
}

TEST(Exchanges, OfALayerWithExperts) {
  const Model model = *read_model("mixtral-8x7b", DataFiles());
  const Block& layer = model.layer_kinds.at(0);
  Layout layout;
  EXPECT_TRUE(exchanges_of(layer, layout).empty());
  layout.tp = 2;
  layout.ep = 8;
  EXPECT_EQ(sum_of(layer, layout, Kind::experts), std::pair(0, 0.0));  // whole experts on ranks that have all tokens
  layout.dp = 8;
  EXPECT_EQ(sum_of(layer, layout, Kind::forward_sum), std::pair(2, 2 * 4096.0));
  EXPECT_EQ(sum_of(layer, layout, Kind::backward_sum), std::pair(2, 2 * 4096.0));
  EXPECT_EQ(sum_of(layer, layout, Kind::experts), std::pair(1, 2 * 4096.0));
  layout.sequence_parallel = true;
  EXPECT_EQ(sum_of(layer, layout, Kind::experts), std::pair(1, 4096.0));
}

TEST(Exchanges, OfWholeExpertsBesideTensorParallelism) {
  const Model model = *read_model("mixtral-8x7b", DataFiles());
  Layout layout;
  layout.tp = 2;
  layout.etp = 1;
  layout.ep = 8;
  layout.dp = 4;
  layout.sequence_parallel = true;
  const Block& layer = model.layer_kinds.at(0);
  EXPECT_EQ(sum_of(layer, layout, Kind::forward_sum), std::pair(1, 4096.0));  // o_proj alone
  EXPECT_EQ(sum_of(layer, layout, Kind::backward_sum), std::pair(1, 4096.0));
  EXPECT_EQ(sum_of(layer, layout, Kind::experts), std::pair(1, 4096.0));  // 2 experts of half of the tokens
}

TEST(Exchanges, OfTheEnds) {
  const Model model = *read_model("mixtral-8x7b", DataFiles());
  Layout layout;
  layout.tp = 2;
  EXPECT_EQ(sum_of(model.before.at(0), layout, Kind::forward_sum), std::pair(1, 4096.0));
  EXPECT_EQ(sum_of(model.before.at(0), layout, Kind::backward_sum), std::pair(0, 0.0));
  EXPECT_EQ(sum_of(model.after.back(), layout, Kind::forward_sum), std::pair(0, 0.0));
  EXPECT_EQ(sum_of(model.after.back(), layout, Kind::backward_sum), std::pair(1, 4096.0));
}

}  // namespace
}  // namespace hakaru
