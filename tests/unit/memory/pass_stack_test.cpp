// By hand: what passes of a stage take at once.
#include "hakaru/memory/pass_stack.h"

#include <gtest/gtest.h>

namespace hakaru {
namespace {

/// Three layers of which each keeps 15 bytes and its input of 10, something ahead of them and a head.
NetworkPasses three_layers() {
  NetworkPasses network;
  network.layers = 3;
  network.handed_on_bytes = 10;
  network.forward.fill({{-1, 12, 10}, {0, 30, 25}, {1, 30, 25}, {2, 30, 25}, {3, 8, 4}});
  network.backward[0] = {{3, 10, 0}, {2, 12, -25}, {1, 12, -25}, {0, 12, -25}, {-1, 3, -10}};
  network.backward[1] = {{3, 10, 0}, {2, 20, -25}, {1, 20, -25}, {0, 20, -25}, {-1, 3, -10}};
  return network;
}

std::int64_t fullest(const std::vector<PipelinePass>& order, const LayerRange& layers) {
  return fullest_of_passes(three_layers(), order, {layers});
}

constexpr PipelinePass f0{PassKind::forward, 0, 0}, f1{PassKind::forward, 1, 0}, b0{PassKind::backward, 0, 0},
    b1{PassKind::backward, 1, 0};

TEST(PassStack, TheStageInTheMiddleReceivesAndSends) {
  EXPECT_EQ(fullest({f0}, {1, 2}), 10 + 30);
  EXPECT_EQ(fullest({f0, f1}, {1, 2}), 25 + 10 + 30);
  EXPECT_EQ(fullest({f0, f1, b0}, {1, 2}), 50 + 10 + 12);
  EXPECT_EQ(fullest({f0, b0, f1, b1}, {1, 2}), 25 + 10 + 20) << "gradients that are added to others";
}

TEST(PassStack, TheFirstStageReceivesNothing) { EXPECT_EQ(fullest({f0}, {-1, 1}), 10 + 30); }

TEST(PassStack, TheHeadRunsAsTheBackwardPassBegins) {
  EXPECT_EQ(fullest({f0}, {2, 4}), 10 + 30);
  EXPECT_EQ(fullest({f0, b0}, {2, 4}), 35 + 4 + 12) << "what it left, and the last layer's backward pass";
  EXPECT_EQ(fullest({f0, f1, b0, b1}, {2, 4}), 70 + 4 + 12) << "GPipe: both wait for it";
}

TEST(PassStack, WeightPassesFreeWhatBackwardPassesLeft) {
  NetworkPasses network = three_layers();
  network.backward.fill({{1, 12, -5}});
  network.weight.fill({{1, 7, -20}});
  const PipelinePass w0{PassKind::weight, 0, 0}, w1{PassKind::weight, 1, 0};
  EXPECT_EQ(fullest_of_passes(network, {f0, b0, w0, f1, b1, w1}, {{1, 2}}), 25 + 10 + 12);
  EXPECT_EQ(fullest_of_passes(network, {f0, b0, f1, b1, w0, w1}, {{1, 2}}), 20 + 25 + 10 + 12);
}

TEST(PassStack, EveryKindOfPassHasItsOwnFirst) {
  NetworkPasses network = three_layers();
  network.backward.fill({{1, 12, -5}});
  network.weight[0] = {{1, 7, -20}};
  network.weight[1] = {{1, 90, -20}};
  const PipelinePass w0{PassKind::weight, 0, 0}, w1{PassKind::weight, 1, 0};
  EXPECT_EQ(fullest_of_passes(network, {f0, b0, f1, b1, w0}, {{1, 2}}), 20 + 25 + 10 + 12) << "the first is small";
  EXPECT_EQ(fullest_of_passes(network, {f0, b0, f1, b1, w0, w1}, {{1, 2}}), 20 + 90);
}

TEST(PassStack, TheHeadIsInOneOfAStagesChunks) {
  const PipelinePass b_first{PassKind::backward, 0, 0}, f_last{PassKind::forward, 0, 1},
      b_last{PassKind::backward, 0, 1};
  EXPECT_EQ(fullest_of_passes(three_layers(), {f0, f_last, b_last}, {{1, 2}, {2, 4}}), 25 + 10 + 25 + 4 + 12);
  EXPECT_EQ(fullest_of_passes(three_layers(), {f0, b_first}, {{1, 2}, {2, 4}}), 25 + 10 + 12) << "no head there";
}

TEST(PassStack, ChunksOfAStageStandOnEachOther) {
  const PipelinePass of_second{PassKind::forward, 0, 1};
  EXPECT_EQ(fullest_of_passes(three_layers(), {f0, of_second}, {{-1, 1}, {1, 2}}), 25 + 10 + 30);
}

}  // namespace
}  // namespace hakaru
