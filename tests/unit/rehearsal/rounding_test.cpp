// Stochastic rounding in shards: the same parameters, bit by bit, however they are divided.
#include <gtest/gtest.h>

#include <map>

#include "hakaru/hardware/catalog.h"
#include "hakaru/rehearsal/precision.h"
#include "hakaru/rehearsal/rank_network.h"

namespace hakaru {
namespace {

struct Drawn {
  std::map<std::string, std::map<std::int64_t, float>> values;  ///< by parameter and place in the whole
};

/// Initial values of all ranks' parameters in a layout, by name and place in the full parameter.
Drawn first_values(std::int64_t tp, std::int64_t dp, std::int64_t zero, const std::string& precision) {
  const DataFiles data;
  Miniature miniature;
  miniature.sizes = {SmallNetwork::llama, 1, 64, 8, 2, 128, 256, 32};
  miniature.layout.tp = tp;
  miniature.layout.dp = dp;
  miniature.layout.zero = zero;
  Drawn drawn;
  for (std::int64_t rank = 0; rank < tp * dp; ++rank) {
    tracing::DeviceOptions options;
    options.accelerator = *(*Catalog::read(data)).accelerator("neuroncore-v2");
    EXPECT_TRUE(take_precision(precision, 7, miniature, options).has_value());
    tracing::Device device(options);
    const auto network =
        rank_network(device, miniature.sizes, miniature.layout, RankPlace::of(rank, miniature.layout), 7);
    for (const RankParameter& parameter : network->parameters()) {
      const std::vector<float> values = zero == 3 ? parameter.first_values : *parameter.tensor.values();
      for (std::size_t i = 0; i < values.size(); ++i) {
        const std::int64_t place = parameter.index_in_whole(static_cast<std::int64_t>(i));
        const auto added = drawn.values[parameter.name].try_emplace(place, values[i]);
        EXPECT_EQ(added.first->second, values[i]) << parameter.name << " " << place;
      }
    }
  }
  return drawn;
}

TEST(RoundingOfShards, GivesTheSameParametersInEveryLayout) {
  for (const char* precision : {"bf16-sr", "fp16-sr", "fp8-e4m3-sr", "bf16"}) {
    const Drawn alone = first_values(1, 1, 0, precision);
    EXPECT_EQ(first_values(2, 1, 0, precision).values, alone.values) << precision;
    EXPECT_EQ(first_values(2, 2, 3, precision).values, alone.values) << precision;
  }
  EXPECT_NE(first_values(1, 1, 0, "bf16-sr").values, first_values(1, 1, 0, "bf16").values);
}

TEST(RoundingOfShards, DrawsByThePlaceInTheWhole) {
  const tracing::Draw right_half{1, 3, 3, 6, 0};  // of a 4 × 6 matrix
  EXPECT_EQ(right_half.index(2), 5);
  EXPECT_EQ(right_half.index(3), 9);
  EXPECT_EQ(right_half.in_a_row(1, 9), 2);
  const tracing::Draw shard{1, 3, 3, 6, 2};
  EXPECT_EQ(shard.index(0), 5);
  EXPECT_EQ(shard.index(1), 9);
}

}  // namespace
}  // namespace hakaru
