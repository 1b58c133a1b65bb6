#include "hakaru/training/forward_pass.h"

#include <gtest/gtest.h>

namespace hakaru {
namespace {

/// `stages` of `chunks`, a pass forward through each of `forward_s`.
StepWork pipeline(int stages, int chunks, int micro_batches, double forward_s) {
  StepWork work;
  work.shape = {stages, chunks, micro_batches, false};
  work.chunks.resize(static_cast<std::size_t>(stages * chunks));
  for (ChunkWork& chunk : work.chunks) chunk = {.forward_s = forward_s, .backward_s = 2 * forward_s};
  return work;
}

TEST(ForwardPass, FillsThePipelineOnceAndThenGoesAtThePaceOfTheSlowestStage) {
  EXPECT_DOUBLE_EQ(forward_pass_s(pipeline(4, 1, 8, 1)), 11);
  EXPECT_DOUBLE_EQ(forward_pass_s(pipeline(1, 1, 8, 1)), 8);
  EXPECT_DOUBLE_EQ(forward_pass_s(pipeline(4, 2, 8, 0.5)), 11) << "chunks of a stage, one after the other";
  StepWork uneven = pipeline(4, 1, 8, 1);
  uneven.chunks.back().forward_s = 2;
  EXPECT_DOUBLE_EQ(forward_pass_s(uneven), 5 + 7 * 2);
  uneven.send_s = 0.25;
  EXPECT_DOUBLE_EQ(forward_pass_s(uneven), 5 + 3 * 0.25 + 7 * 2);
}

TEST(ForwardPass, WaitsForExchangesThatABackwardPassWouldHide) {
  StepWork work = pipeline(4, 1, 8, 1);
  for (ChunkWork& chunk : work.chunks) chunk.forward_hidden_s = 0.5;
  EXPECT_DOUBLE_EQ(forward_pass_s(work), 1.5 * 11);
}

TEST(ForwardPass, GathersALayerWhileTheOneBeforeItRuns) {
  StepWork work = pipeline(1, 3, 2, 1);
  work.sharding = Sharding::gather_each_pass;
  for (ChunkWork& layer : work.chunks) layer.gather_s = 0.5;
  EXPECT_DOUBLE_EQ(forward_pass_s(work), 0.5 + 2 * 3) << "hidden, but for the first";
  for (ChunkWork& layer : work.chunks) layer.gather_s = 3;
  EXPECT_DOUBLE_EQ(forward_pass_s(work), 6 * 3 + 1) << "gathers, and the last layer's pass";
}

}  // namespace
}  // namespace hakaru
