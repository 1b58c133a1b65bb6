// Optimizers against their formulas in double precision, several steps long.
#include "hakaru/tracing/optimizer.h"

#include <gtest/gtest.h>

#include "devices.h"

namespace hakaru::tracing::testing {
namespace {

/// The loss w · g has the gradient g.
template <typename Optimizer>
void steps(Device& device, const Tensor& weight, Optimizer& optimizer, const std::vector<float>& gradients) {
  for (const float gradient : gradients) {
    optimizer.zero_grad();
    sum(weight * device.input("g", std::vector<float>{gradient}, {1})).backward();
    optimizer.step();
    const auto report = device.mark_step();
    ASSERT_TRUE(report) << error_of(report);
  }
}

TEST(TracingOptimizer, SgdWithMomentum) {
  Device device(trainium_options());
  const Tensor weight = device.parameter("w", std::vector<float>{1}, {1});
  Sgd optimizer({weight}, 0.1, 0.5);
  steps(device, weight, optimizer, {1, 2});
  EXPECT_NEAR((*weight.values())[0], 1 - 0.1 * 1 - 0.1 * (0.5 * 1 + 2), 1e-6);
  EXPECT_EQ(device.compilations(), 1);
}

TEST(TracingOptimizer, AdamWIsItsHeadersExample) {
  Device device(trainium_options());
  const Tensor weight = device.parameter("w", std::vector<float>{1}, {1});
  AdamWOptions options;
  options.learning_rate = 0.1;
  options.weight_decay = 0;
  AdamW optimizer({weight}, options);
  steps(device, weight, optimizer, {0.5});
  EXPECT_NEAR((*weight.values())[0], 0.9, 1e-6);
}

TEST(TracingOptimizer, AdamWForManyStepsWithOneCompilation) {
  Device device(trainium_options());
  const Tensor weight = device.parameter("w", std::vector<float>{0.7F}, {1});
  AdamWOptions options;
  options.learning_rate = 0.03;
  AdamW optimizer({weight}, options);
  const std::vector<float> gradients = {0.5, -1, 2, 0.25, 0.125, -3};
  steps(device, weight, optimizer, gradients);
  double w = static_cast<double>(0.7F), m = 0, v = 0;
  for (std::size_t at = 0; at < gradients.size(); ++at) {
    const auto g = static_cast<double>(gradients[at]), t = static_cast<double>(at + 1);
    m = 0.9 * m + 0.1 * g;
    v = 0.999 * v + 0.001 * g * g;
    w -= 0.03 * 0.01 * w + 0.03 * (m / (1 - std::pow(0.9, t))) / (std::sqrt(v / (1 - std::pow(0.999, t))) + 1e-8);
  }
  EXPECT_NEAR(static_cast<double>((*weight.values())[0]), w, 1e-5);
  EXPECT_EQ(device.compilations(), 1) << "rates and corrections are inputs";
}

TEST(TracingOptimizer, LearningRateWarmsUpAndFallsAlongACosine) {
  EXPECT_DOUBLE_EQ(learning_rate_share(1, 300, 20), 0.05);
  EXPECT_DOUBLE_EQ(learning_rate_share(20, 300, 20), 1);
  EXPECT_DOUBLE_EQ(learning_rate_share(160, 300, 20), 0.55);
  EXPECT_DOUBLE_EQ(learning_rate_share(300, 300, 20), 0.1);
  EXPECT_DOUBLE_EQ(learning_rate_share(3, 3, 20), 0.15) << "a run may end while the rate still rises";
}

TEST(TracingOptimizer, ChangesStatesAndParametersInPlace) {
  Device device(trainium_options());
  const Tensor weight = drawn_parameter(device, "w", {64, 64});
  AdamW optimizer({weight});
  sum(weight * drawn_input(device, "g", {64, 64})).backward();
  optimizer.step();
  const auto report = device.mark_step();
  ASSERT_TRUE(report);
  EXPECT_EQ(report->state_bytes, 2 * 64 * 64 * 4);
  EXPECT_EQ(report->live_bytes, 64 * 64 * 4) << "the gradient alone";
}

}  // namespace
}  // namespace hakaru::tracing::testing
