#include "hakaru/timing/token_dispatch.h"

#include <gtest/gtest.h>

namespace hakaru {
namespace {

TokenDispatch kernels() {
  TokenDispatch dispatch;
  dispatch.once_per_instance = true;
  dispatch.network_share = 0.88;
  dispatch.link_share = 0.77;
  return dispatch;
}

/// 8 accelerators with 200 GB/s each way between them, 50 GB/s each to the others.
Instance h800s() {
  Instance instance;
  instance.within.bytes_per_s = 200e9;
  instance.between.bytes_per_s = 400e9;
  return instance;
}

Linear experts(std::int64_t groups, std::int64_t of_a_token) {
  Linear linear;
  linear.experts = 256;
  linear.experts_per_token = 8;
  linear.expert_groups = groups;
  linear.groups_per_token = of_a_token;
  return linear;
}

TEST(TokenDispatch, ExpertsLieInSomeOfTheParts) {
  EXPECT_DOUBLE_EQ(reached_parts(4, 2, 2), 2 * (1 - 2.0 / 4 * 1 / 3));  // 2 of 4 experts, 2 in each half
  EXPECT_DOUBLE_EQ(reached_parts(4, 1, 4), 1);
  EXPECT_DOUBLE_EQ(reached_parts(4, 4, 4), 4);
  EXPECT_NEAR(reached_parts(256, 8, 8), 8 * (1 - 0.338168), 1e-5);
}

TEST(TokenDispatch, OfDeepSeekOverEightNodes) {
  // 4096 tokens · 4 nodes · 7/8 elsewhere · 7168 values · (1 + 1/32 + 2) bytes over 0.88 · 50 GB/s
  const TokensOfRank tokens{4096, 7168, 1 + 4.0 / 128, 2};
  const Group group{.size = 64, .per_instance = 8, .sharing = 1};
  EXPECT_NEAR(once_per_instance_s(kernels(), experts(8, 4), tokens, group, h800s()), 7.08e-3, 0.01e-3);
  EXPECT_NEAR(once_per_instance_s(kernels(), experts(0, 0), tokens, group, h800s()), 7.08e-3 * 5.2947 / 4, 0.01e-3);
}

TEST(TokenDispatch, WithinOneNodeAndAlone) {
  const TokensOfRank tokens{1000, 1000, 2, 2};
  // A token is sent to each of the 5.29 of 8 ranks that hold an expert of its, but to its own.
  const double bytes = 1e6 * 4 * reached_parts(256, 8, 8) * 7 / 8;
  EXPECT_NEAR(once_per_instance_s(kernels(), experts(0, 0), tokens, {.size = 8, .per_instance = 8}, h800s()),
              bytes / (0.77 * 200e9), 1e-9);
  EXPECT_EQ(once_per_instance_s(kernels(), experts(0, 0), tokens, {}, h800s()), 0);
}

}  // namespace
}  // namespace hakaru
