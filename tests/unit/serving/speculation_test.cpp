#include "hakaru/serving/iteration/speculation.h"

#include <gtest/gtest.h>

namespace hakaru {
namespace {

TEST(Speculation, ExpectedTokensAreTheGeometricSum) {
  EXPECT_DOUBLE_EQ(expected_tokens({0, 0.5, 0}), 1);
  EXPECT_NEAR(expected_tokens({3, 0.7, 0}), (1 - 0.7 * 0.7 * 0.7 * 0.7) / (1 - 0.7), 1e-12);
  EXPECT_DOUBLE_EQ(expected_tokens({4, 1, 0}), 5);
  EXPECT_DOUBLE_EQ(expected_tokens({4, 0, 0}), 1);
}

PassTimes weights_bound() {
  PassTimes times;
  times.body_s = [](double) { return 9e-3; };
  times.head_s = [](double) { return 1e-3; };
  times.decode_s = [](double, double) { return 10e-3; };
  return times;
}

TEST(Speculation, TheWorkedExample) {  // of speculation.h
  EXPECT_NEAR(speculated(weights_bound(), {3, 0.7, 0.05}).decode_s(4, 1000), 11.5e-3 / 2.533, 1e-6);
}

TEST(Speculation, VerifyingMoreRowsTakesTheirTime) {
  PassTimes times = weights_bound();
  times.body_s = [](double tokens) { return 1e-3 * tokens; };
  times.head_s = [](double) { return 0.0; };
  times.decode_s = [](double sequences, double) { return 1e-3 * sequences + 2e-3; };  // 2 ms of attention
  EXPECT_NEAR(speculated(times, {3, 0, 0}).decode_s(5, 100), 20e-3 + 2e-3, 1e-12);
  EXPECT_NEAR(speculated(times, {0, 0, 0.5}).decode_s(5, 100), 7e-3, 1e-12);
}

}  // namespace
}  // namespace hakaru
