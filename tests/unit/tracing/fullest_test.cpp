// By hand: the most that tensors take at once, without gradients that add up, and what lies there instruction by
// instruction.
#include <gtest/gtest.h>

#include <algorithm>

#include "devices.h"

namespace hakaru::tracing::testing {
namespace {

/// Logits of 2 × 4 (32 bytes) from x of 2 × 3 and a weight of 3 × 4 (48 bytes), two micro-batches; the losses are kept.
std::vector<Tensor> two_micro_batches(Device& device) {
  const std::vector<float> weights(12, 0.5F), values{1, 2, 3, 4, 5, 6}, share{0.5F};
  const Tensor weight = device.parameter("weight", weights, {3, 4});
  std::vector<Tensor> kept;
  for (int micro_batch = 0; micro_batch < 2; ++micro_batch) {
    const Tensor logits = matrix_product(device.input("x", values, {2, 3}), weight);
    kept.push_back(cross_entropy(logits, device.indices("labels", std::vector<std::int32_t>{0, 1}, {2})));
    backward(kept.back(), device.input("share", share, {}, DataType::fp32));
  }
  kept.push_back(*device.gradient_of(weight));
  return kept;
}

TEST(FullestMoment, IsOfASecondGradientBesideItsLogitsAndTheLosses) {
  Device device(trainium_options());
  const Result<StepReport> report = device.mark_step(two_micro_batches(device));
  ASSERT_TRUE(report);
  EXPECT_EQ(report->gradient_bytes, 48) << "the sum, which counts all the time";
  EXPECT_EQ(report->fullest_bytes, 48 + 32 + 2 * 4) << "the second summand, the gradient of its logits, two losses";
  EXPECT_EQ(report->tensors_bytes(), 48 + 48 + 88);
}

TEST(FullestMoment, IsAmongTheMomentsOfTheSameGraph) {
  Device device(trainium_options());
  const Result<std::vector<Moment>> moments = device.moments(two_micro_batches(device));
  ASSERT_TRUE(moments);
  std::int64_t most = 0;
  for (const Moment& moment : *moments) most = std::max(most, moment.bytes);
  EXPECT_EQ(most, 88);
  EXPECT_EQ(moments->front().bytes, 32) << "the first logits";
  EXPECT_EQ(moments->front().activations_bytes, 0) << "logits are no activations";
}

}  // namespace
}  // namespace hakaru::tracing::testing
