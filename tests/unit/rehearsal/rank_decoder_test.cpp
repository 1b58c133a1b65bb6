#include "hakaru/rehearsal/rank_decoder.h"

#include <gtest/gtest.h>

#include "hakaru/tracing/device.h"

namespace hakaru {
namespace {

struct Served {
  explicit Served(const SmallSizes& sizes) : device(options()), decoder(device, sizes, layout(), RankPlace{}, 7) {}

  static tracing::DeviceOptions options() {
    tracing::DeviceOptions options;
    options.memory_bytes = std::int64_t{1} << 30;
    options.sums = tracing::Sums::fp64;
    return options;
  }
  static Layout layout() {
    Layout layout;
    layout.micro_batch = 2;
    return layout;
  }

  /// Logits at the last of `tokens` tokens, for each of two sequences.
  std::vector<float> logits(std::int64_t tokens, RankDecoder::Cache cache, const std::vector<std::int32_t>& entered) {
    decoder.take_sequences_of(tokens);
    decoder.use_cache(cache);
    const tracing::Tensor logits = decoder.logits(decoder.through(0, decoder.embedded(entered)));
    const Result<tracing::StepReport> report = device.mark_step({logits});
    EXPECT_TRUE(report);
    return *logits.values();
  }

  tracing::Device device;
  RankDecoder decoder;
};

void expect_the_same_with_a_cache(const SmallSizes& sizes) {
  Served served(sizes), at_once(sizes);
  served.logits(3, RankDecoder::Cache::written, {1, 2, 3, 11, 12, 13});
  const std::vector<float> behind = served.logits(1, RankDecoder::Cache::read, {4, 14});
  const std::vector<float> whole = at_once.logits(4, RankDecoder::Cache::unused, {1, 2, 3, 4, 11, 12, 13, 14});
  ASSERT_EQ(behind.size(), static_cast<std::size_t>(2 * sizes.vocabulary));
  ASSERT_EQ(whole.size(), behind.size());
  for (std::size_t at = 0; at < whole.size(); ++at) EXPECT_NEAR(behind[at], whole[at], 1e-5) << at;
}

TEST(RankDecoder, ATokenBehindAKeptPromptIsAsIfAllCameAtOnce) {
  expect_the_same_with_a_cache({SmallNetwork::llama, 2, 32, 4, 2, 64, 32, 4});
  expect_the_same_with_a_cache({SmallNetwork::gpt, 2, 32, 4, 4, 64, 32, 4});
}

TEST(RankDecoder, AnotherPromptIsKeptInThePlaceOfTheFirst) {
  const SmallSizes sizes{SmallNetwork::llama, 1, 32, 4, 2, 64, 32, 4};
  Served one(sizes), two(sizes);
  one.logits(3, RankDecoder::Cache::written, {1, 2, 3, 11, 12, 13});
  one.logits(1, RankDecoder::Cache::read, {4, 14});
  one.logits(3, RankDecoder::Cache::written, {5, 6, 7, 8, 9, 10});
  two.logits(3, RankDecoder::Cache::written, {5, 6, 7, 8, 9, 10});
  EXPECT_EQ(one.logits(1, RankDecoder::Cache::read, {4, 14}), two.logits(1, RankDecoder::Cache::read, {4, 14}));
}

}  // namespace
}  // namespace hakaru
